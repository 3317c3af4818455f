import SwiftSyntax

/// One place that pins the top or the bottom of a view to the safe area.
struct SafeAreaPin {
  /// How the place is written.
  enum Form {
    /// `a.topAnchor.constraint(equalTo: guide.topAnchor)`, in either order.
    case anchor
    /// A project's own function that is given the anchor.
    case function(FunctionCallExprSyntax)
  }

  /// The edge.
  let edge: VerticalEdge
  /// The view that is pinned.
  let view: ExprSyntax
  /// The view whose safe area it is.
  let container: Container
  /// The anchor of the safe area.
  let anchor: ExprSyntax
  /// The call that makes the constraint.
  let call: FunctionCallExprSyntax
  /// How the place is written.
  let form: Form
  /// Whether the view may also end before the safe area does.
  let isInequality: Bool
  /// Whether there is a distance between the two.
  let hasDistance: Bool

  /// The container's own anchor, as text.
  var ownAnchor: String { "\(container.text).\(edge.anchor)" }
}

extension SafeAreaPin {
  /// A view whose safe area is named.
  struct Container {
    /// How it is named.
    let text: String
    /// The expression that names it; nil where it is `self`, or a controller whose guide is used.
    let expression: ExprSyntax?

    /// A view by its name, and the expression that names it.
    init(text: String, expression: ExprSyntax?) {
      self.text = text
      self.expression = expression
    }

    /// The root view of the view controller around it, by its name.
    init(controllersView name: String) {
      expression = nil
      text = name
    }

    /// The view before `.safeAreaLayoutGuide`.
    init(of guide: ExprSyntax) {
      expression = guide.as(MemberAccessExprSyntax.self)?.base
      text = expression?.trimmedText ?? "self"
    }

    /// The view of a controller whose own guide is named; nil for those of other controllers.
    init?(ofControllersGuide guide: ExprSyntax) {
      let base = guide.as(MemberAccessExprSyntax.self)?.base
      guard base == nil || base?.trimmedText == "self" else { return nil }
      expression = nil
      text = base == nil ? "view" : "self.view"
    }

    /// Whether it is the root view of the view controller around it.
    func isControllerView(in index: SourceIndex) -> Bool {
      guard let expression else { return text != "self" }
      guard let reference = expression.core.referenceOfName, reference.baseName.text == "view",
        index.declaration(of: reference) == nil
      else { return false }
      let base = reference.whole.as(MemberAccessExprSyntax.self)?.base
      return base.map { index.isSelf($0) } ?? true
    }

    /// Whether it is the view that the code belongs to.
    func isSelf(in index: SourceIndex) -> Bool {
      expression.map { index.isSelf($0) } ?? (text == "self")
    }
  }
}

extension SafeAreaPin {
  /// Every pin of a file, in source order.
  static func all(in index: SourceIndex) -> [SafeAreaPin] {
    var pins: [SafeAreaPin] = []
    for (guide, container) in guides(in: index) {
      guard let access = guide.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == guide.id,
        let edge = VerticalEdge(anchor: access.declName.baseName.text)
      else { continue }
      pins += pin(of: ExprSyntax(access), edge: edge, container: container)
    }
    for (name, edge) in [("topLayoutGuide", VerticalEdge.top), ("bottomLayoutGuide", .bottom)] {
      for reference in index.references[name] ?? [] {
        let guide = reference.whole
        guard let access = guide.parent?.as(MemberAccessExprSyntax.self),
          access.base?.id == guide.id, index.declaration(of: reference) == nil,
          access.declName.baseName.text == (edge == .top ? "bottomAnchor" : "topAnchor"),
          let container = Container(ofControllersGuide: guide)
        else { continue }
        pins += pin(of: ExprSyntax(access), edge: edge, container: container)
      }
    }
    return pins.sorted { $0.anchor.position < $1.anchor.position }
  }

  /// The expressions that stand for a safe area, through locals of the same function too.
  private static func guides(in index: SourceIndex) -> [(ExprSyntax, Container)] {
    var found: [(ExprSyntax, Container)] = []
    for reference in index.references["safeAreaLayoutGuide"] ?? [] {
      let guide = reference.whole
      let container = Container(of: guide)
      found.append((guide, container))
      guard case .initial(let binding) = ValueUse(of: guide), let name = binding.pattern.boundName,
        binding.variable?.isMember == false,
        binding.variable?.bindingSpecifier.tokenKind == .keyword(.let)
      else { continue }
      for use in index.references(to: .local(binding), named: name)
      where use.whole.is(DeclReferenceExprSyntax.self)
        && use.enclosingFunction?.id == guide.enclosingFunction?.id
      {
        found.append((use.whole, container))
      }
    }
    return found
  }

  private static func pin(
    of anchor: ExprSyntax, edge: VerticalEdge, container: Container
  ) -> [SafeAreaPin] {
    switch ValueUse(of: anchor) {
    case .receiver(let member):
      guard let call = member.parent?.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == ExprSyntax(member).id, isConstraint(member.declName),
        let argument = call.arguments.first,
        let view = pinned(argument.expression, edge)
      else { return [] }
      return make(.anchor, call, argument, view, anchor, edge, container)
    case .argument(let argument, let call):
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        let base = member.base
      else { return [] }
      if isConstraint(member.declName), call.arguments.first?.id == argument.id,
        argument.label != nil, let view = pinned(base, edge)
      {
        return make(.anchor, call, argument, view, anchor, edge, container)
      }
      guard isFunction(member.declName.baseName.text, argument, pinning: edge) else { return [] }
      return make(.function(call), call, argument, base, anchor, edge, container)
    default: return []
    }
  }

  private static func make(
    _ form: Form, _ call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax,
    _ view: ExprSyntax, _ anchor: ExprSyntax, _ edge: VerticalEdge, _ container: Container
  ) -> [SafeAreaPin] {
    let label = argument.label?.text ?? ""
    return [
      SafeAreaPin(
        edge: edge, view: view, container: container, anchor: anchor, call: call, form: form,
        isInequality: label.hasPrefix("greaterThan") || label.hasPrefix("lessThan")
          || label.hasPrefix("equalToSystemSpacing"),
        hasDistance: call.arguments.contains { $0.id != argument.id && $0.isDistance(edge) })
    ]
  }

  /// `constraint(…)`, or a shorter name for it.
  private static func isConstraint(_ name: DeclReferenceExprSyntax) -> Bool {
    ["constraint", "pin", "constrain"].contains(name.baseName.text)
  }

  /// The view whose edge an expression names.
  private static func pinned(_ expression: ExprSyntax, _ edge: VerticalEdge) -> ExprSyntax? {
    guard let access = expression.core.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == edge.anchor
    else { return nil }
    if let guide = access.base?.as(MemberAccessExprSyntax.self),
      guide.declName.baseName.text == "frameLayoutGuide"
    {
      return guide.base
    }
    return access.base
  }

  /// Whether a project's own function pins the edge to an anchor that it is given.
  private static func isFunction(
    _ name: String, _ argument: LabeledExprSyntax, pinning edge: VerticalEdge
  ) -> Bool {
    guard PinFunction.isNamedLikeOne(name) else { return false }
    if argument.label?.text == edge.rawValue || argument.label?.text == edge.anchor { return true }
    let other: VerticalEdge = edge == .top ? .bottom : .top
    let text = name.lowercased()
    return text.contains(edge.rawValue) && !text.contains(other.rawValue)
      && ["to", "equalTo", nil].contains(argument.label?.text)
  }
}

extension LabeledExprSyntax {
  /// Whether the argument is, or may be, a distance from the edge.
  fileprivate func isDistance(_ edge: VerticalEdge) -> Bool {
    let name = label?.text.lowercased() ?? ""
    let words = ["constant", "padding", "inset", "offset", "margin", "spacing", "multiplier"]
    guard words.contains(where: { name.contains($0) }) else { return false }
    let others = ["left", "right", "leading", "trailing", edge == .top ? "bottom" : "top"]
    if others.contains(where: { name.contains($0) }) { return false }
    return !["0", "0.0", ".zero", "UIEdgeInsets.zero"].contains(expression.trimmedText)
  }
}
