import SwiftSyntax

/// Brings the bottom bars of sheets to the wanted form on iOS 26: with a blur where content scrolls
/// under them, or clear.
///
/// Says nothing unless the option `want` is set.
public struct SheetScrollEdgeRule: Rule {
  /// The stable name.
  public let id = "swiftui-sheet-scroll-edge"

  /// Makes the rule.
  public init() {}

  /// Files with bars at the bottom of views.
  public var needles: Needles {
    Needles([["safeAreaInset"], ["safeAreaBar"], [".bottomBar"]])
  }

  /// What tells which views are shown as sheets.
  public var collectors: [any FactCollector] {
    [
      SheetBarCandidateCollector(),
      SheetUseCollector(kind: SheetBarCandidateCollector.kind),
      SheetUseCollector(kind: SheetFacts.holder),
    ]
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    guard let want = context.options["want"].flatMap(SheetBar.Want.init(rawValue:)) else {
      return RuleOutput()
    }
    let writer = SheetBarWriter(file, context)
    var output = RuleOutput()
    for bar in SheetBar.all(in: file, context: context) {
      let range = bar.link.range
      switch bar.judgement(want, in: file, context: context) {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(
            rule: id, at: range, message: "the bar at the bottom of this sheet; \(reason)",
            level: .note))
      case .fix(let safety):
        let fix = writer.fix(bar, want)
        let verb =
          want == .blur
          ? "blur what scrolls under the bar of this sheet from iOS 26 on"
          : "keep what scrolls under the bar of this sheet clear from iOS 26 on"
        output.findings.append(
          Finding(rule: id, at: range, message: verb, level: .note, safety: safety, fix: fix))
      }
    }
    return output
  }
}

/// Finds the views that have a bar at their bottom.
struct SheetBarCandidateCollector: FactCollector {
  /// A view has a bar at its bottom.
  static let kind = "sheet-bar-candidate"
  let id = "sheet-bar-candidates"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["safeAreaInset"], ["safeAreaBar"], [".bottomBar"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let placements = ViewPlacements.shared(of: file)
    return SheetBar.links(in: file).flatMap { link in
      placements.traces(of: link.call).compactMap { trace in
        let end = SheetUse(trace).end
        guard end.hasPrefix("in:") else { return nil }
        return Fact(Self.kind, String(end.dropFirst(3)), path: file.source.path)
      }
    }
  }
}
