import SwiftSyntax

/// Finds glass that covers a whole screen and puts a solid colour there.
public struct GlassFullScreenRule: Rule {
  /// The stable name.
  public let id = "glass-full-screen"

  /// Makes the rule.
  public init() {}

  /// Files with glass that reaches under the safe areas.
  public var needles: Needles {
    Needles([["glassEffect", "ignoresSafeArea"], ["glassEffect", "edgesIgnoringSafeArea"]])
  }

  /// What the project declares itself.
  public var collectors: [any FactCollector] { [GlassShadowCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let report = GlassReport(rule: id, file: file, context: context)
    let color = context.options["color"].flatMap { $0.isEmpty ? nil : $0 }
    var output = RuleOutput()
    for site in GlassSite.all(in: file, facts: context.facts)
    where site.glass?.isIdentity != true && Self.isFullScreen(site) {
      let edits = color.flatMap { Self.edits(of: site, color: $0, in: file) }
      let message =
        edits == nil
        ? "glass over the whole screen has nothing behind it to show: use a solid background"
        : "glass over the whole screen has nothing behind it to show"
      output.findings.append(report.finding(site.call, at: site.range, message, edits))
    }
    return output
  }

  /// Whether the surface reaches all edges of the screen: it, or what it is given, ignores the
  /// safe areas on all sides, and nothing makes it smaller.
  private static func isFullScreen(_ site: GlassSite) -> Bool {
    let links = site.chain.before + site.chain.after
    guard links.contains(where: isWholeScreen), !links.contains(where: isBound) else {
      return false
    }
    if case .fill = site.surface { return true }
    // Content is as large as it is, unless it fills all there is before it ignores the safe areas.
    guard let shape = site.shape?.trimmedText,
      shape.hasPrefix(".rect") || shape.hasPrefix("Rectangle"),
      let filling = links.firstIndex(where: fillsAll)
    else { return false }
    return filling < site.chain.before.count && links[filling...].contains(where: isWholeScreen)
  }

  private static func isWholeScreen(_ link: ModifierLink) -> Bool {
    switch link.name {
    case "ignoresSafeArea":
      let edges = link.argument("edges")?.trimmedText
      let regions = link.argument("")?.trimmedText
      return (edges == nil || edges == ".all") && regions != ".keyboard"
    case "edgesIgnoringSafeArea": return link.argument("")?.trimmedText == ".all"
    default: return false
    }
  }

  private static func isBound(_ link: ModifierLink) -> Bool {
    switch link.name {
    case "padding", "fixedSize", "containerRelativeFrame", "clipShape", "mask", "offset": true
    case "frame": !fillsAll(link)
    default: false
    }
  }

  private static func fillsAll(_ link: ModifierLink) -> Bool {
    link.name == "frame" && link.argument("maxWidth")?.trimmedText == ".infinity"
      && link.argument("maxHeight")?.trimmedText == ".infinity"
      && link.argument("width") == nil && link.argument("height") == nil
  }

  /// A fill becomes the colour; anything else gets it as its background.
  private static func edits(of site: GlassSite, color: String, in file: ParsedFile) -> [Edit]? {
    guard let link = site.link, link.directive == nil, site.chain.transforms.isEmpty,
      !site.chain.after.contains(where: { $0.name.hasPrefix("glassEffect") }),
      !ArgumentEdits(of: site.call, in: file).haveComment
    else { return nil }
    guard case .fill = site.surface, let root = site.chain.root else {
      return [Edit(link.range, ".background(\(color))")]
    }
    guard site.chain.before.isEmpty, !root.trailingTrivia.hasComment,
      !link.member.period.leadingTrivia.hasComment
    else { return nil }
    return [Edit(ByteRange(file.range(of: root).lowerBound, link.range.upperBound), color)]
  }
}
