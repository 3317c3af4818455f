import SwiftSyntax

extension SourceIndex {
  /// The names of what puts items on the leading side of a bar.
  static let leadingNames = [
    "leftBarButtonItem", "leftBarButtonItems", "setLeftBarButton", "setLeftBarButtonItem",
    "setLeftBarButtonItems", "leadingItemGroups",
  ]

  /// The class whose navigation item an expression is: nil when it is none, empty when the file
  /// does not show whose.
  func navigationItemOwner(_ expression: ExprSyntax, depth: Int = 0) -> String? {
    let core = expression.core
    guard depth < 8 else { return nil }
    if isSelf(core) {
      return core.enclosingTypeName.map { isNavigationItem(type: $0) } == true ? "" : nil
    }
    guard let reference = core.referenceOfName else { return nil }
    let name = reference.baseName.text
    if let base = core.as(MemberAccessExprSyntax.self)?.base, !isSelf(base) {
      guard name == "navigationItem" || name == "topItem" else { return nil }
      return name == "topItem" ? "" : typeName(of: base, depth: depth + 1) ?? ""
    }
    if let declaration = declaration(of: reference) {
      if let value = declaration.binding?.initializer?.value,
        let owner = navigationItemOwner(value, depth: depth + 1)
      {
        return owner
      }
      return declaration.annotation?.simpleName == "UINavigationItem" ? "" : nil
    }
    guard name == "navigationItem" else { return nil }
    return core.enclosingTypeName ?? ""
  }

  /// The class whose navigation item's member a reference names, with the same meaning.
  func navigationItemOwner(ofMember reference: DeclReferenceExprSyntax) -> String? {
    if let base = reference.whole.as(MemberAccessExprSyntax.self)?.base {
      return navigationItemOwner(base)
    }
    guard let type = reference.enclosingTypeName, isNavigationItem(type: type) else { return nil }
    return ""
  }

  /// The class of what an expression gives, as far as the file shows.
  func typeName(of expression: ExprSyntax, depth: Int = 0) -> String? {
    guard depth < 8 else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .asExpr(let node):
      let name = node.type.simpleName
      return Self.isGeneral(name) ? typeName(of: node.expression, depth: depth + 1) : name
    case .optionalChainingExpr(let node): return typeName(of: node.expression, depth: depth + 1)
    case .forceUnwrapExpr(let node): return typeName(of: node.expression, depth: depth + 1)
    case .tryExpr(let node): return typeName(of: node.expression, depth: depth + 1)
    case .awaitExpr(let node): return typeName(of: node.expression, depth: depth + 1)
    case .tupleExpr(let node):
      guard node.elements.count == 1, let only = node.elements.first else { return nil }
      return typeName(of: only.expression, depth: depth + 1)
    case .functionCallExpr(let node): return typeName(of: node, depth: depth)
    default: break
    }
    if isSelf(expression) { return expression.enclosingTypeName }
    guard let reference = expression.referenceOfName,
      let declaration = declaration(of: reference)
    else { return nil }
    return typeName(of: declaration, at: expression, depth: depth)
  }

  private func typeName(
    of declaration: Declaration, at use: ExprSyntax, depth: Int
  ) -> String? {
    if let name = declaration.annotation?.simpleName, !Self.isGeneral(name) { return name }
    switch declaration {
    case .local(let binding), .property(let binding, _):
      guard let value = binding.initializer?.value, !value.holds(use.position) else { return nil }
      return typeName(of: value, depth: depth + 1)
    case .optionalBinding(let binding):
      guard let value = binding.initializer?.value else { return nil }
      return typeName(of: value, depth: depth + 1)
    default: return nil
    }
  }

  private func typeName(of call: FunctionCallExprSyntax, depth: Int) -> String? {
    let callee = call.calledExpression.core
    if let generic = callee.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.referenceOfName?.baseName.text
    }
    if let closure = callee.as(ClosureExprSyntax.self) {
      return closure.givenBack.flatMap { typeName(of: $0, depth: depth + 1) }
    }
    guard let reference = callee.referenceOfName else { return nil }
    let name = reference.baseName.text
    if name.first?.isUppercase == true { return name }
    if let base = callee.as(MemberAccessExprSyntax.self)?.base?.core.referenceOfName?.baseName.text,
      base.first?.isUppercase == true
    {
      // A function of the type itself: an initializer, or taken to be a factory.
      return base
    }
    guard case .function(let function) = declaration(of: reference),
      let type = function.signature.returnClause?.type.simpleName, !Self.isGeneral(type)
    else { return nil }
    return type
  }

  private static func isGeneral(_ name: String) -> Bool {
    name == "UIViewController" || name.hasPrefix("some ") || name.hasPrefix("any ")
  }
}

extension ClosureExprSyntax {
  /// What the closure gives back, where that is one expression at its end.
  var givenBack: ExprSyntax? {
    guard let last = statements.last else { return nil }
    switch last.item {
    case .expr(let expression): return statements.count == 1 ? expression : nil
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    default: return nil
    }
  }
}
