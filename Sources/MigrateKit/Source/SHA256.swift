/// The SHA-256 digest of bytes (FIPS 180-4).
public struct SHA256: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes of the digest.
  public let bytes: [UInt8]

  /// Reads 64 hexadecimal digits of either case; nil for anything else.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.map { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    let values = digits.compactMap { $0 }
    guard digits.count == 64, values.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// Digests the message.
  public init(of message: [UInt8]) {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    let whole = message.count - message.count % 64
    var schedule = [UInt32](repeating: 0, count: 64)
    message.withUnsafeBufferPointer { message in
      for start in stride(from: 0, to: whole, by: 64) {
        Self.compress(&state, UnsafeBufferPointer(rebasing: message[start..<start + 64]), &schedule)
      }
    }
    var last = Array(message[whole...]) + [0x80]
    while last.count % 64 != 56 { last.append(0) }
    let bits = UInt64(message.count) * 8
    last += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    last.withUnsafeBufferPointer { last in
      for start in stride(from: 0, to: last.count, by: 64) {
        Self.compress(&state, UnsafeBufferPointer(rebasing: last[start..<start + 64]), &schedule)
      }
    }
    bytes = state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  /// 64 hexadecimal digits in lower case.
  public var description: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  private static func compress(
    _ state: inout [UInt32], _ block: UnsafeBufferPointer<UInt8>, _ schedule: inout [UInt32]
  ) {
    func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word >> count | word << (32 - count)
    }
    for index in 0..<16 {
      let at = index * 4
      schedule[index] =
        UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16 | UInt32(block[at + 2]) << 8
        | UInt32(block[at + 3])
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      schedule[index] =
        schedule[index - 16] &+ (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3)
        &+ schedule[index - 7] &+ (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10)
    }
    var work = state
    for index in 0..<64 {
      let (a, e) = (work[0], work[4])
      let choice = (e & work[5]) ^ (~e & work[6])
      let majority = (a & work[1]) ^ (a & work[2]) ^ (work[1] & work[2])
      let first =
        work[7] &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice
        &+ constants[index] &+ schedule[index]
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
      for place in stride(from: 7, to: 0, by: -1) { work[place] = work[place - 1] }
      work[4] = work[4] &+ first
      work[0] = first &+ second
    }
    for index in 0..<8 { state[index] = state[index] &+ work[index] }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
