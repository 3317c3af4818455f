import SwiftSyntax

/// Where a view goes: what lies between an expression and the thing that shows it.
struct ViewTrace {
  /// What shows the view.
  enum End: Hashable {
    /// The content of a `.sheet`.
    case sheet
    case cover
    case popover
    /// The destination of a navigation link or of `navigationDestination`.
    case pushed
    case preview
    /// The body of a view type.
    case body(String)
    /// A property or function of a type that returns a view.
    case member(type: String, name: String)
    /// The body of a view modifier type.
    case modifier(String)
    /// A function or property of an extension of `View`.
    case helper(String)
    /// The root view of a hosting controller.
    case hosted
    /// A local constant.
    case local(String)
    case unknown
  }

  /// What shows the view.
  var end = End.unknown
  /// Everything on the way in its order, innermost first.
  var steps: [Step] = []
  /// The modifiers on the way, innermost first.
  var links: [ModifierLink] = []
  /// The containers on the way other than navigation, innermost first.
  var containers: [String] = []
  /// Whether a navigation container is on the way.
  var isInNavigation = false
  /// The helpers with a closure, such as `.modify { … }`, and the conditions on the way.
  var conditions: [String] = []
  /// The node that shows the view: the presenting call, the type, the member.
  var site: Syntax?

  /// The hosting controller at the end, if there is one.
  var host: ExprSyntax? { site?.as(FunctionCallExprSyntax.self).map { ExprSyntax($0) } }

  /// The detents that the modifiers on the way give.
  var detents: SheetDetents {
    links.filter { $0.name == "presentationDetents" }
      .map { link in
        link.argument("").map { SheetDetents(of: $0) } ?? .unknown
      }
      .max() ?? .none
  }
}

extension ViewTrace {
  /// Containers that leave what they hold the root of what shows it.
  static let transparent: Set<String> = [
    "Group", "AnyView", "GeometryReader", "ScrollViewReader", "WithPerceptionTracking",
    "WithViewStore",
    "ViewThatFits",
  ]
  /// Containers with navigation of their own.
  static let navigation: Set<String> = ["NavigationStack", "NavigationView"]

  /// Follows an expression outward to what shows it.
  init(of expression: some ExprSyntaxProtocol) {
    var node = Syntax(expression)
    while let parent = node.parent, let next = step(from: node, to: parent) { node = next }
  }

  /// The next node outward, or nil at the end.
  private mutating func step(from node: Syntax, to parent: Syntax) -> Syntax? {
    switch parent.kind {
    case .memberAccessExpr:
      guard let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == node.id else {
        return nil
      }
      if let call = member.parent?.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == member.id, let link = ModifierLink(call)
      {
        append(link)
        return Syntax(call)
      }
      return parent
    case .postfixIfConfigExpr:
      if let config = parent.as(PostfixIfConfigExprSyntax.self), config.base?.id == node.id {
        ModifierLink.links(inClausesOf: config).forEach { append($0) }
      }
      return parent
    case .labeledExpr:
      return step(throughArgument: node, parent)
    case .closureExpr:
      return nil
    case .ternaryExpr:
      if let ternary = parent.as(TernaryExprSyntax.self) {
        conditions.append(ternary.condition.trimmedText)
      }
      return parent
    case .ifExpr:
      if let condition = parent.as(IfExprSyntax.self)?.conditions {
        conditions.append(condition.trimmedText)
      }
      return parent
    case .ifConfigClause, .ifConfigClauseList, .ifConfigDecl, .codeBlockItem, .codeBlock,
      .expressionStmt, .returnStmt, .switchCase, .switchCaseList, .switchExpr, .tryExpr,
      .awaitExpr, .labeledExprList, .accessorBlock, .accessorDecl, .accessorDeclList,
      .initializerClause, .optionalChainingExpr, .forceUnwrapExpr:
      return parent
    case .codeBlockItemList:
      return step(outOf: parent)
    case .patternBinding:
      return finish(binding: parent)
    case .functionDecl:
      return finish(function: parent)
    default:
      return nil
    }
  }

  private mutating func append(_ link: ModifierLink) {
    links.append(link)
    steps.append(.modifier(link))
  }

  /// From a list of statements to what holds it: a closure ends in the call that it is given to.
  private mutating func step(outOf list: Syntax) -> Syntax? {
    guard let holder = list.parent else { return nil }
    guard let closure = holder.as(ClosureExprSyntax.self) else { return holder }
    if let macro = closure.parent, Self.isPreview(macro) { return finish(.preview, at: macro) }
    guard let call = Self.call(given: closure) else { return nil }
    let label = Self.label(of: closure, in: call)
    let name = Self.calledName(call)
    if let link = ModifierLink(call), link.member.base != nil,
      Self.startsWithParameter(list, of: closure),
      Self.role(of: name, label: label, in: call) == nil, !Self.navigation.contains(name)
    {
      steps.append(.transform(link))
      conditions.append(link.name)
      return Syntax(call)
    }
    steps.append(.content(of: call, name: name, label: label))
    if let role = Self.role(of: name, label: label, in: call) {
      return finish(role, at: Syntax(call))
    }
    if Self.navigation.contains(name) {
      isInNavigation = true
    } else if !Self.transparent.contains(name) {
      containers.append(name)
    }
    return Syntax(call)
  }

  private mutating func step(throughArgument node: Syntax, _ parent: Syntax) -> Syntax? {
    guard let argument = parent.as(LabeledExprSyntax.self), let holder = parent.parent?.parent
    else {
      return nil
    }
    if holder.is(TupleExprSyntax.self) { return holder }
    guard let call = holder.as(FunctionCallExprSyntax.self) else { return nil }
    let label = argument.label?.text ?? ""
    let name = Self.calledName(call)
    if name != "modifier" { steps.append(.content(of: call, name: name, label: label)) }
    if name.hasSuffix("HostingController"), label == "rootView" {
      return finish(.hosted, at: Syntax(call))
    }
    if name == "NavigationLink", label == "destination" { return finish(.pushed, at: Syntax(call)) }
    if name == "modifier", label.isEmpty, let link = ModifierLink(call) {
      // A modifier type goes where the chain goes that it is given to.
      append(link)
      return Syntax(call)
    }
    if !Self.transparent.contains(name) { containers.append(name) }
    return Syntax(call)
  }

  private mutating func finish(_ end: End, at site: Syntax) -> Syntax? {
    self.end = end
    self.site = site
    return nil
  }

  private mutating func finish(binding: Syntax) -> Syntax? {
    guard let binding = binding.as(PatternBindingSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    if binding.initializer != nil, binding.accessorBlock == nil {
      return finish(.local(name), at: Syntax(binding))
    }
    return finish(member: name, at: Syntax(binding))
  }

  private mutating func finish(function: Syntax) -> Syntax? {
    guard let function = function.as(FunctionDeclSyntax.self) else { return nil }
    return finish(member: function.name.text, at: Syntax(function))
  }

  private mutating func finish(member name: String, at site: Syntax) -> Syntax? {
    guard let type = EnclosingType(of: site) else { return finish(.unknown, at: site) }
    if EnclosingType.isPreview(site) { return finish(.preview, at: site) }
    if type.name == "View", type.isExtension { return finish(.helper(name), at: site) }
    if name == "body" {
      let isModifier = site.is(FunctionDeclSyntax.self)
      return finish(isModifier ? .modifier(type.name) : .body(type.name), at: site)
    }
    return finish(.member(type: type.name, name: name), at: site)
  }
}

extension ViewTrace {
  private static func isPreview(_ node: Syntax) -> Bool {
    let name =
      node.as(MacroExpansionExprSyntax.self)?.macroName.text
      ?? node.as(MacroExpansionDeclSyntax.self)?.macroName.text
    return name == "Preview"
  }

  /// The call that a closure is an argument of.
  static func call(given closure: ClosureExprSyntax) -> FunctionCallExprSyntax? {
    guard let parent = closure.parent else { return nil }
    if let call = parent.as(FunctionCallExprSyntax.self) { return call }
    if parent.is(MultipleTrailingClosureElementSyntax.self) || parent.is(LabeledExprSyntax.self) {
      return parent.parent?.parent?.as(FunctionCallExprSyntax.self)
    }
    return nil
  }

  /// The label of a closure argument; the empty string for the first trailing closure.
  static func label(of closure: ClosureExprSyntax, in call: FunctionCallExprSyntax) -> String {
    if let element = closure.parent?.as(MultipleTrailingClosureElementSyntax.self) {
      return element.label.text
    }
    if let argument = closure.parent?.as(LabeledExprSyntax.self) {
      return argument.label?.text ?? ""
    }
    // `.sheet(…) { dismissed } content: { … }` names its first closure by what follows.
    let others = call.additionalTrailingClosures.map(\.label.text)
    return others.contains("content") ? "onDismiss" : ""
  }

  /// The last name of the called expression.
  static func calledName(_ call: FunctionCallExprSyntax) -> String {
    var called = call.calledExpression
    if let generic = called.as(GenericSpecializationExprSyntax.self) { called = generic.expression }
    if let member = called.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      if name == "init", let base = member.base { return base.shortText ?? "" }
      let outer =
        member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? member.base?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      return EnclosingType.qualified(name, within: outer)
    }
    return called.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }

  /// What a call of the name does with the view that a closure of the label makes.
  private static func role(
    of name: String, label: String, in call: FunctionCallExprSyntax
  ) -> End? {
    let isContent = label.isEmpty || label == "content"
    switch name {
    case "sheet":
      // Architectures bring overloads of their own, such as `sheet(store:)`.
      return call.arguments.isEmpty ? nil : isContent ? .sheet : .unknown
    case "fullScreenCover": return isContent ? .cover : .unknown
    case "popover": return isContent ? .popover : .unknown
    case "navigationDestination": return .pushed
    case "NavigationLink":
      let labels = call.arguments.map { $0.label?.text ?? "" }
      if label == "destination" { return .pushed }
      let isLabel = label == "label" || labels.contains("destination") || labels.contains("value")
      return isLabel ? nil : .pushed
    default: return nil
    }
  }

  /// Whether every statement of a closure is a chain on the closure's own parameter.
  private static func startsWithParameter(
    _ list: Syntax, of closure: ClosureExprSyntax
  ) -> Bool {
    var names: Set<String> = ["$0"]
    switch closure.signature?.parameterClause {
    case .simpleInput(let parameters)?: names.formUnion(parameters.map(\.name.text))
    case .parameterClause(let clause)?: names.formUnion(clause.parameters.map(\.firstName.text))
    default: break
    }
    let search = ParameterChains(names)
    search.walk(list)
    return search.found
  }
}

/// Looks for a chain that begins with one of the names.
private final class ParameterChains: SyntaxVisitor {
  private let names: Set<String>
  var found = false

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base?.as(DeclReferenceExprSyntax.self), names.contains(base.baseName.text) {
      found = true
    }
    return .visitChildren
  }
}
