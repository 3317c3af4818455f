/// Makes text of a repository safe to show: it can neither drive a terminal, nor reorder what a
/// person reads, nor end a line.
public enum PrintableText {
  /// The text with line breaks, control and bidirectional formatting characters as escapes.
  public static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0) || isLineBreak($0) }) else {
      return text
    }
    return escape(text) { isUnsafe($0) || isLineBreak($0) }
  }

  /// As `line`, with line breaks kept.
  public static func lines(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return escape(text, isUnsafe)
  }

  private static func escape(
    _ text: String, _ needsEscape: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if needsEscape(scalar) {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F: true
    // Marks, embeddings, overrides and isolates of the bidirectional algorithm.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
