import SwiftSyntax

/// Writes the edits that gate whole statements or stand beside them.
struct StatementRewriter {
  private let rewriter: PatternRewriter
  private let site: PatternSite
  private let file: ParsedFile

  init(_ rewriter: PatternRewriter, _ site: PatternSite) {
    self.rewriter = rewriter
    self.site = site
    file = rewriter.file
  }

  private typealias Refusal = PatternRewriter.Refusal

  /// The statement or member that a node is or is part of.
  static func item(around node: Syntax) -> Syntax? {
    var next: Syntax? = node
    while let current = next {
      if current.is(CodeBlockItemSyntax.self) || current.is(MemberBlockItemSyntax.self) {
        return current
      }
      next = current.parent
    }
    return nil
  }

  private func statement() throws(PatternRewriter.Refusal) -> CodeBlockItemSyntax {
    guard let item = Self.item(around: site.node)?.as(CodeBlockItemSyntax.self) else {
      throw Refusal(reason: "notAStatement")
    }
    return item
  }

  private func gate(at item: CodeBlockItemSyntax, drops: Bool) throws(PatternRewriter.Refusal)
    -> Gate
  {
    let gate = Gate(
      rewriter.rule.requirement, at: item, in: file, context: rewriter.context, drops: drops)
    guard gate.isPossible else { throw Refusal(reason: nil) }
    return gate
  }

  /// Writes the statement twice: with the new code, and as it was.
  func replacement(
    by since: Template, before: Template?
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    if let value = initialValue() { return try initialValue(value, by: since, before: before) }
    let item = try statement()
    let range = file.range(of: item.item)
    try checkIsRepeatable(item)
    try checkIsShort(range)
    guard !OpaqueResult.isGiven(by: item) else { throw Refusal(reason: "opaqueResult") }
    let (inner, text) = try rewriter.replacedText(of: site, by: since)
    let new = try lines(of: range, replacing: inner, by: text)
    var old = SourceLines(of: item.item, in: file)
    if let before {
      let (inner, text) = try rewriter.replacedText(of: site, by: before)
      old = try lines(of: range, replacing: inner, by: text)
    }
    let code = try gate(at: item, drops: true).either(since: new, before: old)
    return try placed(code, at: item)
  }

  /// The initial value of the only variable of a declaration that the site is part of.
  private func initialValue() -> ExprSyntax? {
    guard let item = Self.item(around: site.node),
      let declaration = item.children(viewMode: .sourceAccurate).first(where: { _ in true })?
        .as(VariableDeclSyntax.self),
      declaration.attributes.isEmpty, declaration.bindings.count == 1,
      let binding = declaration.bindings.first, binding.accessorBlock == nil,
      let value = binding.initializer?.value,
      !declaration.modifiers.contains(where: { $0.name.tokenKind == .keyword(.async) }),
      file.range(of: value).lowerBound <= file.range(of: site.node).lowerBound,
      file.range(of: site.node).upperBound <= file.range(of: value).upperBound
    else { return nil }
    return value
  }

  /// Makes an initial value an `if` with both arms.
  private func initialValue(
    _ value: ExprSyntax, by since: Template, before: Template?
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    guard !value.is(IfExprSyntax.self), !value.is(SwitchExprSyntax.self),
      !value.is(ClosureExprSyntax.self)
    else { throw Refusal(reason: "notAStatement") }
    let range = file.range(of: value)
    try checkIsShort(range)
    let (inner, text) = try rewriter.replacedText(of: site, by: since)
    let new = try lines(of: range, replacing: inner, by: text)
    var old = SourceLines(of: value, in: file)
    if let before {
      let (inner, text) = try rewriter.replacedText(of: site, by: before)
      old = try lines(of: range, replacing: inner, by: text)
    }
    let gate = Gate(
      rewriter.rule.requirement, at: value, in: file, context: rewriter.context, drops: true)
    guard gate.isPossible else { throw Refusal(reason: nil) }
    let code = gate.either(since: new, before: old)
    // No '#if' stands within an expression.
    guard code.lines.first?.text.hasPrefix("if ") == true else {
      throw Refusal(reason: "notAStatement")
    }
    let source = file.source
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    return try rewriter.edit(
      range, code.text(after: indentation, lineEnding: source.lineEnding))
  }

  /// Leaves the statement to earlier systems.
  func removal() throws(PatternRewriter.Refusal) -> [Edit] {
    let item = try statement()
    guard file.range(of: item.item) == file.range(of: site.node) else {
      throw Refusal(reason: "notAStatement")
    }
    try checkIsRepeatable(item)
    guard !isImpliedResult(item, countsClosures: false) else {
      throw Refusal(reason: "impliedReturn")
    }
    let old = SourceLines(of: item.item, in: file)
    return try placed(try gate(at: item, drops: true).before(old), at: item)
  }

  /// Puts lines before or after the statement, unless they are there.
  func insertion(
    of arms: PatternAction.Arms, isBefore: Bool
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    guard let item = Self.item(around: site.node) else { throw Refusal(reason: "notAStatement") }
    if let edits = try joined(arms, isBefore: isBefore) { return edits }
    var code = SourceLines()
    if let always = arms.always {
      guard item.is(CodeBlockItemSyntax.self) || always.isDeclaration else {
        throw Refusal(reason: "notAStatement")
      }
      code = try rewriter.lines(of: always, for: site)
    } else {
      let statement = try statement()
      var new = SourceLines()
      var old = SourceLines()
      if let since = arms.since { new = try rewriter.lines(of: since, for: site) }
      if let before = arms.before { old = try rewriter.lines(of: before, for: site) }
      code = try gate(at: statement, drops: false).either(since: new, before: old)
    }
    if let statement = item.as(CodeBlockItemSyntax.self),
      isImpliedResult(statement, countsClosures: true)
    {
      throw Refusal(reason: "impliedReturn")
    }
    let source = file.source
    let range = file.range(of: item)
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    let text = code.text(after: indentation, lineEnding: source.lineEnding)
    guard !code.isEmpty, !isThere(text, beside: item, isBefore: isBefore) else {
      throw Refusal(reason: nil)
    }
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: range.upperBound))
    let rest = source.text(in: ByteRange(range.upperBound, line.upperBound))
    if isBefore {
      guard source.isFirstOnLine(range.lowerBound) else { throw Refusal(reason: "sharesLine") }
      return [Edit(insertAt: range.lowerBound, text + source.lineEnding + indentation)]
    }
    let blank = rest.drop { $0 == " " || $0 == "\t" }
    guard blank.first?.isNewline ?? true || blank.hasPrefix("//") else {
      throw Refusal(reason: "sharesLine")
    }
    let end =
      line.upperBound
      - rest.reversed().prefix { $0.isNewline }.reduce(0) {
        $0 + $1.utf8.count
      }
    return [Edit(insertAt: end, source.lineEnding + indentation + text)]
  }

  /// Puts lines for the new system into a gate that follows the statement already.
  private func joined(
    _ arms: PatternAction.Arms, isBefore: Bool
  ) throws(PatternRewriter.Refusal) -> [Edit]? {
    guard !isBefore, let since = arms.since, arms.before == nil,
      let item = Self.item(around: site.node)?.as(CodeBlockItemSyntax.self),
      !isImpliedResult(item, countsClosures: true),
      let join = GateJoin(
        after: item, requires: rewriter.rule.requirement, in: file, context: rewriter.context)
    else { return nil }
    let new = try rewriter.lines(of: since, for: site)
    let wanted = DeclaredFunctions.tokens(of: new.text(after: "", lineEnding: "\n"))
    var token = file.tree.token(at: AbsolutePosition(utf8Offset: join.offset))
    var found: [String] = []
    while let current = token, found.count < wanted.count {
      if current.positionAfterSkippingLeadingTrivia.utf8Offset >= join.offset,
        !current.text.isEmpty
      {
        found.append(current.text)
      }
      token = current.nextToken(viewMode: .sourceAccurate)
    }
    guard found != wanted else { throw Refusal(reason: nil) }
    return [join.insertion(of: new)]
  }

  // MARK: Parts

  /// Only what has no statements of its own is written twice.
  private func checkIsRepeatable(_ item: CodeBlockItemSyntax) throws(PatternRewriter.Refusal) {
    let content = Syntax(item.item)
    let isSimple =
      content.is(ReturnStmtSyntax.self) || content.is(ThrowStmtSyntax.self)
      || (content.is(ExprSyntax.self) && !content.is(IfExprSyntax.self)
        && !content.is(SwitchExprSyntax.self))
    guard isSimple else { throw Refusal(reason: "notAStatement") }
  }

  /// The most lines that are written twice; nobody keeps two copies of a screen alike.
  private static let lineLimit = 24

  private func checkIsShort(_ range: ByteRange) throws(PatternRewriter.Refusal) {
    let lines = file.source.lines
    let count =
      lines.index(ofLineAt: range.upperBound) - lines.index(ofLineAt: range.lowerBound) + 1
    if count > Self.lineLimit { throw Refusal(reason: "longStatement") }
  }

  /// The lines of a range in which a part was replaced.
  private func lines(
    of range: ByteRange, replacing inner: ByteRange, by text: String
  ) throws(PatternRewriter.Refusal) -> SourceLines {
    let source = file.source
    let whole =
      source.text(in: ByteRange(range.lowerBound, inner.lowerBound)) + text
      + source.text(in: ByteRange(inner.upperBound, range.upperBound))
    guard !whole.contains("\"\"\"") else { throw Refusal(reason: "multilineString") }
    let base = source.indentation(ofLineAt: range.lowerBound)
    let parts = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return SourceLines(
      parts.enumerated().map { index, part in
        index > 0 && part.hasPrefix(base) ? String(part.dropFirst(base.count)) : String(part)
      })
  }

  /// Puts code in the place of a statement, on lines of its own.
  private func placed(
    _ code: SourceLines, at item: CodeBlockItemSyntax
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    let source = file.source
    let range = file.range(of: item.item)
    guard
      rewriter.comments(in: range).allSatisfy({ comment in
        code.lines.contains { $0.text.contains(comment.prefix { !$0.isNewline }) }
      })
    else { throw Refusal(reason: "comment") }
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    let end = source.lines.range(ofLine: source.lines.index(ofLineAt: range.upperBound))
    let rest = source.text(in: ByteRange(range.upperBound, end.upperBound))
      .drop { $0 == " " || $0 == "\t" }
    let isLast = rest.isEmpty || rest.first?.isNewline ?? true || rest.hasPrefix("//")
    if source.isFirstOnLine(range.lowerBound), isLast {
      return [Edit(range, code.text(after: indentation, lineEnding: source.lineEnding))]
    }
    guard let space = onlySpace(around: item) else { throw Refusal(reason: "sharesLine") }
    let deeper = indentation + source.indentation
    let text = code.text(after: deeper, lineEnding: source.lineEnding)
    return [
      Edit(
        space,
        source.lineEnding + deeper + text + source.lineEnding + indentation)
    ]
  }

  /// The bytes between what begins a block on one line and the brace that ends it, where the
  /// statement is all there is.
  private func onlySpace(around item: CodeBlockItemSyntax) -> ByteRange? {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let before = item.firstToken(viewMode: .sourceAccurate)?
        .previousToken(viewMode: .sourceAccurate),
      let after = item.lastToken(viewMode: .sourceAccurate)?
        .nextToken(viewMode: .sourceAccurate),
      before.tokenKind == .leftBrace || before.tokenKind == .keyword(.in),
      after.tokenKind == .rightBrace
    else { return nil }
    let range = ByteRange(
      before.endPositionBeforeTrailingTrivia.utf8Offset,
      after.positionAfterSkippingLeadingTrivia.utf8Offset)
    let space =
      source(range.lowerBound, file.range(of: item).lowerBound)
      + source(file.range(of: item).upperBound, range.upperBound)
    return space.allSatisfy { $0 == " " || $0 == "\t" } ? range : nil
  }

  private func source(_ lower: Int, _ upper: Int) -> String {
    file.source.text(in: ByteRange(lower, upper))
  }

  /// Whether a statement is the value of its function or closure without `return`.
  private func isImpliedResult(_ item: CodeBlockItemSyntax, countsClosures: Bool) -> Bool {
    guard Syntax(item.item).is(ExprSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let block = list.parent
    else { return false }
    if block.is(ClosureExprSyntax.self) { return countsClosures }
    guard let owner = block.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    if let accessor = owner.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.tokenKind == .keyword(.get)
    }
    return block.is(AccessorBlockSyntax.self) || owner.is(AccessorBlockSyntax.self)
      || owner.is(SubscriptDeclSyntax.self)
  }

  /// Whether the code stands beside the item already.
  private func isThere(_ text: String, beside item: Syntax, isBefore: Bool) -> Bool {
    let wanted = DeclaredFunctions.tokens(of: text)
    guard !wanted.isEmpty else { return true }
    var found: [String] = []
    var token =
      isBefore
      ? item.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)
      : item.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    while let current = token, found.count < wanted.count {
      if !current.text.isEmpty { found.append(current.text) }
      token =
        isBefore
        ? current.previousToken(viewMode: .sourceAccurate)
        : current.nextToken(viewMode: .sourceAccurate)
    }
    return (isBefore ? found.reversed() : found) == wanted
  }
}
