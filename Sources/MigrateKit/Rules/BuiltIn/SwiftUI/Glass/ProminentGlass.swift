import SwiftSyntax

/// One use of `prominent` where a kind of glass is wanted.
struct ProminentGlass {
  /// What the use stands in.
  enum Place {
    /// The glass of a surface.
    case surface(GlassSite)
    /// The glass of a button style; the call is that of `buttonStyle`.
    case buttonStyle(ModifierLink)
    /// A value.
    case value
  }

  /// The node of the use.
  let node: Syntax
  /// The name.
  let variant: DeclReferenceExprSyntax
  /// The alternative that begins with the name.
  let leaf: GlassValue.Leaf?
  /// What the use stands in.
  let place: Place

  /// What to do about it.
  var advice: String {
    switch place {
    case .surface(let site) where site.surface.viewName == "Button":
      "a button is emphasised by '.buttonStyle(.glassProminent)'"
    case .buttonStyle: "the style is '.glassProminent'"
    case .surface, .value: "a tint emphasises glass, as in '.regular.tint(.accentColor)'"
    }
  }

  /// Finds the uses of a file in source order.
  static func all(in file: ParsedFile, facts: ProjectFacts) -> [ProminentGlass] {
    var found: [ProminentGlass] = []
    for site in GlassSite.all(in: file, facts: facts) {
      found += uses(in: site.glass) { leaf, variant in
        let isAlone = site.glass?.leaves.count == 1
        return ProminentGlass(
          node: Syntax(site.call), variant: variant, leaf: leaf,
          place: isAlone ? .surface(site) : .value)
      }
    }
    let search = ProminentSearch(viewMode: .sourceAccurate)
    search.walk(file.tree)
    for use in search.found where !found.contains(where: { $0.variant.id == use.variant.id }) {
      found.append(use)
    }
    return found.sorted { $0.variant.position < $1.variant.position }
  }

  fileprivate static func uses(
    in glass: GlassValue?, make: (GlassValue.Leaf, DeclReferenceExprSyntax) -> ProminentGlass
  ) -> [ProminentGlass] {
    (glass?.leaves ?? []).compactMap { leaf in
      guard let variant = leaf.variant, variant.baseName.text == "prominent" else { return nil }
      return make(leaf, variant)
    }
  }
}

/// Finds the uses that are not the glass of a surface.
private final class ProminentSearch: SyntaxVisitor {
  var found: [ProminentGlass] = []

  private func add(_ glass: GlassValue, _ place: ProminentGlass.Place) {
    found += ProminentGlass.uses(in: glass) { leaf, variant in
      ProminentGlass(
        node: Syntax(glass.expression), variant: variant, leaf: leaf, place: place)
    }
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard let link = ModifierLink(node), link.name == "buttonStyle",
      let style = link.argument("")?.as(FunctionCallExprSyntax.self),
      ViewTrace.calledName(style) == "glass", style.arguments.count == 1,
      style.calledExpression.as(MemberAccessExprSyntax.self)?.base == nil,
      let value = style.arguments.first, value.label == nil,
      ViewChain(around: link).namespaces.isEmpty
    else { return }
    add(GlassValue(value.expression), .buttonStyle(link))
  }

  override func visitPost(_ node: PatternBindingSyntax) {
    let type = node.typeAnnotation?.type.trimmedText
    guard ["Glass", "Glass?", "SwiftUI.Glass"].contains(type), let value = node.initializer?.value
    else { return }
    add(GlassValue(value), .value)
  }

  override func visitPost(_ node: MemberAccessExprSyntax) {
    guard let base = node.base, ["Glass", "SwiftUI.Glass"].contains(base.shortText),
      node.declName.baseName.text == "prominent",
      !found.contains(where: { $0.variant.id == node.declName.id })
    else { return }
    let outermost = Self.chain(from: Syntax(node))
    let leaf = outermost.as(ExprSyntax.self).flatMap { GlassValue($0).leaves.first }
    found.append(
      ProminentGlass(node: Syntax(node), variant: node.declName, leaf: leaf, place: .value))
  }

  private static func chain(from start: Syntax) -> Syntax {
    var node = start
    while let parent = node.parent {
      let isBase = parent.as(MemberAccessExprSyntax.self)?.base?.id == node.id
      let isCalled = parent.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
      guard isBase || isCalled else { break }
      node = parent
    }
    return node
  }
}
