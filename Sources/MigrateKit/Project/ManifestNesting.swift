/// A look at the bytes of a manifest before they are parsed.
///
/// The parser bounds how deep it follows parentheses and braces. In brackets, generic arguments,
/// conditions and prefixes it looks ahead without bound, and in brackets at twice the cost for
/// each level, so a manifest that goes deep in those is not parsed. Text in strings and comments
/// counts too; no manifest comes near the bounds.
enum ManifestNesting {
  private static let brackets = 8
  private static let angles = 64
  private static let conditions = 200
  private static let repeatedWords = 32

  /// Whether parsing the bytes takes a bounded stack and time.
  static func isBounded(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var angles = 0
    var conditions = 0
    var words = RepeatedWords()
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth = max(0, depth - 1)
      case UInt8(ascii: "<"): angles += 1
      case UInt8(ascii: ">"): angles = max(0, angles - 1)
      case UInt8(ascii: "#") where bytes[index...].starts(with: "#if".utf8): conditions += 1
      default: break
      }
      words.add(byte)
      if depth > Self.brackets || angles > Self.angles || conditions > Self.conditions
        || words.run > Self.repeatedWords
      {
        return false
      }
    }
    return true
  }

  /// Counts how often one word follows itself, with nothing but white space between.
  private struct RepeatedWords {
    private(set) var run = 0
    private var word: [UInt8] = []
    private var last: [UInt8] = []

    mutating func add(_ byte: UInt8) {
      let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
      if !isBlank {
        // Longer words only count with their beginning; none of the parser's prefixes is longer.
        if word.count < 64 { word.append(byte) }
        return
      }
      guard !word.isEmpty else { return }
      run = word == last ? run + 1 : 0
      last = word
      word = []
    }
  }
}
