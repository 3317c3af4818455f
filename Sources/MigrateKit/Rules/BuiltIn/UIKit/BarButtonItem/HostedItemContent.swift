import SwiftSyntax

extension ContentClassifier {
  /// The kind of a hosting controller's view, by what its SwiftUI view shows.
  ///
  /// Buttons, fields and spinners of SwiftUI are made for glass; of everything else only a person
  /// can tell.
  func content(ofHostedView view: ExprSyntax) -> ItemContent {
    guard let base = view.as(MemberAccessExprSyntax.self)?.base,
      let call = NamedObject.creation(giving: base, in: index),
      let root = HostedRoot(call, in: index)
    else { return .hosted }
    let parts: Set<ToolbarPart>
    if let name = root.viewName {
      parts = Set(
        facts.facts(BarItemFact.hostedContent, about: name)
          .compactMap { ToolbarPart(encoded: $0.object) })
    } else {
      parts = ToolbarContentReader(index.file).parts(of: root.view)
    }
    if parts.contains(.spinner) { return .kept(reason: "spinner") }
    if parts.contains(.button) { return .kept(reason: "button") }
    return parts.contains(.input) ? .kept(reason: "control") : .hosted
  }
}

/// Finds the SwiftUI views that files with custom bar button items host.
struct HostedItemViewCollector: FactCollector {
  let id = "bar-item-hosted-views"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["customView:", "UIHostingController"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let names = Set(index.calls.compactMap { HostedRoot($0, in: index)?.viewName })
    return names.sorted().map { Fact(BarItemFact.hostedView, $0, path: file.source.path) }
  }
}

/// Finds what those views show.
struct HostedItemContentCollector: FactCollector {
  let id = "bar-item-hosted-contents"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(["struct"], of: facts.subjects(of: BarItemFact.hostedView))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let reader = ToolbarContentReader(file)
    return facts.subjects(of: BarItemFact.hostedView).sorted().flatMap { name -> [Fact] in
      let declarations = (index.members[name] ?? []).compactMap {
        $0.parent?.as(StructDeclSyntax.self)
      }
      return declarations.flatMap { declaration in
        (reader.parts(ofBodyOf: Syntax(declaration)) ?? []).sorted().map {
          Fact(BarItemFact.hostedContent, name, $0.encoded, path: file.source.path)
        }
      }
    }
  }
}
