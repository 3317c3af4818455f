/// Text of others inside Markdown that a forge shows.
enum MarkdownText {
  /// Text in which nothing is markup, and nothing mentions a person or an issue: forges look for
  /// those after the markup is gone, so that a backslash does not help.
  static func plain(_ text: String) -> String {
    MarkdownReporter.escape(text).replacing("\\@", with: "@\u{2060}")
      .replacing("\\#", with: "#\u{2060}")
      .replacing(#/\\([!&])(?=\d)/#) { "\($0.1)\u{2060}" }
  }

  /// Paragraphs and list items, each line escaped.
  static func paragraphs(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { plain(String($0)) }.joined(separator: "\n")
  }

  /// An address as a link, or as text when it is none.
  static func link(_ address: String) -> String {
    let isPlain = address.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.value < 0x7F && !"<>\\`\"".unicodeScalars.contains($0)
    }
    let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
    return isPlain && isWeb ? "<\(address)>" : plain(address)
  }

  /// A cell of a table that holds code.
  static func codeCell(_ text: String) -> String {
    MarkdownReporter.code(text).replacing("|", with: "\\|")
  }
}
