import SwiftSyntax

/// Takes code out of a file with the white space that would be left of its lines.
struct LineRemoval {
  let file: ParsedFile

  /// The removal of a range: of whole lines where nothing else stands on them, and of one blank line
  /// where two would meet or one would follow a brace.
  func edit(_ range: ByteRange) -> Edit {
    let source = file.source
    let lines = source.lines
    let last = lines.index(ofLineAt: max(range.upperBound - 1, range.lowerBound))
    let end = lines.range(ofLine: last).upperBound
    let restIsBlank = isBlank(ByteRange(range.upperBound, end))
    guard source.isFirstOnLine(range.lowerBound), restIsBlank else {
      return Edit(withoutGap(range), "")
    }
    let first = lines.index(ofLineAt: range.lowerBound)
    var start = lines.starts[first]
    var upper = end
    if isBlank(ByteRange(end, source.bytes.count)), first > 0 {
      // Blank lines that would end the file go too; its final line ending stays as it was.
      var line = first
      while line > 0, isBlankLine(line - 1) { line -= 1 }
      start = lines.starts[line]
      if upper == source.bytes.count, source.bytes.last != 0x0A {
        start = lineEndStart(before: start)
      }
      return Edit(ByteRange(start, upper), "")
    }
    let follows = last + 1
    let isBlankAfter = follows < lines.starts.count && isBlankLine(follows)
    if first > 0, isBlankAfter, isBlankLine(first - 1) || opensBlock(first - 1) {
      upper = lines.range(ofLine: follows).upperBound
    } else if first > 1, isBlankLine(first - 1), follows < lines.starts.count,
      closesBlock(follows)
    {
      start = lines.starts[first - 1]
    }
    return Edit(ByteRange(start, upper), "")
  }

  /// A range within a line, with the spaces that would stand beside others.
  private func withoutGap(_ range: ByteRange) -> ByteRange {
    let bytes = file.source.bytes
    var lower = range.lowerBound
    var upper = range.upperBound
    let isBefore = lower > 0 && bytes[lower - 1] == 0x20
    let isAfter = upper < bytes.count && bytes[upper] == 0x20
    if isBefore, isAfter {
      while upper < bytes.count, bytes[upper] == 0x20 { upper += 1 }
    } else if isBefore, upper >= bytes.count || bytes[upper] == 0x0A || bytes[upper] == 0x0D {
      while lower > 0, bytes[lower - 1] == 0x20 { lower -= 1 }
    }
    return ByteRange(lower, upper)
  }

  private func lineEndStart(before start: Int) -> Int {
    let bytes = file.source.bytes
    var result = start
    if result > 0, bytes[result - 1] == 0x0A { result -= 1 }
    if result > 0, bytes[result - 1] == 0x0D { result -= 1 }
    return result
  }

  private func isBlank(_ range: ByteRange) -> Bool {
    file.source.bytes[range.lowerBound..<max(range.lowerBound, range.upperBound)]
      .allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private func isBlankLine(_ index: Int) -> Bool { isBlank(file.source.lines.range(ofLine: index)) }

  private func opensBlock(_ index: Int) -> Bool {
    let range = file.source.lines.range(ofLine: index)
    let text = file.source.text(in: range).trimmingSuffix { $0.isWhitespace }
    return text.hasSuffix("{") || text.hasSuffix(":") || text.hasSuffix(" in")
  }

  private func closesBlock(_ index: Int) -> Bool {
    let range = file.source.lines.range(ofLine: index)
    return file.source.text(in: range).drop { $0.isWhitespace }.hasPrefix("}")
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var result = self[...]
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}
