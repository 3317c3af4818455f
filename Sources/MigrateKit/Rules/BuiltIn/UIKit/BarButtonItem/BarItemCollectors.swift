import SwiftSyntax

/// Collects the types that are made with a custom view and may be subclasses of bar button items.
struct BarItemTypeCollector: FactCollector {
  let id = "bar-item-types"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["customView:"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    SourceIndex.shared(of: file).calls.compactMap { call in
      guard case .named(let name) = BarItemCreation(call)?.spelling, name != "UIBarButtonItem",
        name != "self", name != "super"
      else { return nil }
      return Fact(BarItemFact.candidate, name, path: file.source.path)
    }
  }
}

/// Collects the members that carry bar button items with custom views and that other files can
/// name, and the classes of the views.
struct BarItemCarrierCollector: FactCollector {
  let id = "bar-item-carriers"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["customView:"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let classifier = ContentClassifier(index: index, facts: facts)
    var found: [Fact] = []
    for creation in BarItemCreation.all(in: index, facts: facts) {
      let flow = ItemFlow(of: creation.expression, in: index, facts: facts)
      for member in flow.exposed {
        found.append(member.fact(BarItemFact.carrier, path: file.source.path))
        if let parent = index.inherited[member.type]?.first {
          found.append(
            Fact(BarItemFact.superclass, member.type, parent, path: file.source.path))
        }
      }
      if let name = factory(of: creation, hidingBy: flow) {
        found.append(Fact(BarItemFact.factory, name.text, name.signature, path: file.source.path))
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

extension BarItemCarrierCollector {
  /// The function that makes items of the view it is given and sets the flag on them.
  private func factory(
    of creation: BarItemCreation, hidingBy flow: ItemFlow
  ) -> (text: String, signature: String)? {
    guard !flow.hiding.isEmpty,
      let function = creation.call.enclosingFunction?.as(FunctionDeclSyntax.self),
      function.signature.returnClause?.type.mentionsBarItem == true,
      let content = creation.content.as(DeclReferenceExprSyntax.self),
      let parameter = function.signature.parameterClause.parameters.first(where: {
        ($0.secondName ?? $0.firstName).text == content.baseName.text
      })
    else { return nil }
    return (function.name.text, "\(function.name.text)(\(parameter.firstName.text):)")
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
    var needles = Needles(names.flatMap { name in places.map { [name, $0] } })
    for name in names { needles.forms[name] = .word }
    return needles
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
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
    for (owner, flow) in flows(of: carrier, in: index, given: facts) {
      if let parent = index.inherited[owner]?.first {
        found.append(Fact(BarItemFact.superclass, owner, parent, path: path))
      }
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

  /// What becomes of a member wherever the file names it, with the type that it is named in.
  private func flows(
    of member: ExposedItem, in index: SourceIndex, given facts: ProjectFacts
  ) -> [(owner: String, flow: ItemFlow)] {
    let references = (index.references[member.name] ?? []).compactMap { reference in
      let isOwn = reference.whole.id == reference.asExpression.id || index.isSelf(of: reference)
      return owner(
        of: reference, isOwn: isOwn, as: index.declaration(of: reference), in: index, given: facts
      ).map { ($0, ItemFlow(ofReference: reference, of: member, in: index, facts: facts)) }
    }
    let bindings = (index.shorthands[member.name] ?? []).compactMap { binding in
      owner(
        of: binding, isOwn: true, as: index.declaration(named: member.name, at: binding),
        in: index, given: facts
      ).map { ($0, ItemFlow(ofBinding: binding, as: member.form, in: index, facts: facts)) }
    }
    return references + bindings
  }

  /// The type whose member a node may name, `*` where the file does not show it; nil for locals
  /// and for what the flow of the creation's own file has followed already.
  private func owner(
    of node: some SyntaxProtocol, isOwn: Bool, as declaration: Declaration?, in index: SourceIndex,
    given facts: ProjectFacts
  ) -> String? {
    switch declaration {
    case nil:
      return isOwn ? node.enclosingTypeName ?? "*" : "*"
    case .property(let binding, let type):
      let path = index.file.source.path
      let isOrigin = facts.facts(source, about: binding.pattern.boundName ?? "").contains {
        $0.path == path && ExposedItem(fact: $0)?.type == type
      }
      return isOrigin || !binding.isVisibleElsewhere ? nil : type
    default:
      return nil
    }
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
    Needles(["class"], of: names(given: facts))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
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
