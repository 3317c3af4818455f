/// Swift text in which keycap emoji (`1️⃣`, `2️⃣`, … `🔟`) mark where findings must start.
struct MarkedText: Hashable, Sendable {
  /// The text as written, with its markers.
  var marked: String
  /// The bytes of the text without its markers.
  let bytes: [UInt8]
  /// The byte offsets of the markers, in the text without them.
  let markers: [Int]
  /// The numbers of the markers, in order of position; 10 for `🔟`.
  let numbers: [Int]

  init(_ marked: String) {
    self.marked = marked
    var bytes: [UInt8] = []
    var markers: [Int] = []
    var numbers: [Int] = []
    let source = Array(marked.utf8)
    var offset = 0
    while offset < source.count {
      if let (number, length) = Self.marker(in: source, at: offset) {
        markers.append(bytes.count)
        numbers.append(number)
        offset += length
      } else {
        bytes.append(source[offset])
        offset += 1
      }
    }
    self.bytes = bytes
    self.markers = markers
    self.numbers = numbers
  }

  /// Whether the markers count up from 1, starting again after 10.
  var isNumberedInOrder: Bool {
    numbers.enumerated().allSatisfy { $0.element == $0.offset % 10 + 1 }
  }

  /// The text without markers.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines as written, each with its ending.
  var markedLines: [Substring] { Self.lines(of: marked) }

  /// The lines of a text, each with its line feed.
  static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.unicodeScalars.firstIndex(of: "\n") {
      let next = rest.unicodeScalars.index(after: end)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  private static func marker(in source: [UInt8], at offset: Int) -> (number: Int, length: Int)? {
    let keycap: [UInt8] = [0xEF, 0xB8, 0x8F, 0xE2, 0x83, 0xA3]
    let ten: [UInt8] = [0xF0, 0x9F, 0x94, 0x9F]
    let first = source[offset]
    if (0x31...0x39).contains(first), source[(offset + 1)...].starts(with: keycap) {
      return (Int(first) - 0x30, 1 + keycap.count)
    }
    return source[offset...].starts(with: ten) ? (10, ten.count) : nil
  }
}
