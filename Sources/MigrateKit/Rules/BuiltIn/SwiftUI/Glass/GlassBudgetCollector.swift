import SwiftSyntax

/// Finds what glass each view type shows: its own, and that of the views it makes.
struct GlassBudgetCollector: FactCollector {
  /// The kind of the facts; the subject is a type, the object what it shows and where in its file.
  static let kind = "glass-budget"
  /// What stands for glass of the type's own.
  static let own = "-"

  let id = "glass-budget"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["glassEffect"]]).union(Needles(words: Self.carriers(facts).map { [$0] }))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let path = file.source.path
    var found: [Fact] = []
    func add(_ what: String, at node: some SyntaxProtocol) {
      guard let type = EnclosingType(of: node), !EnclosingType.isPreview(node)
      else { return }
      found.append(
        Fact(Self.kind, type.name, "\(what) \(file.range(of: node).upperBound)", path: path))
    }
    for site in GlassSite.all(in: file, facts: facts) where site.glass?.isIdentity != true {
      add(Self.own, at: site.call)
    }
    let search = CarrierCalls(Set(Self.carriers(facts)))
    search.walk(file.tree)
    for (name, call) in search.found { add(name, at: call) }
    return found
  }

  private static func carriers(_ facts: ProjectFacts) -> [String] {
    facts.subjects(of: GlassFacts.carrier).filter { subject in
      subject.first?.isUppercase ?? false
        && facts.facts(GlassFacts.carrier, about: subject).contains {
          $0.object == GlassCarrier.view.rawValue || $0.object == GlassCarrier.part.rawValue
            || $0.object == GlassCarrier.modifier.rawValue
        }
    }
  }
}

/// Calls of the initialisers of types.
private final class CarrierCalls: SyntaxVisitor {
  private let names: Set<String>
  var found: [(name: String, call: FunctionCallExprSyntax)] = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = ViewTrace.calledName(node)
    if names.contains(name) { found.append((name, node)) }
    return .visitChildren
  }
}
