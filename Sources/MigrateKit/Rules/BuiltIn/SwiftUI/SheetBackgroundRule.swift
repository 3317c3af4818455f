import SwiftSyntax

/// Lets the custom backgrounds and corners of SwiftUI sheets apply before iOS 26 only.
///
/// On 26 a sheet with a partial detent floats on glass, which a background of the sheet's own
/// covers and a fixed corner radius breaks.
public struct SheetBackgroundRule: Rule {
  /// The stable name.
  public let id = "swiftui-sheet-background"

  /// Makes the rule.
  public init() {}

  /// Files with presentation modifiers.
  public var needles: Needles {
    Needles([["presentationBackground"], ["presentationCornerRadius"], ["presentationDetents"]])
  }

  /// What tells which views are shown as sheets.
  public var collectors: [any FactCollector] {
    [
      SheetCandidateCollector(), SheetUseCollector(kind: SheetFacts.candidate),
      SheetUseCollector(kind: SheetFacts.holder),
    ]
  }

  /// The files that declare views which the project shows as sheets.
  public func paths(given facts: ProjectFacts) -> Set<String> {
    let uses = SheetUses(facts)
    return facts.subjects(of: SheetFacts.declaration).filter { uses.verdict(of: $0) == .floats }
      .reduce(into: Set()) { paths, subject in
        paths.formUnion(facts.facts(SheetFacts.declaration, about: subject).map(\.path))
      }
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let judge = SheetJudge(file, context)
    let calls = ModifierCalls(["presentationBackground", "presentationCornerRadius"])
    calls.walk(file.tree)
    var sites = calls.found.map { judge.site(of: $0) }
    let surfaces = SheetSurface.all(in: file, uses: judge.uses)
    for surface in surfaces {
      sites += surface.fills.compactMap { fill in
        judge.site(of: fill, surface: surface.id, content: surface.content)
      }
    }
    guard !sites.isEmpty || !surfaces.isEmpty else { return RuleOutput() }
    sites = Self.together(sites)
    let writer = SheetWriter(file, context, surfaces: surfaces)
    var output = RuleOutput()
    for site in sites {
      switch site.judgement {
      case .left(let reason):
        output.left.append(LeftSite(at: site.range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(
            rule: id, at: site.range, message: "\(Self.problem(site)); \(reason)", level: .note))
      case .fix(let safety):
        output.findings.append(
          Finding(
            rule: id, at: site.range, message: "\(Self.problem(site)): apply it before iOS 26 only",
            safety: writer.hasCompanions(for: site) ? .review : safety,
            fix: writer.fix(for: site, among: sites)))
      }
    }
    for surface in surfaces where surface.hasBackgroundElsewhere {
      let own = sites.contains { $0.surface == surface.id && $0.isBackground }
      guard !own, let first = SheetCompanions(surface.leaves).first,
        let fix = writer.companionFix(for: surface)
      else { continue }
      output.findings.append(
        Finding(
          rule: id, at: file.range(of: first),
          message: "the content paints a ground of its own over the glass of this sheet: "
            + "clear it from iOS 26 on",
          safety: .review, fix: fix))
    }
    return output
  }

  private static func problem(_ site: SheetSite) -> String {
    site.isBackground
      ? "'\(site.name)' covers the glass of this sheet"
      : "'\(site.name)' keeps the sheet's corners from following the display's"
  }

  /// Where one site of a sheet cannot be changed, its other ones are not changed either.
  private static func together(_ sites: [SheetSite]) -> [SheetSite] {
    sites.map { site in
      guard case .fix = site.judgement else { return site }
      var site = site
      for other in sites where other.surface == site.surface && other.isBackground {
        switch other.judgement {
        case .fix: continue
        case .left(let reason):
          if ["clear", "comment"].contains(reason) { site.judgement = .left(reason) }
        case .advice(let reason):
          site.judgement = .advice(reason)
        }
      }
      return site
    }
  }
}
