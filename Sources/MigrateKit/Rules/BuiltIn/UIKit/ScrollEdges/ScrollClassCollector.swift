import SwiftSyntax

/// Finds the classes of pinned views that their file does not explain.
struct ScrollCandidateCollector: FactCollector {
  let id = "scroll-container-candidates"

  func needles(given facts: ProjectFacts) -> Needles { ScrollContainerEdgesRule.pinNeedles }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let views =
      SafeAreaPin.all(in: index).map(\.view)
      + StatementPin.all(in: index, facts: facts).map(\.view)
    return Set(views.compactMap { index.typeName(of: $0) })
      .filter { !$0.hasPrefix("UI") && index.members[$0] == nil }.sorted()
      .map { Fact(ScrollFact.candidate, $0, path: file.source.path) }
  }
}

/// Finds what those classes, and their superclasses, inherit from.
struct ScrollClassCollector: FactCollector {
  /// The step, from 1 on.
  let step: Int

  var id: String { "scroll-container-classes-\(step)" }

  func needles(given facts: ProjectFacts) -> Needles {
    var wanted = Set(facts.subjects(of: ScrollFact.candidate))
    let known = Set(facts.subjects(of: ScrollFact.subclass))
    for name in known {
      wanted.formUnion(facts.facts(ScrollFact.subclass, about: name).map(\.object))
    }
    let names = wanted.subtracting(known).filter { !$0.isEmpty && !$0.hasPrefix("UI") }
    return Needles(["class"], of: names)
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    return index.members.keys.sorted().compactMap { name in
      guard
        let declaration = (index.members[name] ?? []).lazy
          .compactMap({ $0.parent?.as(ClassDeclSyntax.self) }).first
      else { return nil }
      let parent = declaration.inheritanceClause?.inheritedTypes.first?.type.simpleName ?? ""
      return Fact(
        ScrollFact.subclass, name, String(parent.prefix { $0 != "<" }), path: file.source.path)
    }
  }
}
