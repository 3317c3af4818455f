/// A difference between two texts, line by line, for a person to read.
struct LineDifference: Hashable, Sendable, CustomStringConvertible {
  /// The lines of the difference; white space that editors hide is drawn.
  let description: String

  /// Compares what was expected (`-`) with what came (`+`), with some lines of context.
  init(expected: [UInt8], actual: [UInt8], context: Int = 3) {
    let old = Self.lines(expected)
    let new = Self.lines(actual)
    var rows: [(mark: Character, line: String)] = []
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        rows.append(("-", old[left]))
        left += 1
      } else if right < new.count, inserted.contains(right) {
        rows.append(("+", new[right]))
        right += 1
      } else if left < old.count {
        rows.append((" ", old[left]))
        left += 1
        right += 1
      } else {
        break
      }
    }
    var text: [String] = []
    var skipped = false
    for (index, row) in rows.enumerated() {
      let near = rows[max(0, index - context)..<min(rows.count, index + context + 1)]
      if near.contains(where: { $0.mark != " " }) {
        if skipped { text.append("…") }
        skipped = false
        text.append("\(row.mark)\(row.line)")
      } else {
        skipped = true
      }
    }
    description = text.joined(separator: "\n")
  }

  /// The lines with tabs, carriage returns and a missing last line feed made visible.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    MarkedText.lines(of: String(decoding: bytes, as: UTF8.self)).map { line in
      var text = ""
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\n": break
        case "\r": text += "␍"
        case "\t": text += "→   "
        case "\u{FEFF}": text += "‹BOM›"
        default: text.unicodeScalars.append(scalar)
        }
      }
      return line.unicodeScalars.last == "\n" ? text : text + "‹no line end›"
    }
  }
}
