/// Which runs of three bytes a file holds, approximately: what it denies is certain.
///
/// A few hundred bytes per file say which of the names that a later round looks for the file may
/// hold, so that only those files are read again.
struct TrigramFilter: Sendable {
  private let words: [UInt64]

  /// The most bits a filter takes, whatever the length of its file.
  static let bitLimit = 1 << 15

  /// Reads the bytes of a file; the filter takes about a sixteenth of their size.
  init(_ bytes: [UInt8]) {
    var bits = 1 << 9
    while bits < bytes.count / 2, bits < Self.bitLimit { bits <<= 1 }
    words = [UInt64](unsafeUninitializedCapacity: bits >> 6) { words, count in
      words.initialize(repeating: 0)
      count = bits >> 6
      guard bytes.count >= 3 else { return }
      bytes.withUnsafeBufferPointer { bytes in
        let mask = UInt32(bits - 1)
        var run = UInt32(bytes[0]) << 8 | UInt32(bytes[1])
        for index in 2..<bytes.count {
          run = (run << 8 | UInt32(bytes[index])) & 0xFF_FFFF
          let bit = Self.mix(run) & mask
          words[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
        }
      }
    }
  }

  /// Whether the file may hold the string; false is certain.
  func mayHold(_ string: Key) -> Bool {
    let mask = UInt32(words.count << 6 - 1)
    return string.hashes.allSatisfy { hash in
      let bit = hash & mask
      return words[Int(bit >> 6)] & (1 << UInt64(bit & 63)) != 0
    }
  }

  /// A string to look for; one of fewer than three bytes may be anywhere.
  struct Key: Sendable {
    fileprivate let hashes: [UInt32]

    init(_ string: String) {
      let bytes = Array(string.utf8)
      hashes = bytes.indices.dropFirst(2).map { index in
        TrigramFilter.mix(
          UInt32(bytes[index - 2]) << 16 | UInt32(bytes[index - 1]) << 8 | UInt32(bytes[index]))
      }
    }
  }

  private static func mix(_ run: UInt32) -> UInt32 {
    (run &* 0x9E37_79B1) >> 15
  }
}
