import SwiftSyntax

/// Reports views that show more glass than a screen should have.
public struct GlassBudgetRule: Rule {
  /// The stable name.
  public let id = "glass-budget"

  /// Makes the rule.
  public init() {}

  /// Files with glass.
  public var needles: Needles { Needles([["glassEffect"]]) }

  /// What shows glass, and where it is shown.
  public var collectors: [any FactCollector] {
    [GlassShadowCollector(), GlassCarrierCollector(), GlassBudgetCollector()]
  }

  /// The files that show views with glass.
  public func paths(given facts: ProjectFacts) -> Set<String> {
    facts.subjects(of: GlassBudgetCollector.kind).reduce(into: Set()) { paths, type in
      paths.formUnion(facts.facts(GlassBudgetCollector.kind, about: type).map(\.path))
    }
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let limit = Int(context.options["limit"] ?? "") ?? 4
    let search = ViewTypes(viewMode: .sourceAccurate)
    search.walk(file.tree)
    let counter = GlassCounter(facts: context.facts)
    var output = RuleOutput()
    for (name, token) in search.found {
      let total = counter.count(of: name)
      // Where one child alone is over the limit, that one is reported.
      guard total > limit,
        !counter.children(of: name).contains(where: { counter.count(of: $0) > limit })
      else { continue }
      output.findings.append(
        Finding(
          rule: id, at: file.range(of: token),
          message: "'\(name)' shows up to \(total) glass surfaces, more than \(limit): keep glass"
            + " to the ones that matter most", level: .note))
    }
    return output
  }
}

private final class ViewTypes: SyntaxVisitor {
  var found: [(name: String, token: TokenSyntax)] = []

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = EnclosingType(declaration: Syntax(node)), type.inherits("View") {
      found.append((type.name, node.name))
    }
    return .visitChildren
  }
}

/// Adds up the glass of views and of the views they show.
private struct GlassCounter {
  let facts: ProjectFacts

  /// The views with glass that a view shows, one for each place.
  func children(of type: String) -> [String] {
    facts.facts(GlassBudgetCollector.kind, about: type).compactMap {
      $0.object.split(separator: " ").first.map(String.init)
    }.filter { $0 != GlassBudgetCollector.own }
  }

  func count(of type: String, visited: Set<String> = []) -> Int {
    guard !visited.contains(type), visited.count < 8 else { return 0 }
    return facts.facts(GlassBudgetCollector.kind, about: type).reduce(0) { total, fact in
      guard let child = fact.object.split(separator: " ").first else { return total }
      if child == GlassBudgetCollector.own { return total + 1 }
      return total + count(of: String(child), visited: visited.union([type]))
    }
  }
}
