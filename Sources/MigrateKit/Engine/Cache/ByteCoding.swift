/// Writes values as bytes: numbers as variable-length little-endian, texts with their length.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ data: [UInt8]) {
    put(data.count)
    bytes.append(contentsOf: data)
  }

  mutating func put<Element>(_ list: [Element], _ one: (inout ByteWriter, Element) -> Void) {
    put(list.count)
    for element in list { one(&self, element) }
  }
}

/// Cached bytes are not what was written.
struct CacheDamage: Error {}

/// Reads what `ByteWriter` wrote; any bytes at all are safe to read.
struct ByteReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number() throws(CacheDamage) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard offset < bytes.count else { throw CacheDamage() }
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: value)) }
    }
    throw CacheDamage()
  }

  mutating func flag() throws(CacheDamage) -> Bool {
    switch try number() {
    case 0: false
    case 1: true
    default: throw CacheDamage()
    }
  }

  mutating func data() throws(CacheDamage) -> [UInt8] {
    let count = try number()
    guard count >= 0, count <= bytes.count - offset else { throw CacheDamage() }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  mutating func text() throws(CacheDamage) -> String {
    let count = try number()
    guard count >= 0, count <= bytes.count - offset else { throw CacheDamage() }
    defer { offset += count }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  mutating func list<Element>(
    _ one: (inout ByteReader) throws(CacheDamage) -> Element
  ) throws(CacheDamage) -> [Element] {
    let count = try number()
    // Every element takes a byte at least, so that a wrong count cannot ask for much memory.
    guard count >= 0, count <= bytes.count - offset else { throw CacheDamage() }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try one(&self)) }
    return elements
  }
}
