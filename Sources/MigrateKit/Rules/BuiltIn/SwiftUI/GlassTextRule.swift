import SwiftSyntax

/// Draws marked texts in glass from iOS 26 on, in the shape of their letters.
public struct GlassTextRule: Rule {
  /// The stable name.
  public let id = "swiftui-glass-text"

  /// Makes the rule.
  public init() {}

  /// Files with a marked text.
  public var needles: Needles { Needles([[GlassTextSite.marker]]) }

  /// Whether the module has the modifier in a file of its own.
  public var collectors: [any FactCollector] { [GlassTextCollector()] }

  /// The source of the modifier for a file of its own.
  public var readySource: ReadySource? {
    ReadySource(fileName: GlassTextSource.name + ".swift", text: GlassTextSource.file)
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    var output = RuleOutput()
    for site in GlassTextSite.all(in: SourceIndex.shared(of: file)) {
      let range = file.range(of: site.call)
      let gate = Gate(.liquidGlass, at: site.call, in: file, context: context, drops: true)
      if let reason = gate.decision.leftReason {
        output.left.append(LeftSite(at: range, reason: reason))
        continue
      }
      switch site.judgement {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(rule: id, at: range, message: "this text is to be glass; \(reason)", level: .note)
        )
      case .fix(let text, let font):
        output.findings.append(
          Finding(
            rule: id, at: range, message: "draw this text in glass from iOS 26 on",
            level: .note, safety: .review,
            fix: GlassTextWriter(file, context).fix(site, text: text, font: font)))
      }
    }
    return output
  }
}

/// Finds a `GlassText` that every file of a module can use.
struct GlassTextCollector: FactCollector {
  /// A file declares the modifier.
  static let kind = "glass-text-modifier"
  let id = "glass-text-modifier"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["struct " + GlassTextSource.name, "ViewModifier"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    file.tree.statements.flatMap { item -> [Fact] in
      var declarations: [StructDeclSyntax] = []
      switch item.item {
      case .decl(let decl):
        if let type = decl.as(StructDeclSyntax.self) { declarations.append(type) }
        for clause in decl.as(IfConfigDeclSyntax.self)?.clauses ?? [] {
          guard case .statements(let list) = clause.elements else { continue }
          declarations += list.compactMap { $0.item.as(StructDeclSyntax.self) }
        }
      default: break
      }
      let isThere = declarations.contains {
        $0.name.text == GlassTextSource.name && $0.modifiers.areVisibleElsewhere
      }
      return isThere ? [Fact(Self.kind, GlassTextSource.name, path: file.source.path)] : []
    }
  }
}
