import SwiftSyntax

/// Takes headers with an image or a map out of the layout of collection views on iOS 26, where the
/// scroll edge effect would blur them.
public struct FixedHeaderRule: Rule {
  /// The stable name.
  public let id = "fixed-header"

  /// Makes the rule.
  public init() {}

  /// What a file must hold before the rule is asked about it.
  public var needles: Needles {
    Needles([
      ["forSupplementaryViewOfKind", "elementKindSectionHeader", "register("],
      ["SupplementaryRegistration", "elementKindSectionHeader"],
    ])
  }

  /// What must be known of other files first.
  public var collectors: [any FactCollector] { [HeroHeaderCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    let sites = HeaderSite.all(in: index, facts: context.facts)
    for site in sites {
      let range = file.range(of: site.call)
      let gate = Gate(.liquidGlass, at: site.call, in: file, context: context, drops: true)
      if let reason = gate.decision.leftReason {
        output.left.append(LeftSite(at: range, reason: reason))
        continue
      }
      if Self.isMigrated(site, in: index) {
        output.left.append(LeftSite(at: range, reason: "alreadyMigrated"))
        continue
      }
      output.findings.append(finding(site, at: range, gate: gate, index: index, context: context))
    }
    return output
  }

  /// Whether the class says itself what the effect does, or lays the header out by hand already.
  private static func isMigrated(_ site: HeaderSite, in index: SourceIndex) -> Bool {
    let type = site.call.enclosingTypeName
    let names = ["topEdgeEffect", "layoutFixedHeader"]
    return names.contains { name in
      (index.references[name] ?? []).contains { $0.enclosingTypeName == type }
    }
  }

  private func finding(
    _ site: HeaderSite, at range: ByteRange, gate: Gate, index: SourceIndex, context: RuleContext
  ) -> Finding {
    let head =
      "the header '\(site.header)' with its \(site.hero.rawValue) scrolls with the content, so that "
      + "iOS 26 blurs it below the bar"
    if gate.decision == .compatibilityMode {
      return Finding(
        rule: id, at: range,
        message:
          "\(head) once the target drops 'UIDesignRequiresCompatibility'; remove the key first",
        level: .note)
    }
    let obstacle: FixedHeaderObstacle
    do throws(FixedHeaderObstacle) {
      let reader = FixedHeaderReader(
        site: site, index: index, type: site.call.enclosingTypeName ?? "")
      let edits = try FixedHeaderWriter(
        plan: try reader.plan(), site: site, index: index, context: context
      ).edits()
      return Finding(
        rule: id, at: range,
        message: "\(head); add it to the collection view above its content there",
        safety: .review, fix: Fix(edits))
    } catch {
      obstacle = error
    }
    if context.options["otherwise"] == "hide-effect",
      let edits = hidden(site, gate: gate, index: index)
    {
      return Finding(
        rule: id, at: range, message: "\(head); hide the effect at the top there",
        safety: .review, fix: Fix(edits))
    }
    return Finding(
      rule: id, at: range,
      message:
        "\(head), but \(obstacle.reason); add it to the collection view at 'frame.origin.y = "
        + "-height' with 'contentInset.top = height' and take it out of the layout, or hide the "
        + "effect with 'topEdgeEffect.isHidden'",
      level: .note)
  }

  private func hidden(_ site: HeaderSite, gate: Gate, index: SourceIndex) -> [Edit]? {
    guard let view = site.collectionView,
      let statement = Syntax(site.call).enclosingStatement,
      let layout = StatementLayout(of: statement, in: index.file)
    else { return nil }
    return layout.inserting(
      after: gate.since(["\(view.trimmedText).topEdgeEffect.isHidden = true"]))
  }
}
