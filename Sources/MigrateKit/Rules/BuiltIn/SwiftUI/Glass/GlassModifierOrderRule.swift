import SwiftSyntax

/// Puts glass after the padding or the size of the view whose content it should cover.
///
/// Padding after glass is nearly always a margin around the surface, so that only a text, an image
/// or a label without any padding or frame of its own counts: its glass hugs the glyphs.
public struct GlassModifierOrderRule: Rule {
  /// The stable name.
  public let id = "glass-modifier-order"

  /// Makes the rule.
  public init() {}

  /// Files with glass and padding or a frame.
  public var needles: Needles {
    Needles([["glassEffect", ".padding("], ["glassEffect", ".frame("]])
  }

  /// What the project declares itself.
  public var collectors: [any FactCollector] { [GlassShadowCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let report = GlassReport(rule: id, file: file, context: context)
    var output = RuleOutput()
    for site in GlassSite.all(in: file, facts: context.facts) {
      guard let move = GlassMove(of: site) else { continue }
      let edits = move.edits(in: file)
      if edits == nil {
        output.left.append(
          LeftSite(at: site.range, reason: move.directive ? "directive" : "comment"))
        continue
      }
      output.findings.append(
        report.finding(
          site.call, at: site.range,
          "the glass lies under the \(move.what) without its '\(move.layout.name)': put it after",
          edits))
    }
    return output
  }
}
