import SwiftSyntax

/// Finds out what kind of view an expression stands for.
struct ContentClassifier {
  /// The file.
  let index: SourceIndex
  /// What the other files show.
  let facts: ProjectFacts

  /// The kind of the view that an expression gives.
  func content(of expression: ExprSyntax) -> ItemContent {
    content(of: expression, depth: 0)
  }

  /// The name of the class of the view that an expression gives, where the project shows it.
  func className(of expression: ExprSyntax) -> String? {
    className(of: expression, depth: 0)
  }

  // MARK: - Kind

  private func content(of expression: ExprSyntax, depth: Int) -> ItemContent {
    guard depth < 8 else { return .unknown }
    let core = expression.core
    if isHostedView(core) { return content(ofHostedView: core) }
    let variables = self.variables(of: core)
    let name = variables.first?.name ?? core.referenceOfName?.baseName.text ?? ""
    let type = className(of: core, depth: depth)
    var kind = type.map { content(ofClass: $0, depth: 0) } ?? ItemContent(suggestedBy: name)
    let isContainer = ["UIView", "UIStackView", "UIControl"].contains(rootClass(of: type))
    if kind == .unknown, isContainer {
      kind = content(ofContainer: core, variables: variables, depth: depth)
    }
    if kind == .unknown, !isContainer { kind = ItemContent(suggestedBy: name) }
    if kind == .unknown, type == nil, isStarted(core) { kind = .kept(reason: "spinner") }
    if kind == .button || (kind == .unknown && isContainer),
      isDecorated(core, variables: variables)
    {
      kind = .decorated
    }
    return kind
  }

  /// The kind of a class, by what it inherits from, then by what its name suggests.
  private func content(ofClass name: String, depth: Int) -> ItemContent {
    if let known = ItemContent(className: name) { return known }
    let suggested = ItemContent(suggestedBy: name)
    if case .kept = suggested { return suggested }
    if depth < 6, let parent = superclass(of: name) {
      let inherited = content(ofClass: parent, depth: depth + 1)
      if inherited != .unknown { return inherited }
    }
    return suggested
  }

  private func superclass(of name: String) -> String? {
    if let first = index.inherited[name]?.first { return first }
    return facts.facts(BarItemFact.superclass, about: name).first?.object
  }

  private func rootClass(of name: String?) -> String {
    var name = name ?? ""
    for _ in 0..<6 {
      guard !name.hasPrefix("UI"), let parent = superclass(of: name) else { break }
      name = parent
    }
    return name
  }

  /// The kind of a plain view or stack, by what is put into it.
  private func content(
    ofContainer expression: ExprSyntax, variables: [Variable], depth: Int
  ) -> ItemContent {
    var children: [ExprSyntax] = []
    for value in [expression] + variables.compactMap({ $0.declaration.binding?.initializer?.value })
    {
      guard let call = constructor(in: value), let argument = call.arguments.first,
        argument.label?.text == "arrangedSubviews",
        let array = argument.expression.core.as(ArrayExprSyntax.self)
      else { continue }
      children += array.elements.map(\.expression)
    }
    for variable in variables {
      for access in accesses(to: variable) {
        guard
          ["addSubview", "addArrangedSubview"].contains(access.declName.baseName.text),
          let call = access.parent?.as(FunctionCallExprSyntax.self),
          let argument = call.arguments.first
        else { continue }
        children.append(argument.expression)
      }
    }
    let kinds = children.prefix(12).map { content(of: $0, depth: depth + 1) }
    if let kept = kinds.first(where: { if case .kept = $0 { true } else { false } }) {
      return kept
    }
    if kinds.isEmpty { return .unknown }
    if kinds.allSatisfy({ $0 == .title || $0 == .image }) {
      return kinds.contains(.title) ? .title : .image
    }
    if kinds.allSatisfy({ $0 == .decorated }) { return .decorated }
    return .unknown
  }

  private func isHostedView(_ expression: ExprSyntax) -> Bool {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "view", let base = access.base
    else { return false }
    return className(of: base, depth: 0)?.contains("HostingController") ?? false
      || (base.core.referenceOfName?.baseName.text.lowercased().contains("hosting") ?? false)
  }

  /// Whether the file starts or stops the animation of a view that another file declares.
  private func isStarted(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.referenceOfName?.baseName.text else { return false }
    return (index.references[name] ?? []).contains { reference in
      let access = reference.whole.parent?.as(MemberAccessExprSyntax.self)
      return ["startAnimating", "stopAnimating"].contains(access?.declName.baseName.text)
    }
  }

  // MARK: - Decoration

  private func isDecorated(_ expression: ExprSyntax, variables: [Variable]) -> Bool {
    let values = [expression] + variables.compactMap { $0.declaration.binding?.initializer?.value }
    for value in values {
      guard let call = constructor(in: value) else { continue }
      if call.arguments.contains(where: { Self.isFilling($0.expression) }) { return true }
    }
    return variables.contains { variable in
      accesses(to: variable).contains { Self.decorates($0) }
    }
  }

  private static func decorates(_ access: MemberAccessExprSyntax) -> Bool {
    switch access.declName.baseName.text {
    case "setBackgroundImage": return true
    case "backgroundColor":
      guard let value = assignedValue(to: ExprSyntax(access)) else { return false }
      return !value.trimmedText.hasSuffix("clear") && !value.is(NilLiteralExprSyntax.self)
    case "configuration":
      return assignedValue(to: ExprSyntax(access)).map { isFilling($0) } ?? false
    case "layer":
      guard let outer = access.parent?.as(MemberAccessExprSyntax.self) else { return false }
      let name = outer.declName.baseName.text
      return ["cornerRadius", "borderWidth", "backgroundColor"].contains(name)
        && assignedValue(to: ExprSyntax(outer)) != nil
    case "cornerRadius":
      return assignedValue(to: ExprSyntax(access)) != nil
    default: return false
    }
  }

  /// Whether an expression is a button configuration that draws a background.
  private static func isFilling(_ expression: ExprSyntax) -> Bool {
    guard let call = expression.core.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self)
    else { return false }
    let names = [
      "filled", "tinted", "gray", "borderedProminent", "borderedTinted", "bordered", "glass",
      "prominentGlass",
    ]
    return names.contains(access.declName.baseName.text)
  }

  private static func assignedValue(to target: ExprSyntax) -> ExprSyntax? {
    var target = target
    while let outer = target.parent?.as(OptionalChainingExprSyntax.self) {
      target = ExprSyntax(outer)
    }
    guard let infix = target.parent?.as(InfixOperatorExprSyntax.self),
      infix.operator.is(AssignmentExprSyntax.self), infix.leftOperand.id == target.id
    else { return nil }
    return infix.rightOperand
  }

  // MARK: - Variables

  /// A variable that holds the view.
  private struct Variable {
    let name: String
    let declaration: Declaration
  }

  /// The variables that an expression's view goes by: its own, and the local that the closure or
  /// function that makes it gives back.
  private func variables(of expression: ExprSyntax, depth: Int = 0) -> [Variable] {
    guard depth < 4 else { return [] }
    let core = expression.core
    if let call = core.as(FunctionCallExprSyntax.self) {
      guard let body = madeIn(call) else { return [] }
      return body.givenBack.flatMap { variables(of: $0, depth: depth + 1) }
    }
    guard let reference = core.referenceOfName, let declaration = index.declaration(of: reference)
    else { return [] }
    var found = [Variable(name: reference.baseName.text, declaration: declaration)]
    if let value = value(of: declaration, named: reference.baseName.text, at: reference) {
      found += variables(of: value, depth: depth + 1)
    }
    return found
  }

  private func accesses(to variable: Variable) -> [MemberAccessExprSyntax] {
    index.references(to: variable.declaration, named: variable.name).compactMap { reference in
      var whole = reference.whole
      while let outer = whole.parent?.as(OptionalChainingExprSyntax.self)?.asExpression
        ?? whole.parent?.as(ForceUnwrapExprSyntax.self)?.asExpression
      {
        whole = outer
      }
      return whole.parent?.as(MemberAccessExprSyntax.self)
    }
  }

  /// The value that a variable starts with, where there is one.
  private func value(
    of declaration: Declaration, named name: String, at node: some SyntaxProtocol
  ) -> ExprSyntax? {
    switch declaration {
    case .local(let binding), .property(let binding, _):
      if let value = binding.initializer?.value { return value }
      if case .getter(let list)? = binding.accessorBlock?.accessors { return list.givenBack.first }
      return assigned(to: declaration, named: name)
    case .optionalBinding(let binding):
      if let value = binding.initializer?.value { return value }
      guard let outer = index.declaration(named: name, at: binding) else { return nil }
      return value(of: outer, named: name, at: binding)
    default:
      return nil
    }
  }

  /// What the only assignment of a variable assigns.
  private func assigned(to declaration: Declaration, named name: String) -> ExprSyntax? {
    let values = index.references(to: declaration, named: name).compactMap {
      Self.assignedValue(to: $0.whole)
    }
    return values.count == 1 ? values[0] : nil
  }

  /// The body that makes the value of a call: an immediately called closure's, or a function's of
  /// this file.
  private func madeIn(_ call: FunctionCallExprSyntax) -> CodeBlockItemListSyntax? {
    if let closure = call.calledExpression.core.as(ClosureExprSyntax.self) {
      return closure.statements
    }
    guard let reference = call.calledExpression.core.referenceOfName,
      case .function(let function) = index.declaration(of: reference)
    else { return nil }
    return function.body?.statements
  }

  /// The call that constructs the value of an expression, through closures and functions.
  private func constructor(in expression: ExprSyntax) -> FunctionCallExprSyntax? {
    guard let call = expression.core.as(FunctionCallExprSyntax.self) else { return nil }
    return madeIn(call) == nil ? call : nil
  }

  // MARK: - Class

  private func className(of expression: ExprSyntax, depth: Int) -> String? {
    guard depth < 8 else { return nil }
    let core = expression.core
    if let call = core.as(FunctionCallExprSyntax.self) {
      return className(ofValueOf: call, depth: depth)
    }
    if let choice = core.as(TernaryExprSyntax.self) {
      return className(of: choice.thenExpression, depth: depth + 1)
    }
    guard let reference = core.referenceOfName else { return nil }
    guard let declaration = index.declaration(of: reference) else { return nil }
    let written = declaration.annotation?.simpleName
    if let written, written != "UIView", written != "Self" { return written }
    let name = reference.baseName.text
    if let value = value(of: declaration, named: name, at: reference),
      let found = className(of: value, depth: depth + 1)
    {
      return found
    }
    return written
  }

  private func className(ofValueOf call: FunctionCallExprSyntax, depth: Int) -> String? {
    let callee = call.calledExpression.core
    if let body = madeIn(call) {
      if let found = body.givenBack.lazy.compactMap({ className(of: $0, depth: depth + 1) }).first {
        return found
      }
      guard let reference = callee.referenceOfName else { return nil }
      return index.declaration(of: reference)?.annotation?.simpleName
    }
    if let access = callee.as(MemberAccessExprSyntax.self), let base = access.base {
      let member = access.declName.baseName.text
      if member == "init" || member.first?.isUppercase == true {
        return member == "init" ? base.core.referenceOfName?.baseName.text : member
      }
      return nil
    }
    if let generic = callee.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.referenceOfName?.baseName.text
    }
    guard let name = callee.referenceOfName?.baseName.text, name.first?.isUppercase == true else {
      return nil
    }
    return name
  }
}

extension CodeBlockItemListSyntax {
  /// The expressions that the statements give back as the value of the body they make up.
  var givenBack: [ExprSyntax] {
    if count == 1, case .expr(let only)? = first?.item { return [only] }
    let visitor = ReturnVisitor(viewMode: .sourceAccurate)
    visitor.walk(self)
    return visitor.values
  }
}

/// Finds what the `return` statements of one body give back.
private final class ReturnVisitor: SyntaxVisitor {
  var values: [ExprSyntax] = []

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { values.append(value) }
    return .skipChildren
  }

  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
