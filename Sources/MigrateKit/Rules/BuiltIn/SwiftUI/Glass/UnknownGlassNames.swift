import SwiftSyntax

/// One use of a name that no released SDK has.
struct UnknownGlassName {
  /// The node that holds the name.
  let node: Syntax
  /// The bytes that people are shown.
  let range: ByteRange
  /// What is so and what to do about it.
  let message: String
  /// The edits that write what the SDK has; nil where the mapping is not certain.
  let edits: [Edit]?
  /// How far the edits can be trusted.
  let safety: Safety
  /// Whether it is about glass, which visionOS does not have.
  let isGlass: Bool
}

/// Finds the uses of such names in one file.
final class UnknownGlassNames: SyntaxVisitor {
  let file: ParsedFile
  private let facts: ProjectFacts
  /// What was found, in source order of the ends of calls.
  private(set) var found: [UnknownGlassName] = []

  /// Prepares a walk over the file.
  init(_ file: ParsedFile, _ facts: ProjectFacts) {
    self.file = file
    self.facts = facts
    super.init(viewMode: .sourceAccurate)
  }

  private func isDeclared(_ name: String) -> Bool {
    facts.has(GlassDeclarationCollector.kind, about: name)
      || facts.has(GlassFacts.shadow, about: name)
  }

  func report(
    _ node: some SyntaxProtocol, at range: ByteRange? = nil, _ message: String,
    _ edits: [Edit]? = nil, safety: Safety = .review, isGlass: Bool = true
  ) {
    found.append(
      UnknownGlassName(
        node: Syntax(node), range: range ?? file.range(of: node), message: message,
        edits: edits, safety: safety, isGlass: isGlass))
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    if !isDeclared("glassEffect"), let site = GlassSite(node) { check(site) }
    guard let link = ModifierLink(node) else {
      checkCorners(of: node)
      return
    }
    switch link.name {
    case "buttonStyle": checkButtonStyle(link)
    case "rect": checkCorners(of: node)
    case _ where link.member.base == nil && link.directive == nil: return
    case "glassEffectTransition": checkTransition(link)
    case "glassEffectID":
      checkLabels(
        link, wanted: ["", "in"], from: ["", "namespace"], ["id", "in"], ["id", "namespace"])
    case "glassEffectUnion":
      checkLabels(
        link, wanted: ["id", "namespace"], from: ["", "in"], ["id", "in"], ["", "namespace"])
    case "scrollEdgeEffectDisabled": checkEdgeEffect(link)
    case "presentationBackground": checkPresentation(link)
    case "scrollExtensionMode": checkExtensionMode(link)
    case "sharedBackgroundVisibility": checkSharedBackground(link)
    default: return
    }
  }

  override func visitPost(_ node: MemberAccessExprSyntax) {
    guard let base = node.base, ["Glass", "SwiftUI.Glass"].contains(base.shortText) else { return }
    check(member: node.declName)
  }

  override func visitPost(_ node: IdentifierTypeSyntax) {
    guard node.name.text == "GlassEffectStyle", !isDeclared("GlassEffectStyle") else { return }
    report(
      node, "no SDK has a type 'GlassEffectStyle': the type of glass is 'Glass'")
  }

  // MARK: Glass

  private func check(_ site: GlassSite) {
    if let enabled = site.call.arguments.first(where: { $0.label?.text == "isEnabled" }) {
      report(
        site.call, at: site.range,
        "'isEnabled' was an argument in the first beta only: give '.identity' for no glass",
        edits(turningOff: enabled, value: site.glass?.expression, of: site.call, or: ".regular"),
        safety: .safe)
    }
    if let glass = site.glass { check(glass) }
  }

  /// Writes `isEnabled: condition` as a choice between the value and `.identity`.
  private func edits(
    turningOff enabled: LabeledExprSyntax, value: ExprSyntax?, of call: FunctionCallExprSyntax,
    or fallback: String
  ) -> [Edit]? {
    let arguments = ArgumentEdits(of: call, in: file)
    guard !arguments.haveComment else { return nil }
    let condition = enabled.expression.trimmedText
    guard condition != "true" else { return arguments.removal(of: enabled).map { [$0] } }
    var text = ".identity"
    if condition != "false" {
      let shown = value?.trimmedText ?? fallback
      let isCompound = value?.is(TernaryExprSyntax.self) ?? false
      let isCompoundCondition = enabled.expression.is(TernaryExprSyntax.self)
      text = isCompoundCondition ? "(\(condition))" : condition
      text += " ? " + (isCompound ? "(\(shown))" : shown) + " : .identity"
    }
    if let value {
      return arguments.removal(of: enabled).map { [Edit(file.range(of: value), text), $0] }
    }
    if call.arguments.count == 1 { return [Edit(file.range(of: enabled), text)] }
    guard let removal = arguments.removal(of: enabled), let start = arguments.insertionAtStart(text)
    else { return nil }
    return [start, removal]
  }

  private func check(_ glass: GlassValue) {
    for leaf in glass.leaves {
      guard let variant = leaf.variant else { continue }
      let isExplicit = variant.parent?.as(MemberAccessExprSyntax.self)?.base != nil
      if !isExplicit { check(member: variant) }
      for link in leaf.links where !Self.functions.contains(link.name) {
        guard !isDeclared("Glass"), !isDeclared("Glass.\(link.name)") else { continue }
        report(
          link.call, at: file.range(of: link.member.declName),
          "'Glass' has no member '\(link.name)': it has 'tint' and 'interactive' only")
      }
    }
  }

  private static let variants: Set<String> = ["regular", "clear", "identity"]
  private static let functions: Set<String> = ["tint", "interactive"]

  private func check(member: DeclReferenceExprSyntax) {
    let name = member.baseName.text
    // 'prominent' is a matter of its own: what it becomes depends on the surface.
    guard !Self.variants.contains(name), !["prominent", "init", "self"].contains(name),
      !isDeclared("Glass"), !isDeclared("Glass.\(name)")
    else { return }
    if Self.functions.contains(name) {
      let start = member.positionAfterSkippingLeadingTrivia.utf8Offset
      report(
        member, "'\(name)' is no kind of glass but a function of one: begin with '.regular'",
        [Edit(insertAt: start, "regular.")])
    } else {
      report(
        member,
        "'Glass' has no member '\(name)': its kinds are 'regular', 'clear' and 'identity'")
    }
  }

  private func checkButtonStyle(_ link: ModifierLink) {
    guard let style = link.argument("")?.as(FunctionCallExprSyntax.self),
      ViewTrace.calledName(style) == "glass", style.arguments.count == 1,
      style.calledExpression.as(MemberAccessExprSyntax.self)?.base == nil,
      let value = style.arguments.first, value.label == nil
    else { return }
    if link.member.base?.as(MemberAccessExprSyntax.self) != nil { return }
    check(GlassValue(value.expression))
  }

  private func checkTransition(_ link: ModifierLink) {
    guard !isDeclared("glassEffectTransition") else { return }
    let value = link.argument("")
    if let matched = value?.as(FunctionCallExprSyntax.self),
      ViewTrace.calledName(matched) == "matchedGeometry"
    {
      let called = file.range(of: matched.calledExpression)
      let rest = ByteRange(called.upperBound, file.range(of: matched).upperBound)
      report(
        matched, "'matchedGeometry' takes no arguments since the betas: write it without",
        ArgumentEdits(of: matched, in: file).haveComment ? nil : [Edit(rest, "")])
    } else if let enabled = link.call.arguments.first(where: { $0.label?.text == "isEnabled" }) {
      report(
        link.call, at: link.range,
        "'isEnabled' was an argument in the betas only: give '.identity' for no transition",
        value == nil
          ? nil : edits(turningOff: enabled, value: value, of: link.call, or: ".identity"),
        safety: .safe)
    }
  }

  private func checkLabels(_ link: ModifierLink, wanted: [String], from wrong: [String]...) {
    let labels = link.call.arguments.map { $0.label?.text ?? "" }
    guard wrong.contains(labels), !isDeclared(link.name) else { return }
    var edits: [Edit] = []
    for (argument, label) in zip(link.call.arguments, wanted) {
      guard (argument.label?.text ?? "") != label else { continue }
      let start = file.range(of: argument).lowerBound
      let value = file.range(of: argument.expression).lowerBound
      edits.append(Edit(ByteRange(start, value), label.isEmpty ? "" : "\(label): "))
    }
    let shown = wanted.map { $0.isEmpty ? "_:" : "\($0):" }.joined()
    report(
      link.call, at: link.range, "the arguments of '\(link.name)' are '(\(shown))'",
      ArgumentEdits(of: link.call, in: file).haveComment ? nil : edits, safety: .safe)
  }

  // MARK: Around glass

  private func checkEdgeEffect(_ link: ModifierLink) {
    guard !isDeclared(link.name) else { return }
    report(
      link.call, at: link.range,
      "'scrollEdgeEffectDisabled' was the name in the first beta: it is 'scrollEdgeEffectHidden'",
      [Edit(file.range(of: link.member.declName), "scrollEdgeEffectHidden")], safety: .safe)
  }

  private func checkPresentation(_ link: ModifierLink) {
    guard let style = link.argument(""), link.call.arguments.count == 1,
      !isDeclared("ShapeStyle.glass")
    else { return }
    let leaf = GlassValue(style).leaves.first
    let isGlass = leaf?.variantName == "glass" || style.trimmedText.hasPrefix("Glass.")
    guard isGlass else { return }
    report(
      link.call, at: link.range,
      "glass is no style of a background: remove it, a sheet with a partial detent has glass",
      LinkRemoval.edit(of: link, in: file).map { [$0] })
  }

  private func checkExtensionMode(_ link: ModifierLink) {
    guard !isDeclared(link.name) else { return }
    report(
      link.call, at: link.range,
      "no SDK has 'scrollExtensionMode': 'backgroundExtensionEffect' extends a view under bars",
      isGlass: false)
  }

  private func checkCorners(of call: FunctionCallExprSyntax) {
    let name = ViewTrace.calledName(call)
    guard ["rect", "RoundedRectangle"].contains(name), !isDeclared("containerConcentric"),
      let argument = call.arguments.first,
      ["corner", "cornerRadius", "corners"].contains(argument.label?.text ?? ""),
      let member = argument.expression.as(MemberAccessExprSyntax.self), member.base == nil,
      member.declName.baseName.text == "containerConcentric", let right = call.rightParen
    else { return }
    let start = file.range(of: argument).lowerBound
    var edits = [Edit(ByteRange(start, file.range(of: member).upperBound), "corners: .concentric")]
    if name == "RoundedRectangle" {
      edits.append(Edit(file.range(of: call.calledExpression), "ConcentricRectangle"))
    }
    let isPlain = call.arguments.count == 1 && !ArgumentEdits(of: call, in: file).haveComment
    report(
      call, at: ByteRange(start, right.positionAfterSkippingLeadingTrivia.utf8Offset),
      "'containerConcentric' is of UIKit: shapes take 'corners: .concentric'",
      isPlain ? edits : nil, isGlass: false)
  }
}
