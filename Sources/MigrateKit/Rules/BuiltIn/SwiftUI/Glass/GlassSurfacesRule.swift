import SwiftSyntax

/// Gives surfaces of material, or of a colour with corners and a shadow, glass on iOS 26.
public struct GlassSurfacesRule: Rule {
  /// The stable name.
  public let id = "glass-surfaces"

  /// Makes the rule.
  public init() {}

  /// Files with a background and a shape.
  public var needles: Needles {
    Needles([
      [".background", "Material"], [".background", ".bar"],
      [".background", ".shadow", "clipShape"], [".background", ".shadow", "cornerRadius"],
      [".background", ".shadow", "in: "],
    ])
  }

  /// Where views with surfaces are shown.
  public var collectors: [any FactCollector] {
    [PlacementCandidateCollector(modifiers: ["background"], files: needles)]
      + PlacementUseCollector.rounds
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let calls = ModifierCalls(["background"])
    calls.walk(file.tree)
    let looks = calls.found.compactMap { SurfaceLook($0) }
    guard !looks.isEmpty else { return RuleOutput() }
    let gate = LookGate(file, context)
    let placements = ViewPlacements.shared(of: file)
    var output = RuleOutput()
    for look in looks {
      let range = ByteRange(look.first.range.lowerBound, look.last.range.upperBound)
      switch judge(look, among: looks, file, gate, placements, context) {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let message):
        output.findings.append(
          Finding(rule: id, at: look.first.range, message: message, level: .note))
      case .fix(let message, let edits):
        output.findings.append(
          Finding(
            rule: id, at: look.first.range, message: message, level: .note, safety: .review,
            fix: Fix(edits)))
      }
    }
    return output
  }

  private enum Judgement {
    case left(String)
    case advice(String)
    case fix(String, [Edit])
  }

  private func judge(
    _ look: SurfaceLook, among looks: [SurfaceLook], _ file: ParsedFile, _ gate: LookGate,
    _ placements: ViewPlacements, _ context: RuleContext
  ) -> Judgement {
    let place = gate.place(of: look.first.call)
    if case .left(let reason) = place { return .left(reason) }
    guard look.chain.namespaces.isEmpty else { return .left("custom") }
    if LookGate.haveComment(look.links) { return .left("comment") }
    let names = Set((look.chain.before + look.chain.after).map(\.name))
    if names.contains("glassEffect") || names.contains("glassBackgroundEffect") {
      return .left("glass")
    }
    if names.contains("ignoresSafeArea") || names.contains("edgesIgnoringSafeArea") {
      return .left("fullScreen")
    }
    let content = SurfaceContent(look.chain.root, bodies: placements.bodies)
    if content.holdsTextInput { return .left("textInput") }
    let surroundings = ViewSurroundings(
      of: look.last.call, placements: placements, facts: context.facts)
    if let objection = surroundings.objection { return .left(objection) }
    let isInside = looks.contains { other in
      other.first.call.id != look.first.call.id
        && other.root.position <= look.root.position
        && look.last.call.endPosition <= other.root.endPosition
    }
    if isInside { return .left("nested") }
    let kind = SurfaceKind(look, content, surroundings)
    if surroundings.isScrolling, context.options["in-scrolling-content"] != "true" {
      return .left("scrolling")
    }
    let message = "this \(kind.name) can be glass from iOS 26 on"
    guard context.options[kind.option] == "true" else {
      return .advice("\(message): set '\(kind.option)' for the recipe to do it")
    }
    let mayScroll = !surroundings.isFloating && surroundings.isOpen
    if mayScroll, context.options["in-scrolling-content"] != "true" { return .left("placement") }
    guard !look.dropsClip || content.isPlain else {
      return .advice("\(message); its shape may clip the content too, so look at it first")
    }
    guard let edits = Self.edits(look, isInteractive: kind == .floatingButton, gate, place) else {
      return .left("anonymousArguments")
    }
    return .fix(message, edits)
  }

  private static func edits(
    _ look: SurfaceLook, isInteractive: Bool, _ gate: LookGate, _ place: LookGate.Place
  ) -> [Edit]? {
    let glass = isInteractive ? ".regular.interactive()" : ".regular"
    // A shape that is computed is evaluated where glass is drawn only.
    guard place != .gated || look.isPlainShape else {
      return gate.edits(
        replacing: look.links, by: SourceLines([".glassEffect(\(glass), in: \(look.shape))"]),
        needs: EmittedAPI.glassEffect.requirement, at: place)
    }
    return gate.edits(
      replacing: look.links,
      by: ViewLook(
        name: isInteractive ? "interactiveGlass" : "glass",
        summary: "Lies on \(isInteractive ? "interactive glass" : "glass")",
        modifiers: [".glassEffect(\(glass), in: shape)"], takesShape: true),
      in: look.shape, at: place)
  }
}

/// What a surface is to those who use it.
enum SurfaceKind: Equatable {
  case floatingButton
  case bar
  case chip
  case segmentedControl
  case emptyState
  case card

  /// The word for it in messages.
  var name: String {
    switch self {
    case .floatingButton: "floating button"
    case .bar: "bar"
    case .chip: "chip"
    case .segmentedControl: "segmented control"
    case .emptyState: "empty state"
    case .card: "card"
    }
  }

  /// The option that asks for it.
  var option: String {
    switch self {
    case .floatingButton: "floating-buttons"
    case .bar: "bars"
    case .chip: "chips"
    case .segmentedControl: "segmented-controls"
    case .emptyState: "empty-states"
    case .card: "cards"
    }
  }

  /// Finds out what a surface is, from its content first and then from its place.
  init(_ look: SurfaceLook, _ content: SurfaceContent, _ surroundings: ViewSurroundings) {
    let isButton =
      ["Button", "NavigationLink", "Menu", "Link", "ShareLink"].contains(content.rootName)
      || !surroundings.containers.isDisjoint(with: ["Button", "NavigationLink"])
    if content.holdsEmptyState {
      self = .emptyState
    } else if content.isChoice {
      self = .segmentedControl
    } else if isButton {
      self = surroundings.isFloating ? .floatingButton : .chip
    } else if !surroundings.containers.isDisjoint(with: ["safeAreaInset", "safeAreaBar"]) {
      self = .bar
    } else if surroundings.isFloating, content.rootName == "HStack", content.holdsControls {
      self = .bar
    } else if content.isLabel, look.isRound {
      self = .chip
    } else {
      self = .card
    }
  }
}
