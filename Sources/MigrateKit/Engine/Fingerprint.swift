import SwiftSyntax

/// Names a site independently of its line, so that it can be recognised after unrelated edits.
///
/// A fingerprint is a digest of recipe, rule, path, the site's tokens and an ordinal among equal
/// ones. White space, comments and line endings have no part in it.
struct FingerprintMaker {
  private var ordinals: [String: Int] = [:]

  /// The fingerprint of the next site, in order of position: 32 hexadecimal digits.
  mutating func next(recipe: String, rule: String, path: String, tokens: [String]) -> String {
    let site = ([recipe, rule, path] + tokens).joined(separator: "\u{0}")
    let ordinal = ordinals[site, default: 0]
    ordinals[site] = ordinal + 1
    return Digest.short("\(site)\u{0}\(ordinal)")
  }

  /// The texts of the tokens that begin in the byte range.
  static func tokens(in range: ByteRange, of file: ParsedFile) -> [String] {
    guard file.format == .swift else {
      return file.source.text(in: range).split(whereSeparator: \.isWhitespace).map(String.init)
    }
    var texts: [String] = []
    var token = file.tree.token(at: AbsolutePosition(utf8Offset: range.lowerBound))
    while let current = token,
      current.positionAfterSkippingLeadingTrivia.utf8Offset
        < max(range.upperBound, range.lowerBound + 1), current.tokenKind != .endOfFile
    {
      if current.positionAfterSkippingLeadingTrivia.utf8Offset >= range.lowerBound {
        texts.append(current.text)
      }
      token = current.nextToken(viewMode: .sourceAccurate)
    }
    return texts
  }
}
