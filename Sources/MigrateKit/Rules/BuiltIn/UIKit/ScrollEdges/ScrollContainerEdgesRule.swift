import SwiftSyntax

/// Pins scroll containers to the view's own top and bottom on iOS 26, so that their content runs
/// below the glass bars.
///
/// A scroll view that ends at the safe area has nothing to show through a bar of glass, and no
/// scroll edge effect. Leading and trailing edges stay where they are.
public struct ScrollContainerEdgesRule: Rule {
  /// The stable name.
  public let id = "scroll-container-edges"

  /// Makes the rule.
  public init() {}

  static let pinNeedles = Needles(
    [
      ["safeAreaLayoutGuide"], ["topLayoutGuide", "Anchor"], ["bottomLayoutGuide", "Anchor"],
      ["autoPinEdge", "uperviewSafeArea"], ["ToSuperview", "usingSafeArea"],
    ] + PinFunction.verbs.map { [$0, "SafeArea"] })

  /// What a file must hold before the rule is asked about it.
  public var needles: Needles {
    Self.pinNeedles.union(ScrollInsetAdvice.needles).union(HiddenBarPins.needles)
  }

  /// What must be known of other files first.
  public var collectors: [any FactCollector] {
    [PinFunctionCollector(), ScrollCandidateCollector()]
      + (1...4).map { ScrollClassCollector(step: $0) }
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    var judge = ScrollPinJudge(index: index, context: context)
    let bars = HiddenBarPins(in: index, platforms: context.platforms)
    for pin in SafeAreaPin.all(in: index) + bars.pins { judge.add(pin) }
    for pin in StatementPin.all(in: index, facts: context.facts) { judge.add(pin) }
    for verdict in judge.verdicts() {
      switch verdict {
      case .left(let range, let reason):
        output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let range, let name, let reason):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message:
              "'\(name)' ends at the safe area, so that nothing scrolls below the bars of iOS 26, "
              + "but \(reason); pin its top and bottom to the view by hand",
            level: .note))
      case .fix(let range, let name, let edges, let edits):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message:
              "'\(name)' ends at the safe area, so that nothing scrolls below the bars of iOS 26; "
              + "pin its \(edges) to the view there",
            safety: .review, fix: Fix(edits)))
      }
    }
    output.findings += ScrollInsetAdvice(rule: id, index: index, context: context).findings
    return output
  }
}
