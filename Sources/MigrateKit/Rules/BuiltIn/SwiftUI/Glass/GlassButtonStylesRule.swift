import SwiftSyntax

/// Gives buttons over content the glass styles on iOS 26.
public struct GlassButtonStylesRule: Rule {
  /// The stable name.
  public let id = "glass-button-styles"

  /// Makes the rule.
  public init() {}

  /// Files with a bordered style, or with glass on buttons.
  public var needles: Needles {
    Needles([
      ["buttonStyle", "ordered"], ["buttonStyle", "Bordered"], ["glassEffect", "Button"],
    ])
  }

  /// What else has the name of SwiftUI's modifier, and where views with buttons are shown.
  public var collectors: [any FactCollector] {
    [
      GlassShadowCollector(),
      PlacementCandidateCollector(modifiers: ["buttonStyle", "glassEffect"], files: needles),
    ] + PlacementUseCollector.rounds
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let calls = ModifierCalls(["buttonStyle"])
    calls.walk(file.tree)
    let sites = GlassSite.all(in: file, facts: context.facts)
    guard !calls.found.isEmpty || !sites.isEmpty else { return RuleOutput() }
    let judge = GlassButtonJudge(file, context, rule: id)
    for link in calls.found { judge.check(style: link) }
    for site in sites { judge.check(glass: site) }
    return judge.output
  }
}

private final class GlassButtonJudge {
  private let file: ParsedFile
  private let gate: LookGate
  private let placements: ViewPlacements
  private let rule: String
  private let allowsScrolling: Bool
  private let platforms: FilePlatforms
  private let facts: ProjectFacts
  var output = RuleOutput()

  init(_ file: ParsedFile, _ context: RuleContext, rule: String) {
    self.file = file
    self.rule = rule
    gate = LookGate(file, context)
    placements = ViewPlacements.shared(of: file)
    allowsScrolling = context.options["in-scrolling-content"] == "true"
    platforms = context.platforms
    facts = context.facts
  }

  private static let controls: Set<String> = [
    "Button", "NavigationLink", "Link", "Menu", "ShareLink", "PasteButton",
  ]

  // MARK: Styles

  func check(style link: ModifierLink) {
    guard let style = link.argument(""), link.call.arguments.count == 1,
      let name = Self.styleName(of: style)
    else { return }
    let chain = ViewChain(around: link)
    guard chain.namespaces.isEmpty, let root = chain.root else { return }
    let control = root.as(FunctionCallExprSyntax.self).map { ViewTrace.calledName($0) } ?? ""
    let place = gate.place(of: link.call)
    if case .left(let reason) = place { return leave(link, reason) }
    if SiteComment.explains(
      from: link.member.period, to: link.call.lastToken(viewMode: .sourceAccurate))
    {
      return leave(link, "comment")
    }
    let surroundings = ViewSurroundings(of: link.call, placements: placements, facts: facts)
    if let objection = surroundings.objection { return leave(link, objection) }
    if surroundings.isScrolling, !allowsScrolling { return leave(link, "scrolling") }
    let new = name == "borderedProminent" ? ".glassProminent" : ".glass"
    let message = "'\(name)' has a glass counterpart: use '\(new)' from iOS 26 on"
    guard Self.controls.contains(control) else {
      return advise(link, message + " if the buttons it reaches lie over content")
    }
    guard !surroundings.isOpen else {
      return advise(
        link, message + " if it lies over content: what shows this view is not in sight")
    }
    guard !LookGate.haveComment([link]),
      let edits = gate.edits(
        replacing: [link],
        by: name == "borderedProminent" ? Self.prominentLook : Self.standardLook, at: place)
    else { return leave(link, "comment") }
    report(link, message + "; it brings padding of its own", edits)
  }

  private static let standardLook = ViewLook(
    name: "glassButton", summary: "Takes the glass button style",
    modifiers: [".buttonStyle(.glass)"])
  private static let prominentLook = ViewLook(
    name: "glassProminentButton", summary: "Takes the prominent glass button style",
    modifiers: [".buttonStyle(.glassProminent)"])

  private static func styleName(of style: ExprSyntax) -> String? {
    if let member = style.as(MemberAccessExprSyntax.self), member.base == nil {
      let name = member.declName.baseName.text
      return ["bordered", "borderedProminent"].contains(name) ? name : nil
    }
    switch style.as(FunctionCallExprSyntax.self).map({ ViewTrace.calledName($0) }) {
    case "BorderedButtonStyle": return "bordered"
    case "BorderedProminentButtonStyle": return "borderedProminent"
    default: return nil
    }
  }

  // MARK: Glass by hand

  func check(glass site: GlassSite) {
    guard let link = site.link, case .view(let name, let made) = site.surface,
      site.glass?.interactivity == .always, name == "Button"
    else { return }
    let message = "glass by hand on a button: a glass button style responds and lays out by itself"
    let known = AvailabilityContext(at: link.call, platforms: platforms)
    let mobile = [Platform.iOS, .macCatalyst].filter { known.bounds(of: $0).isReachable }
    let version = mobile.map { known.bounds(of: $0).atLeast }.min() ?? PlatformVersion(0)
    guard !mobile.isEmpty, version >= PlatformVersion(26), let leaf = site.glass?.leaves.first,
      site.glass?.leaves.count == 1
    else { return advise(link, message) }
    let surroundings = ViewSurroundings(of: link.call, placements: placements, facts: facts)
    if let objection = surroundings.objection { return leave(link, objection) }
    let isPlain = leaf.variantName == "regular" && leaf.tint == nil
    guard isPlain || version >= PlatformVersion(26, 1) else {
      return advise(link, message + "; one with a tint or of clear glass needs iOS 26.1")
    }
    guard let shape = Self.borderShape(of: site.shape) else {
      return advise(link, message + ", but has no border of this shape")
    }
    // What lies between the button and its glass would lie around the style's own.
    let between = site.chain.before.map(\.name)
    guard site.chain.transforms.isEmpty, link.directive == nil, between.allSatisfy(Self.isPlain)
    else { return advise(link, message + ": move the layout into the label first") }
    guard !Self.laysOutLabel(made) else {
      return advise(link, message + ": take padding and frame out of the label first")
    }
    guard link.member.base?.id == ExprSyntax(made).id || !between.contains("buttonStyle"),
      !site.chain.after.contains(where: { $0.name == "buttonStyle" })
    else { return advise(link, message + ": take the other style away first") }
    guard !LookGate.haveComment([link]) else { return leave(link, "comment") }
    let style = isPlain ? ".glass" : ".glass(\(Self.withoutInteraction(leaf)))"
    let lines = SourceLines([".buttonStyle(\(style))", ".buttonBorderShape(\(shape))"])
    let indentation = file.source.indentation(ofLineAt: link.range.lowerBound)
    let text =
      file.source.isFirstOnLine(link.range.lowerBound)
      ? lines.text(after: indentation, lineEnding: file.source.lineEnding)
      : lines.lines.map(\.text).joined()
    report(link, message, [Edit(link.range, text)])
  }

  /// Whether the label of a button has room of its own, to which the style would add its own.
  private static func laysOutLabel(_ button: FunctionCallExprSyntax) -> Bool {
    let label =
      button.additionalTrailingClosures.first { $0.label.text == "label" }?.closure
      ?? (button.arguments.contains { $0.label?.text == "action" } ? button.trailingClosure : nil)
      ?? button.arguments.first { $0.label?.text == "label" }?
      .expression.as(ClosureExprSyntax.self)
    guard let label else { return false }
    let calls = ModifierCalls(["padding", "frame"])
    calls.walk(label)
    return !calls.found.isEmpty
  }

  /// Modifiers of a button that reach its label only.
  private static func isPlain(_ name: String) -> Bool {
    [
      "font", "foregroundStyle", "foregroundColor", "tint", "labelStyle", "disabled", "bold",
      "fontWeight", "imageScale", "symbolVariant", "controlSize", "accessibilityLabel", "help",
      "accessibilityIdentifier", "accessibilityHint", "keyboardShortcut",
    ].contains(name)
  }

  private static func withoutInteraction(_ leaf: GlassValue.Leaf) -> String {
    let variant = leaf.variantName ?? "regular"
    return ".\(variant)"
      + leaf.links.filter { $0.name != "interactive" }.map { link in
        ".\(link.name)" + link.call.trimmedText.suffix(from: link.call.argumentStart)
      }.joined()
  }

  private static func borderShape(of shape: ExprSyntax?) -> String? {
    guard let shape else { return ".capsule" }
    if let member = shape.as(MemberAccessExprSyntax.self), member.base == nil {
      let name = member.declName.baseName.text
      return ["capsule", "circle"].contains(name) ? ".\(name)" : nil
    }
    guard let made = shape.as(FunctionCallExprSyntax.self) else { return nil }
    switch (ViewTrace.calledName(made), made.arguments.first?.label?.text, made.arguments.count) {
    case ("Capsule", nil, 0), ("capsule", nil, 0): return ".capsule"
    case ("Circle", nil, 0): return ".circle"
    case ("RoundedRectangle", "cornerRadius", 1), ("rect", "cornerRadius", 1):
      return made.arguments.first.map {
        ".roundedRectangle(radius: \($0.expression.trimmedText))"
      }
    default: return nil
    }
  }

  // MARK: Output

  private func leave(_ link: ModifierLink, _ reason: String) {
    output.left.append(LeftSite(at: link.range, reason: reason))
  }

  private func advise(_ link: ModifierLink, _ message: String) {
    output.findings.append(
      Finding(rule: rule, at: link.range, message: message, level: .note))
  }

  private func report(_ link: ModifierLink, _ message: String, _ edits: [Edit]) {
    output.findings.append(
      Finding(
        rule: rule, at: link.range, message: message, level: .note, safety: .review,
        fix: Fix(edits)))
  }
}

extension FunctionCallExprSyntax {
  /// Where the parentheses start in the call's own text.
  fileprivate var argumentStart: String.Index {
    let text = trimmedText
    let length = calledExpression.trimmedText.utf8.count
    return text.utf8.index(text.startIndex, offsetBy: min(length, text.utf8.count))
  }
}
