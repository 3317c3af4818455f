import SwiftSyntax

/// Finds glass that lies on glass, and removes what lies on top.
public struct GlassNestingRule: Rule {
  /// The stable name.
  public let id = "glass-nesting"

  /// Makes the rule.
  public init() {}

  /// Files with glass.
  public var needles: Needles { Needles([["glassEffect"]]) }

  /// What the project declares itself.
  public var collectors: [any FactCollector] { [GlassShadowCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let sites = GlassSite.all(in: file, facts: context.facts)
    guard !sites.isEmpty else { return RuleOutput() }
    let report = GlassReport(rule: id, file: file, context: context)
    let nesting = GlassNesting(sites, in: file)
    var output = RuleOutput()
    for site in sites where site.glass?.isIdentity != true {
      switch nesting.place(of: site) {
      case .onGlass:
        let isPlain =
          site.glass?.leaves.allSatisfy { $0.links.isEmpty && $0.variant != nil } ?? true
        let edits = isPlain ? Self.edits(of: site, in: file) : nil
        output.findings.append(
          report.finding(
            site.call, at: site.range,
            "this glass lies on the glass of what holds it"
              + (edits == nil ? ": leave the outer one alone" : ", which is enough"), edits))
      case .toolbar:
        output.findings.append(
          report.finding(
            site.call, at: site.range,
            "toolbars give their items glass on iOS 26: remove this one, or hide the item's "
              + "with 'sharedBackgroundVisibility(.hidden)'", nil))
      case .sheetHeader:
        output.findings.append(
          report.finding(
            site.call, at: site.range,
            "a sheet with a partial detent is glass on iOS 26: a header on it needs none", nil,
            level: .note))
      case nil: break
      }
      for link in nesting.glassButtons(under: site) {
        output.findings.append(
          report.finding(
            link.call, at: link.range,
            "this glass style lies on the glass of what holds the buttons: use a plain style", nil))
      }
    }
    return output
  }

  /// Takes the glass away, where nothing is tied to it.
  private static func edits(of site: GlassSite, in file: ParsedFile) -> [Edit]? {
    guard let link = site.link, site.chain.transforms.isEmpty,
      !site.chain.after.contains(where: { $0.name.hasPrefix("glassEffect") })
    else { return nil }
    return LinkRemoval.edit(of: link, in: file).map { [$0] }
  }
}
