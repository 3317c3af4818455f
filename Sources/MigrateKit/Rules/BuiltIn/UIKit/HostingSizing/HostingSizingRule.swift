import SwiftSyntax

/// Lets SwiftUI views in bars follow the size of their content on iOS 26.
///
/// A bar measures a custom view once. The view of a hosting controller follows its content only
/// with the intrinsic size as sizing option and without the constraints of its autoresizing mask;
/// its opaque background would show on the glass.
struct HostingSizingRule: Rule {
  let id = "hosting-sizing"
  let needles = Needles([
    ["HostingController", "customView:"], ["HostingController", "titleView"],
  ])
  let collectors: [any FactCollector] = [HostingSubclassCollector()]

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    var seen: Set<SyntaxIdentifier> = []
    for site in HostedBarView.all(in: index) {
      let range = file.range(of: site.content)
      let shown = Gate(.liquidGlass, at: site.content, in: file, context: context, drops: true)
      if let reason = shown.decision.leftReason {
        output.left.append(LeftSite(at: range, reason: reason))
        continue
      }
      // A controller whose view several places show is set up once.
      guard seen.insert(site.controller?.declaration.node.id ?? site.content.id).inserted else {
        continue
      }
      switch judge(site, index, context) {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message: "a bar on iOS 26 does not follow the size of this SwiftUI view, and \(reason)",
            level: .note))
      case .fix(let edits):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message: "a bar does not follow the size of this SwiftUI view: on iOS 26 let its "
              + "hosting controller size it by its content",
            safety: .review, fix: Fix(edits)))
      }
    }
    return output
  }

  private enum Judgement {
    case left(String)
    /// What to do by hand, as the end of a sentence.
    case advice(String)
    case fix([Edit])
  }

  private func judge(
    _ site: HostedBarView, _ index: SourceIndex, _ context: RuleContext
  ) -> Judgement {
    guard let controller = site.controller else {
      return .advice(
        "its hosting controller has no name; keep it in a variable and give it "
          + "'sizingOptions = [.intrinsicContentSize]' there")
    }
    var settings = HostingSizingSettings(of: controller.uses, view: site.viewUses)
    if let type = index.typeName(of: site.host), type != "UIHostingController" {
      let known = context.facts.facts(HostingSubclassCollector.kind, about: type)
      guard known.count == 1 else {
        return .advice("what '\(type)' does about its size is not known; set its 'sizingOptions'")
      }
      settings.add(code: known[0].object)
    }
    if settings.isOtherSize { return .left("otherSizing") }
    if settings.hasWidth { return .left("constrained") }
    if settings.hasFrame {
      return .advice("its frame is set by hand; size it by its content there instead")
    }
    guard let place = HostingPlace(of: site, controller, in: index) else {
      return .advice(
        "the code does not show where to set its 'sizingOptions'; do so where it is made")
    }
    let lines = HostingSizingRule.lines(for: settings, at: place, site.role)
    guard !lines.isEmpty else { return .left("alreadyMigrated") }
    let gate = Gate(.liquidGlass, at: place.item, in: index.file, context: context, drops: true)
    let minimum = context.platforms.minimum(of: .iOS).normalized(for: .iOS)
    if gate.decision == .proved, minimum < PlatformVersion(26) { return .left("writtenFor26") }
    if gate.decision == .compatibilityMode {
      return .advice("the target keeps the old look; remove 'UIDesignRequiresCompatibility' first")
    }
    guard gate.isPossible, let edits = place.inserting(lines, gate, index.file, context) else {
      return .advice("the code around it is too dense for new lines; set its 'sizingOptions'")
    }
    return .fix(edits)
  }

  /// What is missing; the resistance is the standard one, so it comes only with the others.
  private static func lines(
    for settings: HostingSizingSettings, at place: HostingPlace, _ role: HostedBarView.Role
  ) -> SourceLines {
    var lines: [String] = []
    if !settings.hasIntrinsicSize {
      lines.append("\(place.path).sizingOptions = [.intrinsicContentSize]")
    }
    if !settings.hasAutoresizing {
      lines.append("\(place.path).view.translatesAutoresizingMaskIntoConstraints = false")
    }
    let isHugging = role == .titleView && settings.hasHugging
    if !lines.isEmpty, !settings.hasResistance, !isHugging {
      lines.append(
        "\(place.path).view.setContentCompressionResistancePriority("
          + ".defaultHigh, for: .horizontal)")
    }
    if !settings.hasBackground { lines.append("\(place.path).view.backgroundColor = .clear") }
    return SourceLines(lines)
  }
}
