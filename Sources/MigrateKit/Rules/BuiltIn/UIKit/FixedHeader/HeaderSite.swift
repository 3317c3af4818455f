import SwiftSyntax

/// One place that makes a collection view show headers of a class.
struct HeaderSite {
  /// How the class is registered.
  enum Form {
    /// `register(_:forSupplementaryViewOfKind:withReuseIdentifier:)`
    case registered
    /// `UICollectionView.SupplementaryRegistration<…>`
    case registration
  }

  /// The class of the headers.
  let header: String
  /// What they show.
  let hero: HeroHeader
  /// How the class is registered.
  let form: Form
  /// The call.
  let call: FunctionCallExprSyntax
  /// The collection view; nil where the call does not show it.
  let collectionView: ExprSyntax?

  private static let kind = "elementKindSectionHeader"

  /// Every place of a file, in source order.
  static func all(in index: SourceIndex, facts: ProjectFacts) -> [HeaderSite] {
    index.calls.compactMap { call in
      site(of: call, facts: facts)
    }.sorted { $0.call.position < $1.call.position }
  }

  private static func site(of call: FunctionCallExprSyntax, facts: ProjectFacts) -> HeaderSite? {
    func made(_ name: String, _ form: Form, _ view: ExprSyntax?) -> HeaderSite? {
      guard let raw = facts.facts(HeaderFact.hero, about: name).first?.object,
        let hero = HeroHeader(rawValue: raw)
      else { return nil }
      return HeaderSite(header: name, hero: hero, form: form, call: call, collectionView: view)
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "register", call.arguments.count == 3,
      let type = call.arguments.first?.expression.as(MemberAccessExprSyntax.self),
      type.declName.baseName.text == "self", let base = type.base,
      let kind = call.arguments.first(where: { $0.label?.text == "forSupplementaryViewOfKind" }),
      kind.expression.core.referenceOfName?.baseName.text == Self.kind
    {
      return made(base.trimmedText, .registered, member.base)
    }
    guard let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self),
      generic.expression.core.referenceOfName?.baseName.text == "SupplementaryRegistration",
      let kind = call.arguments.first(where: { $0.label?.text == "elementKind" }),
      kind.expression.core.referenceOfName?.baseName.text == Self.kind,
      let argument = generic.genericArgumentClause.arguments.first
    else { return nil }
    return made(argument.argument.trimmedText, .registration, nil)
  }
}
