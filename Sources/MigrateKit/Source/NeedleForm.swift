extension Needles.Form {
  /// Whether the bytes around a string are as the form wants them; what it denies is certain but
  /// for comments of several lines.
  ///
  /// - Parameters:
  ///   - first: the offset of the first byte of the string.
  ///   - last: the offset of its last byte.
  func isMet(from first: Int, to last: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if contains(.word) {
      let goesOn =
        last + 1 < bytes.count && Self.isName(bytes[last]) && Self.isName(bytes[last + 1])
      let isPart = first > 0 && Self.isName(bytes[first]) && Self.isName(bytes[first - 1])
      if goesOn || isPart { return false }
    }
    if contains(.called) {
      var index = last + 1
      while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
      if index < bytes.count, !Self.begins(arguments: bytes[index]) { return false }
    }
    if contains(.member) {
      var index = first - 1
      while index >= 0, Self.isBlank(bytes[index]) { index -= 1 }
      if index >= 0, !Self.ends(receiver: bytes[index]) { return false }
    }
    return true
  }

  /// Whether a byte is surely part of a name: of those beyond ASCII some are of operators.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      return true
    default: return false
    }
  }

  /// White space within a line, and the quotes of names.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "`")
  }

  /// Arguments, a closure, generic arguments, a comment, the end of the line, or something beyond
  /// ASCII, which may be a space that does not break.
  private static func begins(arguments byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "/"), 0x0A...0x0D,
      0x80...0xFF:
      return true
    default: return false
    }
  }

  /// A dot, a comment, the start of the line, or something beyond ASCII.
  private static func ends(receiver byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"), 0x0A...0x0D, 0x80...0xFF: return true
    default: return false
    }
  }
}
