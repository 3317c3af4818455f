import SwiftSyntax

/// Writes the gates around statements about bars.
struct BarAppearanceWriter {
  let file: ParsedFile
  let context: RuleContext

  /// The edits that let statements apply before 26 only; nil where one cannot be gated.
  func fix(_ statements: [(statement: BarStatement, since: SourceLines)]) -> Fix? {
    var edits: [Edit] = []
    for run in runs(statements) {
      guard let edit = edit(run) else { return nil }
      edits.append(edit)
    }
    return edits.isEmpty ? nil : Fix(edits)
  }

  private typealias Run = [(item: CodeBlockItemSyntax, since: SourceLines)]

  /// Statements that follow each other directly.
  private func runs(_ statements: [(statement: BarStatement, since: SourceLines)]) -> [Run] {
    var runs: [Run] = []
    for (statement, since) in statements {
      let item = statement.item
      if let last = runs.last?.last?.item, last.parent?.id == item.parent?.id,
        let list = item.parent?.as(CodeBlockItemListSyntax.self),
        let index = list.firstIndex(where: { $0.id == last.id }),
        list.index(after: index) < list.endIndex, list[list.index(after: index)].id == item.id
      {
        runs[runs.count - 1].append((item, since))
      } else {
        runs.append([(item, since)])
      }
    }
    return runs
  }

  private func edit(_ run: Run) -> Edit? {
    guard let first = run.first?.item, let last = run.last?.item,
      last.semicolon == nil, first.semicolon == nil
    else { return nil }
    let source = file.source
    let start = file.range(of: first).lowerBound
    var end = file.range(of: last).upperBound
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: end))
    let rest = source.text(in: ByteRange(end, source.endOfText(before: line.upperBound)))
    let follows = rest.drop { $0 == " " || $0 == "\t" }
    let gate = Gate(.liquidGlass, at: first, in: file, context: context, drops: true)
    guard gate.isPossible || gate.decision == .compatibilityMode else { return nil }
    let since = run.reduce(SourceLines()) { $0 + $1.since }
    if source.isFirstOnLine(start), follows.isEmpty || follows.hasPrefix("//") {
      if follows.hasPrefix("//") { end = source.endOfText(before: line.upperBound) }
      let range = ByteRange(start, end)
      let indentation = source.indentation(ofLineAt: start)
      let code = gate.either(since: since, before: lines(of: run, in: range))
      if code.isEmpty { return removal(of: range) }
      return Edit(range, code.text(after: indentation, lineEnding: source.lineEnding))
    }
    return onlyStatement(run, gate: gate, since: since)
  }

  private func lines(of run: Run, in range: ByteRange) -> SourceLines {
    let starts = run.reduce(into: Set<Int>()) {
      $0.formUnion(MultilineStrings(in: Syntax($1.item)).lineStarts(in: file.source))
    }
    return SourceLines(range, in: file, verbatim: starts)
  }

  /// Takes out whole lines.
  private func removal(of range: ByteRange) -> Edit {
    let lines = file.source.lines
    let start = lines.range(ofLine: lines.index(ofLineAt: range.lowerBound)).lowerBound
    let end = lines.range(ofLine: lines.index(ofLineAt: range.upperBound)).upperBound
    return Edit(ByteRange(start, end), "")
  }

  /// A block on one line that holds one statement is laid out anew.
  private func onlyStatement(_ run: Run, gate: Gate, since: SourceLines) -> Edit? {
    guard run.count == 1, let item = run.first?.item,
      item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1,
      let before = item.previousToken(viewMode: .sourceAccurate),
      let after = item.nextToken(viewMode: .sourceAccurate), after.tokenKind == .rightBrace,
      before.tokenKind == .leftBrace || before.tokenKind == .keyword(.in)
    else { return nil }
    let source = file.source
    let range = ByteRange(
      before.endPositionBeforeTrailingTrivia.utf8Offset,
      after.positionAfterSkippingLeadingTrivia.utf8Offset)
    let inner = file.range(of: item)
    guard source.isBlank(ByteRange(range.lowerBound, inner.lowerBound)),
      source.isBlank(ByteRange(inner.upperBound, range.upperBound))
    else { return nil }
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    let deeper = indentation + source.indentation
    let code = gate.either(since: since, before: lines(of: run, in: inner))
    if code.isEmpty { return nil }
    let text = code.text(after: deeper, lineEnding: source.lineEnding)
    return Edit(range, source.lineEnding + deeper + text + source.lineEnding + indentation)
  }
}
