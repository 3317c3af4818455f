import SwiftSyntax

/// Takes the shared glass background from toolbar items that show a title, a label or a picture.
///
/// On iOS 26 the system draws a platter behind every toolbar item, which says that it can be
/// pressed; `sharedBackgroundVisibility(.hidden)` on the item takes it away.
struct ToolbarSharedBackgroundRule: Rule {
  let id = "toolbar-shared-background"
  let needles = Needles([["ToolbarItem("], ["ToolbarItem {"], ["ToolbarItem{"]])
  let collectors: [any FactCollector] = [
    ToolbarViewCollector(), ToolbarViewContentCollector(step: 1),
    ToolbarViewContentCollector(step: 2), ToolbarViewContentCollector(step: 3),
  ]

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let items = ToolbarItems(viewMode: .sourceAccurate)
    items.walk(file.tree)
    guard !items.found.isEmpty, !context.facts.has(ToolbarFacts.shadow, about: "ToolbarItem") else {
      return RuleOutput()
    }
    let reader = ToolbarContentReader(file)
    let helpers = Set(context.facts.subjects(of: ToolbarFacts.helper)).union(items.helpers)
    let gate = ToolbarGate(in: file, context: context)
    let decided = DecidedToolbars(file, helpers: helpers)
    var output = RuleOutput()
    for call in items.found {
      guard let site = ToolbarItemSite(call, reader: reader) else { continue }
      let range = file.range(of: call.calledExpression)
      switch judge(site, in: file, context, helpers: helpers, decided: decided) {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let what):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message: "iOS 26 draws glass behind this toolbar item, and \(what); where it shows a "
              + "title or a picture, give the item 'sharedBackgroundVisibility(.hidden)' there",
            level: .note))
      case .fix(let decision, let safety):
        guard gate.isPossible || decision == .proved else {
          output.findings.append(
            Finding(
              rule: id, at: range,
              message: "iOS 26 draws glass behind this title or picture; items cannot depend on a "
                + "condition before iOS 16, so give it 'sharedBackgroundVisibility(.hidden)' in a "
                + "second toolbar for iOS 26"))
          continue
        }
        output.findings.append(
          Finding(
            rule: id, at: range,
            message: "iOS 26 draws glass behind this title or picture as if it could be pressed: "
              + "give the item 'sharedBackgroundVisibility(.hidden)' there",
            safety: safety, fix: fix(site, decision, gate: gate, in: file)))
      }
    }
    return output
  }

  private enum Judgement {
    case left(String)
    /// What is not known of the item, as the middle of a sentence.
    case advice(String)
    case fix(Gate.Decision, Safety)
  }

  private func judge(
    _ site: ToolbarItemSite, in file: ParsedFile, _ context: RuleContext, helpers: Set<String>,
    decided: DecidedToolbars
  ) -> Judgement {
    let gate = Gate(ToolbarGate.requirement, at: site.whole, in: file, context: context)
    switch gate.decision {
    case .below: return .left("before26")
    case .impossible, .compatibilityMode: return .left("otherPlatform")
    case .gate, .proved: break
    }
    let isTypeDecided = EnclosingType(of: site.call).map {
      context.facts.has(ToolbarFacts.decided, about: $0.name)
    }
    if site.isDecided(helpers: helpers) || decided.hold(site.call) || isTypeDecided ?? false {
      return .left("alreadyMigrated")
    }
    let known = AvailabilityContext(at: site.whole, platforms: context.platforms)
    if Self.isWritten(for: ToolbarGate.requirement, site) { return .left("writtenFor26") }
    // A check for one platform tells the code apart, though others get there without.
    let isChecked = known.reachablePlatforms.contains { platform in
      guard let version = ToolbarGate.requirement.version(on: platform) else { return false }
      return known.bounds(of: platform).atLeast >= version
        && context.platforms.minimum(of: platform).normalized(for: platform) < version
    }
    if isChecked { return .left("writtenFor26") }
    if let placements = site.placements {
      for (name, reason) in Self.otherPlacements where placements.contains(name) {
        return .left(reason)
      }
    }
    let holder = site.holder
    if holder == .preview { return .left("preview") }
    let content = ToolbarContents(site.parts, facts: context.facts)
    if let reason = content.reasonToKeep { return .left(reason) }
    if let unknown = content.unknown { return .advice("what \(unknown) shows is not known") }
    guard let placements = site.placements else {
      return .advice("where it is placed is not known")
    }
    if placements.contains("status") {
      return .advice("it is placed in the status area of the bottom bar")
    }
    if let helper = helpers.min(), gate.decision != .proved {
      return .advice("other items of the project use '\(helper)'")
    }
    switch holder {
    case .customizable: return .advice("its toolbar can be customized by users")
    case .other: return .advice("code around it may need its exact type")
    case .toolbar, .preview: break
    }
    return .fix(gate.decision, content.safety)
  }

  /// Whether a check within the item tells the new systems from earlier ones.
  private static func isWritten(for requirement: APIRequirement, _ site: ToolbarItemSite) -> Bool {
    let checks = AvailabilityChecks(viewMode: .sourceAccurate)
    checks.walk(site.call)
    return checks.versions.contains { platform, version in
      requirement.version(on: platform).map { $0 <= version.normalized(for: platform) } ?? false
    }
  }

  /// Places without a platter.
  private static let otherPlacements: [(name: String, reason: String)] = [
    ("principal", "principal"), ("keyboard", "keyboard"), ("title", "title"),
    ("largeTitle", "title"), ("subtitle", "title"), ("largeSubtitle", "title"),
  ]

  private func fix(
    _ site: ToolbarItemSite, _ decision: Gate.Decision, gate: ToolbarGate, in file: ParsedFile
  ) -> Fix {
    let source = file.source
    let range = file.range(of: site.whole)
    let modifier = gate.modifier(decision)
    let first = source.lines.index(ofLineAt: range.lowerBound)
    let isMultiline = first != source.lines.index(ofLineAt: range.upperBound)
    let line = source.lines.range(ofLine: first)
    var text = modifier
    if isMultiline || line.count + modifier.utf8.count > 100 {
      let step = isMultiline ? "" : source.indentation
      let start = site.links.last.map(\.range.lowerBound).flatMap {
        source.isFirstOnLine($0) ? $0 : nil
      }
      let indentation =
        start.map { source.indentation(ofLineAt: $0) }
        ?? source.indentation(ofLineAt: range.lowerBound) + step
      text = source.lineEnding + indentation + modifier
    }
    var edits = [Edit(insertAt: range.upperBound, text)]
    if decision != .proved, let declaration = gate.declaration { edits.append(declaration) }
    return Fix(edits)
  }
}

/// The versions that checks within a node ask for.
private final class AvailabilityChecks: SyntaxVisitor {
  var versions: [(Platform, PlatformVersion)] = []

  override func visit(_ node: PlatformVersionSyntax) -> SyntaxVisitorContinueKind {
    if let platform = Platform(sourceName: node.platform.text),
      let version = node.version.flatMap({ PlatformVersion($0.trimmedText) })
    {
      versions.append((platform, version))
    }
    return .skipChildren
  }
}
