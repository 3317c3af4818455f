/// Collects the members that carry bar button items with custom views and that other files can
/// name, and the classes of the views.
struct BarItemCarrierCollector: FactCollector {
  let id = "bar-item-carriers"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["customView:"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex(file)
    let classifier = ContentClassifier(index: index, facts: facts)
    var found: [Fact] = []
    for creation in BarItemCreation.all(in: index, facts: facts) {
      let flow = ItemFlow(of: creation.expression, in: index, facts: facts)
      for member in flow.exposed {
        found.append(member.fact(BarItemFact.carrier, path: file.source.path))
      }
      if let name = classifier.className(of: creation.content), !name.hasPrefix("UI"),
        index.inherited[name] == nil, name.first?.isUppercase == true
      {
        found.append(Fact(BarItemFact.viewClass, name, path: file.source.path))
      }
    }
    return found
  }
}

/// Collects where other files take the members that carry bar button items.
struct BarItemDestinationCollector: FactCollector {
  /// The kind of fact that names the members to look for.
  let source: String

  /// The collector for the members that creations reach in their own files.
  static let first = BarItemDestinationCollector(source: BarItemFact.carrier)
  /// The collector for the members that other files hand them on to.
  static let second = BarItemDestinationCollector(source: BarItemFact.forwarded)

  var id: String { "bar-item-destinations-of-\(source)" }

  func needles(given facts: ProjectFacts) -> Needles {
    let places = ["BarButton", "ItemGroup", "oolbarItems", "setItems", ".items"]
    let names = members(given: facts).filter { $0.utf8.count > 2 }
    return Needles(names.flatMap { name in places.map { [name, $0] } })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex(file)
    return members(given: facts).flatMap { name in
      collect(name, in: index, given: facts)
    }
  }

  private func members(given facts: ProjectFacts) -> [String] {
    source == BarItemFact.carrier
      ? facts.subjects(of: source)
      : Array(
        Set(
          facts.subjects(of: source).flatMap { facts.facts(source, about: $0) }
            .compactMap { ExposedItem(fact: $0)?.name })
      ).sorted()
  }

  private func collect(_ name: String, in index: SourceIndex, given facts: ProjectFacts) -> [Fact] {
    let path = index.file.source.path
    let carriers = self.carriers(name, given: facts)
    guard let carrier = carriers.first else { return [] }
    var found: [Fact] = []
    for reference in index.references[name] ?? [] where index.declaration(of: reference) == nil {
      let isOwn = reference.whole.id == reference.asExpression.id || index.isSelf(of: reference)
      let owner = isOwn ? reference.enclosingTypeName ?? "*" : "*"
      if let parent = index.inherited[owner]?.first {
        found.append(Fact(BarItemFact.superclass, owner, parent, path: path))
      }
      let flow = ItemFlow(ofReference: reference, of: carrier, in: index, facts: facts)
      for arrival in flow.arrivals {
        found.append(
          Fact(BarItemFact.destination, name, "\(arrival.destination.code) \(owner)", path: path))
      }
      if !flow.hiding.isEmpty {
        found.append(Fact(BarItemFact.destination, name, "hidden \(owner)", path: path))
      }
      for member in flow.exposed where member.name != name {
        found.append(member.fact(BarItemFact.forwarded, from: name, path: path))
      }
    }
    return found
  }

  private func carriers(_ name: String, given facts: ProjectFacts) -> [ExposedItem] {
    if source == BarItemFact.carrier {
      return facts.facts(source, about: name).compactMap { ExposedItem(fact: $0) }
    }
    return facts.subjects(of: source).flatMap { facts.facts(source, about: $0) }
      .compactMap { ExposedItem(fact: $0) }.filter { $0.name == name }
  }
}

/// Collects what the classes of shown views inherit from, one step of inheritance at a time.
struct ViewClassCollector: FactCollector {
  /// How many steps from the shown class, from 1.
  let step: Int

  var id: String { "bar-item-view-class-\(step)" }

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(names(given: facts).map { ["class \($0)"] })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex(file)
    return names(given: facts).compactMap { name in
      guard let parent = index.inherited[name]?.first else { return nil }
      return Fact(BarItemFact.superclass, name, parent, path: file.source.path)
    }
  }

  private func names(given facts: ProjectFacts) -> [String] {
    var names = Set(facts.subjects(of: BarItemFact.viewClass))
    for _ in 1..<max(step, 1) {
      names = Set(
        names.flatMap { facts.facts(BarItemFact.superclass, about: $0).map(\.object) })
    }
    return names.filter { !$0.hasPrefix("UI") }.sorted()
  }
}
