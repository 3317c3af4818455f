import SwiftSyntax

/// The places where a view controller hides or shows the navigation bar that it stands in.
struct HiddenBar {
  /// One such place.
  struct Site {
    /// The call or assignment.
    let expression: ExprSyntax
    /// The `true` or `false` in it; nil where it is another expression.
    let literal: BooleanLiteralExprSyntax?
    /// The name of the method around it, such as `viewWillAppear`.
    let method: String

    /// Whether the bar is hidden.
    var hides: Bool { literal?.literal.tokenKind == .keyword(.true) }

    /// Whether the place is reached whenever its method is.
    var isUnconditional: Bool {
      guard let statement = Syntax(expression).enclosingStatement else { return false }
      return statement.parent?.parent?.parent?.is(FunctionDeclSyntax.self) ?? false
    }
  }

  /// The class.
  let type: String
  /// The places, in source order.
  let sites: [Site]

  /// The places that hide the bar.
  var hiding: [Site] { sites.filter(\.hides) }

  /// Every class of a file that says whether its bar is shown, by name.
  static func all(in index: SourceIndex) -> [HiddenBar] {
    var found: [String: [Site]] = [:]
    for name in ["setNavigationBarHidden", "isNavigationBarHidden", "isHidden"] {
      for reference in index.references[name] ?? [] {
        guard let type = reference.enclosingTypeName,
          let site = site(of: reference, named: name, in: index)
        else { continue }
        found[type, default: []].append(site)
      }
    }
    return found.keys.sorted().map { type in
      HiddenBar(
        type: type,
        sites: (found[type] ?? []).sorted { $0.expression.position < $1.expression.position })
    }
  }

  private static func site(
    of reference: DeclReferenceExprSyntax, named name: String, in index: SourceIndex
  ) -> Site? {
    let whole = reference.whole
    guard var base = whole.as(MemberAccessExprSyntax.self)?.base?.core else { return nil }
    if name == "isHidden" {
      guard let bar = base.as(MemberAccessExprSyntax.self),
        bar.declName.baseName.text == "navigationBar", let controller = bar.base
      else { return nil }
      base = controller.core
    }
    guard isOwnNavigationController(base, in: index) else { return nil }
    let method = reference.methodName
    if let call = whole.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == whole.id, let first = call.arguments.first
    {
      return Site(
        expression: ExprSyntax(call), literal: first.expression.as(BooleanLiteralExprSyntax.self),
        method: method)
    }
    guard let assignment = whole.parent?.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self), assignment.leftOperand.id == whole.id
    else { return nil }
    return Site(
      expression: ExprSyntax(assignment),
      literal: assignment.rightOperand.as(BooleanLiteralExprSyntax.self), method: method)
  }

  private static func isOwnNavigationController(
    _ expression: ExprSyntax, in index: SourceIndex
  ) -> Bool {
    guard let reference = expression.referenceOfName else { return false }
    guard reference.baseName.text == "navigationController" else {
      // `if let navigation = navigationController { navigation.… }`
      guard case .optionalBinding(let binding)? = index.declaration(of: reference),
        let value = binding.initializer?.value
      else { return false }
      return isOwnNavigationController(value.core, in: index)
    }
    guard let base = reference.whole.as(MemberAccessExprSyntax.self)?.base else { return true }
    return index.isSelf(base)
  }
}

extension SyntaxProtocol {
  /// The name of the function of a type that holds this node, through closures; empty elsewhere.
  var methodName: String {
    var node = parent
    while let current = node {
      if let function = current.as(FunctionDeclSyntax.self) { return function.name.text }
      if current.is(MemberBlockSyntax.self) { return "" }
      node = current.parent
    }
    return ""
  }

  /// The member of a type that holds this node.
  var memberItem: MemberBlockItemSyntax? {
    var node = parent
    while let current = node {
      if let item = current.as(MemberBlockItemSyntax.self) { return item }
      node = current.parent
    }
    return nil
  }
}
