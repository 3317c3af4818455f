import SwiftSyntax

/// Tells the statements that give a result of an opaque type, which both arms of a check would
/// have to give alike.
enum OpaqueResult {
  /// The requirements of SwiftUI whose bodies are view builders without an attribute.
  private static let builders: Set = ["body", "makeBody", "previews"]

  /// Whether a statement may give the result of a function or getter that says `some`, outside of
  /// a result builder.
  static func isGiven(by item: CodeBlockItemSyntax) -> Bool {
    guard let owner = owner(of: Syntax(item)), owner.isOpaque else { return false }
    // An explicit return turns a builder off.
    if item.item.is(ReturnStmtSyntax.self) { return true }
    guard !owner.isBuilder, item.item.is(ExprSyntax.self) else { return false }
    return item.parent?.as(CodeBlockItemListSyntax.self)?.last == item
  }

  private struct Owner {
    var isOpaque: Bool
    var isBuilder: Bool

    init(_ name: String, _ type: TypeSyntax?, _ attributes: AttributeListSyntax) {
      isOpaque =
        type?.tokens(viewMode: .sourceAccurate)
        .contains { $0.tokenKind == .keyword(.some) } ?? false
      isBuilder =
        builders.contains(name)
        || attributes.contains { attribute in
          attribute.as(AttributeSyntax.self)?.attributeName.trimmedText.hasSuffix("Builder")
            ?? false
        }
    }
  }

  /// What a statement is the body of; nil in closures, whose types are inferred from around them.
  private static func owner(of node: Syntax) -> Owner? {
    var next = node.parent
    while let current = next {
      if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self) { return nil }
      if let function = current.as(FunctionDeclSyntax.self) {
        return Owner(
          function.name.text, function.signature.returnClause?.type, function.attributes)
      }
      if let member = current.as(SubscriptDeclSyntax.self) {
        return Owner("", member.returnClause.type, member.attributes)
      }
      if let variable = current.as(VariableDeclSyntax.self) {
        let binding = variable.bindings.first
        return Owner(
          binding?.pattern.trimmedText ?? "", binding?.typeAnnotation?.type,
          variable.attributes)
      }
      next = current.parent
    }
    return nil
  }
}
