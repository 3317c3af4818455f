import SwiftSyntax

/// Brings the native navigation bar back on iOS 26 where a controller hides it and draws its own.
public struct NativeNavigationBarRule: Rule {
  /// The stable name.
  public let id = "native-navigation-bar"

  /// Makes the rule.
  public init() {}

  static let siteNeedles = Needles([
    ["setNavigationBarHidden", "true"], ["isNavigationBarHidden", "true"],
    ["navigationBar", "isHidden", "true"],
  ])

  /// What a file must hold before the rule is asked about it.
  public var needles: Needles { Self.siteNeedles }

  /// What must be known of other files first.
  public var collectors: [any FactCollector] { [BarCandidateCollector(), BarStackCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    for hidden in HiddenBar.all(in: index) where !hidden.hiding.isEmpty {
      let bars = CustomBar.all(ofType: hidden.type, in: index, facts: context.facts)
      guard let first = bars.first, let site = hidden.hiding.first else { continue }
      let range = file.range(of: site.expression)
      let gate = Gate(.liquidGlass, at: site.expression, in: file, context: context, drops: true)
      if let reason = gate.decision.leftReason {
        output.left.append(LeftSite(at: range, reason: reason))
        continue
      }
      let bar = bars.max { Self.weight($0, index) < Self.weight($1, index) } ?? first
      output.findings.append(
        finding(hidden, bar, at: range, gate: gate, index: index, context: context))
    }
    return output
  }

  /// The bar that holds most is the one that counts.
  private static func weight(_ bar: CustomBar, _ index: SourceIndex) -> Int {
    CustomBarContent(of: bar, in: index).items.count
  }

  private func finding(
    _ hidden: HiddenBar, _ bar: CustomBar, at range: ByteRange, gate: Gate, index: SourceIndex,
    context: RuleContext
  ) -> Finding {
    let content = CustomBarContent(of: bar, in: index)
    let listing = content.listing.isEmpty ? "" : " with \(content.listing)"
    let head = "the navigation bar is hidden for '\(bar.name)'\(listing)"
    switch edits(hidden, bar, content, gate: gate, index: index, context: context) {
    case .success(let edits):
      return Finding(
        rule: id, at: range, message: "\(head); show the native bar on iOS 26", safety: .review,
        fix: Fix(edits))
    case .failure(let obstacle):
      return Finding(
        rule: id, at: range,
        message:
          "\(head); the native bar of iOS 26 gives it glass, but \(obstacle.reason): "
          + "move it to the navigation item by hand",
        level: .note)
    }
  }

  private func edits(
    _ hidden: HiddenBar, _ bar: CustomBar, _ content: CustomBarContent, gate: Gate,
    index: SourceIndex, context: RuleContext
  ) -> Result<[Edit], NativeBarObstacle> {
    func failure(_ reason: String) -> Result<[Edit], NativeBarObstacle> {
      .failure(NativeBarObstacle(reason: reason))
    }
    if gate.decision == .compatibilityMode {
      return failure(
        "the target keeps the old look with 'UIDesignRequiresCompatibility', which goes first")
    }
    let plan: NativeBarPlan
    switch NativeBarPlan.read(bar, content: content, type: hidden.type, in: index) {
    case .success(let read): plan = read
    case .failure(let obstacle): return .failure(obstacle)
    }
    guard index.inherited[hidden.type]?.first == "UIViewController" else {
      return failure("'\(hidden.type)' shares code with its superclass")
    }
    let methods: Set<String> = ["viewWillAppear", "viewIsAppearing"]
    guard hidden.hiding.contains(where: { methods.contains($0.method) }) else {
      return failure("it is not hidden whenever the view appears")
    }
    let usual = methods.union(["viewDidLoad", "viewDidAppear"])
    if let other = hidden.hiding.first(where: { !usual.contains($0.method) }) {
      return failure("'\(other.method)' hides it too")
    }
    if let other = hidden.sites.first(where: { $0.literal == nil || !$0.isUnconditional }) {
      return failure("'\(other.method)' decides while running whether it is hidden")
    }
    let names = [bar.name] + content.items.map(\.name)
    for name in names
    where context.facts.has(BarStackFact.named, about: "\(hidden.type).\(name)") {
      return failure("another file names '\(name)'")
    }
    if context.platforms.platforms.contains(.tvOS) {
      return failure("tvOS has no such bar")
    }
    let subclasses = context.facts.subjects(of: BarStackFact.declared).filter { name in
      context.facts.facts(BarStackFact.declared, about: name).contains {
        $0.object == hidden.type
      }
    }
    if let subclass = subclasses.first { return failure("'\(subclass)' inherits from it") }
    if let obstacle = BarStack(of: hidden.type, facts: context.facts).obstacle {
      return failure(obstacle)
    }
    return NativeBarWriter(
      plan: plan, bar: bar, hidden: hidden, index: index, context: context
    ).edits()
  }
}
