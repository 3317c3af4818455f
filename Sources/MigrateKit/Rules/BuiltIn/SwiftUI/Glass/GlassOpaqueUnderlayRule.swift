import SwiftSyntax

/// Takes opaque backgrounds away that lie directly on glass, which they hide.
public struct GlassOpaqueUnderlayRule: Rule {
  /// The stable name.
  public let id = "glass-opaque-underlay"

  /// Makes the rule.
  public init() {}

  /// Files with glass and a background.
  public var needles: Needles { Needles([["glassEffect", ".background("]]) }

  /// What else has the name of SwiftUI's modifier.
  public var collectors: [any FactCollector] { [GlassShadowCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    var output = RuleOutput()
    let gate = LookGate(file, context)
    for site in GlassSite.all(in: file, facts: context.facts) where site.glass?.isIdentity != true {
      guard let background = Self.background(under: site), let style = background.argument("")
      else { continue }
      let isColor = SurfaceLook.isOpaque(style) || SurfaceLook.isMaterial(style)
      guard isColor else {
        let text = style.shortText ?? ""
        let isThin = text.contains("clear") || text.contains("opacity") || text.contains("?")
        if !isThin, text.lowercased().contains("color") {
          output.findings.append(
            Finding(
              rule: id, at: background.range,
              message: "glass is drawn behind the view, so an opaque 'background' before it hides"
                + " it: drop it on iOS 26 if the colour is opaque", level: .note))
        }
        continue
      }
      guard !LookGate.haveComment([background]) else {
        output.left.append(LeftSite(at: background.range, reason: "comment"))
        continue
      }
      let edits: [Edit]?
      switch gate.place(of: background.call) {
      case .left("since26"), .direct:
        edits = gate.edits(removing: [background], at: .direct)
      case .gated: edits = gate.edits(removing: [background], at: .gated)
      case .left(let reason):
        output.left.append(LeftSite(at: background.range, reason: reason))
        continue
      }
      output.findings.append(
        Finding(
          rule: id, at: background.range,
          message: "glass is drawn behind the view, so this 'background' before it hides it: "
            + "drop it on iOS 26", safety: .review, fix: edits.map { Fix($0) }))
    }
    return output
  }

  /// The background directly under the glass, with nothing but a clip between.
  private static func background(under site: GlassSite) -> ModifierLink? {
    for link in site.chain.before.reversed() {
      switch link.name {
      case "background":
        let isPlain = link.call.arguments.count <= 2 && link.call.trailingClosure == nil
        return isPlain && link.directive == nil ? link : nil
      case "clipShape", "cornerRadius", "contentShape", "foregroundStyle", "font", "tint",
        "foregroundColor":
        continue
      default: return nil
      }
    }
    return nil
  }
}
