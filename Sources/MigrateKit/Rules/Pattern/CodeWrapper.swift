import SwiftSyntax

/// Puts code around the code that a rule found.
struct CodeWrapper {
  private let rewriter: PatternRewriter
  private let site: PatternSite
  private let file: ParsedFile

  /// The placeholder that stands for the code itself.
  static let whole = "match"

  init(_ rewriter: PatternRewriter, _ site: PatternSite) {
    self.rewriter = rewriter
    self.site = site.whole(in: rewriter.file)
    file = rewriter.file
  }

  private typealias Refusal = PatternRewriter.Refusal

  /// The edits; plain where no system before the version gets to the site.
  func edits(
    _ arms: PatternAction.Arms, isPlain: Bool
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    guard let template = arms.always ?? arms.since else { return [] }
    if template.putsInClosure(Self.whole) { try checkStaysTheSame() }
    guard !isThere(template) else { throw Refusal(reason: nil) }
    if let always = arms.always { return try rewriter.replacement(of: site, by: always) }
    if isPlain { return try rewriter.replacement(of: site, by: template) }
    guard rewriter.rule.gateForm == .view else {
      return try StatementRewriter(rewriter, site).replacement(
        by: template, before: arms.before)
    }
    return try postfix(template)
  }

  /// A closure may not come between a statement and what it declares, ends or leaves.
  private func checkStaysTheSame() throws(PatternRewriter.Refusal) {
    guard site.node.is(CodeBlockItemSyntax.self) else { return }
    let leaving = LeavingStatements(viewMode: .sourceAccurate)
    leaving.walk(site.node)
    if leaving.isFound { throw Refusal(reason: "controlFlow") }
    let content = site.node.children(viewMode: .sourceAccurate).first { _ in true }
    if content?.is(DeclSyntax.self) == true { throw Refusal(reason: "notAStatement") }
  }

  // MARK: Views

  /// Applies a helper to the view; in its closure the view has a name.
  private func postfix(_ template: Template) throws(PatternRewriter.Refusal) -> [Edit] {
    let requirement = rewriter.rule.requirement
    let gate = ViewGate(requirement, in: file, context: rewriter.context)
    let code: SourceLines
    if template.receiver == Self.whole {
      code = gate.since(
        try rewriter.lines(of: template, for: site, afterReceiver: true), needs: requirement)
    } else {
      let name = try freshName(for: template)
      let lines = try lines(of: template, naming: name)
      code = gate.since(lines, around: name, needs: requirement)
    }
    guard !follows(code) else { throw Refusal(reason: nil) }
    let range = file.range(of: site.node)
    let text = placed(code, after: range)
    return rewriter.edits(
      [Edit(insertAt: range.upperBound, text)], and: gate.declaration(of: [.since]))
  }

  /// The text of a modifier after the view, on a line of its own where the view has lines.
  private func placed(_ code: SourceLines, after range: ByteRange) -> String {
    let source = file.source
    if let period = lastPeriod(), source.isFirstOnLine(period) {
      let indentation = source.indentation(ofLineAt: period)
      return source.lineEnding + indentation
        + code.text(after: indentation, lineEnding: source.lineEnding)
    }
    let indentation = source.indentation(ofLineAt: range.upperBound)
    let first = source.lines.index(ofLineAt: range.lowerBound)
    let last = source.lines.index(ofLineAt: range.upperBound)
    if first != last {
      return source.lineEnding + indentation
        + code.text(after: indentation, lineEnding: source.lineEnding)
    }
    guard source.isFirstOnLine(range.lowerBound) else {
      return code.text(after: indentation, lineEnding: source.lineEnding)
    }
    let deeper = indentation + source.indentation
    return source.lineEnding + deeper + code.text(after: deeper, lineEnding: source.lineEnding)
  }

  /// Where the dot of the last modifier is.
  private func lastPeriod() -> Int? {
    let member =
      site.node.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
      ?? site.node.as(MemberAccessExprSyntax.self)
    guard let member, member.base != nil else { return nil }
    return member.period.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  /// A name for the view that nothing in the closure means already.
  private func freshName(for template: Template) throws(PatternRewriter.Refusal) -> String {
    let tokens = Set(
      DeclaredFunctions.tokens(
        of: try lines(of: template, naming: "").text(after: "", lineEnding: "\n")))
    return FreshName.make("view") { tokens.contains($0) }
  }

  private func lines(
    of template: Template, naming name: String
  ) throws(PatternRewriter.Refusal) -> SourceLines {
    let renderer = TemplateRenderer(
      file: file, bindings: site.bindings, scope: file.range(of: site.node),
      names: [Self.whole: name])
    do throws(TemplateRenderer.Failure) {
      return try renderer.lines(of: template)
    } catch {
      throw Refusal(reason: error.rawValue)
    }
  }

  // MARK: Already done

  /// Whether the template's code stands around the code already.
  private func isThere(_ template: Template) -> Bool {
    let mark = "migrateMatchedCode"
    let text: SourceLines
    do { text = try lines(of: template, naming: mark) } catch { return false }
    let tokens = DeclaredFunctions.tokens(of: text.text(after: "", lineEnding: "\n"))
    guard let place = tokens.firstIndex(of: mark) else { return false }
    let before = Array(tokens[..<place])
    let after = Array(tokens[(place + 1)...])
    return precedes(before) && follows(after)
      || precedes(before + ["("]) && follows([")"] + after)
  }

  private func precedes(_ wanted: [String]) -> Bool {
    var token = site.node.firstToken(viewMode: .sourceAccurate)?
      .previousToken(viewMode: .sourceAccurate)
    for text in wanted.reversed() {
      while let current = token, current.text.isEmpty {
        token = current.previousToken(viewMode: .sourceAccurate)
      }
      guard let current = token, current.text == text else { return false }
      token = current.previousToken(viewMode: .sourceAccurate)
    }
    return true
  }

  private func follows(_ code: SourceLines) -> Bool {
    follows(DeclaredFunctions.tokens(of: code.text(after: "", lineEnding: "\n")))
  }

  private func follows(_ wanted: [String]) -> Bool {
    var token = site.node.lastToken(viewMode: .sourceAccurate)?
      .nextToken(viewMode: .sourceAccurate)
    for text in wanted {
      while let current = token, current.text.isEmpty {
        token = current.nextToken(viewMode: .sourceAccurate)
      }
      guard let current = token, current.text == text else { return false }
      token = current.nextToken(viewMode: .sourceAccurate)
    }
    return true
  }

  /// Finds statements that leave the code around them.
  private final class LeavingStatements: SyntaxVisitor {
    private(set) var isFound = false

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: ContinueStmtSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: FallThroughStmtSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind { found() }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func found() -> SyntaxVisitorContinueKind {
      isFound = true
      return .skipChildren
    }
  }
}

extension PatternSite {
  /// The site as a whole, its code under a name of its own.
  fileprivate func whole(in file: ParsedFile) -> PatternSite {
    var site = self
    _ = site.bindings.bind(CodeWrapper.whole, CodeBinding(node, in: file))
    site.receiver = nil
    site.period = nil
    site.range = file.range(of: node)
    return site
  }
}

extension Template {
  /// Whether a closure of the template holds a placeholder.
  fileprivate func putsInClosure(_ name: String) -> Bool {
    pieces.contains { piece in
      guard case .capture(let variable, let position) = piece else { return false }
      return variable.name == name && position.isInClosure
    }
  }
}
