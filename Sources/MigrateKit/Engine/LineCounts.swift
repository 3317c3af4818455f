/// How many lines a change adds and removes, as a line diff counts them.
struct LineCounts: Equatable {
  let added: Int
  let removed: Int

  init(from old: [UInt8], to new: [UInt8]) {
    let difference = Self.lines(new).difference(from: Self.lines(old))
    added = difference.insertions.count
    removed = difference.removals.count
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
