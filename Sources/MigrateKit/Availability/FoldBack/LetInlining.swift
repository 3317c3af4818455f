import SwiftSyntax

/// Puts locals that are used once where they are used, as long as nothing is evaluated in another
/// order, more or less often, or under another condition than before.
struct LetInlining {
  private var items: [FoldNode]

  init(items: [FoldNode]) { self.items = items }

  /// The statements after every local was tried, the last one first.
  func inlined() -> [FoldNode] {
    var work = self
    var index = work.items.count - 1
    while index >= 0 {
      work.inline(at: index)
      index -= 1
    }
    return work.items
  }

  private mutating func inline(at index: Int) {
    guard let local = Local(items[index]) else { return }
    let rest = items[(index + 1)...]
    guard rest.reduce(0, { $0 + $1.mentions(of: local.name) }) == 1,
      let place = rest.firstIndex(where: { $0.mentions(of: local.name) == 1 }),
      rest.reduce(0, { $0 + $1.occurrences(of: local.name) }) == 1
    else { return }
    for between in rest[..<place] where !between.canFollow(local.value) { return }
    guard let path = items[place].path(to: local.name),
      items[place].isEvaluatedFirst(along: path)
    else { return }
    items[place].replace(at: path, with: local.value)
    items.remove(at: index)
  }

  /// A `let` of one name whose value can stand for it.
  private struct Local {
    let name: String
    let value: FoldNode

    init?(_ item: FoldNode) {
      guard item.kind == .codeBlockItem, let declaration = item.children.first,
        declaration.kind == .variableDecl,
        declaration.children.contains(where: { $0.token == .keyword(.let) }),
        declaration.child(.attributeList)?.children.isEmpty ?? true,
        declaration.child(.declModifierList)?.children.isEmpty ?? true,
        let bindings = declaration.child(.patternBindingList), bindings.children.count == 1,
        let pattern = bindings.children[0].child(.identifierPattern),
        case .identifier(let name) = pattern.children.first?.token,
        let value = bindings.children[0].child(.initializerClause)?.children.last,
        Self.hasOwnType(value, annotation: bindings.children[0].child(.typeAnnotation))
      else { return nil }
      self.name = name
      self.value = value
    }

    /// Whether the value has the same type wherever it stands.
    ///
    /// Literals take their type from where they stand, so they stay. `.init(…)` does too, and is
    /// taken where an annotation gives the type that its place would.
    private static func hasOwnType(_ value: FoldNode, annotation: FoldNode?) -> Bool {
      let startsWithDot = value.firstToken == .period
      if annotation != nil { return startsWithDot && value.kind == .functionCallExpr }
      return !startsWithDot && !SyntaxKind.literalKinds.contains(value.kind)
    }
  }
}

extension SyntaxKind {
  fileprivate static let literalKinds: Set<SyntaxKind> = [
    .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr,
    .nilLiteralExpr, .arrayExpr, .dictionaryExpr, .closureExpr, .regexLiteralExpr, .tupleExpr,
    .prefixOperatorExpr, .ifExpr, .switchExpr, .macroExpansionExpr, .sequenceExpr,
  ]

  /// The kinds inside which a use may not be evaluated, or not once, or not now.
  fileprivate static let unsafeKinds: Set<SyntaxKind> = [
    .closureExpr, .ternaryExpr, .unresolvedTernaryExpr, .codeBlock, .functionDecl, .structDecl,
    .classDecl, .enumDecl, .actorDecl, .extensionDecl, .deferStmt, .whileStmt, .repeatStmt,
    .forStmt, .doStmt, .switchCaseList, .accessorBlock, .ifConfigClause, .inOutExpr,
    .sequenceExpr, .macroExpansionExpr, .macroExpansionDecl, .keyPathExpr, .labeledStmt,
    .awaitExpr,
  ]
}

extension FoldNode {
  var firstToken: TokenKind? {
    var node = self
    while let first = node.children.first { node = first }
    return node.token
  }

  /// How often the name is written, as a reference or in any other role but a member or a label.
  fileprivate func mentions(of name: String) -> Int {
    switch kind {
    case .memberAccessExpr:
      return children.dropLast().reduce(0) { $0 + $1.mentions(of: name) }
    case .labeledExpr where children.count > 1 && children[1].token == .colon:
      return children.dropFirst().reduce(0) { $0 + $1.mentions(of: name) }
    case .token:
      if case .identifier(let text) = token { return text == name ? 1 : 0 }
      return 0
    default: return children.reduce(0) { $0 + $1.mentions(of: name) }
    }
  }

  /// Whether a statement that stands after a value may as well be evaluated before it: it only
  /// gives names to values without evaluating calls, reads nothing that the value may change, and
  /// hides no name that the value means.
  fileprivate func canFollow(_ value: FoldNode) -> Bool {
    guard let declaration = children.first, declaration.kind == .variableDecl,
      declaration.children.contains(where: { $0.token == .keyword(.let) }), isFreeOfEffects,
      let bindings = declaration.child(.patternBindingList)?.children
    else { return false }
    return bindings.allSatisfy { binding in
      guard case .identifier(let name) = binding.child(.identifierPattern)?.children.first?.token,
        value.mentions(of: name) == 0
      else { return false }
      return value.isFreeOfEffects
        || !binding.contains(skipping: { $0.kind == .closureExpr }) { $0.readsName }
    }
  }

  private var readsName: Bool { kind == .declReferenceExpr || kind == .memberAccessExpr }

  /// The child indices that lead to the only reference of a name.
  fileprivate func path(to name: String) -> [Int]? {
    if referencedName == name { return [] }
    for (index, child) in children.enumerated() where child.occurrences(of: name) > 0 {
      if kind == .memberAccessExpr, index == children.count - 1 { continue }
      return child.path(to: name).map { [index] + $0 }
    }
    return nil
  }

  /// Whether the node at the end of the path is evaluated always, once, and before everything
  /// that has effects.
  fileprivate func isEvaluatedFirst(along path: [Int]) -> Bool {
    guard !SyntaxKind.unsafeKinds.contains(kind) else { return false }
    guard let index = path.first else { return true }
    if kind == .conditionElementList, index > 0 { return false }
    if kind == .infixOperatorExpr, !hasPlainOperator { return false }
    if kind == .functionCallExpr, index > 0, mayNotEvaluateArguments { return false }
    for earlier in children[..<index] where !earlier.isFreeOfEffects(asStartOf: self) {
      return false
    }
    return children[index].isEvaluatedFirst(along: Array(path.dropFirst()))
  }

  /// Whether the call is of a function that is known to evaluate its arguments on demand.
  private var mayNotEvaluateArguments: Bool {
    ["assert", "precondition", "assertionFailure"].contains(children.first?.referencedName ?? "")
  }

  /// Whether both operands are always evaluated, the left one first.
  private var hasPlainOperator: Bool {
    guard children.count == 3 else { return false }
    if children[1].kind == .assignmentExpr { return true }
    guard case .binaryOperator(let name) = children[1].children.first?.token else { return false }
    return ["==", "!=", "<", ">", "<=", ">=", "===", "!==", "+", "-", "*", "/"].contains(name)
  }

  /// An assignment's own sign has no effect before its right side is evaluated.
  private func isFreeOfEffects(asStartOf parent: FoldNode) -> Bool {
    if kind == .assignmentExpr, parent.kind == .infixOperatorExpr { return true }
    return isFreeOfEffects
  }

  fileprivate mutating func replace(at path: [Int], with value: FoldNode) {
    guard let index = path.first else {
      self = value
      return
    }
    children[index].replace(at: Array(path.dropFirst()), with: value)
  }
}
