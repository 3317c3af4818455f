import SwiftSyntax

/// One node of a pattern, compiled from a syntax tree so that it can cross tasks.
indirect enum PatternNode: Sendable {
  /// A token with this text.
  case token(String)
  /// Any one token.
  case anyToken(Metavariable)
  /// Any one node of a slot.
  case anyNode(Metavariable, PatternSlot)
  /// A node with these children.
  case node(SyntaxKind, [PatternNode])
  /// A declaration; what it does not mention may be there.
  case declaration(SyntaxKind, [PatternNode])
  /// A list with these elements.
  case list(SyntaxKind, [PatternElement])
  /// A list that holds these elements, in any order and among others.
  case subset(SyntaxKind, [PatternNode])
  /// A call; trailing closures are arguments.
  case call(PatternNode, [ArgumentPattern])
  /// The expansion of a macro, as an expression or a declaration; trailing closures are arguments.
  case expansion(PatternNode, [ArgumentPattern])
  /// A chain that begins with the base and has any number of further links.
  case chain(PatternNode, Metavariable)
  /// A closure, whatever its signature and statements.
  case anyClosure(Metavariable)
}

/// One element of a list in a pattern.
enum PatternElement: Sendable {
  case one(PatternNode)
  case many(Metavariable)
}

/// One argument of a call in a pattern.
enum ArgumentPattern: Sendable {
  case many(Metavariable)
  case one(label: Label, PatternNode)

  /// What an argument's label may be.
  enum Label: Sendable {
    case none
    case text(String)
    case any(Metavariable)
    /// The first trailing closure, whose label is not written.
    case trailing
  }
}

/// What kind of syntax a placeholder stands for.
enum PatternSlot: Sendable {
  case expression
  case type
  case pattern
  case declaration
  case item
  case token
  case other

  init(_ node: Syntax) {
    if node.is(ExprSyntax.self) {
      self = .expression
    } else if node.is(TypeSyntax.self) {
      self = .type
    } else if node.is(PatternSyntax.self) {
      self = .pattern
    } else if node.is(DeclSyntax.self) {
      self = .declaration
    } else if node.is(CodeBlockItemSyntax.self) || node.is(MemberBlockItemSyntax.self) {
      self = .item
    } else {
      self = .other
    }
  }

  func accepts(_ node: Syntax) -> Bool {
    switch self {
    case .expression: node.is(ExprSyntax.self)
    case .type: node.is(TypeSyntax.self)
    case .pattern: node.is(PatternSyntax.self)
    case .declaration: node.is(DeclSyntax.self)
    case .item: node.is(CodeBlockItemSyntax.self) || node.is(MemberBlockItemSyntax.self)
    case .token: node.is(TokenSyntax.self)
    case .other: true
    }
  }
}

extension PatternNode {
  /// Whether a node of this kind could be matched at all.
  func accepts(_ node: Syntax) -> Bool {
    switch self {
    case .node(let kind, _), .declaration(let kind, _), .list(let kind, _), .subset(let kind, _):
      node.kind == kind
    case .call: node.kind == .functionCallExpr
    case .expansion: node.kind == .macroExpansionExpr || node.kind == .macroExpansionDecl
    case .anyClosure: node.kind == .closureExpr
    case .token, .anyToken: node.is(TokenSyntax.self)
    case .anyNode(_, let slot): slot.accepts(node)
    case .chain: node.is(ExprSyntax.self)
    }
  }

  /// The name of the outermost modifier, where the code is one.
  var modifierName: String? {
    switch self {
    case .call(let callee, _): return callee.modifierName
    case .node(.memberAccessExpr, let children):
      guard children.count == 3, case .node(.declReferenceExpr, let name) = children[2],
        case .token(let text)? = name.first
      else { return nil }
      return text
    default: return nil
    }
  }

  /// Where a placeholder of one piece of code stands; nil where the pattern has none.
  func slot(of name: String) -> PatternSlot? {
    func first(_ nodes: [PatternNode]) -> PatternSlot? {
      nodes.lazy.compactMap { $0.slot(of: name) }.first { _ in true }
    }
    switch self {
    case .token, .anyClosure: return nil
    case .anyToken(let variable): return variable.name == name ? .token : nil
    case .anyNode(let variable, let slot): return variable.name == name ? slot : nil
    case .node(_, let children), .declaration(_, let children), .subset(_, let children):
      return first(children)
    case .list(_, let elements):
      return first(
        elements.compactMap { if case .one(let node) = $0 { node } else { nil } })
    case .call(let callee, let arguments), .expansion(let callee, let arguments):
      let values = arguments.compactMap { argument in
        if case .one(_, let value) = argument { value } else { nil }
      }
      return callee.slot(of: name) ?? first(values)
    case .chain(let base, _): return base.slot(of: name)
    }
  }

  /// The only kind of syntax that could match; nil where several could.
  var onlyKind: SyntaxKind? {
    switch self {
    case .node(let kind, _), .declaration(let kind, _), .list(let kind, _), .subset(let kind, _):
      kind
    case .call: .functionCallExpr
    case .anyClosure: .closureExpr
    case .token, .anyToken: .token
    case .anyNode, .chain, .expansion: nil
    }
  }

  /// The placeholder that the code begins with, when it is followed by a dot.
  var leadingReceiver: Metavariable? {
    switch self {
    case .call(let callee, _): return callee.leadingReceiver
    case .node(.memberAccessExpr, let children):
      guard children.count == 3, let base = children.first else { return nil }
      if case .anyNode(let variable, .expression) = base, !variable.isMany { return variable }
      return base.leadingReceiver
    default: return nil
    }
  }
}
