import SwiftSyntax

/// What folding leaves of an `if`.
enum FoldedBranch {
  /// The statement stays, with its parts folded.
  case kept(FoldNode)
  /// One arm is all there is, or nothing.
  case replaced(AvailabilityFolder.Statements)
}

/// What systems before the version make of a list of conditions.
enum FoldedConditions {
  case holds
  case fails
  /// Other conditions decide.
  case open([FoldNode])
  /// They fail, but not before something with effects was evaluated.
  case failsLate([FoldNode])
}

extension AvailabilityFolder {
  func verdict(
    _ list: ConditionElementListSyntax, depth: Int
  ) throws(FoldError) -> FoldedConditions {
    var open: [FoldNode] = []
    for element in list {
      switch truth(of: element) {
      case .yes: continue
      case .no:
        if open.allSatisfy(\.isFreeOfEffects) { return .fails }
        return .failsLate(open + [try condition(element, depth: depth)])
      case .unknown: open.append(try condition(element, depth: depth))
      }
    }
    return open.isEmpty ? .holds : .open(open)
  }

  private func truth(of element: ConditionElementSyntax) -> Truth {
    guard case .availability(let condition) = element.condition else { return .unknown }
    let clause = AvailabilityClause(condition)
    let isAvailable: Truth =
      switch clause.entry(for: platform) {
      case .listed(let listed):
        switch era {
        case .before: listed >= version ? .no : .unknown
        case .from: listed <= version ? .yes : .unknown
        }
      case .unlisted: .yes
      case .unclear: .unknown
      }
    return clause.isNegated ? isAvailable.negated : isAvailable
  }

  private func condition(
    _ element: ConditionElementSyntax, depth: Int
  ) throws(FoldError) -> FoldNode {
    let offset = element.positionAfterSkippingLeadingTrivia.utf8Offset
    return FoldNode(
      .conditionElement, at: offset, [try fold(Syntax(element.condition), depth: depth + 1)])
  }

  func fold(_ branch: IfExprSyntax, depth: Int) throws(FoldError) -> FoldedBranch {
    guard depth < Self.depthLimit else { throw .tooDeep }
    let offset = branch.positionAfterSkippingLeadingTrivia.utf8Offset
    let body: FoldNode
    let conditions: [FoldNode]
    switch try verdict(branch.conditions, depth: depth) {
    case .holds:
      return .replaced(try statements(branch.body.statements, depth: depth + 1))
    case .fails:
      switch branch.elseBody {
      case .codeBlock(let block):
        return .replaced(try statements(block.statements, depth: depth + 1))
      case .ifExpr(let chained): return try fold(chained, depth: depth + 1)
      default: return .replaced(Statements())
      }
    case .open(let remaining):
      conditions = remaining
      body = try fold(Syntax(branch.body), depth: depth + 1)
    case .failsLate(let evaluated):
      conditions = evaluated
      body = block([], at: offset)
    }
    var children = [
      FoldNode(token: .keyword(.if), at: offset),
      FoldNode(.conditionElementList, at: offset, conditions), body,
    ]
    if let other = try foldElse(of: branch, depth: depth + 1) {
      children += [FoldNode(token: .keyword(.else), at: other.offset), other]
    }
    return .kept(FoldNode(.ifExpr, at: offset, children))
  }

  private func foldElse(of branch: IfExprSyntax, depth: Int) throws(FoldError) -> FoldNode? {
    switch branch.elseBody {
    case .codeBlock(let other): return try fold(Syntax(other), depth: depth)
    case .ifExpr(let chained):
      switch try fold(chained, depth: depth) {
      case .kept(let node): return node
      case .replaced(let statements):
        guard !statements.items.isEmpty || chained.elseBody != nil else { return nil }
        return block(
          statements.items, at: chained.positionAfterSkippingLeadingTrivia.utf8Offset)
      }
    default: return nil
    }
  }

  /// An `if` whose value is used: the value of the arm that is left, where it is one expression.
  func fold(expression branch: IfExprSyntax, depth: Int) throws(FoldError) -> FoldNode {
    switch try fold(branch, depth: depth) {
    case .kept(let node): return node
    case .replaced(let statements):
      if statements.items.count == 1, let value = statements.items[0].children.first,
        value.isExpression
      {
        return value
      }
      return try foldChildren(of: Syntax(branch), depth: depth)
    }
  }

  /// What a `guard` leaves; after a failing one the rest of the list is dead.
  func fold(_ exit: GuardStmtSyntax, depth: Int) throws(FoldError) -> [FoldNode] {
    guard depth < Self.depthLimit else { throw .tooDeep }
    let offset = exit.positionAfterSkippingLeadingTrivia.utf8Offset
    let conditions: [FoldNode]
    switch try verdict(exit.conditions, depth: depth) {
    case .holds: return []
    case .fails:
      return placed(try statements(exit.body.statements, depth: depth + 1), at: exit)
    case .open(let remaining): conditions = remaining
    case .failsLate(let evaluated): conditions = evaluated
    }
    let node = FoldNode(
      .guardStmt, at: offset,
      [
        FoldNode(token: .keyword(.guard), at: offset),
        FoldNode(.conditionElementList, at: offset, conditions),
        FoldNode(token: .keyword(.else), at: offset),
        try fold(Syntax(exit.body), depth: depth + 1),
      ])
    return [FoldNode(.codeBlockItem, at: offset, [node])]
  }
}

extension FoldNode {
  /// Whether the node can be a value.
  var isExpression: Bool {
    SyntaxKind.expressionKinds.contains(kind)
  }
}

extension SyntaxKind {
  /// The kinds of expressions that an arm of a gate can have as its value.
  static let expressionKinds: Set<SyntaxKind> = [
    .arrayExpr, .asExpr, .awaitExpr, .booleanLiteralExpr, .closureExpr, .declReferenceExpr,
    .dictionaryExpr, .floatLiteralExpr, .forceUnwrapExpr, .functionCallExpr, .ifExpr,
    .infixOperatorExpr, .integerLiteralExpr, .isExpr, .keyPathExpr, .macroExpansionExpr,
    .memberAccessExpr, .nilLiteralExpr, .optionalChainingExpr, .postfixOperatorExpr,
    .prefixOperatorExpr, .stringLiteralExpr, .subscriptCallExpr, .superExpr, .switchExpr,
    .ternaryExpr, .tryExpr, .tupleExpr, .typeExpr, .genericSpecializationExpr,
  ]
}
