import SwiftSyntax

/// Reads what a view builder shows, through the members of the type around it.
struct ToolbarContentReader {
  private let members: ViewMembers

  /// Indexes the members of the file's types.
  init(_ file: ParsedFile) {
    members = ViewMembers(file)
  }

  /// What the `body` of a view type shows; nil where the declaration has none.
  func parts(ofBodyOf declaration: Syntax) -> Set<ToolbarPart>? {
    guard let name = EnclosingType(declaration: declaration)?.name,
      let body = members.body("body", of: name)
    else { return nil }
    return Reading(members: members).parts(of: body)
  }

  /// What the content of a toolbar item shows.
  func parts(of statements: CodeBlockItemListSyntax) -> Set<ToolbarPart> {
    Reading(members: members).parts(of: statements)
  }

  /// What an expression as the content of a toolbar item shows.
  func parts(of expression: ExprSyntax) -> Set<ToolbarPart> {
    Reading(members: members).parts(of: expression)
  }

  /// The statements of a member of the type around a node.
  func body(_ name: String, around node: some SyntaxProtocol) -> CodeBlockItemListSyntax? {
    members.body(name, around: node)
  }
}

/// One reading; it remembers which members it is in, so that recursion ends.
private struct Reading {
  let members: ViewMembers
  private var visited: Set<String> = []

  init(members: ViewMembers) {
    self.members = members
  }

  func parts(of statements: CodeBlockItemListSyntax) -> Set<ToolbarPart> {
    statements.reduce(into: []) { $0.formUnion(parts(of: $1)) }
  }

  private func parts(of item: CodeBlockItemSyntax) -> Set<ToolbarPart> {
    switch item.item {
    case .expr(let expression): return parts(of: expression)
    case .stmt(let statement):
      if let expression = statement.as(ExpressionStmtSyntax.self)?.expression {
        return parts(of: expression)
      }
      if let value = statement.as(ReturnStmtSyntax.self)?.expression { return parts(of: value) }
      return [.unknown(Self.short(statement))]
    case .decl(let declaration):
      guard let config = declaration.as(IfConfigDeclSyntax.self) else { return [] }
      return config.clauses.reduce(into: []) { found, clause in
        if case .statements(let statements)? = clause.elements {
          found.formUnion(parts(of: statements))
        }
      }
    @unknown default: return [.unknown("")]
    }
  }

  func parts(of expression: ExprSyntax) -> Set<ToolbarPart> {
    if let choice = expression.as(IfExprSyntax.self) { return parts(of: choice) }
    if let choice = expression.as(SwitchExprSyntax.self) { return parts(of: choice) }
    if let ternary = expression.as(TernaryExprSyntax.self) {
      return parts(of: ternary.thenExpression).union(parts(of: ternary.elseExpression))
    }
    let links = ModifierLink.chain(endingWith: expression)
    let root = ModifierLink.root(of: expression)
    let own = links.filter { $0.call.id != Syntax(root).id }
    var found = parts(ofRoot: root)
    if own.contains(where: Self.isCircle), found.contains(.image) {
      found.remove(.image)
      found.insert(.avatar)
    }
    if own.contains(where: Self.isTap) { found = Set(found.map(\.tapped)) }
    return found
  }

  private static let gestures: Set<String> = [
    "onTapGesture", "onLongPressGesture", "gesture", "highPriorityGesture", "simultaneousGesture",
  ]

  /// Whether a modifier makes what it is put on react to taps: a gesture of SwiftUI's, or a
  /// modifier of the project's own that is named like one and is given something to do.
  private static func isTap(_ link: ModifierLink) -> Bool {
    if gestures.contains(link.name) { return true }
    let name = link.name.lowercased()
    guard ["button", "tap", "press"].contains(where: { name.contains($0) }) else { return false }
    return link.call.trailingClosure != nil
      || link.call.arguments.contains { $0.expression.is(ClosureExprSyntax.self) }
  }

  private static func isCircle(_ link: ModifierLink) -> Bool {
    guard link.name == "clipShape" else { return false }
    let shape = link.argument("")?.shortText ?? ""
    return shape.hasPrefix("Circle") || shape == ".circle"
  }

  private func parts(of choice: IfExprSyntax) -> Set<ToolbarPart> {
    var found = parts(of: choice.body.statements)
    switch choice.elseBody {
    case .codeBlock(let block)?: found.formUnion(parts(of: block.statements))
    case .ifExpr(let next)?: found.formUnion(parts(of: next))
    default: break
    }
    return found
  }

  private func parts(of choice: SwitchExprSyntax) -> Set<ToolbarPart> {
    choice.cases.reduce(into: []) { found, element in
      if let one = element.as(SwitchCaseSyntax.self) {
        found.formUnion(parts(of: one.statements))
      }
    }
  }

  private func parts(ofRoot root: ExprSyntax) -> Set<ToolbarPart> {
    if let call = root.as(FunctionCallExprSyntax.self) { return parts(ofCall: call) }
    if let reference = root.as(DeclReferenceExprSyntax.self) {
      return parts(ofMember: reference.baseName.text, at: root)
    }
    if let chaining = root.as(OptionalChainingExprSyntax.self) {
      return parts(of: chaining.expression)
    }
    if let access = root.as(MemberAccessExprSyntax.self) {
      let name = access.declName.baseName.text
      if access.base?.isSelf ?? false { return parts(ofMember: name, at: root) }
      if let base = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text {
        return [
          ToolbarViewName.part(of: base) ?? ToolbarViewName.guess(member: name)
            ?? .unknown(Self.short(root))
        ]
      }
      if let guess = ToolbarViewName.guess(member: name) { return [guess] }
      // A namespace for modifiers, as in `view.backport.padding()`.
      if let base = access.base, !base.is(MemberAccessExprSyntax.self) { return parts(of: base) }
    }
    return [.unknown(Self.short(root))]
  }

  private func parts(ofMember name: String, at node: ExprSyntax) -> Set<ToolbarPart> {
    guard name.first?.isLowercase ?? false, !visited.contains(name), visited.count < 6,
      let body = members.body(name, around: node)
    else { return [ToolbarViewName.guess(member: name) ?? .unknown(name)] }
    var inner = self
    inner.visited.insert(name)
    let found = inner.parts(of: body)
    return name.lowercased().hasSuffix("button") ? Set(found.map(\.tapped)) : found
  }

  private func parts(ofCall call: FunctionCallExprSyntax) -> Set<ToolbarPart> {
    let name = ViewTrace.calledName(call)
    let called = call.calledExpression
    let isOwn =
      called.is(DeclReferenceExprSyntax.self)
      || called.as(MemberAccessExprSyntax.self)?.base?.isSelf ?? false
    guard name.first?.isUppercase ?? false else {
      return isOwn
        ? parts(ofMember: name, at: ExprSyntax(call)) : [Self.part(ofFactory: called, name)]
    }
    if ToolbarViewName.containers.contains(name) {
      if let content = Self.content(of: call) { return parts(of: content) }
      if let value = call.arguments.first?.expression, name == "AnyView" {
        return parts(of: value)
      }
      return [.unknown(name)]
    }
    if ToolbarViewName.isLabelled(name) {
      let label = Self.label(of: call).map { parts(of: $0) } ?? []
      let shown = label.subtracting([.decoration])
      let isAvatar = shown == [.avatar]
      if isAvatar { return [.avatarButton] }
      if shown.count == 1, case .view(let type)? = shown.first, ToolbarViewName.isAvatar(type) {
        return [.avatarButton]
      }
      return [.button]
    }
    return [ToolbarViewName.part(of: name) ?? .view(name)]
  }

  /// What a function of a type gives, such as `KFImage.url(…)`.
  private static func part(ofFactory called: ExprSyntax, _ name: String) -> ToolbarPart {
    let base = called.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)
    return base.flatMap { ToolbarViewName.part(of: $0.baseName.text) }
      ?? ToolbarViewName.guess(member: name) ?? .unknown(short(called))
  }

  /// The closure that a container shows.
  private static func content(of call: FunctionCallExprSyntax) -> CodeBlockItemListSyntax? {
    let closure =
      call.arguments.first { $0.label?.text == "content" }?.expression.as(ClosureExprSyntax.self)
      ?? call.trailingClosure
    return closure?.statements
  }

  /// The closure that makes the label of a control.
  private static func label(of call: FunctionCallExprSyntax) -> CodeBlockItemListSyntax? {
    if let label = call.additionalTrailingClosures.first(where: { $0.label.text == "label" }) {
      return label.closure.statements
    }
    let argument = call.arguments.first { $0.label?.text == "label" }?.expression
    if let label = argument?.as(ClosureExprSyntax.self) { return label.statements }
    let takesLabelLast = call.arguments.contains {
      ["action", "destination", "value", "selection", "item"].contains($0.label?.text ?? "")
    }
    guard takesLabelLast, call.additionalTrailingClosures.isEmpty else { return nil }
    return call.trailingClosure?.statements
  }

  private static func short(_ node: some SyntaxProtocol) -> String {
    let text = node.totalLength.utf8Length <= 200 ? node.trimmedText : ""
    return text.contains { $0.isNewline || $0 == "\t" } || text.count > 40 ? "" : text
  }
}
