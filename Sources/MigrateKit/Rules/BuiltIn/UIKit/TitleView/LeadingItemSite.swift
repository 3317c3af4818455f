import SwiftSyntax

/// A place that puts one custom bar button item on the leading side of a bar.
struct LeadingItemSite {
  /// The statement that does it.
  let statement: CodeBlockItemSyntax
  /// The navigation item as written.
  let navigationItem: ExprSyntax
  /// The class whose navigation item it is; empty where the file does not show it.
  let owner: String
  /// The item as the statement writes it.
  let item: ExprSyntax
  /// The creation of the item.
  let creation: BarItemCreation
  /// The variable that holds the item before.
  let carrier: NamedObject?
  /// Whether it is the only item that the statement puts there.
  let isAlone: Bool
  /// Whether a condition inside the statement decides if the item is put there.
  let isConditional: Bool

  /// Every such place of a file, in source order.
  static func all(in index: SourceIndex) -> [LeadingItemSite] {
    SourceIndex.leadingNames.flatMap { index.references[$0] ?? [] }
      .flatMap { sites(of: $0, in: index) }
      .sorted { $0.statement.position < $1.statement.position }
  }

  private static func sites(
    of reference: DeclReferenceExprSyntax, in index: SourceIndex
  ) -> [LeadingItemSite] {
    guard let owner = index.navigationItemOwner(ofMember: reference),
      let navigationItem = reference.whole.as(MemberAccessExprSyntax.self)?.base
    else { return [] }
    let use = MemberUse(of: reference)
    let values: [ExprSyntax]
    var isAlone = true
    var statement = use.statement
    switch use.kind {
    case .assigned(let value) where use.path.isEmpty:
      values = elements(of: value)
    case .called(let call) where use.path == ["append"] || use.path == ["insert"]:
      values = elements(of: call.arguments.first?.expression)
      isAlone = false
    default:
      guard use.path.isEmpty, let call = reference.whole.parent?.as(FunctionCallExprSyntax.self)
      else { return [] }
      values = elements(of: call.arguments.first?.expression)
      statement = call.parent?.as(CodeBlockItemSyntax.self)
    }
    guard let statement else { return [] }
    let choices = values.flatMap { value in
      alternatives(of: value).map { (value: $0, isConditional: $0.id != value.id) }
    }
    return choices.compactMap { value, isConditional in
      guard let (creation, carrier) = created(value, in: index) else { return nil }
      return LeadingItemSite(
        statement: statement, navigationItem: navigationItem, owner: owner, item: value,
        creation: creation, carrier: carrier, isAlone: isAlone && values.count == 1,
        isConditional: isConditional)
    }
  }

  private static func elements(of value: ExprSyntax?) -> [ExprSyntax] {
    guard let value else { return [] }
    if let array = value.core.as(ArrayExprSyntax.self) { return array.elements.map(\.expression) }
    return [value]
  }

  /// The values that an expression may have: two of a choice, or itself.
  private static func alternatives(of value: ExprSyntax) -> [ExprSyntax] {
    guard let choice = value.core.as(TernaryExprSyntax.self) else { return [value] }
    return alternatives(of: choice.thenExpression) + alternatives(of: choice.elseExpression)
  }

  /// The creation of an item that an expression makes or names.
  private static func created(
    _ value: ExprSyntax, in index: SourceIndex
  ) -> (BarItemCreation, NamedObject?)? {
    if let call = value.core.as(FunctionCallExprSyntax.self) {
      if let creation = creation(call) { return (creation, nil) }
      guard let reference = call.calledExpression.core.referenceOfName,
        case .function(let function)? = index.declaration(of: reference),
        let results = function.body?.statements.givenBack, results.count == 1,
        let made = NamedObject.creation(giving: results[0], in: index)
      else { return nil }
      return creation(made).map { ($0, nil) }
    }
    guard let object = NamedObject(value, in: index),
      let call = object.creation?.core.as(FunctionCallExprSyntax.self),
      let creation = creation(call)
    else { return nil }
    return (creation, object)
  }

  private static func creation(_ call: FunctionCallExprSyntax) -> BarItemCreation? {
    guard let creation = BarItemCreation(call) else { return nil }
    if case .named(let name) = creation.spelling, name != "UIBarButtonItem" { return nil }
    return creation
  }
}
