import SwiftSyntax

extension ExprSyntaxProtocol {
  /// Whether the expression is `self` or `Self`.
  var isSelf: Bool {
    guard let reference = self.as(DeclReferenceExprSyntax.self) else { return false }
    return reference.baseName.tokenKind == .keyword(.self)
      || reference.baseName.tokenKind == .keyword(.Self)
  }

  /// The text of an expression that may be a name or a path; nil for one too long to be either.
  ///
  /// The base of a link holds the whole chain before it, so that writing the base of every link
  /// would take time quadratic in the length of the chain.
  var shortText: String? {
    totalLength.utf8Length <= 4096 ? trimmedText : nil
  }
}
