import SwiftSyntax

/// A node of a folded tree: what a system before the version sees, free of white space.
struct FoldNode {
  let kind: SyntaxKind
  /// The token of a leaf.
  let token: TokenKind?
  /// The byte offset of the node in its own file.
  let offset: Int
  var children: [FoldNode]

  init(_ kind: SyntaxKind, at offset: Int, _ children: [FoldNode]) {
    self.kind = kind
    token = nil
    self.offset = offset
    self.children = children
  }

  init(token: TokenKind, at offset: Int) {
    kind = .token
    self.token = token
    self.offset = offset
    children = []
  }

  /// The first child of a kind.
  func child(_ kind: SyntaxKind) -> FoldNode? { children.first { $0.kind == kind } }

  /// The index of the first child of a kind.
  func childIndex(_ kind: SyntaxKind) -> Int? { children.firstIndex { $0.kind == kind } }

  /// Whether the node is this token.
  func isToken(_ other: TokenKind) -> Bool { token == other }

  /// Whether a node of the subtree, this one included, satisfies the condition; subtrees for which
  /// `isSkipped` holds are not looked at.
  func contains(
    skipping isSkipped: (FoldNode) -> Bool = { _ in false }, _ condition: (FoldNode) -> Bool
  ) -> Bool {
    var pending = [self]
    while let node = pending.popLast() {
      if isSkipped(node) { continue }
      if condition(node) { return true }
      pending.append(contentsOf: node.children)
    }
    return false
  }

  /// The name that the node refers to, where it is a plain reference such as `x`, `self` or `$0`.
  var referencedName: String? {
    guard kind == .declReferenceExpr, children.count == 1 else { return nil }
    switch children[0].token {
    case .identifier(let name), .dollarIdentifier(let name): return name
    case .keyword(.self): return "self"
    default: return nil
    }
  }
}

// MARK: - Reading in order

extension FoldNode {
  /// One step of a folded tree read from start to end.
  enum Step: Equatable {
    case token(TokenKind)
    /// The start or end of a node whose extent white space or precedence decides.
    case open(SyntaxKind)
    case close
  }

  /// The kinds whose extent the tokens alone do not show.
  private static let marked: Set<SyntaxKind> = [
    .codeBlockItem, .memberBlockItem, .conditionElement, .ifConfigClause, .infixOperatorExpr,
    .ternaryExpr, .prefixOperatorExpr, .tryExpr, .awaitExpr, .asExpr, .isExpr, .sequenceExpr,
  ]

  /// The steps with the offset of each.
  func steps() -> [(step: Step, offset: Int)] {
    var result: [(step: Step, offset: Int)] = []
    appendSteps(to: &result)
    return result
  }

  private func appendSteps(to result: inout [(step: Step, offset: Int)]) {
    if let token {
      result.append((.token(token), offset))
      return
    }
    let isMarked = Self.marked.contains(kind)
    if isMarked { result.append((.open(kind), offset)) }
    for child in children { child.appendSteps(to: &result) }
    if isMarked { result.append((.close, offset)) }
  }
}

// MARK: - Effects

extension FoldNode {
  private static let effectful: Set<SyntaxKind> = [
    .functionCallExpr, .subscriptCallExpr, .awaitExpr, .tryExpr, .macroExpansionExpr,
    .assignmentExpr, .inOutExpr, .postfixOperatorExpr, .expressionSegment, .ifExpr, .switchExpr,
    .unresolvedTernaryExpr, .sequenceExpr, .optionalChainingExpr, .forceUnwrapExpr,
  ]

  private static let plainOperators: Set<String> = [
    "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==", "+", "-", "*", "/", "!",
  ]

  /// Whether evaluating the node does nothing but read names; a closure that is not called does
  /// nothing.
  var isFreeOfEffects: Bool {
    !contains(skipping: { $0.kind == .closureExpr }) { node in
      if Self.effectful.contains(node.kind) { return true }
      switch node.token {
      case .binaryOperator(let name), .prefixOperator(let name):
        return !Self.plainOperators.contains(name)
      default: return false
      }
    }
  }

  /// Whether the node makes a shape of SwiftUI from values that are free of effects.
  var isPlainShape: Bool {
    guard kind == .functionCallExpr, let callee = children.first,
      let arguments = HelperCall.arguments(of: self),
      arguments.allSatisfy({ !$0.isTrailing && ($0.value.isFreeOfEffects || $0.value.isPlainShape) }
      )
    else { return false }
    if let name = callee.referencedName { return PlainValues.shapes.contains(name) }
    guard callee.kind == .memberAccessExpr, callee.children.count == 2,
      let name = callee.children[1].referencedName
    else { return false }
    return PlainValues.shapeMembers.contains(name)
  }

  /// Whether a node is a postfix expression's kind of start, so that text can follow it directly.
  var isPostfix: Bool {
    [
      .functionCallExpr, .memberAccessExpr, .declReferenceExpr, .subscriptCallExpr,
      .optionalChainingExpr, .forceUnwrapExpr, .tupleExpr,
    ].contains(kind)
  }
}
