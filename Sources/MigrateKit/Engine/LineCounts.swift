/// How many lines a change adds and removes, as a line diff counts them.
struct LineCounts: Equatable {
  let added: Int
  let removed: Int

  init(from old: [UInt8], to new: [UInt8]) {
    let before = Self.lines(old)
    let after = Self.lines(new)
    // Lines that both begin or end with stay in a shortest difference.
    let shorter = min(before.count, after.count)
    var prefix = 0
    while prefix < shorter, before[prefix] == after[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      before[before.count - 1 - suffix] == after[after.count - 1 - suffix]
    {
      suffix += 1
    }
    let difference = after[prefix..<(after.count - suffix)]
      .difference(from: before[prefix..<(before.count - suffix)])
    added = difference.insertions.count
    removed = difference.removals.count
  }

  /// A line with its hash first, so that most lines are told apart by one comparison.
  private struct Line: Equatable {
    var hash: UInt64
    var bytes: ArraySlice<UInt8>
  }

  private static func lines(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    var hash: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      hash = hash &* 0x100_0000_01B3 ^ UInt64(byte)
      guard byte == 0x0A else { continue }
      lines.append(Line(hash: hash, bytes: bytes[start...index]))
      start = index + 1
      hash = 0
    }
    if start < bytes.count { lines.append(Line(hash: hash, bytes: bytes[start...])) }
    return lines
  }
}
