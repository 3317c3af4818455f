import SwiftSyntax

/// What the content of a sheet shows of itself.
enum SheetContent {
  /// The types of the views at the root of a chain, navigation and transparent containers entered.
  static func rootTypes(of expression: ExprSyntax) -> Set<String> {
    var types: Set<String> = []
    for view in roots(of: expression) {
      guard let call = view.as(FunctionCallExprSyntax.self) else { continue }
      let name = ViewTrace.calledName(call)
      if name.first?.isUppercase ?? false, !builtIn.contains(name) { types.insert(name) }
    }
    return types
  }

  /// The views at the root of a chain, without their modifiers.
  static func roots(of expression: ExprSyntax) -> [ExprSyntax] {
    let root = ModifierLink.root(of: expression)
    guard let call = root.as(FunctionCallExprSyntax.self) else { return [root] }
    let name = ViewTrace.calledName(call)
    guard ViewTrace.navigation.contains(name) || ViewTrace.transparent.contains(name) else {
      return [root]
    }
    if let closure = call.trailingClosure {
      return leaves(of: closure.statements).flatMap { roots(of: $0) }
    }
    return call.arguments.first.map { roots(of: $0.expression) } ?? [root]
  }

  /// The view expressions that a builder's statements make, branches entered.
  static func leaves(of statements: CodeBlockItemListSyntax) -> [ExprSyntax] {
    statements.flatMap { item -> [ExprSyntax] in leaves(of: Syntax(item.item)) }
  }

  private static func leaves(of node: Syntax) -> [ExprSyntax] {
    if let statement = node.as(ExpressionStmtSyntax.self) {
      return leaves(of: Syntax(statement.expression))
    }
    if let statement = node.as(ReturnStmtSyntax.self) {
      return statement.expression.map { leaves(of: Syntax($0)) } ?? []
    }
    if let branch = node.as(IfExprSyntax.self) {
      var found = leaves(of: branch.body.statements)
      switch branch.elseBody {
      case .ifExpr(let other)?: found += leaves(of: Syntax(other))
      case .codeBlock(let block)?: found += leaves(of: block.statements)
      default: break
      }
      return found
    }
    if let choice = node.as(SwitchExprSyntax.self) {
      return choice.cases.flatMap { element -> [ExprSyntax] in
        element.as(SwitchCaseSyntax.self).map { leaves(of: $0.statements) } ?? []
      }
    }
    if let config = node.as(IfConfigDeclSyntax.self) {
      return config.clauses.flatMap { clause -> [ExprSyntax] in
        guard case .statements(let statements)? = clause.elements else { return [] }
        return leaves(of: statements)
      }
    }
    return node.as(ExprSyntax.self).map { [$0] } ?? []
  }

  /// The calls of a modifier within the content, nested presentations not entered.
  static func calls(of names: Set<String>, in node: some SyntaxProtocol) -> [ModifierLink] {
    let calls = ContentCalls(names)
    calls.walk(node)
    return calls.found
  }

  /// The view types of the project that the content is made of, nested presentations not entered.
  static func parts(of node: some SyntaxProtocol) -> Set<String> {
    let search = ContentCalls([])
    search.walk(node)
    return search.types.subtracting(builtIn).subtracting(ViewTrace.navigation)
      .subtracting(ViewTrace.transparent)
  }

  /// Views of the system that are not worth looking for.
  static let builtIn: Set<String> = [
    "Button", "Capsule", "Circle", "Color", "ContentUnavailableView", "DatePicker", "Divider",
    "EmptyView", "Form", "ForEach", "Grid", "HStack", "Image", "Label", "LazyHStack",
    "LazyVGrid", "LazyVStack", "List", "Map", "Menu", "Picker", "ProgressView", "Rectangle",
    "RoundedRectangle", "ScrollView", "Section", "Spacer", "TabView", "Text", "TextEditor",
    "TextField", "TimelineView", "Toggle", "VStack", "ZStack", "NavigationSplitView",
  ]
}

/// The calls of modifiers in a view, without those of the sheets and pushes that it opens.
private final class ContentCalls: SyntaxVisitor {
  private let names: Set<String>
  var found: [ModifierLink] = []
  var types: Set<String> = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    guard let call = ViewTrace.call(given: node) else { return .visitChildren }
    let opens: Set<String> = ["sheet", "fullScreenCover", "popover", "navigationDestination"]
    return opens.contains(ViewTrace.calledName(call)) ? .skipChildren : .visitChildren
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    if let link = ModifierLink(node), names.contains(link.name) { found.append(link) }
    let name = ViewTrace.calledName(node)
    if name.first?.isUppercase ?? false { types.insert(name) }
  }
}
