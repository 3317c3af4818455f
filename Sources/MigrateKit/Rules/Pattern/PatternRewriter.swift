import SwiftSyntax

/// Decides what is done about the code that a rule found, and writes the edits.
struct PatternRewriter {
  let rule: PatternRule
  let file: ParsedFile
  let context: RuleContext

  /// What is done about a site.
  enum Outcome {
    case report
    case fix([Edit])
    /// The site is left alone, for a reason that the user may want to know.
    case left(String)
    /// The site is none of the rule's: it only runs where nothing is to be adapted.
    case none
  }

  /// Which systems get to a site.
  enum Standing {
    case both
    case sinceOnly
    case beforeOnly
  }

  init(rule: PatternRule, file: ParsedFile, context: RuleContext) {
    self.rule = rule
    self.file = file
    // The engine takes the fixes of recipes that remove something back where the old look stays.
    var context = context
    context.platforms.requiresCompatibility = false
    self.context = context
  }

  func outcome(for site: PatternSite) -> Outcome {
    if case .report = rule.action { return .report }
    let standing = standing(at: site.node)
    if !rule.action.isGated, !rule.changesOlderSystems {
      switch standing {
      case .both: return .left("olderSystems")
      case .beforeOnly: return .none
      case .sinceOnly: break
      }
    }
    if rule.action.isGated, standing == .beforeOnly { return .none }
    do throws(Refusal) {
      let edits = try edits(for: site, standing)
      return edits.isEmpty ? .none : .fix(edits)
    } catch {
      return error.reason.map { .left($0) } ?? .none
    }
  }

  /// Why a site cannot be rewritten; nil where nothing is to be done.
  struct Refusal: Error {
    var reason: String?
  }

  private func standing(at node: Syntax) -> Standing {
    switch helperAround(node) {
    case .before: return .beforeOnly
    case .since: return .sinceOnly
    case nil: break
    }
    let known = AvailabilityContext(at: node, platforms: context.platforms)
    if known.proves(rule.requirement) { return .sinceOnly }
    return known.isBelow(rule.requirement) ? .beforeOnly : .both
  }

  /// The helper whose closure holds the node, which stands for a gate.
  private func helperAround(_ node: Syntax) -> ViewGate.Kind? {
    guard rule.gateForm == .view else { return nil }
    let gate = ViewGate(rule.requirement, in: file, context: context)
    var child = node
    while let parent = child.parent {
      if child.is(ClosureExprSyntax.self), let call = parent.as(FunctionCallExprSyntax.self),
        let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
        let kind = ViewGate.Kind.allCases.first(where: { gate.name($0) == name })
      {
        return kind
      }
      child = parent
    }
    return nil
  }

  // MARK: Edits

  private func edits(
    for site: PatternSite, _ standing: Standing
  ) throws(Refusal) -> [Edit] {
    guard !site.isConditional || keepsChain(of: site, standing) else {
      throw Refusal(reason: "conditionalChain")
    }
    switch rule.action {
    case .report: return []
    case .replace(let arms):
      if let always = arms.always { return try replacement(of: site, by: always) }
      guard let since = arms.since else { return [] }
      if standing == .sinceOnly, context.gateStyle.extraCondition == nil {
        return try replacement(of: site, by: since)
      }
      return rule.gateForm == .view
        ? try modifiers(of: site, since: since)
        : try StatementRewriter(self, site).replacement(by: since, before: arms.before)
    case .remove(let onlySince):
      if !onlySince || (standing == .sinceOnly && context.gateStyle.extraCondition == nil) {
        return try removal(of: site)
      }
      return rule.gateForm == .view
        ? try modifiers(of: site, since: nil) : try StatementRewriter(self, site).removal()
    case .insert(let arms, let isBefore):
      return try StatementRewriter(self, site).insertion(of: arms, isBefore: isBefore)
    case .move(let move):
      let isPlain =
        !move.onlySince || (standing == .sinceOnly && context.gateStyle.extraCondition == nil)
      return try ModifierMover(self, site).edits(move, isGated: !isPlain)
    case .wrap(let arms):
      return try CodeWrapper(self, site).edits(
        arms, isPlain: standing == .sinceOnly && context.gateStyle.extraCondition == nil)
    }
  }

  /// Whether what is done to links in a '#if' within a chain leaves links there.
  private func keepsChain(of site: PatternSite, _ standing: Standing) -> Bool {
    let isPlain = standing == .sinceOnly && context.gateStyle.extraCondition == nil
    switch rule.action {
    case .report, .move: return true
    case .replace(let arms):
      let templates = [arms.always, arms.since, arms.before].compactMap { $0 }
      return site.receiver != nil && templates.allSatisfy { $0.receiver == site.receiver }
    case .remove(let onlySince): return rule.gateForm == .view && onlySince && !isPlain
    case .insert: return false
    case .wrap(let arms): return rule.gateForm == .view && arms.always == nil && !isPlain
    }
  }

  /// The lines of a template for a site.
  func lines(
    of template: Template, for site: PatternSite, afterReceiver: Bool = false
  ) throws(Refusal) -> SourceLines {
    let renderer = TemplateRenderer(
      file: file, bindings: site.bindings, scope: file.range(of: site.node))
    do throws(TemplateRenderer.Failure) {
      return try renderer.lines(of: template, afterReceiver: afterReceiver)
    } catch {
      throw Refusal(reason: error.rawValue)
    }
  }

  /// Puts a template in the place of the code.
  func replacement(of site: PatternSite, by template: Template) throws(Refusal) -> [Edit] {
    let (range, text) = try replacedText(of: site, by: template)
    return try edit(range, text)
  }

  /// The bytes that go and the text that comes; the receiver stays where both begin with it.
  func replacedText(
    of site: PatternSite, by template: Template
  ) throws(Refusal) -> (range: ByteRange, text: String) {
    guard !site.bindings.leavesParts else { throw Refusal(reason: "unmentionedParts") }
    let source = file.source
    let keepsReceiver = site.receiver != nil && template.receiver == site.receiver
    let range = keepsReceiver ? site.range : file.range(of: site.node)
    let lines = try lines(of: template, for: site, afterReceiver: keepsReceiver)
    var text = lines.text(
      after: source.indentation(ofLineAt: range.lowerBound), lineEnding: source.lineEnding)
    if template.isLoose, let parent = site.node.parent,
      ExpressionShape.isTight(parent, around: site.node)
    {
      text = "(" + text + ")"
    }
    return (range, text)
  }

  /// Edits with the declaration of helpers, which the last of them may end at.
  func edits(_ edits: [Edit], and declaration: Edit?) -> [Edit] {
    guard let declaration else { return edits }
    guard var last = edits.last, last.byteRange == declaration.byteRange else {
      return edits + [declaration]
    }
    last.text += declaration.text
    return edits.dropLast() + [last]
  }

  /// One edit, no larger than it must be.
  func edit(_ range: ByteRange, _ text: String) throws(Refusal) -> [Edit] {
    guard keepsComments(of: range, in: text) else { throw Refusal(reason: "comment") }
    let old = Array(file.source.bytes[range.lowerBound..<range.upperBound])
    let new = Array(text.utf8)
    guard old != new else { throw Refusal(reason: nil) }
    func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
      index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
    var head = 0
    while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
    while head > 0, isInside(old, head) || isInside(new, head) { head -= 1 }
    var tail = 0
    while tail < min(old.count, new.count) - head,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    { tail += 1 }
    while tail > 0, isInside(old, old.count - tail) || isInside(new, new.count - tail) {
      tail -= 1
    }
    return [
      Edit(
        ByteRange(range.lowerBound + head, range.upperBound - tail),
        String(decoding: new[head..<(new.count - tail)], as: UTF8.self))
    ]
  }

  /// Whether every comment within a range is in the new text.
  func keepsComments(of range: ByteRange, in text: String) -> Bool {
    comments(in: range).allSatisfy { text.contains($0) }
  }

  func comments(in range: ByteRange) -> [String] {
    let start = AbsolutePosition(utf8Offset: range.lowerBound)
    var comments: [String] = []
    var next = file.tree.token(at: start)
    while let token = next, token.position.utf8Offset < range.upperBound {
      var offset = token.position.utf8Offset
      for (index, pieces) in [token.leadingTrivia, token.trailingTrivia].enumerated() {
        if index == 1 { offset = token.endPositionBeforeTrailingTrivia.utf8Offset }
        for piece in pieces {
          let end = offset + piece.sourceLength.utf8Length
          if piece.isComment, offset >= range.lowerBound, end <= range.upperBound {
            comments.append(file.source.text(in: ByteRange(offset, end)))
          }
          offset = end
        }
      }
      next = token.nextToken(viewMode: .sourceAccurate)
    }
    return comments
  }

  // MARK: Modifiers

  /// Gates the modifiers after the receiver through helpers.
  private func modifiers(
    of site: PatternSite, since template: Template?
  ) throws(Refusal) -> [Edit] {
    guard let period = site.period else { throw Refusal(reason: "notAModifier") }
    guard !AnonymousArguments.areUsed(from: period, in: site.node) else {
      throw Refusal(reason: "anonymousArguments")
    }
    let gate = ViewGate(rule.requirement, in: file, context: context)
    let source = file.source
    let renderer = TemplateRenderer(file: file, bindings: site.bindings)
    var code = gate.before(renderer.lines(of: site.range))
    var kinds: Set<ViewGate.Kind> = [.before]
    if let template {
      let new = try lines(of: template, for: site, afterReceiver: true)
      let since = gate.since(new, needs: rule.requirement)
      let isFirst = source.isFirstOnLine(site.range.lowerBound)
      code = code + (isFirst ? since : since.indented(by: source.indentation))
      kinds.insert(.since)
    }
    let indentation = source.indentation(ofLineAt: site.range.lowerBound)
    let text = code.text(after: indentation, lineEnding: source.lineEnding)
    return [Edit(site.range, text)] + [gate.declaration(of: kinds)].compactMap { $0 }
  }

  // MARK: Removing

  /// Takes the modifiers after the receiver away, or the statement that the code is.
  private func removal(of site: PatternSite) throws(Refusal) -> [Edit] {
    guard !site.bindings.leavesParts || rule.changesOlderSystems else {
      throw Refusal(reason: "unmentionedParts")
    }
    if let receiver = site.receiver, let start = site.bindings[receiver]?.range?.upperBound,
      rule.gateForm == .view || !isStatement(site.node)
    {
      let range = ByteRange(start, site.range.upperBound)
      guard comments(in: range).isEmpty else { throw Refusal(reason: "comment") }
      return [Edit(range, "")]
    }
    guard let item = StatementRewriter.item(around: site.node), isStatement(site.node) else {
      throw Refusal(reason: "notAStatement")
    }
    guard comments(in: file.range(of: item)).isEmpty else { throw Refusal(reason: "comment") }
    return [Edit(lineRange(of: item), "")]
  }

  private func isStatement(_ node: Syntax) -> Bool {
    if node.is(CodeBlockItemSyntax.self) || node.parent?.is(MemberBlockItemSyntax.self) == true {
      return true
    }
    guard let parent = node.parent else { return false }
    return parent.is(CodeBlockItemSyntax.self)
      || (parent.is(ExpressionStmtSyntax.self)
        && parent.parent?.is(CodeBlockItemSyntax.self) == true)
  }

  /// The lines of an item where it has them to itself, else its own bytes.
  private func lineRange(of item: Syntax) -> ByteRange {
    let range = file.range(of: item)
    let source = file.source
    let first = source.lines.range(ofLine: source.lines.index(ofLineAt: range.lowerBound))
    let last = source.lines.range(ofLine: source.lines.index(ofLineAt: range.upperBound))
    let rest = source.text(in: ByteRange(range.upperBound, last.upperBound))
    guard source.isFirstOnLine(range.lowerBound), rest.allSatisfy(\.isWhitespace) else {
      return range
    }
    return ByteRange(first.lowerBound, last.upperBound)
  }
}
