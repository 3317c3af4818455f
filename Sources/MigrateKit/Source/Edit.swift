/// One replacement of a byte range of the original file by text.
public struct Edit: Hashable, Comparable, Codable, Sendable {
  /// The bytes that go; empty for an insertion.
  public var byteRange: ByteRange
  /// The text that comes; empty for a removal.
  public var text: String

  /// Makes an edit.
  public init(_ byteRange: ByteRange, _ text: String) {
    self.byteRange = byteRange
    self.text = text
  }

  /// Makes an insertion before the byte at the offset.
  public init(insertAt offset: Int, _ text: String) {
    self.init(ByteRange(at: offset), text)
  }

  /// Orders by range, then by text.
  public static func < (left: Edit, right: Edit) -> Bool {
    left.byteRange != right.byteRange
      ? left.byteRange < right.byteRange : left.text < right.text
  }
}

/// Edits of one file that do not overlap.
///
/// Groups of edits are added whole or not at all. The same edit coming from two groups counts
/// once; two different insertions at one offset are an overlap, since their order is not known.
public struct EditSet: Sendable {
  /// The edits, in the order of their ranges.
  public private(set) var edits: [Edit] = []

  /// Makes an empty set.
  public init() {}

  /// Whether the set holds no edit.
  public var isEmpty: Bool { edits.isEmpty }

  /// Adds a group whole, or leaves the set as it was and returns false when an edit of the group
  /// overlaps another one.
  public mutating func insert(_ group: [Edit]) -> Bool {
    var merged = edits
    for edit in group where !merged.contains(edit) {
      if merged.contains(where: { Self.conflict($0, edit) }) { return false }
      merged.append(edit)
    }
    edits = merged.sorted()
    return true
  }

  private static func conflict(_ left: Edit, _ right: Edit) -> Bool {
    let a = left.byteRange
    let b = right.byteRange
    if a.overlaps(b) { return true }
    if a.isEmpty && b.isEmpty { return a.lowerBound == b.lowerBound }
    if a.isEmpty { return b.lowerBound < a.lowerBound && a.lowerBound < b.upperBound }
    if b.isEmpty { return a.lowerBound < b.lowerBound && b.lowerBound < a.upperBound }
    return false
  }

  /// The bytes with every edit applied, or nil when an edit lies outside them or inside a
  /// character.
  public func applied(to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
    var position = 0
    // An insertion that touches a replacement's start comes before it.
    for edit in edits {
      let range = edit.byteRange
      guard range.lowerBound >= position, range.upperBound <= bytes.count,
        Self.isBoundary(range.lowerBound, bytes), Self.isBoundary(range.upperBound, bytes)
      else { return nil }
      result.append(contentsOf: bytes[position..<range.lowerBound])
      result.append(contentsOf: edit.text.utf8)
      position = range.upperBound
    }
    result.append(contentsOf: bytes[position...])
    return result
  }

  private static func isBoundary(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }
}
