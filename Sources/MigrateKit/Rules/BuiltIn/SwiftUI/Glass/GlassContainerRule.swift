import SwiftSyntax

/// Gathers glass that stands side by side in a `GlassEffectContainer` with the stack's spacing.
public struct GlassContainerRule: Rule {
  /// The stable name.
  public let id = "glass-container"

  /// Makes the rule.
  public init() {}

  /// Files with glass or a container for it.
  public var needles: Needles { Needles([["glassEffect"], ["GlassEffectContainer"]]) }

  /// What the project declares itself, and what it puts glass on or into a container elsewhere.
  public var collectors: [any FactCollector] {
    [GlassShadowCollector(), GlassCarrierCollector(), GlassContainmentCollector()]
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    guard !context.facts.has(GlassFacts.shadow, about: "GlassEffectContainer") else {
      return RuleOutput()
    }
    let report = GlassReport(rule: id, file: file, context: context)
    var output = RuleOutput()
    let containers = GlassContainers(file)
    for container in containers.all {
      if let problem = containers.problem(of: container) {
        output.findings.append(
          report.finding(container.call, at: container.range, problem, nil, level: .note))
      }
      if let mismatch = container.spacing {
        output.findings.append(
          report.finding(
            container.call, at: file.range(of: mismatch.own),
            "the spacing of the container differs from the '\(mismatch.stack.trimmedText)' "
              + "of its stack: shapes merge by it",
            [Edit(file.range(of: mismatch.own), mismatch.stack.trimmedText)]))
      }
      if context.options["single"] == "true", container.isSingle {
        output.findings.append(
          report.finding(
            container.call, at: container.range,
            "this container holds one surface only: it gathers nothing", nil, level: .note))
      }
    }
    let groups = GlassGroups(file, context.facts)
    for group in groups.all {
      let range = group.range(in: file)
      if let reason = group.obstacle {
        output.left.append(LeftSite(at: range, reason: reason))
        continue
      }
      let fix = GlassContainerWriter(file, context).fix(for: group)
      if fix == nil {
        output.left.append(LeftSite(at: range, reason: "cannotWrap"))
        continue
      }
      output.findings.append(
        Finding(
          rule: id, at: range,
          message: "\(group.count) surfaces with glass side by side: a 'GlassEffectContainer' "
            + "lets them share what they show",
          safety: .review, fix: fix))
    }
    return output
  }
}
