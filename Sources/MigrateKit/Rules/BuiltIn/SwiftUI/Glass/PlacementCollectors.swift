import SwiftSyntax

/// Finds the view types whose bodies hold what a rule looks for, so that their uses are looked up.
struct PlacementCandidateCollector: FactCollector {
  /// The modifiers that the rule looks for.
  let modifiers: [String]
  /// Which files the rule looks at.
  let files: Needles

  var id: String { "placement-candidates-" + modifiers.joined(separator: "-").lowercased() }

  func needles(given facts: ProjectFacts) -> Needles { files }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let calls = ModifierCalls(Set(modifiers))
    calls.walk(file.tree)
    guard !calls.found.isEmpty else { return [] }
    let placements = ViewPlacements.shared(of: file)
    let types = calls.found.flatMap { link in
      placements.traces(of: link.call).compactMap { PlacementWay($0).type }
    }
    return Set(types).map { Fact(PlacementFacts.candidate, $0, path: file.source.path) }
  }
}

/// Looks up where the view types that earlier rounds found are shown.
struct PlacementUseCollector: FactCollector {
  /// The number of the round; later ones look up what earlier ones found.
  let round: Int

  /// The rounds, which is how many views may lie inside each other in files of their own.
  static let rounds: [any FactCollector] = (1...3).map { PlacementUseCollector(round: $0) }

  var id: String { "placement-uses-\(round)" }

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(
      words: PlacementFacts(facts).wanted.sorted().map { $0.split(separator: ".").map(String.init) }
    )
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = TypeUses(PlacementFacts(facts).wanted)
    search.walk(file.tree)
    guard !search.found.isEmpty else { return [] }
    let placements = ViewPlacements.shared(of: file)
    let found = search.found.flatMap { name, use in
      placements.traces(of: use).map { trace in
        Fact(
          PlacementFacts.use, name, PlacementWay(trace).encoded, path: file.source.path)
      }
    }
    return Array(Set(found))
  }
}

private final class TypeUses: SyntaxVisitor {
  private let wanted: Set<String>
  private(set) var found: [(String, ExprSyntax)] = []

  init(_ wanted: Set<String>) {
    self.wanted = wanted
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = ViewTrace.calledName(node)
    if wanted.contains(name) { found.append((name, ExprSyntax(node))) }
    return .visitChildren
  }
}
