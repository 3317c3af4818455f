/// Reads the old-style ("OpenStep") property list that Xcode writes projects in.
struct OldStylePropertyListParser {
  /// How deep values may nest; projects need five levels.
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private var offset: Int

  /// Makes a parser that starts at a byte offset.
  init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Reads the one value that the bytes hold.
  ///
  /// - Throws: `PropertyListError.syntax` or `.tooDeep`.
  mutating func parse() throws(PropertyListError) -> PropertyList {
    let value = try parseValue(depth: 0)
    try skipBlank()
    guard offset == bytes.count else { throw failure() }
    return value
  }

  private mutating func parseValue(depth: Int) throws(PropertyListError) -> PropertyList {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    try skipBlank()
    switch peek() {
    case UInt8(ascii: "{"): return try parseDictionary(depth: depth)
    case UInt8(ascii: "("): return try parseArray(depth: depth)
    case UInt8(ascii: "<"): return try parseData()
    default: return .string(try parseString())
    }
  }

  private mutating func parseDictionary(depth: Int) throws(PropertyListError) -> PropertyList {
    offset += 1
    var entries: [String: PropertyList] = [:]
    while true {
      try skipBlank()
      if take(UInt8(ascii: "}")) { return .dictionary(entries) }
      let key = try parseString()
      try skipBlank()
      guard take(UInt8(ascii: "=")) else { throw failure() }
      entries[key] = try parseValue(depth: depth + 1)
      try skipBlank()
      guard take(UInt8(ascii: ";")) || peek() == UInt8(ascii: "}") else { throw failure() }
    }
  }

  private mutating func parseArray(depth: Int) throws(PropertyListError) -> PropertyList {
    offset += 1
    var items: [PropertyList] = []
    while true {
      try skipBlank()
      if take(UInt8(ascii: ")")) { return .array(items) }
      items.append(try parseValue(depth: depth + 1))
      try skipBlank()
      guard take(UInt8(ascii: ",")) || peek() == UInt8(ascii: ")") else { throw failure() }
    }
  }

  private mutating func parseData() throws(PropertyListError) -> PropertyList {
    while let byte = peek() {
      offset += 1
      if byte == UInt8(ascii: ">") { return .other }
    }
    throw failure()
  }

  private mutating func parseString() throws(PropertyListError) -> String {
    guard let first = peek() else { throw failure() }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      return try parseQuoted(by: first)
    }
    let start = offset
    while let byte = peek(), Self.isPlain(byte) { offset += 1 }
    guard offset > start else { throw failure() }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func parseQuoted(by quote: UInt8) throws(PropertyListError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = peek() {
      offset += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escaped = peek() else { break }
      offset += 1
      switch escaped {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "U"): text.append(contentsOf: parseUnicodeEscape())
      default: text.append(escaped)
      }
    }
    throw failure()
  }

  /// Reads the four hexadecimal digits after `\U`.
  private mutating func parseUnicodeEscape() -> [UInt8] {
    let end = min(offset + 4, bytes.count)
    let digits = String(decoding: bytes[offset..<end], as: UTF8.self)
    guard digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(code)
    else { return [UInt8(ascii: "U")] }
    offset = end
    return Array(String(Character(scalar)).utf8)
  }

  /// Skips white space and both kinds of comment.
  private mutating func skipBlank() throws(PropertyListError) {
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while let next = peek(), next != 0x0A, next != 0x0D { offset += 1 }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        offset += 2
        while peek() != UInt8(ascii: "*") || peek(1) != UInt8(ascii: "/") {
          guard offset < bytes.count else { throw failure() }
          offset += 1
        }
        offset += 2
      } else {
        return
      }
    }
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  private func failure() -> PropertyListError {
    .syntax(line: bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } + 1)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      false
    default: true
    }
  }
}
