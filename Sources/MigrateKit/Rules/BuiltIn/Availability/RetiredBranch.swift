import SwiftSyntax

/// Writes an `if` or a `guard` whose checks always hold, or never, without them.
struct RetiredBranch {
  /// What can be done.
  enum Outcome {
    case fix(Fix)
    case left(String)
  }

  let file: ParsedFile

  // MARK: Conditions

  /// Takes the conditions at the indices out of a list that keeps others.
  func without(_ indices: [Int], in list: ConditionElementListSyntax) -> Outcome {
    let elements = Array(list)
    var edits: [Edit] = []
    var index = 0
    while index < elements.count {
      guard indices.contains(index) else {
        index += 1
        continue
      }
      let first = index
      while index < elements.count, indices.contains(index) { index += 1 }
      let start = file.range(of: elements[first]).lowerBound
      let range: ByteRange
      if index < elements.count, first > 0 {
        let end = file.range(of: elements[index - 1]).upperBound
        range = ByteRange(file.range(of: elements[first - 1]).upperBound, end)
      } else if index < elements.count {
        range = ByteRange(start, file.range(of: elements[index]).lowerBound)
      } else if first > 0, let end = elements.last.map({ file.range(of: $0).upperBound }) {
        range = ByteRange(file.range(of: elements[first - 1].condition).upperBound, end)
      } else {
        return .left("conditions")
      }
      guard !hasComment(range) else { return .left("comment") }
      edits.append(Edit(range, ""))
    }
    return .fix(Fix(edits))
  }

  // MARK: if

  /// Puts the one arm that runs in the place of an `if`.
  func collapse(_ branch: IfExprSyntax, holds: Bool) -> Outcome {
    let arm: CodeBlockSyntax?
    var chained: IfExprSyntax?
    if holds {
      arm = branch.body
    } else {
      switch branch.elseBody {
      case .codeBlock(let block): arm = block
      case .ifExpr(let other):
        arm = nil
        chained = other
      default: arm = nil
      }
    }
    if let parent = branch.parent?.as(IfExprSyntax.self) {
      return inChain(branch, of: parent, arm: arm, chained: chained)
    }
    let range = file.range(of: branch)
    if let chained {
      return cut(ByteRange(range.lowerBound, file.range(of: chained).lowerBound), of: branch)
    }
    guard let item = branch.statement, let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return value(of: branch, arm: arm) }
    guard let arm else { return remove(item, in: list) }
    return replace(item, in: list, branch: branch, by: arm)
  }

  private func inChain(
    _ branch: IfExprSyntax, of parent: IfExprSyntax, arm: CodeBlockSyntax?, chained: IfExprSyntax?
  ) -> Outcome {
    let range = file.range(of: branch)
    if let chained {
      return cut(ByteRange(range.lowerBound, file.range(of: chained).lowerBound), of: branch)
    }
    guard let arm else {
      return cut(ByteRange(file.range(of: parent.body).upperBound, range.upperBound), of: branch)
    }
    let body = file.range(of: arm)
    let before = ByteRange(range.lowerBound, body.lowerBound)
    let after = ByteRange(body.upperBound, range.upperBound)
    guard keepsComments(of: branch, besides: arm) else { return .left("comment") }
    return .fix(Fix([Edit(before, ""), Edit(after, "")].filter { !$0.byteRange.isEmpty }))
  }

  private func cut(_ range: ByteRange, of branch: IfExprSyntax) -> Outcome {
    guard keepsComments(of: branch, besides: nil) else { return .left("comment") }
    return .fix(Fix([Edit(range, "")]))
  }

  private func value(of branch: IfExprSyntax, arm: CodeBlockSyntax?) -> Outcome {
    guard let arm, let only = arm.statements.first, arm.statements.count == 1,
      case .expr(let expression) = only.item
    else { return .left("value") }
    guard keepsComments(of: branch, besides: arm), !hasComment(inside: arm, around: expression)
    else { return .left("comment") }
    let range = file.range(of: branch)
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    let text = SourceLines(of: expression, in: file)
      .text(after: indentation, lineEnding: file.source.lineEnding)
    return .fix(Fix([Edit(range, text)]))
  }

  private func replace(
    _ item: CodeBlockItemSyntax, in list: CodeBlockItemListSyntax, branch: IfExprSyntax,
    by arm: CodeBlockSyntax
  ) -> Outcome {
    guard keepsComments(of: branch, besides: arm) else { return .left("comment") }
    let lines = BlockLines(arm, in: file).lines
    guard !lines.isEmpty else { return remove(item, in: list) }
    guard scopeCanGo(arm, item: item, in: list) else { return .left("scope") }
    let range = file.range(of: branch)
    guard lines.lines.count == 1 || isLastOnLine(range.upperBound) else {
      return .left("sharesLine")
    }
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    var edits = [
      Edit(range, lines.text(after: indentation, lineEnding: file.source.lineEnding))
    ]
    if arm.exits, let last = list.last, last.id != item.id {
      guard list.parent?.is(IfConfigClauseSyntax.self) != true else { return .left("directive") }
      let rest = list.filter { $0.position > item.position }
      guard !rest.contains(where: { $0.item.isHoisted }) else { return .left("scope") }
      edits.append(Edit(ByteRange(range.upperBound, file.range(of: last).upperBound), ""))
    } else if arm.exits, let clause = list.parent?.as(IfConfigClauseSyntax.self) {
      guard let others = elseClause(after: clause) else { return .left("directive") }
      edits += others
    }
    return .fix(Fix(edits))
  }

  /// What follows an `#if` whose only clause always exits now, put into an `#else` of its own.
  private func elseClause(after clause: IfConfigClauseSyntax) -> [Edit]? {
    guard let config = clause.parent?.parent?.as(IfConfigDeclSyntax.self),
      config.clauses.count == 1, let item = config.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self), let last = list.last,
      !list.parentIsDirective
    else { return nil }
    guard last.id != item.id else { return [] }
    guard !list.contains(where: { $0.position > item.position && $0.item.isHoisted }),
      isLastOnLine(file.range(of: last).upperBound)
    else { return nil }
    let end = file.range(of: config.poundEndif)
    let indentation = file.source.indentation(ofLineAt: end.lowerBound)
    return [
      Edit(end, "#else"),
      Edit(
        insertAt: file.range(of: last).upperBound,
        file.source.lineEnding + indentation + "#endif"),
    ]
  }

  // MARK: guard

  /// Takes out a `guard` that never leaves, or what follows one that always does.
  func collapse(_ exit: GuardStmtSyntax, holds: Bool) -> Outcome {
    guard let item = exit.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return .left("statement") }
    if holds {
      guard
        !hasComment(
          ByteRange(file.range(of: exit).lowerBound, file.range(of: exit.body).lowerBound))
      else { return .left("comment") }
      return remove(item, in: list)
    }
    guard list.parent?.is(IfConfigClauseSyntax.self) != true else { return .left("directive") }
    let range = file.range(of: exit)
    let head = ByteRange(range.lowerBound, file.range(of: exit.body).lowerBound)
    let rest = list.filter { $0.position > item.position }
    guard !hasComment(head) else { return .left("comment") }
    guard !rest.contains(where: { $0.item.isHoisted }),
      scopeCanGo(exit.body, item: item, in: list), let last = list.last
    else { return .left("scope") }
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    let lines = BlockLines(exit.body, in: file).lines
    let whole = ByteRange(range.lowerBound, file.range(of: last).upperBound)
    guard isLastOnLine(whole.upperBound) || lines.lines.count == 1 else {
      return .left("sharesLine")
    }
    let text = lines.text(after: indentation, lineEnding: file.source.lineEnding)
    return .fix(Fix([Edit(whole, text)]))
  }

  // MARK: Parts

  private func remove(
    _ item: CodeBlockItemSyntax, in list: CodeBlockItemListSyntax
  ) -> Outcome {
    if let branch = item.asIfExpression, !keepsComments(of: branch, besides: nil) {
      return .left("comment")
    }
    let range = file.range(of: item)
    if list.count == 1, list.parent?.is(SwitchCaseSyntax.self) ?? false {
      return .left("emptyCase")
    }
    if list.count == 1, list.parent?.is(IfConfigClauseSyntax.self) ?? false {
      return .left("directive")
    }
    return .fix(Fix([LineRemoval(file: file).edit(range)]))
  }

  /// Whether the names of an arm can be told apart from those of the list it moves into, and nothing
  /// is deferred to its end.
  private func scopeCanGo(
    _ arm: CodeBlockSyntax, item: CodeBlockItemSyntax, in list: CodeBlockItemListSyntax
  ) -> Bool {
    if list.last?.id != item.id, arm.statements.contains(where: \.defers) { return false }
    let names = arm.statements.reduce(into: Set<String>()) {
      $0.formUnion($1.namesForLaterStatements)
    }
    guard !names.isEmpty else { return true }
    let dead = arm.exits ? list.filter { $0.position > item.position }.map(\.id) : []
    return !list.contains { other in
      other.id != item.id && !dead.contains(other.id)
        && other.tokens(viewMode: .sourceAccurate).contains {
          if case .identifier(let name) = $0.tokenKind { return names.contains(name) }
          return false
        }
    }
  }

  private func isLastOnLine(_ offset: Int) -> Bool {
    let lines = file.source.lines
    let end = lines.range(ofLine: lines.index(ofLineAt: offset)).upperBound
    return file.source.text(in: ByteRange(offset, end)).allSatisfy(\.isWhitespace)
  }

  /// Whether no comment of an `if` is lost that does not belong to an arm which goes.
  private func keepsComments(of branch: IfExprSyntax, besides arm: CodeBlockSyntax?) -> Bool {
    var blocks = [branch.body]
    var next = branch.elseBody
    while let other = next {
      next = nil
      switch other {
      case .codeBlock(let block): blocks.append(block)
      case .ifExpr(let chained):
        if arm == nil, branch.elseBody?.as(IfExprSyntax.self)?.id == chained.id { break }
        blocks.append(chained.body)
        next = chained.elseBody
      @unknown default: break
      }
    }
    var start = file.range(of: branch).lowerBound
    for block in blocks {
      let range = file.range(of: block)
      if hasComment(ByteRange(start, range.lowerBound)) { return false }
      start = range.upperBound
    }
    return true
  }

  private func hasComment(inside arm: CodeBlockSyntax, around value: ExprSyntax) -> Bool {
    let block = file.range(of: arm)
    let range = file.range(of: value)
    return hasComment(ByteRange(block.lowerBound, range.lowerBound))
      || hasComment(ByteRange(range.upperBound, block.upperBound))
  }

  private func hasComment(_ range: ByteRange) -> Bool {
    let text = file.source.text(in: range)
    return text.contains("//") || text.contains("/*")
  }
}

extension IfExprSyntax {
  /// The statement that the `if` is, where it is not a value or part of a chain.
  fileprivate var statement: CodeBlockItemSyntax? {
    if let item = parent?.as(CodeBlockItemSyntax.self) { return item }
    guard let wrapper = parent?.as(ExpressionStmtSyntax.self) else { return nil }
    return wrapper.parent?.as(CodeBlockItemSyntax.self)
  }
}

extension CodeBlockSyntax {
  /// Whether its last statement leaves the list that the block's gate is in.
  var exits: Bool {
    guard case .stmt(let statement) = statements.last?.item else { return false }
    return [.returnStmt, .throwStmt, .breakStmt, .continueStmt].contains(statement.kind)
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var parentIsDirective: Bool { parent?.is(IfConfigClauseSyntax.self) ?? false }
}

extension CodeBlockItemSyntax.Item {
  /// Whether the item declares something that is seen from before it.
  fileprivate var isHoisted: Bool {
    guard case .decl(let declaration) = self else { return false }
    return !declaration.is(VariableDeclSyntax.self)
  }
}

extension CodeBlockItemSyntax {
  fileprivate var defers: Bool {
    switch item {
    case .stmt(let statement): statement.is(DeferStmtSyntax.self)
    case .decl(let declaration): declaration.itemsOfClauses.contains(where: \.defers)
    default: false
    }
  }

  /// The names that the item declares for those after it.
  fileprivate var namesForLaterStatements: Set<String> {
    switch item {
    case .decl(let declaration): declaration.namesForLaterStatements
    case .stmt(let statement):
      statement.as(GuardStmtSyntax.self).map { Syntax($0.conditions).boundNames } ?? []
    default: []
    }
  }
}

extension DeclSyntax {
  /// The statements in the clauses of an `#if`.
  fileprivate var itemsOfClauses: [CodeBlockItemSyntax] {
    guard let config = self.as(IfConfigDeclSyntax.self) else { return [] }
    return config.clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      guard case .statements(let items) = clause.elements else { return [] }
      return Array(items)
    }
  }

  fileprivate var namesForLaterStatements: Set<String> {
    if self.is(IfConfigDeclSyntax.self) {
      return itemsOfClauses.reduce(into: []) { $0.formUnion($1.namesForLaterStatements) }
    }
    if let variable = self.as(VariableDeclSyntax.self) {
      return Syntax(variable.bindings).boundNames
    }
    if let named = self.asProtocol((any NamedDeclSyntax).self) { return [named.name.text] }
    return []
  }
}

extension Syntax {
  /// The names that patterns in the node bind, closures and blocks aside.
  fileprivate var boundNames: Set<String> {
    if let pattern = self.as(IdentifierPatternSyntax.self) { return [pattern.identifier.text] }
    if self.is(ClosureExprSyntax.self) || self.is(CodeBlockSyntax.self) { return [] }
    return children(viewMode: .sourceAccurate).reduce(into: []) { $0.formUnion($1.boundNames) }
  }
}
