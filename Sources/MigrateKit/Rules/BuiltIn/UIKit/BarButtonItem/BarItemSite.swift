import SwiftSyntax

/// A creation of a bar button item with a custom view, with all that the project shows of it.
struct BarItemSite {
  /// The call.
  let creation: BarItemCreation
  /// Where the item goes in its own file.
  let flow: ItemFlow
  /// Where it goes, other files included.
  let destinations: Set<ItemDestination>
  /// Whether something sets the flag on it already.
  let isHidden: Bool
  /// What it shows.
  let content: ItemContent

  /// The collectors that a rule needs that reads sites.
  static let collectors: [any FactCollector] = [
    BarItemTypeCollector(), SharedBackgroundHelperCollector(), BarItemCarrierCollector(),
    BarItemDestinationCollector.first, BarItemDestinationCollector.second,
    ViewClassCollector(step: 1), ViewClassCollector(step: 2),
    HostedItemViewCollector(), HostedItemContentCollector(),
  ]

  /// The sites of a file, in source order; calls that create something else are left out.
  static func all(in index: SourceIndex, facts: ProjectFacts) -> [BarItemSite] {
    let classifier = ContentClassifier(index: index, facts: facts)
    return BarItemCreation.all(in: index, facts: facts).compactMap { creation in
      let flow = ItemFlow(of: creation.expression, in: index, facts: facts)
      if case .implicit = creation.spelling, !flow.isBarItem { return nil }
      var destinations = Set(flow.arrivals.map(\.destination))
      var isHidden = !flow.hiding.isEmpty
      if case .named(let name) = creation.spelling,
        facts.has(BarItemFact.hidingSubclass, about: name)
      {
        isHidden = true
      }
      if let type = creation.call.enclosingTypeName,
        hidesOnAppearing(type, in: index, facts: facts)
      {
        isHidden = true
      }
      for member in flow.exposed {
        let found = ElsewhereUse(of: member, in: facts)
        destinations.formUnion(found.destinations)
        isHidden = isHidden || found.isHidden
      }
      return BarItemSite(
        creation: creation, flow: flow, destinations: destinations, isHidden: isHidden,
        content: classifier.content(of: creation.content))
    }
  }
}

extension BarItemSite {
  /// Whether a controller, or one it inherits from, sets the flag on all of its items.
  private static func hidesOnAppearing(
    _ type: String, in index: SourceIndex, facts: ProjectFacts
  ) -> Bool {
    var current = type
    for _ in 0..<8 {
      if current != type, facts.has(BarItemFact.hidingController, about: current) { return true }
      let known = facts.facts(BarItemFact.superclass, about: current).first?.object
      guard let parent = index.inherited[current]?.first ?? known else { return false }
      current = parent
    }
    return false
  }
}

/// What other files do with a member that carries a bar button item.
struct ElsewhereUse {
  /// Where they take it.
  private(set) var destinations: Set<ItemDestination> = []
  /// Whether one of them sets the flag on it.
  private(set) var isHidden = false

  /// Reads the facts of a member, and of those that it is handed on to.
  init(of member: ExposedItem, in facts: ProjectFacts) {
    var seen: Set<String> = []
    add(member, in: facts, seen: &seen)
  }

  private mutating func add(
    _ member: ExposedItem, in facts: ProjectFacts, seen: inout Set<String>
  ) {
    guard seen.insert(member.name).inserted, seen.count < 8 else { return }
    let types = Set(
      facts.facts(BarItemFact.carrier, about: member.name).compactMap {
        ExposedItem(fact: $0)?.type
      })
    for fact in facts.facts(BarItemFact.destination, about: member.name) {
      let words = fact.object.split(separator: " ").map(String.init)
      guard words.count == 2 else { continue }
      let isSame =
        words[1] == "*" || member.type.isEmpty
        ? types.count <= 1 : Self.isRelated(words[1], member.type, in: facts)
      guard isSame else { continue }
      if words[0] == "hidden" { isHidden = true }
      if let destination = ItemDestination(code: words[0]) { destinations.insert(destination) }
    }
    for fact in facts.facts(BarItemFact.forwarded, about: member.name) {
      if let next = ExposedItem(fact: fact) { add(next, in: facts, seen: &seen) }
    }
  }

  /// Whether two types are one, or one inherits from the other as far as the facts show.
  private static func isRelated(_ left: String, _ right: String, in facts: ProjectFacts) -> Bool {
    inherits(left, from: right, in: facts) || inherits(right, from: left, in: facts)
  }

  private static func inherits(_ type: String, from other: String, in facts: ProjectFacts) -> Bool {
    var current = type
    for _ in 0..<8 {
      if current == other { return true }
      guard let parent = facts.facts(BarItemFact.superclass, about: current).first?.object else {
        return false
      }
      current = parent
    }
    return false
  }
}
