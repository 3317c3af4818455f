import SwiftSyntax

/// What the top of a screen shows that should not be blurred.
enum HeroHeader: String {
  case image
  case map

  /// What a class of supplementary views shows across its width, as its declaration says.
  init?(ofClass name: String, in index: SourceIndex) {
    let parents = index.inherited[name] ?? []
    guard
      parents.contains(where: {
        $0.hasPrefix("UICollectionReusableView") || $0.hasSuffix("ReusableView")
      })
    else { return nil }
    var found: HeroHeader?
    for block in index.members[name] ?? [] {
      for member in SourceIndex.flattened(block.members) {
        guard let variable = member.as(VariableDeclSyntax.self) else { continue }
        for binding in variable.bindings {
          guard let name = binding.pattern.boundName,
            let type = binding.typeAnnotation?.type.simpleName ?? Self.created(binding)
          else { continue }
          if type == "MKMapView" { found = .map }
          if type.hasSuffix("ImageView"), found == nil,
            Self.isLarge(name, binding, in: block, index)
          {
            found = .image
          }
        }
      }
    }
    guard let found else { return nil }
    self = found
  }

  private static func created(_ binding: PatternBindingSyntax) -> String? {
    guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) else { return nil }
    let callee = call.calledExpression
    if let closure = callee.as(ClosureExprSyntax.self) {
      guard let value = closure.givenBack else { return nil }
      if let made = value.as(FunctionCallExprSyntax.self) {
        return made.calledExpression.trimmedText
      }
      let name = value.trimmedText
      for item in closure.statements {
        guard case .decl(let declaration) = item.item,
          let local = declaration.as(VariableDeclSyntax.self)?.bindings.first,
          local.pattern.boundName == name
        else { continue }
        return created(local) ?? local.typeAnnotation?.type.simpleName
      }
      return nil
    }
    return callee.trimmedText
  }

  /// Whether an image fills its view: pinned to its sides, or scaled to fill.
  private static func isLarge(
    _ name: String, _ binding: PatternBindingSyntax, in block: MemberBlockSyntax,
    _ index: SourceIndex
  ) -> Bool {
    let type = block.parent?.declaredTypeName
    let own = (index.references[name] ?? []).filter { $0.enclosingTypeName == type }
      .map { MemberUse(of: $0) }
    let object = own.first.flatMap { use in NamedObject(base(of: use), in: index) }
    let uses = own + (object?.initialUses ?? [])
    let anchors = Set(uses.compactMap { $0.anchor == nil ? nil : $0.path.first })
    if anchors.contains("heightAnchor"), anchors.contains("widthAnchor") { return false }
    let isWide =
      anchors.isSuperset(of: ["leadingAnchor", "trailingAnchor"])
      || anchors.isSuperset(of: ["leftAnchor", "rightAnchor"])
    if isWide, anchors.contains("topAnchor") { return true }
    let isFilling =
      binding.initializer?.trimmedText.contains(".scaleAspectFill") ?? false
      || uses.contains {
        $0.assigned("contentMode")?.core.referenceOfName?.baseName.text == "scaleAspectFill"
      }
    let fillsFrame = uses.contains { use in
      guard let value = use.assigned("frame") else { return false }
      return ["bounds", "self.bounds"].contains(value.trimmedText)
    }
    let words = ["hero", "cover", "banner", "headerimage", "backgroundimage", "poster"]
    let isNamed = words.contains { name.lowercased().contains($0) }
    return fillsFrame || (isFilling && (isNamed || anchors.isEmpty))
  }

  private static func base(of use: MemberUse) -> ExprSyntax {
    var node = use.node
    while true {
      if let call = node.as(FunctionCallExprSyntax.self) {
        node = call.calledExpression
      } else if let assignment = node.as(InfixOperatorExprSyntax.self) {
        node = assignment.leftOperand
      } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
        !base.is(SuperExprSyntax.self), base.trimmedText != "self"
      {
        node = base
      } else {
        return node
      }
    }
  }
}

/// The kinds of facts about headers of collection views.
enum HeaderFact {
  /// A class of headers with an image or a map; the object says which.
  static let hero = "fixed-header-class"
}

/// Finds the classes of supplementary views that show an image or a map across their width.
struct HeroHeaderCollector: FactCollector {
  let id = "fixed-header-classes"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["ReusableView", "ImageView", "class "], ["ReusableView", "MKMapView", "class "]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    return index.members.keys.sorted().compactMap { name in
      HeroHeader(ofClass: name, in: index).map {
        Fact(HeaderFact.hero, name, $0.rawValue, path: file.source.path)
      }
    }
  }
}
