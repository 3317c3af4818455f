/// Paths as git writes them in diffs and lists.
enum QuotedPath {
  /// The path with a prefix, in double quotes with escapes when a byte needs it.
  static func quote(_ path: String, prefix: String = "") -> String {
    let bytes = Array((prefix + path).utf8)
    guard bytes.contains(where: needsEscape) else { return prefix + path }
    var result = "\""
    for byte in bytes {
      if let letter = letters[byte] {
        result += "\\" + letter
      } else if needsEscape(byte) {
        let digits = String(byte, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      } else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return result + "\""
  }

  private static let letters: [UInt8: String] = [
    7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 0x22: "\"", 0x5C: "\\",
  ]

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C
  }
}
