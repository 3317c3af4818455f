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
    var output = RuleOutput()
    for site in search.found {
      let known = AvailabilityContext(at: site.node, platforms: context.platforms)
      if !known.reachablePlatforms.contains(where: { $0 != .visionOS }), site.isGlass {
        output.left.append(LeftSite(at: site.range, reason: "otherPlatform"))
        continue
      }
      var message = site.message
      var fix = site.edits.map { Fix($0) }
      if fix != nil, !Self.isSince26(known) {
        // Nothing older than 26 may change, and nothing here says that it is not reached.
        fix = nil
        message += "; let it run on iOS 26 and later only"
      }
      output.findings.append(
        Finding(
          rule: id, at: site.range, message: message, level: .error, safety: site.safety,
          fix: fix))
    }
    return output
  }

  /// Whether every system that gets here is of the version 26 or later.
  private static func isSince26(_ known: AvailabilityContext) -> Bool {
    let reachable = known.reachablePlatforms
    return !reachable.isEmpty
      && reachable.allSatisfy { known.bounds(of: $0).atLeast >= PlatformVersion(26) }
  }
}
