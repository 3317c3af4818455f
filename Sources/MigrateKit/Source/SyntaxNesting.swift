/// A look at the bytes of a file that keeps the parser's time and stack bounded.
///
/// The parser looks ahead without bound in brackets, at twice the cost for each level, and in
/// generic arguments, conditions and prefixes by recursion; long chains of operators or calls
/// make trees as deep as they are long. Limits are well above what people and generators write.
/// String literals and comments are lexed like the language does and counted on their own, so
/// that nothing hides in a text this reading takes for a literal and the parser does not.
struct SyntaxNesting {
  private static let squareLimit = 12
  private static let depthLimit = 128
  private static let angleLimit = 100
  private static let conditionLimit = 100
  private static let chainLimit = 5_000

  private let bytes: [UInt8]
  private var index = 0

  /// Whether parsing the bytes takes a bounded stack and time.
  static func isBounded(_ bytes: [UInt8]) -> Bool {
    var nesting = SyntaxNesting(bytes: bytes)
    return nesting.readCode()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// What is open at one place.
  private struct Level {
    var square = 0
    var angles = 0
    var conditions = 0
    /// The tokens of the statement so far, for each open bracket.
    var chains = [0]

    var isWithinLimits: Bool {
      square <= squareLimit && chains.count <= depthLimit && angles <= angleLimit
        && conditions <= conditionLimit && (chains.last ?? 0) <= chainLimit
    }

    mutating func token() {
      chains[chains.count - 1] += 1
    }

    mutating func open() {
      token()
      chains.append(0)
    }

    mutating func close() {
      if chains.count > 1 { chains.removeLast() } else { chains[0] = 0 }
      token()
    }

    mutating func endStatement() {
      chains[chains.count - 1] = 0
    }
  }

  private mutating func readCode() -> Bool {
    var level = Level()
    var previous: UInt8 = 0
    var startsLine = true
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A, 0x0D: startsLine = true
      case 0x20, 0x09: break
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        continue
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        guard readBlockComment() else { return false }
        continue
      case UInt8(ascii: "\""):
        guard readString(hashes: 0) else { return false }
        level.token()
        previous = byte
        continue
      case UInt8(ascii: "#"):
        if let hashes = rawStringHashes() {
          index += hashes
          guard readString(hashes: hashes) else { return false }
          level.token()
          previous = byte
          continue
        }
        if starts(with: "#if") { level.conditions += 1 }
        if starts(with: "#endif") { level.conditions = max(0, level.conditions - 1) }
        if startsLine { level.endStatement() }
        level.token()
      default: step(byte, after: previous, startsLine, &level)
      }
      if byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
        previous = byte
        startsLine = false
      } else if Self.isWord(previous) {
        // White space ends a word, so that the next one counts.
        previous = 0x20
      }
      guard level.isWithinLimits else { return false }
      index += 1
    }
    return true
  }

  private func step(
    _ byte: UInt8, after previous: UInt8, _ startsLine: Bool, _ level: inout Level
  ) {
    switch byte {
    case UInt8(ascii: "["):
      level.square += 1
      level.open()
    case UInt8(ascii: "]"):
      level.square = max(0, level.square - 1)
      level.close()
    case UInt8(ascii: "("): level.open()
    case UInt8(ascii: ")"): level.close()
    case UInt8(ascii: "{"):
      level.angles = 0
      level.open()
    case UInt8(ascii: "}"):
      level.angles = 0
      level.close()
    case UInt8(ascii: ","), UInt8(ascii: ";"): level.endStatement()
    case UInt8(ascii: "<"):
      if Self.isWord(previous) { level.angles += 1 }
      level.token()
    case UInt8(ascii: ">"):
      level.angles = max(0, level.angles - 1)
      level.token()
    default:
      guard Self.isWord(byte) else { return level.token() }
      if startsLine, !Self.continues(previous) { level.endStatement() }
      if !Self.isWord(previous) { level.token() }
    }
  }

  // MARK: Literals and comments

  /// Reads a nested block comment; brackets in it are counted on their own.
  private mutating func readBlockComment() -> Bool {
    var level = Level()
    var depth = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        index += 2
        if depth == 0 { return true }
      } else {
        guard count(bytes[index], &level) else { return false }
        index += 1
      }
      if depth > Self.depthLimit { return false }
    }
    return true
  }

  /// Reads a string literal from its first quotation mark; interpolations count as text.
  private mutating func readString(hashes: Int) -> Bool {
    var level = Level()
    let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    index += isMultiline ? 3 : 1
    var interpolation = 0
    while index < bytes.count {
      let byte = bytes[index]
      if !isMultiline, byte == 0x0A || byte == 0x0D { return true }
      if byte == UInt8(ascii: "\\"), hashesFollow(index + 1, hashes) {
        index += 1 + hashes
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") { interpolation += 1 }
        index += 1
        continue
      }
      if interpolation > 0 {
        if byte == UInt8(ascii: "(") { interpolation += 1 }
        if byte == UInt8(ascii: ")") { interpolation -= 1 }
        if interpolation > Self.depthLimit { return false }
      } else if byte == UInt8(ascii: "\"") {
        let isEnd =
          !isMultiline || (peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\""))
        let length = isMultiline ? 3 : 1
        if isEnd, hashesFollow(index + length, hashes) {
          index += length + hashes
          return true
        }
      }
      guard count(byte, &level) else { return false }
      index += 1
    }
    return true
  }

  private func count(_ byte: UInt8, _ level: inout Level) -> Bool {
    switch byte {
    case UInt8(ascii: "["): level.square += 1
    case UInt8(ascii: "]"): level.square = max(0, level.square - 1)
    case 0x0A: level.square = 0
    default: return true
    }
    return level.square <= Self.squareLimit * 4
  }

  private func rawStringHashes() -> Int? {
    var end = index
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - index : nil
  }

  private func hashesFollow(_ start: Int, _ number: Int) -> Bool {
    guard number > 0 else { return true }
    return start + number <= bytes.count
      && bytes[start..<(start + number)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private func peek(_ distance: Int) -> UInt8? {
    index + distance < bytes.count ? bytes[index + distance] : nil
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`")
      || byte == UInt8(ascii: "@") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  /// Whether an expression goes on after a line that ends with the byte.
  private static func continues(_ last: UInt8) -> Bool {
    "+-*/%&|^<>=?~.([".utf8.contains(last)
  }
}
