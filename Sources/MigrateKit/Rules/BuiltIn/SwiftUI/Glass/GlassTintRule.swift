import SwiftSyntax

/// Tints the glass of surfaces that are marked as branded.
public struct GlassTintRule: Rule {
  /// The stable name.
  public let id = "glass-tint"

  /// Makes the rule.
  public init() {}

  /// Files with glass.
  public var needles: Needles { Needles([["glassEffect"]]) }

  /// What else has the name of SwiftUI's modifier.
  public var collectors: [any FactCollector] { [GlassShadowCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    var output = RuleOutput()
    let gate = LookGate(file, context)
    let branded = Set(
      (context.options["branded"] ?? "").split(whereSeparator: { $0 == "," || $0 == " " })
        .map(String.init))
    let accent = context.options["accent"] ?? ""
    for site in GlassSite.all(in: file, facts: context.facts) {
      if context.options["stacked-opacity"] == "true", Self.stacksOpacity(site) {
        output.findings.append(
          Finding(
            rule: id, at: site.range,
            message: "the tint of this glass is made thinner twice: give the colour itself, which"
              + " the system adapts", level: .note))
      }
      let type = EnclosingType(of: site.call)?.name ?? ""
      guard branded.contains(type) || Self.isMarked(site) else { continue }
      guard !accent.isEmpty else {
        output.findings.append(
          Finding(
            rule: id, at: site.range,
            message: "this glass is marked as branded: set 'accent' for the recipe to tint it",
            level: .note))
        continue
      }
      switch gate.place(of: site.call) {
      case .direct, .left("since26"): break
      case .gated:
        output.left.append(LeftSite(at: site.range, reason: "unguarded"))
        continue
      case .left(let reason):
        output.left.append(LeftSite(at: site.range, reason: reason))
        continue
      }
      switch Self.tinting(site, with: accent, in: file) {
      case .tinted: continue
      case .left(let reason): output.left.append(LeftSite(at: site.range, reason: reason))
      case .edit(let edit):
        output.findings.append(
          Finding(
            rule: id, at: site.range, message: "this glass is marked as branded: tint it",
            level: .note, safety: .review, fix: Fix([edit])))
      }
    }
    return output
  }

  private enum Tinting {
    case tinted
    case left(String)
    case edit(Edit)
  }

  private static func tinting(
    _ site: GlassSite, with accent: String, in file: ParsedFile
  ) -> Tinting {
    let arguments = ArgumentEdits(of: site.call, in: file)
    guard let glass = site.glass else {
      guard !arguments.haveComment,
        let edit = arguments.insertionAtStart(".regular.tint(\(accent))")
      else { return .left("comment") }
      return .edit(edit)
    }
    guard glass.leaves.count == 1, let leaf = glass.leaves.first, let variant = leaf.variant else {
      return .left("conditional")
    }
    guard leaf.tint == nil else { return .tinted }
    guard ["regular", "clear"].contains(variant.baseName.text) else { return .left("identity") }
    return .edit(Edit(insertAt: file.range(of: variant).upperBound, ".tint(\(accent))"))
  }

  /// Whether a comment at the glass says that the surface is branded.
  private static func isMarked(_ site: GlassSite) -> Bool {
    var pieces = Array(site.call.trailingTrivia)
    if let link = site.link { pieces += Array(link.member.period.leadingTrivia) }
    return pieces.contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text): text.lowercased().contains("branded")
      default: false
      }
    }
  }

  /// Whether a tint has two opacities, or one beside an opacity of the view.
  private static func stacksOpacity(_ site: GlassSite) -> Bool {
    let tints = site.glass?.leaves.compactMap { $0.tint?.argument("") } ?? []
    let outer = site.chain.after.contains { $0.name == "opacity" } ? 1 : 0
    return tints.contains { tint in
      let own = ModifierLink.chain(endingWith: tint).filter { $0.name == "opacity" }.count
      return own > 0 && own + outer > 1
    }
  }
}
