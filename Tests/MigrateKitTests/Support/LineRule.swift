import MigrateKit

/// Replaces a word in the text of a file, whatever it is part of; its faults are chosen by a test.
struct LineRule: Rule {
  enum Fault: CaseIterable, Sendable {
    case looksAtCommentsAndLiterals
    case countsCharacters
    case alwaysEndsLinesWithLineFeeds
    case alwaysIndentsWithSpaces
    case needsTooMuch
    case neverSettles
    case shouts
  }

  let id = "line-rule"
  var fault: Fault?

  var needles: Needles { Needles(fault == .needsTooMuch ? [["old", "Banana"]] : [["old"]]) }

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    var output = RuleOutput()
    let bytes = file.source.bytes
    let word = Array((fault == .neverSettles ? "new" : "old").utf8)
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      let range = file.range(of: token)
      if fault != .looksAtCommentsAndLiterals,
        bytes[range.lowerBound..<range.upperBound] != word[...]
      {
        continue
      }
      add(word, in: token.position.utf8Offset..<token.endPosition.utf8Offset, file, &output)
    }
    return output
  }

  private func add(
    _ word: [UInt8], in range: Range<Int>, _ file: ParsedFile, _ output: inout RuleOutput
  ) {
    let bytes = file.source.bytes
    for offset in range where bytes[offset...].starts(with: word) && offset + 3 <= range.upperBound
    {
      let text = String(decoding: bytes[..<offset], as: UTF8.self)
      let start = fault == .countsCharacters ? text.unicodeScalars.count : offset
      let step = fault == .alwaysIndentsWithSpaces ? "  " : file.source.indentation
      let ending = fault == .alwaysEndsLinesWithLineFeeds ? "\n" : file.source.lineEnding
      output.findings.append(
        Finding(
          rule: id, at: ByteRange(start, start + 3),
          message: fault == .shouts ? "Replace it." : "'old' is old: replace it",
          fix: Fix([Edit(ByteRange(start, start + 3), "new(\(ending)\(step)\(step))")])))
    }
  }
}
