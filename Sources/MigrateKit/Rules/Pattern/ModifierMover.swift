import SwiftSyntax

/// Takes modifiers to another place of their chain.
struct ModifierMover {
  private let rewriter: PatternRewriter
  private let site: PatternSite
  private let file: ParsedFile

  init(_ rewriter: PatternRewriter, _ site: PatternSite) {
    self.rewriter = rewriter
    self.site = site
    file = rewriter.file
  }

  private typealias Refusal = PatternRewriter.Refusal

  /// A place between two links of a chain.
  private struct Place {
    /// What the modifier is applied to there.
    var base: Syntax
    /// The dot of a modifier beside it, whose layout it takes over.
    var neighbour: TokenSyntax?
  }

  /// The edits; a gated move leaves the modifier where it is on earlier systems.
  func edits(
    _ move: ModifierMove, isGated: Bool
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    guard let period = site.period else { throw Refusal(reason: "notAModifier") }
    guard let place = place(for: move) else { throw Refusal(reason: nil) }
    return isGated
      ? try gatedEdits(to: place, period) : try plainEdits(to: place, period)
  }

  // MARK: Places

  private func place(for move: ModifierMove) -> Place? {
    var matcher = PatternMatcher(file)
    matcher.bindings = site.bindings
    var found: Syntax?
    var next = move.isAfter ? Self.link(after: site.node) : site.receiver.flatMap(receiverNode)
    while let link = next {
      if matcher.attempt({ $0.matches(move.target, link) }) { found = link }
      matcher.bindings = site.bindings
      next = move.isAfter ? Self.link(after: link) : Self.base(of: link)
    }
    guard let found else { return nil }
    if move.isAfter { return Place(base: found, neighbour: Self.period(of: found)) }
    return Self.base(of: found).map { Place(base: $0, neighbour: Self.period(of: found)) }
  }

  /// What the modifier is applied to, where both stand in one part of the chain.
  private func receiverNode(_ name: String) -> Syntax? {
    guard let receiver = site.bindings[name], let range = receiver.range,
      !site.isConditional || range.lowerBound >= file.range(of: site.node).lowerBound
    else { return nil }
    return receiver.node
  }

  /// The link that is applied to a link.
  private static func link(after node: Syntax) -> Syntax? {
    guard let parent = node.parent else { return nil }
    if let member = parent.as(MemberAccessExprSyntax.self),
      member.base.map({ Syntax($0).id }) == node.id
    {
      if let call = member.parent?.as(FunctionCallExprSyntax.self),
        Syntax(call.calledExpression).id == Syntax(member).id
      {
        return Syntax(call)
      }
      return Syntax(member)
    }
    if let config = parent.as(PostfixIfConfigExprSyntax.self),
      config.base.map({ Syntax($0).id }) == node.id
    {
      return Syntax(config)
    }
    return nil
  }

  /// What a link is applied to.
  private static func base(of link: Syntax) -> Syntax? {
    if let config = link.as(PostfixIfConfigExprSyntax.self) {
      return config.base.map { Syntax($0) }
    }
    return PostfixChain.base(of: link)
  }

  private static func period(of link: Syntax) -> TokenSyntax? {
    let member =
      link.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
      ?? link.as(MemberAccessExprSyntax.self)
    return member?.period
  }

  // MARK: Edits

  /// Takes the modifier with the white space and comments that belong to it.
  private func plainEdits(
    to place: Place, _ period: TokenSyntax
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    guard let last = site.node.lastToken(viewMode: .sourceAccurate),
      let before = period.previousToken(viewMode: .sourceAccurate),
      let end = place.base.lastToken(viewMode: .sourceAccurate)
    else { throw Refusal(reason: "notAModifier") }
    let range = ByteRange(period.position.utf8Offset, last.endPosition.utf8Offset)
    var text = file.source.text(in: range)
    var start = end.endPosition.utf8Offset
    let isOwnLine = Self.breaksLine(period.leadingTrivia)
    let takesLine = place.neighbour.map { Self.breaksLine($0.leadingTrivia) } ?? false
    if !isOwnLine, takesLine, let neighbour = place.neighbour {
      let offset = neighbour.positionAfterSkippingLeadingTrivia.utf8Offset
      text =
        file.source.lineEnding + file.source.indentation(ofLineAt: offset)
        + text.drop { $0 == " " || $0 == "\t" }
    } else if !isOwnLine {
      start = end.endPositionBeforeTrailingTrivia.utf8Offset
      guard !Self.endsInLineComment(last.trailingTrivia) else {
        throw Refusal(reason: "comment")
      }
    }
    // No line comment may swallow what follows it.
    try check(before, last.nextToken(viewMode: .sourceAccurate))
    try check(last, end.nextToken(viewMode: .sourceAccurate))
    return [Edit(range, ""), Edit(insertAt: start, text)]
  }

  private func check(
    _ token: TokenSyntax, _ next: TokenSyntax?
  ) throws(PatternRewriter.Refusal) {
    guard Self.endsInLineComment(token.trailingTrivia), let next,
      next.tokenKind != .endOfFile, !Self.breaksLine(next.leadingTrivia)
    else { return }
    throw Refusal(reason: "comment")
  }

  /// Leaves the modifier to earlier systems and puts it at the other place for the new one.
  private func gatedEdits(
    to place: Place, _ period: TokenSyntax
  ) throws(PatternRewriter.Refusal) -> [Edit] {
    guard !AnonymousArguments.areUsed(from: period, in: site.node) else {
      throw Refusal(reason: "anonymousArguments")
    }
    guard let end = place.base.lastToken(viewMode: .sourceAccurate) else {
      throw Refusal(reason: "notAModifier")
    }
    let requirement = rewriter.rule.requirement
    let gate = ViewGate(requirement, in: file, context: rewriter.context)
    let source = file.source
    let renderer = TemplateRenderer(file: file, bindings: site.bindings)
    let lines = renderer.lines(of: site.range)
    let old = gate.before(lines)
      .text(
        after: source.indentation(ofLineAt: site.range.lowerBound), lineEnding: source.lineEnding)
    let new = gate.since(lines, needs: requirement)
    let insertion: Edit
    if let neighbour = place.neighbour, Self.breaksLine(neighbour.leadingTrivia) {
      let indentation = source.indentation(
        ofLineAt: neighbour.positionAfterSkippingLeadingTrivia.utf8Offset)
      insertion = Edit(
        insertAt: end.endPosition.utf8Offset,
        source.lineEnding + indentation
          + new.text(after: indentation, lineEnding: source.lineEnding))
    } else {
      let offset = end.endPositionBeforeTrailingTrivia.utf8Offset
      insertion = Edit(
        insertAt: offset,
        new.text(after: source.indentation(ofLineAt: offset), lineEnding: source.lineEnding))
    }
    return rewriter.edits(
      [Edit(site.range, old), insertion], and: gate.declaration(of: [.before, .since]))
  }

  private static func breaksLine(_ trivia: Trivia) -> Bool {
    trivia.contains { $0.isNewline }
  }

  private static func endsInLineComment(_ trivia: Trivia) -> Bool {
    trivia.contains { piece in
      switch piece {
      case .lineComment, .docLineComment: true
      default: false
      }
    }
  }
}
