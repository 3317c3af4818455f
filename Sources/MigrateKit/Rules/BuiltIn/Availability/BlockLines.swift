import SwiftSyntax

/// What stands between the braces of a block, comments included, without blank lines around it.
struct BlockLines {
  /// The lines, less the indentation of the first one.
  let lines: SourceLines

  init(_ block: CodeBlockSyntax, in file: ParsedFile) {
    self.init(
      from: block.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset,
      to: block.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset, of: Syntax(block),
      in: file)
  }

  init(from start: Int, to end: Int, of node: Syntax, in file: ParsedFile) {
    let bytes = file.source.bytes
    var lower = start
    var upper = end
    while lower < upper, Self.isSpace(bytes[lower]) { lower += 1 }
    while upper > lower, Self.isSpace(bytes[upper - 1]) { upper -= 1 }
    guard lower < upper else {
      self.lines = SourceLines()
      return
    }
    let lines = file.source.lines
    if bytes[lower...].starts(with: [0x2F, 0x2F]),
      lines.starts[lines.index(ofLineAt: lower)] < start
    {
      // A comment behind the brace becomes a line of its own.
      let next = min(lines.range(ofLine: lines.index(ofLineAt: lower)).upperBound, upper)
      var comment = file.source.text(in: ByteRange(lower, next))
      while comment.last?.isWhitespace ?? false { comment.removeLast() }
      self.lines =
        SourceLines([comment]) + BlockLines(from: next, to: upper, of: node, in: file).lines
      return
    }
    // The indentation of the first line of the block counts, not that of its opening brace's.
    let line = lines.starts[lines.index(ofLineAt: lower)]
    let first = line >= start ? line : lower
    self.lines = SourceLines(
      ByteRange(first, upper), in: file,
      verbatim: MultilineStrings(in: node).lineStarts(in: file.source))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
