import SwiftSyntax

extension FunctionDeclSyntax {
  /// Whether the function does nothing but go back.
  var onlyPops: Bool {
    guard let body, body.statements.count == 1, let only = body.statements.first else {
      return false
    }
    let text = only.item.trimmedText.filter { !$0.isWhitespace }
    return [
      "navigationController?.popViewController(animated:true)",
      "self.navigationController?.popViewController(animated:true)",
      "_=navigationController?.popViewController(animated:true)",
      "_=self.navigationController?.popViewController(animated:true)",
    ].contains(text)
  }
}

extension ExprSyntax {
  /// Whether the expression stands in a statement of a function, under no condition.
  var isInFunctionBody: Bool {
    Syntax(self).enclosingStatement?.parent?.parent?.parent?.is(FunctionDeclSyntax.self) ?? false
  }

  /// Whether the expression stands in the closure that makes a property.
  func isInInitializer(of name: String) -> Bool {
    var node = parent
    while let current = node, !current.is(MemberBlockSyntax.self) {
      if current.as(PatternBindingSyntax.self)?.pattern.boundName == name { return true }
      node = current.parent
    }
    return false
  }

  /// Whether the expression is a text that is the same whenever it is evaluated: a literal without
  /// interpolation, a localized string, or a member of a type.
  var isConstantText: Bool {
    if let literal = self.as(StringLiteralExprSyntax.self) {
      return literal.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    }
    if let call = self.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedText
      return (name == "NSLocalizedString" || name == "String")
        && call.arguments.allSatisfy {
          $0.expression.isConstantText
            || $0.expression.is(
              MemberAccessExprSyntax.self)
        }
        && (name != "String" || call.arguments.first?.label?.text == "localized")
    }
    return isStaticMember
  }

  /// Whether the expression is a chain of members that starts at a type.
  private var isStaticMember: Bool {
    var node = self
    guard node.is(MemberAccessExprSyntax.self) else { return false }
    while let access = node.as(MemberAccessExprSyntax.self) {
      guard let base = access.base else { return false }
      node = base
    }
    return node.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
  }

  /// Whether the expression is an image by its name.
  var isImageCall: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedText == "UIImage", let first = call.arguments.first
    else { return false }
    return ["systemName", "named", "resource"].contains(first.label?.text)
      && (first.expression.isConstantText || first.expression.is(MemberAccessExprSyntax.self))
      && call.arguments.count == 1
  }

  /// Whether the expression is a stored member of the class or a call of one of its functions
  /// without arguments.
  func isMemberOfSelf(in index: SourceIndex) -> Bool {
    var node = core
    if let call = node.as(FunctionCallExprSyntax.self) {
      guard call.arguments.isEmpty, call.trailingClosure == nil else { return false }
      node = call.calledExpression.core
    }
    guard let reference = node.referenceOfName else { return false }
    switch index.declaration(of: reference) {
    case .property?, .function?: return true
    default: return false
    }
  }
}

extension SourceIndex {
  /// Whether a method of a type is called in one place only, which stands in one of these.
  func isCalledOnce(_ method: String, ofType type: String, from callers: Set<String>) -> Bool {
    let uses = (references[method] ?? []).filter { $0.enclosingTypeName == type }
    guard uses.count == 1, let use = uses.first else { return false }
    let caller = use.methodName
    if callers.contains(caller) { return true }
    return caller != method && isCalledOnce(caller, ofType: type, from: callers, depth: 0)
  }

  private func isCalledOnce(
    _ method: String, ofType type: String, from callers: Set<String>, depth: Int
  ) -> Bool {
    let uses = (references[method] ?? []).filter { $0.enclosingTypeName == type }
    guard depth < 5, uses.count == 1, let caller = uses.first?.methodName else { return false }
    return callers.contains(caller)
      || isCalledOnce(caller, ofType: type, from: callers, depth: depth + 1)
  }
}
