import SwiftSyntax

/// One place that gives a sheet a look of its own, and what is to be done about it.
struct SheetSite {
  /// What is to be done.
  enum Judgement: Equatable {
    case left(String)
    case advice(String)
    case fix(Safety)
  }

  /// What kind of edit the site needs.
  enum Kind: Equatable {
    /// A modifier that applies only before 26.
    case modifier(ModifierLink)
    /// A filling view, such as a colour at the bottom of a `ZStack`, that is hidden on 26.
    case fill(ExprSyntax)

    static func == (left: Kind, right: Kind) -> Bool {
      switch (left, right) {
      case (.modifier(let a), .modifier(let b)): a.call.id == b.call.id
      case (.fill(let a), .fill(let b)): a.id == b.id
      default: false
      }
    }
  }

  /// The kind of edit.
  let kind: Kind
  /// What is to be done.
  var judgement: Judgement
  /// The bytes of the site.
  let range: ByteRange
  /// The presenting call or the member that shows the content; sites with one surface change
  /// together.
  let surface: SyntaxIdentifier
  /// Whether the site paints a background, as opposed to rounding corners.
  let isBackground: Bool

  /// What the site is called in messages.
  var name: String {
    switch kind {
    case .modifier(let link): link.name
    case .fill(let view): ModifierLink.root(of: view).trimmedText
    }
  }
}

extension SheetSite.Judgement {
  /// The judgement where nothing older than 26 is left: removal, said where the sheet is known to
  /// float. Elsewhere those who build for 26 only have seen their sheet.
  var settledSince26: Self {
    switch self {
    case .fix: .advice("the file runs on iOS 26 and later only, so remove it")
    case .advice: .left("since26")
    case .left: self
    }
  }
}

/// Judges sites of one file.
struct SheetJudge {
  let file: ParsedFile
  let context: RuleContext
  let uses: SheetUses
  let placements: ViewPlacements

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    self.context = context
    uses = SheetUses(context.facts)
    placements = ViewPlacements.shared(of: file)
  }

  /// A `presentationBackground` or `presentationCornerRadius` anywhere in the file.
  func site(of link: ModifierLink) -> SheetSite {
    let traces = placements.traces(of: link.call)
    let fill = link.name == "presentationCornerRadius" ? SheetFill.color : SheetFill(of: link.call)
    var judgement = before(link, fill: fill)
    if judgement == nil, isAutomaticRadius(link) { judgement = .left("automatic") }
    return SheetSite(
      kind: .modifier(link), judgement: settled(judgement ?? judge(link, traces, fill: fill)),
      range: link.range, surface: traces.first?.site?.id ?? link.call.id,
      isBackground: link.name != "presentationCornerRadius")
  }

  /// A root fill of a surface that is known to float.
  func site(of kind: SheetSite.Kind, surface: SyntaxIdentifier, content: Syntax) -> SheetSite? {
    let fill: SheetFill
    let range: ByteRange
    var judgement: SheetSite.Judgement?
    switch kind {
    case .modifier(let link):
      fill = SheetFill(of: link.call)
      range = link.range
      judgement = before(link, fill: fill)
    case .fill(let view):
      fill = SheetFill(expression: view)
      range = file.range(of: view)
      judgement =
        availability(at: Syntax(view))
        ?? comment(from: view.firstToken(viewMode: .sourceAccurate), to: view)
    }
    if fill == .none || fill == .clear { return nil }
    if judgement == nil { judgement = self.fill(fill) ?? self.content(content) }
    return SheetSite(
      kind: kind, judgement: settled(judgement ?? .fix(.review)), range: range, surface: surface,
      isBackground: true)
  }

  // MARK: What the site itself shows

  private func before(_ link: ModifierLink, fill: SheetFill) -> SheetSite.Judgement? {
    if let judgement = availability(at: Syntax(link.member.period)) { return judgement }
    if let base = link.member.base?.as(MemberAccessExprSyntax.self), base.base != nil {
      return .left("projectHelper")
    }
    if fill == .clear { return .left("clear") }
    return comment(from: link.member.period, to: ExprSyntax(link.call))
  }

  private func availability(at node: Syntax) -> SheetSite.Judgement? {
    let gate = Gate(.liquidGlass, at: node, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason { return .left(reason) }
    return gate.decision == .proved && !runsSince26 ? .left("since26") : nil
  }

  /// Whether the whole file runs on iOS 26 and later only.
  private var runsSince26: Bool {
    AvailabilityContext(at: file.tree, platforms: context.platforms).proves(.liquidGlass)
  }

  private func settled(_ judgement: SheetSite.Judgement) -> SheetSite.Judgement {
    runsSince26 ? judgement.settledSince26 : judgement
  }

  private func comment(from first: TokenSyntax?, to end: ExprSyntax) -> SheetSite.Judgement? {
    guard let first else { return nil }
    let last = end.lastToken(viewMode: .sourceAccurate)
    return SiteComment.explains(from: first, to: last) ? .left("comment") : nil
  }

  private func isAutomaticRadius(_ link: ModifierLink) -> Bool {
    link.name == "presentationCornerRadius"
      && link.argument("")?.trimmedText == "nil"
  }

  // MARK: What shows it

  private func judge(
    _ link: ModifierLink, _ traces: [ViewTrace], fill: SheetFill
  ) -> SheetSite.Judgement {
    let shown = traces.filter { $0.end != .preview }
    guard !shown.isEmpty else { return .left("preview") }
    if let helper = shown.flatMap(\.conditions).first(where: Self.namesTheNewDesign) {
      return .left(helper.contains("26") ? "alreadyMigrated" : "projectFlag")
    }
    if shown.allSatisfy({ $0.end == .cover }) { return .left("fullScreenCover") }
    if shown.allSatisfy({ $0.end == .popover }) { return .left("popover") }
    let roots = placements.roots(of: ExprSyntax(link.call))
    let inner = roots.types.map { uses.ownDetents(of: $0) }.max() ?? .none
    let verdict = SheetVerdict.all(
      shown.map { self.verdict(of: $0, floor: max(roots.detents, inner)) })
    if let advice = Self.advice(verdict) { return advice }
    if let advice = self.fill(fill) { return advice }
    for trace in shown {
      if trace.links.contains(where: Self.isZoom) {
        return .advice("it opens with a zoom transition, so look at it on iOS 26 first")
      }
      if let content = content(of: trace), let advice = self.content(content) { return advice }
    }
    let parts = roots.types.union(SheetContent.parts(of: link.call))
    if parts.contains(where: { hasFixedForeground($0) }) { return Self.fixedForeground }
    for case .body(let type) in shown.map(\.end) where hasFixedForeground(type) {
      return Self.fixedForeground
    }
    let isSafe = link.name == "presentationCornerRadius" || fill == .material
    return .fix(isSafe ? .safe : .review)
  }

  /// Whether a view type, or one that it is made of, has fixed foreground colours.
  private func hasFixedForeground(_ type: String) -> Bool {
    let parts = context.facts.facts(SheetFacts.hasPart, about: type).map(\.object)
    return ([type] + parts).contains { context.facts.has(SheetFacts.fixedForeground, about: $0) }
  }

  private func verdict(of trace: ViewTrace, floor: SheetDetents) -> SheetVerdict {
    let helpers = trace.links.map { uses.ownDetents(of: "." + $0.name) }.max() ?? .none
    let use = SheetUse(trace)
    let detents = max(floor, use.detents, helpers)
    if use.end.hasPrefix("in:") {
      return uses.verdict(of: String(use.end.dropFirst(3)), detents: detents)
    }
    // A presentation modifier inside the content still reaches the sheet.
    let end = use.end == "embed" && trace.end == .sheet ? "sheet" : use.end
    return SheetVerdict(end: end, detents: detents)
  }

  /// The content that a trace leads to, as far as this file holds it.
  private func content(of trace: ViewTrace) -> Syntax? {
    guard let site = trace.site else { return nil }
    switch trace.end {
    case .sheet: return site.as(FunctionCallExprSyntax.self)?.trailingClosure.map { Syntax($0) }
    case .body: return site
    default: return nil
    }
  }

  // MARK: What cannot be decided here

  static func advice(_ verdict: SheetVerdict) -> SheetSite.Judgement? {
    switch verdict {
    case .floats: nil
    case .large:
      .advice(
        "the sheet is large only and shows no glass until it has another detent: "
          + "decide on its detents first")
    case .unknownDetents:
      .advice("the detents are not written here: check that one is other than '.large'")
    case .never(let place): .left(place.rawValue)
    case .elsewhere(let place):
      .advice("the view is also shown as \(place): decide for both places")
    case .unknown(let why):
      .advice("\(why): check that every use is the root of a sheet")
    }
  }

  private func fill(_ fill: SheetFill) -> SheetSite.Judgement? {
    guard case .picture(let what) = fill else { return nil }
    return .advice("the background is \(what), which glass does not replace: decide by its look")
  }

  private func content(_ content: Syntax) -> SheetSite.Judgement? {
    FixedForeground.isFound(in: content) ? Self.fixedForeground : nil
  }

  private static let fixedForeground = SheetSite.Judgement.advice(
    "the content has fixed foreground colours: check that they can be read on glass first")

  private static func isZoom(_ link: ModifierLink) -> Bool {
    link.name == "navigationTransition"
      && link.argument("")?.trimmedText.contains("zoom") ?? false
  }

  /// Whether a helper or a condition is one of the project's own about the new design.
  static func namesTheNewDesign(_ text: String) -> Bool {
    let lower = text.lowercased()
    return lower.contains("26") || lower.contains("glass") || lower.contains("legacy")
  }
}
