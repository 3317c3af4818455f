import SwiftSyntax

/// Finds names around glass that no released SDK has, and writes the ones that it has.
///
/// They come from the first betas of iOS 26, from articles about them, and from guesses.
public struct UnknownGlassAPIRule: Rule {
  /// The stable name.
  public let id = "unknown-glass-api"

  /// Makes the rule.
  public init() {}

  /// Files with one of the names, or with glass whose members are looked at.
  public var needles: Needles {
    Needles([
      ["glassEffect"], ["Glass."], [".glass("], ["scrollEdgeEffectDisabled"],
      ["presentationBackground", "lass"],
      ["containerConcentric"], ["sharedBackgroundVisibility"], ["GlassEffectStyle"],
      ["scrollExtensionMode"],
    ])
  }

  /// What the project declares itself.
  public var collectors: [any FactCollector] {
    [GlassShadowCollector(), GlassDeclarationCollector()]
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let search = UnknownGlassNames(file, context.facts)
    search.walk(file.tree)
    let report = GlassReport(rule: id, file: file, context: context)
    var output = RuleOutput()
    for site in search.found {
      let known = AvailabilityContext(at: site.node, platforms: context.platforms)
      if !known.reachablePlatforms.contains(where: { $0 != .visionOS }), site.isGlass {
        output.left.append(LeftSite(at: site.range, reason: "otherPlatform"))
        continue
      }
      output.findings.append(
        report.finding(
          site.node, at: site.range, site.message, site.edits, level: .error,
          safety: site.safety))
    }
    return output
  }
}
