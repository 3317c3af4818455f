import SwiftSyntax

/// Takes the reaction to touches from the glass of surfaces that nothing can touch.
public struct GlassInteractiveRule: Rule {
  /// The stable name.
  public let id = "glass-interactive"

  /// Makes the rule.
  public init() {}

  /// Files with glass; interactive glass unless suggestions are asked for.
  public var needles: Needles { Needles([["glassEffect"]]) }

  /// What shows which surfaces respond to touches: their surroundings in every file.
  public var collectors: [any FactCollector] {
    [
      GlassShadowCollector(), TouchSurfaceCollector(), TouchLookupCollector(round: 1),
      TouchLookupCollector(round: 2), TouchLookupCollector(round: 3),
    ]
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let sites = GlassSite.all(in: file, facts: context.facts)
    guard !sites.isEmpty else { return RuleOutput() }
    let report = GlassReport(rule: id, file: file, context: context)
    let reader = TouchReader(file)
    let facts = TouchFacts(context.facts)
    var output = RuleOutput()
    for site in sites {
      switch site.glass?.interactivity ?? GlassValue.Interactivity.none {
      case .sometimes: continue
      case .none:
        guard context.options["suggest"] == "true", site.glass?.isIdentity != true,
          Self.isControl(site), let reading = reader.reading(of: site), reading.responds
        else { continue }
        output.findings.append(
          report.finding(
            site.call, at: site.range,
            "this surface responds to touches: 'interactive()' lets its glass show it", nil,
            level: .note))
      case .always:
        guard let reading = reader.reading(of: site) else { continue }
        switch facts.verdict(of: reading) {
        case .responds: continue
        case .never:
          output.findings.append(
            report.finding(
              site.call, at: site.range,
              "nothing makes this surface respond to touches, but its glass is 'interactive'",
              Self.edits(of: site, in: file)))
        case .mixed:
          output.findings.append(
            report.finding(
              site.call, at: site.range,
              "this glass is also put on surfaces that respond to no touch: "
                + "let the caller say whether it is 'interactive'", nil, level: .note))
        case .unknown:
          output.findings.append(
            report.finding(
              site.call, at: site.range,
              "nothing shows that this surface responds to touches: "
                + "if it does not, its glass should not be 'interactive'", nil, level: .note))
        }
      }
    }
    return output
  }

  /// Whether the surface itself is a control, as opposed to a label inside one or a style.
  private static func isControl(_ site: GlassSite) -> Bool {
    if ModifierNames.controls.contains(site.surface.viewName ?? "") { return true }
    return (site.chain.before + site.chain.after).contains { $0.name == "onTapGesture" }
  }

  private static func edits(of site: GlassSite, in file: ParsedFile) -> [Edit]? {
    var edits: [Edit] = []
    for leaf in site.glass?.leaves ?? [] {
      for call in leaf.links where call.name == "interactive" {
        guard let base = call.member.base, !base.trailingTrivia.hasComment,
          !call.member.period.leadingTrivia.hasComment
        else { return nil }
        edits.append(
          Edit(ByteRange(file.range(of: base).upperBound, file.range(of: call.call).upperBound), "")
        )
      }
    }
    return edits.isEmpty ? nil : edits
  }
}
