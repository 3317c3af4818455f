import SwiftSyntax

/// Moves glass behind fields for text, which it would otherwise cover with its effects.
public struct GlassTextSurfaceRule: Rule {
  /// The stable name.
  public let id = "glass-text-surfaces"

  /// Makes the rule.
  public init() {}

  /// Files with glass and a field.
  public var needles: Needles {
    Needles([
      ["glassEffect", "TextField("], ["glassEffect", "SecureField("],
      ["glassEffect", "TextEditor("],
    ])
  }

  /// What the project declares itself.
  public var collectors: [any FactCollector] { [GlassShadowCollector()] }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let report = GlassReport(rule: id, file: file, context: context)
    let fields = TextSurfaces(file)
    var output = RuleOutput()
    for site in GlassSite.all(in: file, facts: context.facts) where site.glass?.isIdentity != true {
      guard let surface = fields.surface(of: site) else { continue }
      var message = "glass over '\(surface.field)' makes text hard to read while it is edited: "
      var edits: [Edit]?
      switch surface.distance {
      case .direct:
        edits = Self.edits(of: site, in: file)
        message += edits == nil ? "put it behind, in a 'background'" : "put it behind"
      case .member: message += "put it behind the field itself, in a 'background'"
      }
      output.findings.append(report.finding(site.call, at: site.range, message, edits))
    }
    return output
  }

  private static let bound: Set<String> = [
    "glassEffectID", "glassEffectTransition", "glassEffectUnion",
  ]

  /// `.glassEffect(…)` becomes `.background { Color.clear.glassEffect(…) }`, not interactive.
  private static func edits(of site: GlassSite, in file: ParsedFile) -> [Edit]? {
    guard let link = site.link, site.chain.transforms.isEmpty,
      !site.chain.after.contains(where: { bound.contains($0.name) }),
      !AnonymousArguments.areUsed(from: link.member.period, in: site.call)
    else { return nil }
    var edits: [Edit] = []
    for leaf in site.glass?.leaves ?? [] {
      for call in leaf.links where call.name == "interactive" {
        guard let base = call.member.base, !base.trailingTrivia.hasComment,
          !call.member.period.leadingTrivia.hasComment
        else { return nil }
        edits.append(
          Edit(ByteRange(file.range(of: base).upperBound, file.range(of: call.call).upperBound), "")
        )
      }
    }
    return edits + wrapping(link, around: edits, in: file)
  }

  /// The closure around the call: on the same line, or on lines of its own where the call has some.
  private static func wrapping(
    _ link: ModifierLink, around removals: [Edit], in file: ParsedFile
  ) -> [Edit] {
    let source = file.source
    let first = source.lines.index(ofLineAt: link.range.lowerBound)
    let last = source.lines.index(ofLineAt: link.range.upperBound)
    guard first < last, source.isFirstOnLine(link.range.lowerBound) else {
      return [
        Edit(insertAt: link.range.lowerBound, ".background { Color.clear"),
        Edit(insertAt: link.range.upperBound, " }"),
      ]
    }
    let unit = source.indentation
    let line = source.lineEnding + source.indentation(ofLineAt: link.range.lowerBound)
    let verbatim = MultilineStrings(in: Syntax(link.call)).lineStarts(in: source)
    let indents = (first + 1...last).map { source.lines.starts[$0] }.filter { start in
      !verbatim.contains(start) && !removals.contains { $0.byteRange.contains(start) }
    }
    return [Edit(insertAt: link.range.lowerBound, ".background {\(line)\(unit)Color.clear")]
      + indents.map { Edit(insertAt: $0, unit) }
      + [Edit(insertAt: link.range.upperBound, "\(line)}")]
  }
}
