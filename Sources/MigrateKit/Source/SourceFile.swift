/// The bytes of one Swift file with what every rule needs to know of its form.
public struct SourceFile: Sendable {
  /// The path from the root of the repository, with `/` between components.
  public let path: String
  /// The bytes as they are stored; valid UTF-8.
  public let bytes: [UInt8]
  /// The lines of the bytes.
  public let lines: LineIndex
  /// The line ending to use in new text: the file's most frequent one.
  public let lineEnding: String
  /// One step of indentation as the file writes it: a tab, or a number of spaces.
  public let indentation: String

  /// Checks and measures the bytes.
  ///
  /// - Throws: `SourceError.notUTF8` when the bytes are not text, `.tooLarge` over the limit,
  ///   `.tooDeep` when the parser's time or stack would not be bounded.
  public init(path: String, bytes: [UInt8], limit: Int = 4 << 20) throws(SourceError) {
    guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw .notUTF8
    }
    guard FileFormat(path: path) != .swift || SyntaxNesting.isBounded(bytes) else {
      throw .tooDeep
    }
    self.path = path
    self.bytes = bytes
    let lines = LineIndex(bytes)
    self.lines = lines
    self.lineEnding = FileStyle.lineEnding(of: bytes)
    self.indentation = FileStyle.indentation(of: bytes, lines: lines)
  }

  /// The text of a byte range; bytes outside the file are left out.
  public func text(in range: ByteRange) -> String {
    let lower = min(max(range.lowerBound, 0), bytes.count)
    let upper = min(max(range.upperBound, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// The white space that begins the line holding the byte offset.
  public func indentation(ofLineAt offset: Int) -> String {
    let start = lines.starts[lines.index(ofLineAt: offset)]
    var end = start
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return text(in: ByteRange(start, end))
  }

  /// Whether only white space stands between the start of the line and the byte offset.
  public func isFirstOnLine(_ offset: Int) -> Bool {
    let start = lines.starts[lines.index(ofLineAt: offset)]
    return bytes[start..<min(max(offset, start), bytes.count)].allSatisfy {
      $0 == 0x20 || $0 == 0x09
    }
  }
}

/// Why a file cannot be read as Swift source.
public enum SourceError: Error, Equatable, Sendable {
  /// The bytes are not valid UTF-8 text.
  case notUTF8
  /// The file has more bytes than are read.
  case tooLarge(bytes: Int, limit: Int)
  /// The syntax nests deeper than can be parsed in bounded time and stack.
  case tooDeep
}

/// What the bytes of a file show of its line endings and indentation.
enum FileStyle {
  static func lineEnding(of bytes: [UInt8]) -> String {
    var crlf = 0
    var lf = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      if index > 0, bytes[index - 1] == 0x0D { crlf += 1 } else { lf += 1 }
    }
    return crlf > lf ? "\r\n" : "\n"
  }

  /// The most frequent first step of indentation; four spaces when nothing is indented.
  static func indentation(of bytes: [UInt8], lines: LineIndex) -> String {
    var tabs = 0
    var steps: [Int: Int] = [:]
    var previous = 0
    for index in lines.starts.indices.prefix(5_000) {
      let range = lines.range(ofLine: index)
      var spaces = 0
      var offset = range.lowerBound
      if offset < range.upperBound, bytes[offset] == 0x09 {
        tabs += 1
        continue
      }
      while offset < range.upperBound, bytes[offset] == 0x20 {
        spaces += 1
        offset += 1
      }
      guard offset < range.upperBound, bytes[offset] != 0x0A, bytes[offset] != 0x0D,
        bytes[offset] != 0x2A
      else { continue }
      if spaces > previous { steps[spaces - previous, default: 0] += 1 }
      previous = spaces
    }
    let best = steps.filter { [2, 3, 4, 8].contains($0.key) }
      .max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    if tabs > (steps.values.reduce(0, +)) { return "\t" }
    return String(repeating: " ", count: best?.key ?? 4)
  }
}
