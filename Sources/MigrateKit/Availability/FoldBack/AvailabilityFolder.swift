import SwiftSyntax

/// Turns a syntax tree into what one platform's systems before a version, or from it on, see.
///
/// `#if` is resolved as far as the platform decides it, gates are resolved as those systems do,
/// and everything else is taken as it stands.
struct AvailabilityFolder {
  /// Which systems a folded tree is for.
  enum Era {
    /// Systems before the version: checks for it fail.
    case before
    /// Systems of the version and later: checks for it and for earlier ones hold.
    case from
  }

  /// The platform of the systems.
  let platform: Platform
  /// The version that parts the systems.
  let version: PlatformVersion
  /// The side of the version that the systems are on.
  var era = Era.before
  /// How `#if` is decided.
  let build: BuildCondition
  /// Declarations that are not looked into, by node: the other side has the same text.
  var shared: [SyntaxIdentifier: String] = [:]

  static let depthLimit = 1_200

  func fold(_ node: some SyntaxProtocol) throws(FoldError) -> FoldNode {
    try fold(Syntax(node), depth: 0)
  }

  func fold(_ node: Syntax, depth: Int) throws(FoldError) -> FoldNode {
    guard depth < Self.depthLimit else { throw .tooDeep }
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    if let token = node.as(TokenSyntax.self) {
      return FoldNode(token: token.tokenKind, at: offset)
    }
    if SyntaxKind.shareableKinds.contains(node.kind), let text = shared[node.id] {
      return FoldNode(token: .unknown(text), at: offset)
    }
    switch node.kind {
    case .codeBlockItemList:
      if let list = node.as(CodeBlockItemListSyntax.self) {
        return FoldNode(
          .codeBlockItemList, at: offset, try statements(list, depth: depth + 1).items)
      }
    case .memberBlockItemList, .switchCaseList, .attributeList:
      return FoldNode(node.kind, at: offset, try elements(of: node, depth: depth + 1))
    case .functionDecl, .accessorDecl, .accessorBlock:
      return try foldChildren(of: node, depth: depth).markingLostValue(in: node)
    case .postfixIfConfigExpr:
      if let expression = node.as(PostfixIfConfigExprSyntax.self) {
        return try fold(postfix: expression, depth: depth + 1)
      }
    case .ifExpr:
      if let branch = node.as(IfExprSyntax.self) {
        return try fold(expression: branch, depth: depth + 1)
      }
    default: break
    }
    return try foldChildren(of: node, depth: depth)
  }

  func foldChildren(of node: Syntax, depth: Int) throws(FoldError) -> FoldNode {
    var children: [FoldNode] = []
    for child in node.children(viewMode: .sourceAccurate) {
      if let token = child.as(TokenSyntax.self), token.text.isEmpty { continue }
      children.append(try fold(child, depth: depth + 1))
    }
    return FoldNode(node.kind, at: node.positionAfterSkippingLeadingTrivia.utf8Offset, children)
  }

  // MARK: Lists

  /// The members, cases or attributes of a list, with the chosen clauses of `#if` put in place.
  private func elements(of list: Syntax, depth: Int) throws(FoldError) -> [FoldNode] {
    guard depth < Self.depthLimit else { throw .tooDeep }
    var result: [FoldNode] = []
    for element in list.children(viewMode: .sourceAccurate) {
      let member = element.as(MemberBlockItemSyntax.self)
      let content = member.map { Syntax($0.decl) } ?? element
      if let directive = content.as(IfConfigDeclSyntax.self) {
        for clause in try clauses(of: directive, depth: depth) {
          switch clause {
          case .compiled(let elements): result += elements
          case .open(let node): result.append(node)
          }
        }
      } else if isNewer(content) || isRedundant(content) {
        continue
      } else if member != nil {
        result.append(
          FoldNode(
            .memberBlockItem, at: content.positionAfterSkippingLeadingTrivia.utf8Offset,
            [try fold(content, depth: depth)]))
      } else {
        result.append(try fold(element, depth: depth))
      }
    }
    return result
  }

  /// Whether a declaration exists for later systems only.
  ///
  /// The attribute binds callers, not the runtime: what is reached without being named, such as an
  /// override or a stored value, is there on every system.
  func isNewer(_ declaration: Syntax) -> Bool {
    guard era == .before, !declaration.isReachedWithoutItsName,
      let owner = declaration.asProtocol((any WithAttributesSyntax).self),
      !owner.attributes.isEmpty, declaration.isProtocol((any DeclSyntaxProtocol).self)
    else { return false }
    var bounds = PlatformBounds(atLeast: PlatformVersion(0))
    AvailabilityAttributes(owner.attributes).constrain(&bounds, on: platform)
    return bounds.atLeast >= version
  }

  /// Whether an attribute asks for nothing that the systems do not have.
  private func isRedundant(_ element: Syntax) -> Bool {
    guard era == .from, let attribute = element.as(AttributeSyntax.self) else { return false }
    return attribute.isRedundant(on: platform, from: version)
  }

  // MARK: Directives

  private enum Clause {
    /// The clause is compiled: its elements stand for the directive.
    case compiled([FoldNode])
    /// Whether the clause is compiled is not known.
    case open(FoldNode)
  }

  /// The clauses that are or may be compiled; none where the directive holds nothing.
  private func clauses(
    of directive: IfConfigDeclSyntax, depth: Int
  ) throws(FoldError) -> [Clause] {
    var result: [Clause] = []
    for clause in directive.clauses {
      let holds: Truth = clause.condition == nil ? .yes : build.truth(of: clause.condition)
      if holds == .no { continue }
      let elements = try clause.elements.map { elements throws(FoldError) in
        try self.fold(Syntax(elements), depth: depth + 1).children
      }
      if holds == .yes, result.isEmpty { return [.compiled(elements ?? [])] }
      var children: [FoldNode] = []
      if holds == .unknown, let condition = clause.condition {
        children.append(try fold(Syntax(condition), depth: depth + 1))
      }
      let offset = clause.positionAfterSkippingLeadingTrivia.utf8Offset
      children.append(FoldNode(.codeBlockItemList, at: offset, elements ?? []))
      result.append(.open(FoldNode(.ifConfigClause, at: offset, children)))
      if holds == .yes { break }
    }
    return result
  }

  /// A modifier chain with the chosen clause of a postfix `#if` put in place.
  private func fold(
    postfix expression: PostfixIfConfigExprSyntax, depth: Int
  ) throws(FoldError) -> FoldNode {
    guard depth < Self.depthLimit else { throw .tooDeep }
    guard let base = expression.base else {
      return try foldChildren(of: Syntax(expression), depth: depth)
    }
    let folded = try fold(Syntax(base), depth: depth)
    for clause in expression.config.clauses {
      let holds: Truth = clause.condition == nil ? .yes : build.truth(of: clause.condition)
      switch holds {
      case .no: continue
      case .unknown: return try foldChildren(of: Syntax(expression), depth: depth)
      case .yes:
        guard case .postfixExpression(let modifiers) = clause.elements else { return folded }
        let chain = try fold(Syntax(modifiers), depth: depth)
        return chain.replacingStart(with: folded)
          ?? FoldNode(.postfixIfConfigExpr, at: folded.offset, [folded, chain])
      }
    }
    return folded
  }

  // MARK: Statements

  /// Statements that stand in place of others.
  struct Statements {
    var items: [FoldNode] = []
    /// Whether they declare names or defer, so that they need a scope of their own.
    var needScope = false
  }

  func statements(
    _ list: CodeBlockItemListSyntax, depth: Int
  ) throws(FoldError) -> Statements {
    guard depth < Self.depthLimit else { throw .tooDeep }
    var result = Statements()
    for item in list {
      let start = result.items.count
      try append(item, to: &result.items, depth: depth)
      let added = result.items[start...]
      if added.contains(where: \.declaresOrDefers) { result.needScope = true }
      // What follows an exit never runs; functions and types are seen from before it.
      if let exit = result.items[start...].firstIndex(where: \.isExit) {
        let rest = result.items[(exit + 1)...].filter(\.isHoistedDeclaration)
        result.items = Array(result.items[...exit]) + rest
        result.items += try hoistedDeclarations(of: list, after: item, depth: depth)
        break
      }
    }
    if era == .from {
      result.items = FoldedScopes(result.items).resolved()
      result.needScope = result.items.contains(where: \.declaresOrDefers)
    }
    return result
  }

  private func hoistedDeclarations(
    of list: CodeBlockItemListSyntax, after item: CodeBlockItemSyntax, depth: Int
  ) throws(FoldError) -> [FoldNode] {
    var result: [FoldNode] = []
    for other in list where other.position > item.position {
      guard case .decl(let declaration) = other.item,
        FoldNode.hoistedKinds.contains(declaration.kind), !isNewer(Syntax(declaration))
      else { continue }
      result.append(try wrap(fold(Syntax(declaration), depth: depth)))
    }
    return result
  }

  private func wrap(_ node: FoldNode) -> FoldNode {
    FoldNode(.codeBlockItem, at: node.offset, [node])
  }

  private func append(
    _ item: CodeBlockItemSyntax, to result: inout [FoldNode], depth: Int
  ) throws(FoldError) {
    if let branch = item.asIfExpression {
      switch try fold(branch, depth: depth + 1) {
      case .kept(let node): result.append(wrap(node))
      case .replaced(let statements): result += placed(statements, at: branch)
      }
      return
    }
    switch item.item {
    case .decl(let declaration):
      if let directive = declaration.as(IfConfigDeclSyntax.self) {
        for clause in try clauses(of: directive, depth: depth) {
          switch clause {
          case .compiled(let elements): result += elements
          case .open(let node): result.append(node)
          }
        }
        return
      }
      if isNewer(Syntax(declaration)) { return }
    case .stmt(let statement):
      if let exit = statement.as(GuardStmtSyntax.self) {
        result += try fold(exit, depth: depth + 1)
        return
      }
      if let loop = statement.as(WhileStmtSyntax.self),
        case .fails = try verdict(loop.conditions, depth: depth + 1)
      {
        return
      }
    default: break
    }
    result.append(wrap(try fold(Syntax(item.item), depth: depth + 1)))
  }

  /// Statements in the list that a gate stood in.
  func placed(_ statements: Statements, at gate: some SyntaxProtocol) -> [FoldNode] {
    guard statements.needScope else { return statements.items }
    let offset = gate.positionAfterSkippingLeadingTrivia.utf8Offset
    let word: TokenKind = era == .from ? FoldedScopes.word : .keyword(.do)
    let scope = FoldNode(
      .doStmt, at: offset,
      [FoldNode(token: word, at: offset), block(statements.items, at: offset)])
    return [wrap(scope)]
  }

  func block(_ items: [FoldNode], at offset: Int) -> FoldNode {
    FoldNode(
      .codeBlock, at: offset,
      [
        FoldNode(token: .leftBrace, at: offset),
        FoldNode(.codeBlockItemList, at: offset, items),
        FoldNode(token: .rightBrace, at: offset),
      ])
  }
}

extension Syntax {
  /// Whether the runtime, a superclass or plain evaluation reaches a declaration.
  fileprivate var isReachedWithoutItsName: Bool {
    if self.is(DeinitializerDeclSyntax.self) { return true }
    if let owner = self.asProtocol((any WithModifiersSyntax).self) {
      let names = owner.modifiers.map(\.name.tokenKind)
      if names.contains(.keyword(.override)) || names.contains(.keyword(.required)) { return true }
      if let variable = self.as(VariableDeclSyntax.self),
        variable.bindings.contains(where: { $0.initializer != nil }),
        !names.contains(.keyword(.static)), !names.contains(.keyword(.lazy))
      {
        return true
      }
    }
    guard let owner = self.asProtocol((any WithAttributesSyntax).self) else { return false }
    return owner.attributes.contains { element in
      guard case .attribute(let attribute) = element,
        let name = attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
      else { return false }
      return ["objc", "objcMembers", "IBAction", "IBSegueAction", "NSManaged"].contains(name)
    }
  }
}

extension FoldNode {
  static let hoistedKinds: Set<SyntaxKind> = [
    .functionDecl, .structDecl, .classDecl, .enumDecl, .actorDecl, .typeAliasDecl,
    .protocolDecl,
  ]

  /// Whether a statement declares a name or defers, so that it cannot leave its scope.
  var declaresOrDefers: Bool {
    guard let inner = children.first else { return false }
    return inner.kind == .variableDecl || inner.kind == .deferStmt || inner.kind == .guardStmt
      || inner.kind == .macroExpansionDecl || kind == .ifConfigClause
      || Self.hoistedKinds.contains(inner.kind)
  }

  /// Whether a statement can be used before the place where it stands.
  var isHoistedDeclaration: Bool {
    children.first.map { Self.hoistedKinds.contains($0.kind) } ?? false
  }

  /// Whether control never gets past a statement.
  var isExit: Bool {
    guard kind == .codeBlockItem, let inner = children.first else { return false }
    return [.returnStmt, .throwStmt, .breakStmt, .continueStmt].contains(inner.kind)
  }

  /// A chain of modifiers that begins with a dot, with a view put before the dot.
  func replacingStart(with base: FoldNode) -> FoldNode? {
    if kind == .memberAccessExpr, children.first?.token == .period {
      var result = self
      result.children.insert(base, at: 0)
      return result
    }
    guard let first = children.first, first.token == nil,
      let replaced = first.replacingStart(with: base)
    else { return nil }
    var result = self
    result.children[0] = replaced
    return result
  }
}
