import SwiftSyntax

/// Swift text into which the code of placeholders is put.
struct Template: Sendable {
  /// What kind of code a template is.
  enum Form: Sendable {
    case expression
    case statements
    case declarations
    case type
  }

  /// Where the code of a placeholder goes.
  struct Position: Sendable {
    /// Whether a sum or a condition would fall apart there.
    var isTight = false
    /// Whether it is an argument without a label.
    var isArgument = false
    /// Whether a closure of the template is around it.
    var isInClosure = false
    /// What follows it and what is around that.
    var place = OperandPlace()
  }

  enum Piece: Sendable {
    case text(String)
    /// The code of a placeholder.
    case capture(Metavariable, Position)
    /// Everything between two braces, with the white space there.
    case block(Metavariable, Position)
    /// The closures that follow a call whose last argument is the placeholder.
    case trailing(Metavariable)
  }

  let form: Form
  let pieces: [Piece]
  /// The placeholders whose code is written, with their places in the text.
  let uses: [PlaceholderUse]
  /// One step of indentation as the template writes it.
  let step: Int
  /// Whether the expression falls apart beside an operator.
  let isLoose: Bool
  /// Whether the text can stand among the members of a type.
  let isDeclaration: Bool

  /// Reads a template.
  ///
  /// - Throws: what is wrong with it.
  init(_ text: String, as form: Form) throws(PatternProblem) {
    let node = try Self.parse(text, as: form)
    if text.contains("\"\"\"") {
      throw PatternProblem(
        "it holds a string literal of several lines, which cannot be indented; write it in one line",
        at: text.firstRange(of: "\"\"\"").map { text[..<$0.lowerBound].utf8.count })
    }
    var uses: [PlaceholderUse] = []
    var insertions: [(offset: Int, length: Int, piece: Piece)] = []
    let bytes = Array(text.utf8)
    for token in node.tokens(viewMode: .sourceAccurate) {
      let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
      let length = token.text.utf8.count
      if var variable = Metavariable(token.text) {
        guard variable.name != nil else {
          throw PatternProblem(
            "'\(variable.description)' keeps no code, so it cannot be written; give it a name",
            at: offset)
        }
        let place = Place(token, in: node)
        variable.isLinks = variable.isMany && place.period != nil
        uses.append(
          PlaceholderUse(
            name: variable.name ?? "", offset: offset, form: PlaceholderForm(variable)))
        if let period = place.period, variable.isLinks {
          insertions.append((period, offset + length - period, .capture(variable, place.position)))
        } else if variable.isMany,
          let space = Self.spaceBetweenBraces(offset..<(offset + length), in: bytes)
        {
          insertions.append((space.lowerBound, space.count, .block(variable, place.position)))
        } else {
          insertions.append((offset, length, .capture(variable, place.position)))
        }
        if let end = place.trailingOffset, variable.isMany {
          insertions.append((end, 0, .trailing(variable)))
        }
      } else if Metavariable.code(token.text) != token.text, token.text.hasPrefix("$$") {
        insertions.append((offset, length, .text(Metavariable.code(token.text))))
      }
    }
    var pieces: [Piece] = []
    var position = 0
    for insertion in insertions.sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
      guard insertion.offset >= position, insertion.offset <= bytes.count else { continue }
      if insertion.offset > position {
        pieces.append(.text(String(decoding: bytes[position..<insertion.offset], as: UTF8.self)))
      }
      pieces.append(insertion.piece)
      position = insertion.offset + insertion.length
    }
    if position < bytes.count {
      pieces.append(.text(String(decoding: bytes[position...], as: UTF8.self)))
    }
    self.form = form
    self.pieces = pieces
    self.uses = uses
    step = FileStyle.indentation(of: bytes, lines: LineIndex(bytes)).utf8.count
    isLoose = form == .expression && ExpressionShape.isLoose(node)
    isDeclaration =
      form == .declarations
      || (node.as(CodeBlockItemListSyntax.self)?.allSatisfy { $0.item.is(DeclSyntax.self) } ?? false)
  }

  /// What stands between two braces on one line, where that is only a placeholder.
  private static func spaceBetweenBraces(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower > 0, bytes[lower - 1] == 0x20 { lower -= 1 }
    while upper < bytes.count, bytes[upper] == 0x20 { upper += 1 }
    guard upper < bytes.count, bytes[upper] == UInt8(ascii: "}"), lower > 0 else { return nil }
    let opensBlock = bytes[lower - 1] == UInt8(ascii: "{")
    let followsSignature =
      lower < range.lowerBound && lower >= 3 && bytes[(lower - 3)..<lower].elementsEqual(" in".utf8)
    return opensBlock || followsSignature ? lower..<upper : nil
  }

  private static func parse(_ text: String, as form: Form) throws(PatternProblem) -> Syntax {
    switch form {
    case .expression: return try PatternText.node(of: text, as: .expr)
    case .type: return try PatternText.node(of: text, as: .type)
    case .declarations: return try PatternText.node(of: text, as: .decl)
    case .statements: return Syntax(try PatternText.statements(of: text))
    }
  }

  /// The placeholder that the text begins with, when a dot follows it.
  var receiver: String? {
    guard case .capture(let variable, _)? = pieces.first, pieces.count > 1 else { return nil }
    switch pieces[1] {
    case .text(let text): return text.first { !$0.isWhitespace } == "." ? variable.name : nil
    case .capture(let next, _): return next.isLinks ? variable.name : nil
    case .block, .trailing: return nil
    }
  }

  /// Where a placeholder stands in a template.
  private struct Place {
    var position = Position()
    var trailingOffset: Int?
    /// Where the dot before a member's name is.
    var period: Int?

    init(_ token: TokenSyntax, in template: Syntax) {
      var outer = token.parent
      while let node = outer, !position.isInClosure {
        position.isInClosure = node.is(ClosureExprSyntax.self)
        outer = node.parent
      }
      guard let reference = token.parent?.as(DeclReferenceExprSyntax.self),
        let parent = reference.parent
      else { return }
      if let member = parent.as(MemberAccessExprSyntax.self), member.declName.id == reference.id {
        if member.base != nil {
          period = member.period.positionAfterSkippingLeadingTrivia.utf8Offset
        }
        return
      }
      position.isTight = ExpressionShape.isTight(parent, around: Syntax(reference))
      position.place = OperandPlace(of: Syntax(reference)) { $0.id == template.id }
      guard let argument = parent.as(LabeledExprSyntax.self), argument.label == nil,
        let list = argument.parent?.as(LabeledExprListSyntax.self),
        let call = list.parent?.as(FunctionCallExprSyntax.self)
      else { return }
      position.isArgument = true
      if list.last?.id == argument.id, call.trailingClosure == nil, let paren = call.rightParen {
        trailingOffset = paren.endPositionBeforeTrailingTrivia.utf8Offset
      }
    }
  }
}

/// Which expressions need parentheses beside which others.
enum ExpressionShape {
  /// Whether the expression falls apart beside an operator or before a dot.
  static func isLoose(_ node: Syntax) -> Bool {
    [
      .infixOperatorExpr, .ternaryExpr, .asExpr, .isExpr, .tryExpr, .awaitExpr, .sequenceExpr,
      .ifExpr, .switchExpr, .prefixOperatorExpr,
    ].contains(node.kind)
  }

  /// Whether a node binds its child so tightly that a loose one needs parentheses.
  static func isTight(_ parent: Syntax, around child: Syntax) -> Bool {
    switch parent.kind {
    case .memberAccessExpr, .infixOperatorExpr, .prefixOperatorExpr, .postfixOperatorExpr,
      .forceUnwrapExpr, .optionalChainingExpr, .asExpr, .isExpr, .ternaryExpr:
      !isAssignment(parent, of: child)
    case .functionCallExpr, .subscriptCallExpr:
      parent.children(viewMode: .sourceAccurate).first?.id == child.id
    default: false
    }
  }

  private static func isAssignment(_ parent: Syntax, of child: Syntax) -> Bool {
    guard let infix = parent.as(InfixOperatorExprSyntax.self) else { return false }
    return infix.operator.is(AssignmentExprSyntax.self)
      && Syntax(infix.rightOperand).id == child.id
  }
}
