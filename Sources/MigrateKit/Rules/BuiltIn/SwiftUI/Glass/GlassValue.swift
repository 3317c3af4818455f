import SwiftSyntax

/// A value of type `Glass` as written: one or, through ternaries, several alternatives.
struct GlassValue {
  /// One alternative, such as `.regular.tint(.blue).interactive()`.
  struct Leaf {
    /// The whole alternative.
    let expression: ExprSyntax
    /// The name it begins with, such as `regular`; nil where it is no member of `Glass` as far as
    /// can be seen, such as a variable or a call.
    let variant: DeclReferenceExprSyntax?
    /// The calls on it, in the order they are written.
    let links: [ModifierLink]

    /// The name it begins with.
    var variantName: String? { variant?.baseName.text }
    /// The last call of `interactive`, which decides.
    var interactive: ModifierLink? { links.last { $0.name == "interactive" } }
    /// The last call of `tint`, which decides.
    var tint: ModifierLink? { links.last { $0.name == "tint" } }
  }

  /// The value as written.
  let expression: ExprSyntax
  /// The alternatives, in the order they are written.
  let leaves: [Leaf]

  /// Reads an expression where a `Glass` is wanted.
  init(_ expression: ExprSyntax) {
    self.expression = expression
    leaves = Self.alternatives(of: expression).map { Leaf($0) }
  }

  /// How a surface responds to touches.
  enum Interactivity: Equatable {
    /// Not at all.
    case none
    /// Always.
    case always
    /// By a condition, or nobody knows.
    case sometimes
  }

  /// Whether the glass responds to touches.
  var interactivity: Interactivity {
    let all = leaves.map(\.interactivity)
    guard let first = all.first else { return .sometimes }
    return all.allSatisfy { $0 == first } ? first : .sometimes
  }

  /// Whether the value is never any glass at all.
  var isIdentity: Bool { leaves.allSatisfy { $0.variantName == "identity" } }

  private static func alternatives(of expression: ExprSyntax) -> [ExprSyntax] {
    if let ternary = expression.as(TernaryExprSyntax.self) {
      return alternatives(of: ternary.thenExpression) + alternatives(of: ternary.elseExpression)
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    {
      return alternatives(of: only.expression)
    }
    return [expression]
  }
}

extension GlassValue.Leaf {
  fileprivate init(_ expression: ExprSyntax) {
    self.expression = expression
    var links: [ModifierLink] = []
    var current = expression
    while let call = current.as(FunctionCallExprSyntax.self), let link = ModifierLink(call),
      let base = link.member.base
    {
      links.append(link)
      current = base
    }
    self.links = links.reversed()
    variant = Self.member(current)
  }

  /// The member that `.name`, `Glass.name` or `SwiftUI.Glass.name` names.
  private static func member(_ expression: ExprSyntax) -> DeclReferenceExprSyntax? {
    var called = expression
    if let call = called.as(FunctionCallExprSyntax.self) { called = call.calledExpression }
    guard let member = called.as(MemberAccessExprSyntax.self) else { return nil }
    guard let base = member.base else { return member.declName }
    return ["Glass", "SwiftUI.Glass"].contains(base.trimmedText) ? member.declName : nil
  }

  fileprivate var interactivity: GlassValue.Interactivity {
    guard variant != nil else { return .sometimes }
    guard let call = interactive else { return .none }
    switch call.argument("")?.trimmedText {
    case nil, "true": return .always
    case "false": return .none
    default: return .sometimes
    }
  }
}
