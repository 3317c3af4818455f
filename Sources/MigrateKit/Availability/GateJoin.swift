public import SwiftSyntax

/// A gate that already stands beside a statement and that new lines can join.
public struct GateJoin: Sendable {
  /// The byte offset at which lines go, the end of a line's text.
  public let offset: Int
  /// The indentation of the lines.
  public let indentation: String
  private let lineEnding: String

  /// Finds a gate that follows a statement directly and whose body requires at least this.
  ///
  /// Lines joined there still run right after the statement, before the body's own.
  public init?(
    after item: CodeBlockItemSyntax, requires requirement: APIRequirement, in file: ParsedFile,
    context: some GateContext
  ) {
    guard context.gateStyle.extraCondition == nil,
      let list = item.parent?.as(CodeBlockItemListSyntax.self),
      let index = list.firstIndex(where: { $0.id == item.id })
    else { return nil }
    let next = list.index(after: index)
    guard next < list.endIndex, let gate = list[next].asIfExpression,
      gate.conditions.count == 1, let first = gate.body.statements.first,
      case .availability = gate.conditions.first?.condition,
      AvailabilityContext(at: first, platforms: context.platforms).proves(requirement)
    else { return nil }
    let source = file.source
    let brace = gate.body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    let start = file.range(of: first).lowerBound
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: brace))
    guard start >= line.upperBound else { return nil }
    var end = line.upperBound
    while end > brace, source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D { end -= 1 }
    offset = end
    indentation = source.indentation(ofLineAt: start)
    lineEnding = source.lineEnding
  }

  /// The insertion of lines into the gate.
  public func insertion(of lines: SourceLines) -> Edit {
    Edit(
      insertAt: offset,
      lineEnding + indentation + lines.text(after: indentation, lineEnding: lineEnding))
  }
}

extension CodeBlockItemSyntax {
  /// The `if` that the item is, as a statement or an expression.
  var asIfExpression: IfExprSyntax? {
    switch item {
    case .stmt(let statement):
      statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    case .expr(let expression): expression.as(IfExprSyntax.self)
    default: nil
    }
  }
}
