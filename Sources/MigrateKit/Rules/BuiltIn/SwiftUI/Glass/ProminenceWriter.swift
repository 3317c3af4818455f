import SwiftSyntax

/// Writes what the SDK has in the place of prominent glass.
struct ProminenceWriter {
  private let file: ParsedFile
  private let accent: String

  /// Prepares for a file.
  ///
  /// - Parameter accent: The colour, as Swift text, of surfaces that have no tint of their own.
  init(_ file: ParsedFile, accent: String) {
    self.file = file
    self.accent = accent
  }

  /// The edits of one use; nil where a comment would be lost.
  func edits(of use: ProminentGlass) -> [Edit]? {
    switch use.place {
    case .surface(let site):
      if let style = style(of: site, use) { return style }
    case .buttonStyle(let link):
      guard let leaf = use.leaf, leaf.links.allSatisfy({ $0.name == "interactive" }),
        let style = link.argument(""), GlassValue(leaf.expression).leaves.count == 1,
        leaf.expression.id == style.as(FunctionCallExprSyntax.self)?.arguments.first?.expression.id,
        !ArgumentEdits(of: link.call, in: file).haveComment
      else { break }
      return [Edit(file.range(of: style), ".glassProminent")]
    case .value: break
    }
    let hasTint = use.leaf?.tint != nil
    return [
      Edit(file.range(of: use.variant), hasTint ? "regular" : "regular.tint(\(accent))")
    ]
  }

  /// The style of a button in the place of glass around it.
  private func style(of site: GlassSite, _ use: ProminentGlass) -> [Edit]? {
    guard site.surface.viewName == "Button", let link = site.link, link.directive == nil,
      site.chain.transforms.isEmpty,
      site.chain.before.allSatisfy({ ModifierNames.environment.contains($0.name) }),
      !site.chain.after.contains(where: {
        ["buttonStyle", "glassEffectID", "glassEffectUnion"].contains($0.name)
      }),
      let leaf = use.leaf, leaf.links.allSatisfy({ ["tint", "interactive"].contains($0.name) }),
      !ArgumentEdits(of: site.call, in: file).haveComment
    else { return nil }
    var modifiers = [".buttonStyle(.glassProminent)"]
    if let shape = site.shape {
      guard let border = Self.border(of: shape) else { return nil }
      modifiers.append(".buttonBorderShape(\(border))")
    }
    if let tint = leaf.tint {
      guard let color = tint.argument(""), !Self.isImplicit(color) else { return nil }
      modifiers.append(".tint(\(color.trimmedText))")
    }
    let isFirst = file.source.isFirstOnLine(link.range.lowerBound)
    let separator =
      isFirst
      ? file.source.lineEnding + file.source.indentation(ofLineAt: link.range.lowerBound) : ""
    return [Edit(link.range, modifiers.joined(separator: separator))]
  }

  /// Whether an expression means another thing as a style of the view than as a colour of glass.
  private static func isImplicit(_ color: ExprSyntax) -> Bool {
    [".primary", ".secondary", ".clear"].contains(color.trimmedText)
  }

  /// The border shape of a button that looks like a shape.
  private static func border(of shape: ExprSyntax) -> String? {
    switch shape.trimmedText {
    case ".capsule", "Capsule()", ".capsule()": return ".capsule"
    case ".circle", "Circle()", ".circle()": return ".circle"
    default: break
    }
    guard let call = shape.as(FunctionCallExprSyntax.self),
      ["rect", "RoundedRectangle"].contains(ViewTrace.calledName(call)),
      let radius = call.arguments.first, radius.label?.text == "cornerRadius",
      call.arguments.dropFirst().allSatisfy({ $0.label?.text == "style" })
    else { return nil }
    return ".roundedRectangle(radius: \(radius.expression.trimmedText))"
  }
}
