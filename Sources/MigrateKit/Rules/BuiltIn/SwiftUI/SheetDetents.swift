import SwiftSyntax

/// What the detents of a sheet say of its form on 26: only partial heights float with glass.
enum SheetDetents: String, Comparable, Sendable {
  /// No detents were seen, so the sheet is large.
  case none
  /// Every detent is `.large`.
  case large
  /// The detents are not written where they are used.
  case unknown
  /// At least one detent is other than `.large`.
  case partial

  /// Orders by how much is known to float.
  static func < (left: SheetDetents, right: SheetDetents) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .large: 1
    case .unknown: 2
    case .partial: 3
    }
  }

  /// Reads an argument of `presentationDetents`, or a value assigned to `detents`.
  init(of expression: ExprSyntax, depth: Int = 0) {
    self = .unknown
    if let array = expression.as(ArrayExprSyntax.self) {
      let isLarge = array.elements.allSatisfy { Self.isLarge($0.expression) }
      self = isLarge ? (array.elements.isEmpty ? .none : .large) : .partial
    } else if let call = expression.as(FunctionCallExprSyntax.self),
      call.arguments.count == 1, let only = call.arguments.first?.expression,
      ["Set", ".init"].contains(call.calledExpression.trimmedText)
    {
      self = SheetDetents(of: only, depth: depth)
    } else if let cast = expression.as(AsExprSyntax.self) {
      self = SheetDetents(of: cast.expression, depth: depth)
    } else if let ternary = expression.as(TernaryExprSyntax.self) {
      self = max(
        SheetDetents(of: ternary.thenExpression, depth: depth),
        SheetDetents(of: ternary.elseExpression, depth: depth))
    } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first?.expression
    {
      self = SheetDetents(of: only, depth: depth)
    } else if depth < 3, let name = Self.memberName(expression),
      let value = Self.initialValue(of: name, near: Syntax(expression))
    {
      self = SheetDetents(of: value, depth: depth + 1)
    }
  }

  private static func isLarge(_ expression: ExprSyntax) -> Bool {
    var expression = expression
    if let call = expression.as(FunctionCallExprSyntax.self) { expression = call.calledExpression }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
    return member.declName.baseName.text == "large"
  }

  private static func memberName(_ expression: ExprSyntax) -> String? {
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      return reference.baseName.text
    }
    guard let member = expression.as(MemberAccessExprSyntax.self),
      member.base?.isSelf ?? false
    else { return nil }
    return member.declName.baseName.text
  }

  /// The one initial value that the file gives a constant of the name.
  private static func initialValue(of name: String, near node: Syntax) -> ExprSyntax? {
    let values = BindingValues(named: name)
    values.walk(node.root)
    return values.found.count == 1 ? values.found.first : nil
  }
}

/// Collects what the constants of one name are bound to.
private final class BindingValues: SyntaxVisitor {
  private let name: String
  var found: [ExprSyntax] = []

  init(named name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name else {
      return .visitChildren
    }
    if let value = node.initializer?.value {
      found.append(value)
    } else if case .getter(let items)? = node.accessorBlock?.accessors, items.count == 1,
      let value = items.first?.item.as(ExprSyntax.self)
    {
      found.append(value)
    }
    return .visitChildren
  }
}
