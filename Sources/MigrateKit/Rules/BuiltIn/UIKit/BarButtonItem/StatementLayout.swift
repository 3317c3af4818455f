import SwiftSyntax

/// Where lines can go before and after a statement, whatever else stands on its lines.
struct StatementLayout {
  /// The indentation of new lines beside the statement.
  let indentation: String
  /// The white space before the statement that has to become a line break; nil where the statement
  /// starts a line.
  private let gapBefore: ByteRange?
  /// Whether the statement begins the list it is in, after a brace or a colon on its line.
  private let isFirstInList: Bool
  /// Where the statement starts.
  private let start: Int
  /// Where text after the statement goes.
  private let end: Int
  /// The white space between the statement and what follows on its line, with the indentation of
  /// what follows; nil where nothing does.
  private let follower: (gap: ByteRange, indentation: String)?
  private let lineEnding: String
  /// Whether what follows the statement never runs.
  private let isExit: Bool

  /// Looks at a statement; nil where its surroundings are too unusual to add lines.
  init?(of item: CodeBlockItemSyntax, in file: ParsedFile) {
    let source = file.source
    let range = file.range(of: item)
    let unit = source.indentation
    lineEnding = source.lineEnding
    isExit = item.isExit
    start = range.lowerBound
    let lineIndentation = source.indentation(ofLineAt: start)
    let list = item.parent?.as(CodeBlockItemListSyntax.self)
    isFirstInList = list?.first?.id == item.id
    if source.isFirstOnLine(start) {
      indentation = lineIndentation
      gapBefore = nil
    } else if let previous = item.previousToken(viewMode: .sourceAccurate) {
      let gap = ByteRange(previous.endPositionBeforeTrailingTrivia.utf8Offset, start)
      guard source.isBlank(gap) else { return nil }
      gapBefore = gap
      indentation = isFirstInList ? lineIndentation + unit : lineIndentation
    } else {
      return nil
    }
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: range.upperBound))
    let lineEnd = source.endOfText(before: line.upperBound)
    let next = item.nextToken(viewMode: .sourceAccurate)
    let nextStart = next?.positionAfterSkippingLeadingTrivia.utf8Offset ?? source.bytes.count
    if next == nil || next?.tokenKind == .endOfFile || nextStart >= lineEnd {
      let rest = source.text(in: ByteRange(range.upperBound, lineEnd))
      // A comment on the line stays with its statement; one that goes on below does not.
      let goesOn = rest.contains("/*") && !rest.contains("*/")
      end = goesOn ? range.upperBound : lineEnd
      follower = nil
      if next?.tokenKind == .endOfFile, line.upperBound == lineEnd, lineEnd < source.bytes.count {
        return nil
      }
    } else {
      let gap = ByteRange(range.upperBound, nextStart)
      guard source.isBlank(gap) else { return nil }
      end = range.upperBound
      let isLast = list?.last?.id == item.id
      // The rest of a block on one line would have to be laid out anew too.
      guard isLast || !isFirstInList || gapBefore == nil else { return nil }
      follower = (gap, isLast ? lineIndentation : indentation)
    }
  }

  /// The edits that put lines right after the statement, on lines of their own; nil where they
  /// would never run, after a `return` and the like.
  func inserting(after lines: SourceLines) -> [Edit]? {
    guard !isExit else { return nil }
    var edits: [Edit] = []
    if isFirstInList { edits += breakBefore(with: "") }
    let text = lineEnding + indentation + written(lines)
    if let follower {
      edits.append(Edit(follower.gap, text + lineEnding + follower.indentation))
    } else {
      edits.append(Edit(insertAt: end, text))
    }
    return edits
  }

  /// The edits that put lines right before the statement, which then starts a line.
  func inserting(before lines: SourceLines) -> [Edit] {
    let text = written(lines) + lineEnding + indentation
    var edits = gapBefore == nil ? [Edit(insertAt: start, text)] : breakBefore(with: text)
    if gapBefore != nil, let follower {
      edits.append(Edit(follower.gap, lineEnding + follower.indentation))
    }
    return edits
  }

  private func breakBefore(with text: String) -> [Edit] {
    gapBefore.map { [Edit($0, lineEnding + indentation + text)] } ?? []
  }

  private func written(_ lines: SourceLines) -> String {
    lines.text(after: indentation, lineEnding: lineEnding)
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement leaves its block, so that what follows it never runs.
  var isExit: Bool {
    guard case .stmt(let statement) = item else { return false }
    switch statement.as(StmtSyntaxEnum.self) {
    case .returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt: return true
    default: return false
    }
  }
}

extension SourceFile {
  /// Whether a byte range holds white space only.
  func isBlank(_ range: ByteRange) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return false }
    return bytes[range.lowerBound..<range.upperBound].allSatisfy {
      $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
    }
  }

  /// The offset before the line ending that ends at an offset.
  func endOfText(before offset: Int) -> Int {
    var end = min(max(offset, 0), bytes.count)
    if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
    if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }
}
