import SwiftSyntax

/// Replaces one statement by lines of code, also where it is alone in a closure on one line.
struct StatementRewrite {
  private let statement: CodeBlockItemSyntax
  private let file: ParsedFile

  init(_ statement: CodeBlockItemSyntax, in file: ParsedFile) {
    self.statement = statement
    self.file = file
  }

  /// The edit; nil where the statement shares its lines with others.
  func edit(_ code: SourceLines) -> Edit? {
    let source = file.source
    let range = file.range(of: statement)
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    if source.isFirstOnLine(range.lowerBound), file.endsLine(range.upperBound) {
      return Edit(range, code.text(after: indentation, lineEnding: source.lineEnding))
    }
    guard let closure = statement.parent?.parent?.as(ClosureExprSyntax.self),
      closure.statements.count == 1,
      source.lines.index(ofLineAt: range.lowerBound)
        == source.lines.index(ofLineAt: range.upperBound)
    else { return nil }
    let opening =
      closure.signature.map { file.range(of: $0).upperBound }
      ?? file.range(of: closure.leftBrace)
      .upperBound
    let closing = file.range(of: closure.rightBrace).lowerBound
    guard source.isBlank(ByteRange(opening, range.lowerBound)),
      source.isBlank(ByteRange(range.upperBound, closing))
    else { return nil }
    let inner = indentation + source.indentation
    let text =
      source.lineEnding + inner + code.text(after: inner, lineEnding: source.lineEnding)
      + source.lineEnding + indentation
    return Edit(ByteRange(opening, closing), text)
  }
}
