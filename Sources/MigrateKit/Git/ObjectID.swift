import CGit2

/// The SHA-1 name of an object.
///
/// In JSON it is the string of 40 lowercase hexadecimal digits.
public struct ObjectID: Hashable, Sendable {
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// Makes an id of exactly 20 bytes; nil for any other number.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 20 else { return nil }
    var words: (UInt64, UInt64, UInt32) = (0, 0, 0)
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 0..<8: words.0 = words.0 << 8 | UInt64(byte)
      case 8..<16: words.1 = words.1 << 8 | UInt64(byte)
      default: words.2 = words.2 << 8 | UInt32(byte)
      }
    }
    (high, middle, low) = words
  }

  /// Reads 40 hexadecimal digits; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var bytes: [UInt8] = []
    var pending: UInt8?
    for digit in text.utf8 {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      if let first = pending {
        bytes.append(first << 4 | UInt8(value))
        pending = nil
      } else {
        pending = UInt8(value)
      }
    }
    guard pending == nil else { return nil }
    self.init(bytes: bytes)
  }

  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id.id) { ObjectID(bytes: $0) } ?? .zero
  }

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// The id of 20 zero bytes, which names no object.
  public static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// The 20 bytes.
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(20)
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
    }
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: middle >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: low >> UInt32(shift)))
    }
    return result
  }

  /// The first 10 hexadecimal digits, for messages.
  public var abbreviated: String { String(description.prefix(10)) }

  var raw: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id.id) { $0.copyBytes(from: bytes) }
    return id
  }
}

extension ObjectID: CustomStringConvertible {
  /// The 40 hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension ObjectID: Codable {
  /// Reads the string form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ObjectID(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected 40 hexadecimal digits")
    }
    self = id
  }

  /// Writes the string form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
