import SwiftSyntax

/// Takes the statements of gates out of the scopes that they had, where no name can clash.
struct FoldedScopes {
  /// What marks a scope that a gate left, in the place of `do`.
  static let word = TokenKind.unknown("scope")

  private var items: [FoldNode]

  init(_ items: [FoldNode]) { self.items = items }

  /// The statements with every scope taken off that can be; the others become `do`.
  func resolved() -> [FoldNode] {
    guard items.contains(where: { $0.scopeItems != nil }) else { return items }
    var result: [FoldNode] = []
    for (index, item) in items.enumerated() {
      guard let inner = item.scopeItems else {
        result.append(item)
        continue
      }
      let others = items[..<index] + items[(index + 1)...]
      let names = inner.flatMap(\.declaredNames)
      let isOpen =
        inner.allSatisfy { $0.namesAreKnown(isLast: index == items.count - 1) }
        && names.allSatisfy { name in others.allSatisfy { !$0.writes(name) } }
      result += isOpen ? inner : [item.asDoStatement]
    }
    return result
  }
}

extension FoldNode {
  /// The statements of a scope that a gate left.
  fileprivate var scopeItems: [FoldNode]? {
    guard kind == .codeBlockItem, let scope = children.first, scope.kind == .doStmt,
      scope.children.first?.token == FoldedScopes.word
    else { return nil }
    return scope.child(.codeBlock)?.child(.codeBlockItemList)?.children
  }

  fileprivate var asDoStatement: FoldNode {
    var result = self
    result.children[0].children[0] = FoldNode(token: .keyword(.do), at: offset)
    return result
  }

  /// Whether a statement declares only what `declaredNames` tells, and defers nothing that others
  /// would run before.
  fileprivate func namesAreKnown(isLast: Bool) -> Bool {
    if kind == .ifConfigClause {
      return clauseItems.allSatisfy { $0.namesAreKnown(isLast: isLast) }
    }
    guard kind == .codeBlockItem, let inner = children.first else { return false }
    if inner.kind == .deferStmt { return isLast }
    return inner.kind != .macroExpansionDecl
  }

  private var clauseItems: [FoldNode] { child(.codeBlockItemList)?.children ?? [] }

  /// The names that a statement declares for those after it.
  fileprivate var declaredNames: [String] {
    if kind == .ifConfigClause { return clauseItems.flatMap(\.declaredNames) }
    guard let inner = children.first else { return [] }
    switch inner.kind {
    case .variableDecl, .guardStmt:
      return inner.patternNames
    case _ where Self.hoistedKinds.contains(inner.kind):
      for part in inner.children {
        if case .identifier(let name) = part.token { return [name] }
      }
      return []
    default: return []
    }
  }

  private var patternNames: [String] {
    if kind == .identifierPattern, case .identifier(let name) = children.first?.token {
      return [name]
    }
    if kind == .closureExpr || kind == .codeBlock { return [] }
    return children.flatMap(\.patternNames)
  }

  /// Whether the name is written anywhere in the node, but for members after a dot.
  fileprivate func writes(_ name: String) -> Bool {
    if case .identifier(let text) = token { return text == name }
    if kind == .memberAccessExpr { return children.dropLast().contains { $0.writes(name) } }
    return children.contains { $0.writes(name) }
  }
}
