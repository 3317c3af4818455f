import SwiftSyntax

extension SyntaxProtocol {
  /// The text without the white space and comments around it.
  ///
  /// The same as the library's trimmed description, which copies the tree to come by it.
  var trimmedText: String {
    let bytes = syntaxTextBytes
    let start = min(leadingTriviaLength.utf8Length, bytes.count)
    let end = max(bytes.count - trailingTriviaLength.utf8Length, start)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
