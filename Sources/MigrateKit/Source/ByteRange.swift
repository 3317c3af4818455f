/// A half-open range of UTF-8 byte offsets in one file, counted from 0.
///
/// In JSON it is the array `[lowerBound, upperBound]`.
public struct ByteRange: Hashable, Comparable, Sendable {
  /// The offset of the first byte.
  public var lowerBound: Int
  /// The offset after the last byte.
  public var upperBound: Int

  /// Makes a range; bounds given in the wrong order make an empty range at the lower one.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = lowerBound
    self.upperBound = max(lowerBound, upperBound)
  }

  /// An empty range at an offset.
  public init(at offset: Int) {
    self.init(offset, offset)
  }

  /// The number of bytes.
  public var count: Int { upperBound - lowerBound }
  /// Whether the range holds no byte.
  public var isEmpty: Bool { upperBound == lowerBound }

  /// Whether the other range lies within this one; the bounds may coincide.
  public func contains(_ other: ByteRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  /// Whether the offset is that of a byte of this range.
  public func contains(_ offset: Int) -> Bool {
    lowerBound <= offset && offset < upperBound
  }

  /// Whether the two ranges share at least one byte.
  public func overlaps(_ other: ByteRange) -> Bool {
    lowerBound < other.upperBound && other.lowerBound < upperBound
  }

  /// Orders by lower bound, then by upper bound.
  public static func < (left: ByteRange, right: ByteRange) -> Bool {
    (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
  }
}

extension ByteRange: Codable {
  /// Reads the two-element array form.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(try container.decode(Int.self), try container.decode(Int.self))
  }

  /// Writes the two-element array form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(lowerBound)
    try container.encode(upperBound)
  }
}
