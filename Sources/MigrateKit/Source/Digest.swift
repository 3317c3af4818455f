/// Short names for texts.
public enum Digest {
  /// 32 hexadecimal digits that tell texts apart (FNV-1a over two lanes); not meant to resist an
  /// adversary.
  public static func short(_ text: String) -> String {
    var first: UInt64 = 0xcbf2_9ce4_8422_2325
    var second: UInt64 = 0x8422_2325_cbf2_9ce4
    for byte in text.utf8 {
      first = (first ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      second = (second ^ UInt64(byte &+ 0x5b)) &* 0x0000_0100_0000_01b3
    }
    return hex(first) + hex(second)
  }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
