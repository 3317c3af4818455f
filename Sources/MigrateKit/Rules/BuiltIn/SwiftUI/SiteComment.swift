import SwiftSyntax

/// Whether a comment at a site explains it.
enum SiteComment {
  private static let reasons: [String] = [
    "because", "on purpose", "intention", "deliberate", "keep", "must", "need", "so that",
    "otherwise", "workaround", "work around", "opaque", "avoid", "prevent", "ensure", "don't",
    "do not", "without this", "fix", "bug",
  ]

  /// Whether the comments around the token from which a site starts, or at its end, say why it is
  /// as it is.
  ///
  /// Commented-out code and short labels say nothing.
  static func explains(from first: TokenSyntax, to last: TokenSyntax?) -> Bool {
    var pieces = Array(first.leadingTrivia)
    if let last { pieces += Array(last.trailingTrivia) }
    return pieces.contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        isReason(text)
      default: false
      }
    }
  }

  private static func isReason(_ comment: String) -> Bool {
    let text = comment.drop { "/*! ".contains($0) }.lowercased()
    if text.hasPrefix(".") || text.hasSuffix("{") || text.hasPrefix("swiftlint") { return false }
    if text.hasPrefix("migrate:") { return false }
    if text.hasPrefix("mark:") || text.hasPrefix("swift-format") { return false }
    if reasons.contains(where: text.contains) { return true }
    return text.split(separator: " ").count > 5
  }
}
