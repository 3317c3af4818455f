import SwiftSyntax

/// Turns the syntax tree of a pattern into pattern nodes.
struct PatternCompiler {
  private(set) var metavariables: [Metavariable] = []
  /// The texts that every match holds.
  private(set) var needles: [String] = []
  private(set) var problem: PatternProblem?

  mutating func compile(_ node: Syntax) -> PatternNode {
    if let token = node.as(TokenSyntax.self) { return compile(token) }
    if node.kind.isSyntaxCollection { return list(node) }
    if let variable = Self.onlyVariable(of: node) {
      guard !variable.isMany else {
        fail(
          "'\(variable.description)' stands for several items, so it can only stand in a list:"
            + " of arguments, statements, members, elements", at: node)
        return .token("")
      }
      metavariables.append(variable)
      return .anyNode(variable, PatternSlot(node))
    }
    if let call = node.as(FunctionCallExprSyntax.self) { return compile(call) }
    if let closure = node.as(ClosureExprSyntax.self), closure.signature == nil,
      let only = closure.statements.first, closure.statements.count == 1,
      let variable = Self.onlyVariable(of: Syntax(only)), variable.isMany
    {
      metavariables.append(variable)
      return .anyClosure(variable)
    }
    if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      let variable = Self.onlyVariable(of: Syntax(member.declName)), variable.isMany
    {
      metavariables.append(variable)
      return .chain(compile(Syntax(base)), variable)
    }
    if node.is(MissingExprSyntax.self) || node.is(MissingTypeSyntax.self)
      || node.is(MissingDeclSyntax.self) || node.is(UnexpectedNodesSyntax.self)
    {
      fail("it is not complete Swift near '\(node.trimmedDescription.prefix(40))'", at: node)
    }
    let children = node.children(viewMode: .sourceAccurate).map { compile($0) }
    return node.is(DeclSyntax.self)
      ? .declaration(node.kind, children) : .node(node.kind, children)
  }

  private mutating func fail(_ message: String, at node: Syntax) {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    problem = problem ?? PatternProblem(message, at: offset)
  }

  private mutating func compile(_ token: TokenSyntax) -> PatternNode {
    if let variable = Metavariable(token.text), !variable.isMany {
      metavariables.append(variable)
      return .anyToken(variable)
    }
    let text = Metavariable.code(token.text)
    need(text, token.tokenKind)
    return .token(text)
  }

  private mutating func need(_ text: String, _ kind: TokenKind) {
    switch kind {
    case .identifier:
      if !needles.contains(text) { needles.append(text) }
    case .keyword, .integerLiteral, .floatLiteral, .binaryOperator, .stringSegment:
      if text.utf8.count > 1, !needles.contains(text) { needles.append(text) }
    default: break
    }
  }

  private mutating func list(_ node: Syntax) -> PatternNode {
    let children = node.children(viewMode: .sourceAccurate)
    if node.is(AttributeListSyntax.self) || node.is(DeclModifierListSyntax.self) {
      return .subset(node.kind, children.map { compile($0) })
    }
    var elements: [PatternElement] = []
    for child in children {
      if let variable = Self.onlyVariable(of: child), variable.isMany {
        metavariables.append(variable)
        elements.append(.many(variable))
      } else {
        elements.append(.one(element(child)))
      }
    }
    return .list(node.kind, elements)
  }

  /// An element without the comma or semicolon that ends it.
  private mutating func element(_ node: Syntax) -> PatternNode {
    if let variable = Self.onlyVariable(of: node) {
      metavariables.append(variable)
      return .anyNode(variable, PatternSlot(node))
    }
    if node.is(TokenSyntax.self) || node.kind.isSyntaxCollection || node.is(DeclSyntax.self) {
      return compile(node)
    }
    let children = SyntaxParts.children(ofElement: node).map { compile($0) }
    return .node(node.kind, children)
  }

  private mutating func compile(_ call: FunctionCallExprSyntax) -> PatternNode {
    let callee = compile(Syntax(call.calledExpression))
    var arguments: [ArgumentPattern] = []
    for argument in call.arguments {
      let expression = Syntax(argument.expression)
      if argument.label == nil, let variable = Self.onlyVariable(of: expression), variable.isMany {
        metavariables.append(variable)
        arguments.append(.many(variable))
        continue
      }
      let value = compile(expression)
      arguments.append(.one(label: label(argument.label, of: value), value))
    }
    if let closure = call.trailingClosure {
      arguments.append(.one(label: .trailing, compile(Syntax(closure))))
    }
    for extra in call.additionalTrailingClosures {
      let value = compile(Syntax(extra.closure))
      arguments.append(.one(label: label(extra.label, of: value), value))
    }
    return .call(callee, arguments)
  }

  private mutating func label(
    _ token: TokenSyntax?, of value: PatternNode
  ) -> ArgumentPattern.Label {
    guard let token else { return .none }
    if let variable = Metavariable(token.text) {
      metavariables.append(variable)
      return .any(variable)
    }
    let text = Metavariable.code(token.text)
    // A trailing closure's label is not written, so that no match need hold it.
    switch value {
    case .anyNode, .anyClosure: break
    case .node(.closureExpr, _): break
    default: need(text, token.tokenKind)
    }
    return .text(text)
  }

  /// The placeholder that a node consists of, but for a comma or semicolon.
  static func onlyVariable(of node: Syntax) -> Metavariable? {
    var only: TokenSyntax?
    for token in node.tokens(viewMode: .sourceAccurate) {
      if only != nil {
        guard token.tokenKind == .comma || token.tokenKind == .semicolon,
          token.parent?.id == node.id
        else { return nil }
        continue
      }
      only = token
    }
    return only.flatMap { Metavariable($0.text) }
  }
}

/// The parts of syntax nodes that patterns look at.
enum SyntaxParts {
  /// The children of a list's element but for the comma or semicolon that ends it.
  static func children(ofElement node: Syntax) -> [Syntax] {
    var children = Array(node.children(viewMode: .sourceAccurate))
    if children.count > 1, let last = children.last?.as(TokenSyntax.self),
      last.tokenKind == .comma || last.tokenKind == .semicolon
    {
      children.removeLast()
    }
    return children
  }

  /// The texts of the tokens that a node holds.
  static func tokens(of node: some SyntaxProtocol) -> [String] {
    node.tokens(viewMode: .sourceAccurate).map { Self.text(of: $0) }.filter { !$0.isEmpty }
  }

  /// A token's text without back ticks.
  static func text(of token: TokenSyntax) -> String {
    let text = token.text
    return text.utf8.first == 0x60 && text.utf8.count > 2
      ? String(text.dropFirst().dropLast()) : text
  }
}
