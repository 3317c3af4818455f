import SwiftSyntax

/// Turns the syntax tree of a pattern into pattern nodes.
struct PatternCompiler {
  private(set) var metavariables: [Metavariable] = []
  /// The texts that every match holds.
  private(set) var needles: [String] = []
  /// What stands around each of them wherever it stands in the pattern.
  private(set) var forms: [String: Needles.Form] = [:]
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
      keep(variable, at: node)
      return .anyNode(variable, PatternSlot(node))
    }
    if let call = node.as(FunctionCallExprSyntax.self) { return compile(call) }
    if let expansion = MacroExpansion(node) {
      return .expansion(compile(expansion.name), arguments(of: expansion.call))
    }
    if let closure = node.as(ClosureExprSyntax.self), closure.signature == nil,
      let only = closure.statements.first, closure.statements.count == 1,
      let variable = Self.onlyVariable(of: Syntax(only)), variable.isMany
    {
      keep(variable, at: Syntax(only))
      return .anyClosure(variable)
    }
    if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      var variable = Self.onlyVariable(of: Syntax(member.declName)), variable.isMany
    {
      variable.isLinks = true
      keep(variable, at: Syntax(member.declName))
      return .chain(compile(Syntax(base)), variable)
    }
    if node.is(MissingExprSyntax.self) || node.is(MissingTypeSyntax.self)
      || node.is(MissingDeclSyntax.self) || node.is(UnexpectedNodesSyntax.self)
    {
      fail("it is not complete Swift near '\(node.trimmedText.prefix(40))'", at: node)
    }
    let children = node.children(viewMode: .sourceAccurate).map { compile($0) }
    return node.is(DeclSyntax.self)
      ? .declaration(node.kind, children) : .node(node.kind, children)
  }

  private mutating func fail(_ message: String, at node: Syntax) {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    problem = problem ?? PatternProblem(message, at: offset)
  }

  /// Notes a placeholder; a name stands for one piece of code or for several, never for both.
  private mutating func keep(_ variable: Metavariable, at node: Syntax) {
    if let name = variable.name,
      let other = metavariables.first(where: { $0.name == name && $0.isMany != variable.isMany })
    {
      fail(
        "'\(variable.description)' and '\(other.description)' are one name for one piece of code"
          + " and for several; rename one", at: node)
    }
    metavariables.append(variable)
  }

  private mutating func compile(_ token: TokenSyntax) -> PatternNode {
    if let variable = Metavariable(token.text), !variable.isMany {
      keep(variable, at: Syntax(token))
      return .anyToken(variable)
    }
    let text = Metavariable.code(token.text)
    need(text, of: token)
    return .token(text)
  }

  private mutating func need(_ text: String, of token: TokenSyntax) {
    switch token.tokenKind {
    case .identifier: break
    case .keyword, .integerLiteral, .floatLiteral, .binaryOperator, .stringSegment:
      guard text.utf8.count > 1 else { return }
    default: return
    }
    let form = Self.form(of: token)
    if needles.contains(text) {
      forms[text]?.formIntersection(form)
    } else {
      needles.append(text)
      forms[text] = form
    }
  }

  /// What stands around a token in everything that the pattern matches.
  private static func form(of token: TokenSyntax) -> Needles.Form {
    var form = Needles.Form.word
    guard let name = token.parent?.as(DeclReferenceExprSyntax.self), name.argumentNames == nil
    else { return form }
    var whole = Syntax(name)
    if let member = name.parent?.as(MemberAccessExprSyntax.self), member.declName.id == name.id {
      form.insert(.member)
      whole = Syntax(member)
    }
    if let call = whole.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == whole.id
    {
      form.insert(.called)
    }
    return form
  }

  private mutating func list(_ node: Syntax) -> PatternNode {
    let children = node.children(viewMode: .sourceAccurate)
    if node.is(AttributeListSyntax.self) || node.is(DeclModifierListSyntax.self) {
      return .subset(node.kind, children.map { compile($0) })
    }
    var elements: [PatternElement] = []
    for child in children {
      if let variable = Self.onlyVariable(of: child), variable.isMany {
        keep(variable, at: child)
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
      keep(variable, at: node)
      return .anyNode(variable, PatternSlot(node))
    }
    if node.is(TokenSyntax.self) || node.kind.isSyntaxCollection || node.is(DeclSyntax.self) {
      return compile(node)
    }
    let children = SyntaxParts.children(ofElement: node).map { compile($0) }
    return .node(node.kind, children)
  }

  private mutating func compile(_ call: FunctionCallExprSyntax) -> PatternNode {
    .call(compile(Syntax(call.calledExpression)), arguments(of: CallParts(call)))
  }

  private mutating func arguments(of call: CallParts) -> [ArgumentPattern] {
    var arguments: [ArgumentPattern] = []
    for argument in call.arguments {
      let expression = Syntax(argument.expression)
      if argument.label == nil, let variable = Self.onlyVariable(of: expression), variable.isMany {
        keep(variable, at: expression)
        arguments.append(.many(variable))
        continue
      }
      let value = compile(expression)
      arguments.append(.one(label: label(argument.label, of: value), value))
    }
    if let closure = call.trailingClosure {
      arguments.append(.one(label: .trailing, compile(Syntax(closure))))
    }
    for extra in call.additionalClosures {
      let value = compile(Syntax(extra.closure))
      arguments.append(.one(label: label(extra.label, of: value), value))
    }
    return arguments
  }

  private mutating func label(
    _ token: TokenSyntax?, of value: PatternNode
  ) -> ArgumentPattern.Label {
    guard let token else { return .none }
    if let variable = Metavariable(token.text) {
      keep(variable, at: Syntax(token))
      return .any(variable)
    }
    let text = Metavariable.code(token.text)
    // A trailing closure's label is not written, so that no match need hold it.
    switch value {
    case .anyNode, .anyClosure: break
    case .node(.closureExpr, _): break
    default: need(text, of: token)
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

  /// The texts of the tokens that a node holds, by which codes are compared: statements are kept
  /// apart, however they are written, and a comma that ends a list means nothing.
  static func tokens(of node: some SyntaxProtocol) -> [String] {
    var texts: [String] = []
    add(Syntax(node), to: &texts)
    return texts
  }

  /// The texts of items in a row, kept apart.
  static func tokens(ofItems items: some Sequence<Syntax>) -> [String] {
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      if index > 0 { texts.append(separator(of: item)) }
      for child in children(ofElement: item) { add(child, to: &texts) }
    }
    return texts
  }

  private static func add(_ node: Syntax, to texts: inout [String]) {
    if let token = node.as(TokenSyntax.self) {
      let text = text(of: token)
      if !text.isEmpty { texts.append(text) }
    } else if node.kind.isSyntaxCollection {
      let items = node.children(viewMode: .sourceAccurate)
      let isSeparated = items.first { _ in true }.map(endsBySign) ?? false
      guard isSeparated else {
        for item in items { add(item, to: &texts) }
        return
      }
      texts += tokens(ofItems: items)
    } else {
      for child in node.children(viewMode: .sourceAccurate) { add(child, to: &texts) }
    }
  }

  /// Whether a comma, a semicolon or a line end stands between such items.
  private static func endsBySign(_ item: Syntax) -> Bool {
    isStatement(item)
      || [
        .labeledExpr, .arrayElement, .dictionaryElement, .tupleTypeElement, .functionParameter,
        .genericArgument, .genericParameter, .closureParameter, .closureShorthandParameter,
        .conditionElement, .inheritedType, .enumCaseParameter, .enumCaseElement, .patternBinding,
        .tuplePatternElement, .switchCaseItem, .closureCapture, .availabilityArgument,
      ].contains(item.kind)
  }

  private static func isStatement(_ item: Syntax) -> Bool {
    item.is(CodeBlockItemSyntax.self) || item.is(MemberBlockItemSyntax.self)
  }

  private static func separator(of item: Syntax) -> String { isStatement(item) ? ";" : "," }

  /// A token's text without back ticks.
  static func text(of token: TokenSyntax) -> String {
    let text = token.text
    return text.utf8.first == 0x60 && text.utf8.count > 2
      ? String(text.dropFirst().dropLast()) : text
  }
}
