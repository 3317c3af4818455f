/// Where the text of a YAML scalar stands in its file, behind quotes, escapes and indentation.
public struct ScalarSource: Sendable {
  let bytes: [UInt8]
  let lines: LineIndex
  /// The byte at which the scalar starts, its quote or block indicator included.
  let start: Int
  let isBlock: Bool

  /// The places of bytes of the text, in the order of the text; none where they are not found.
  ///
  /// White space of the text has the place of what comes before it, since folding, indentation and
  /// escapes change it.
  func positions(of offsets: [Int], in text: String) -> [LinePosition?] {
    var cursor = Cursor(source: self)
    var places: [Int: Int] = [:]
    let wanted = Set(offsets)
    let bytes = Array(text.utf8)
    for (offset, byte) in bytes.enumerated() {
      if !Self.isSpace(byte) {
        guard cursor.advance(to: byte) else { break }
      }
      if wanted.contains(offset) { places[offset] = cursor.place }
    }
    if wanted.contains(bytes.count) { places[bytes.count] = cursor.place }
    return offsets.map { places[$0].map { lines.position(of: $0) } }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Walks over the bytes of the file in step with the text.
  private struct Cursor {
    private let bytes: [UInt8]
    private let isDouble: Bool
    private let isSingle: Bool
    private var next: Int
    /// The byte of the file that the last byte of the text came from.
    private(set) var place: Int
    /// The bytes of an escaped character that are still to come.
    private var pending: [UInt8] = []

    init(source: ScalarSource) {
      bytes = source.bytes
      var start = source.start
      let first = start < bytes.count ? bytes[start] : 0
      isDouble = first == 0x22
      isSingle = first == 0x27
      if source.isBlock {
        while start < bytes.count, bytes[start] != 0x0A { start += 1 }
      } else if isDouble || isSingle {
        start += 1
      }
      next = start
      place = start
    }

    /// Goes to the next byte that is no white space; false where it is another one.
    mutating func advance(to wanted: UInt8) -> Bool {
      if let byte = pending.first {
        pending.removeFirst()
        return byte == wanted
      }
      skipSpace()
      guard next < bytes.count else { return false }
      place = next
      if isDouble, bytes[next] == 0x5C { return takeEscape(wanted) }
      if isSingle, bytes[next] == 0x27 { next += 1 }
      guard next < bytes.count, bytes[next] == wanted else { return false }
      next += 1
      return true
    }

    private mutating func skipSpace() {
      while next < bytes.count {
        if ScalarSource.isSpace(bytes[next]) {
          next += 1
        } else if isDouble, bytes[next] == 0x5C, next + 1 < bytes.count,
          [0x6E, 0x74, 0x72, 0x20, 0x09, 0x0A, 0x0D].contains(bytes[next + 1])
        {
          next += 2
        } else {
          return
        }
      }
    }

    private mutating func takeEscape(_ wanted: UInt8) -> Bool {
      guard next + 1 < bytes.count else { return false }
      let digits =
        switch bytes[next + 1] {
        case 0x78: 2
        case 0x75: 4
        case 0x55: 8
        default: 0
        }
      guard digits > 0 else {
        let letter = bytes[next + 1]
        next += 2
        return letter == wanted
      }
      let end = min(next + 2 + digits, bytes.count)
      let text = String(decoding: bytes[(next + 2)..<end], as: UTF8.self)
      next = end
      guard let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else {
        return false
      }
      pending = Array(String(scalar).utf8)
      return pending.isEmpty ? false : pending.removeFirst() == wanted
    }
  }
}

extension ScalarSource: Hashable {
  /// The same for all: where a text stands is no part of what it is.
  public static func == (left: ScalarSource, right: ScalarSource) -> Bool { true }
  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}
