/// A name for content: equal for equal content, and different for any other that occurs.
///
/// Two FNV-1a hashes of 64 bits with different starts; nothing rests on it against an attacker.
struct ContentDigest {
  private var first: UInt64 = 0xcbf2_9ce4_8422_2325
  private var second: UInt64 = 0x8422_2325_cbf2_9ce4

  /// Adds a piece of content and its end.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes { add(byte) }
    }
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) {
    first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
    second = (second ^ UInt64(byte ^ 0x5A)) &* 0x100_0000_01b3
  }

  /// The digest in letters and digits.
  var name: String {
    String(first, radix: 36) + String(second, radix: 36)
  }
}
