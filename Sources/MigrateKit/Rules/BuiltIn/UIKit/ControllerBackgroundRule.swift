import SwiftSyntax

/// Lets the custom backgrounds and corners of UIKit sheets and popovers apply before iOS 26 only.
///
/// The views of controllers are cleared on 26 rather than left alone, since those of hosting and
/// table view controllers are opaque by default.
public struct ControllerBackgroundRule: Rule {
  /// The stable name.
  public let id = "uikit-sheet-background"

  /// Makes the rule.
  public init() {}

  /// Files that configure sheets, or colour popovers.
  public var needles: Needles {
    Needles([
      ["sheetPresentationController"], [SheetReceiver.type], ["preferredCornerRadius"],
      ["popoverPresentationController", "backgroundColor"],
    ])
  }

  /// What tells which controllers are presented as sheets.
  public var collectors: [any FactCollector] {
    [ControllerCandidateCollector(), ControllerUseCollector()]
  }

  /// The files that declare controllers which the project presents as sheets.
  public func paths(given facts: ProjectFacts) -> Set<String> {
    let uses = ControllerUses(facts)
    return uses.candidates.reduce(into: Set()) { $0.formUnion(uses.paths(of: $1)) }
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let judge = ControllerJudge(file, context)
    var output = RuleOutput()
    for (site, judgement) in judge.sites() {
      switch judgement {
      case .left(let reason):
        output.left.append(LeftSite(at: site.range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(rule: id, at: site.range, message: "\(site.problem); \(reason)", level: .note))
      case .fix(let safety):
        output.findings.append(
          Finding(
            rule: id, at: site.range, message: "\(site.problem): apply it before iOS 26 only",
            safety: safety, fix: judge.fix(for: site)))
      }
    }
    return output
  }
}
