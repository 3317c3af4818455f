import SwiftSyntax

/// A view that stands where the navigation bar would.
struct CustomBar {
  /// How it is put there.
  enum Placement {
    /// By anchors.
    case anchors
    /// By a layout library or a frame.
    case other
  }

  /// The name of the view.
  let name: String
  /// The name of its class, where the file shows it.
  let className: String?
  /// An expression that names it.
  let expression: ExprSyntax
  /// How it is put there.
  let placement: Placement

  private static let hints = ["bar", "nav", "header", "titleview", "topview", "topcontainer"]

  /// The views of a class that are pinned to the top of its root view, by name.
  static func all(ofType type: String, in index: SourceIndex, facts: ProjectFacts) -> [CustomBar] {
    var found: [String: CustomBar] = [:]
    let tree = ViewTree(in: index)
    let pins = index.calls.filter { $0.enclosingTypeName == type }
      .compactMap { pinned($0, in: index) }
    for (view, placement) in pins + named(ofType: type, in: index).map({ ($0, .other) }) {
      guard let reference = view.core.referenceOfName, found[reference.baseName.text] == nil
      else { continue }
      let name = reference.baseName.text
      guard name != "view", !index.isSelf(view),
        ScrollContainer(view, in: index, facts: facts) == nil
      else { continue }
      let parents = tree.parents(of: name)
      guard parents.isEmpty || parents.contains("view") || placement == .other else { continue }
      let bar = CustomBar(
        name: name, className: className(of: view, in: index), expression: view,
        placement: placement)
      if bar.isPlausible(in: index, tree: tree) { found[name] = bar }
    }
    return found.keys.sorted().compactMap { found[$0] }
  }

  /// The view whose top a call pins to that of the controller's view.
  private static func pinned(
    _ call: FunctionCallExprSyntax, in index: SourceIndex
  ) -> (ExprSyntax, Placement)? {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return nil }
    let function = member.declName.baseName.text
    if function == "constraint" || function == "pin", let argument = call.arguments.first,
      argument.label?.text == "equalTo"
    {
      for (one, other) in [(base, argument.expression), (argument.expression, base)] {
        guard let view = TopPin.view(withTopAnchor: one), TopPin.isTop(other, in: index) else {
          continue
        }
        return (view, .anchors)
      }
      return nil
    }
    if ["equalTo", "equalToSuperview"].contains(function),
      let closure = Syntax(call).enclosingFunction?.as(ClosureExprSyntax.self),
      let snp = closure.owningCall?.calledExpression.as(MemberAccessExprSyntax.self)?.base?
        .as(MemberAccessExprSyntax.self), snp.declName.baseName.text == "snp", let view = snp.base,
      base.trimmedText.split(separator: ".").contains("top")
    {
      let target = call.arguments.first?.expression.trimmedText ?? "view"
      guard target.hasPrefix("view") || target.hasPrefix("self.view") else { return nil }
      return (view, .other)
    }
    return nil
  }

  /// The views of a class whose names or classes say that they are bars and that are put there by
  /// a frame, or are native bars.
  private static func named(ofType type: String, in index: SourceIndex) -> [ExprSyntax] {
    var found = (index.references["frame"] ?? []).compactMap { reference -> ExprSyntax? in
      guard reference.enclosingTypeName == type, Syntax(reference.whole).isWritten else {
        return nil
      }
      return reference.whole.as(MemberAccessExprSyntax.self)?.base
    }
    for reference in index.references["addSubview"] ?? []
    where reference.enclosingTypeName == type {
      guard let call = reference.whole.parent?.as(FunctionCallExprSyntax.self),
        let view = call.arguments.first?.expression,
        className(of: view, in: index) == "UINavigationBar"
      else { continue }
      found.append(view)
    }
    return found.filter { view in
      let text =
        ((view.core.referenceOfName?.baseName.text ?? "") + " "
        + (className(of: view, in: index) ?? "")).lowercased()
      return ["nav", "titlebar", "topbar", "headerbar"].contains { text.contains($0) }
    }
  }

  private static func className(of view: ExprSyntax, in index: SourceIndex) -> String? {
    index.typeName(of: view)
      ?? NamedObject.creation(giving: view, in: index)?.calledExpression.core.referenceOfName?
      .baseName.text
  }

  /// Whether the view holds something, or is named like a bar, and does not fill the screen.
  private func isPlausible(in index: SourceIndex, tree: ViewTree) -> Bool {
    if className == "UINavigationBar" || className == "UIToolbar" { return true }
    let text = (name + " " + (className ?? "")).lowercased()
    let isNamed = Self.hints.contains { text.contains($0) }
    let excluded = ["search", "progress", "background", "status", "tableheader", "segment"]
    if excluded.contains(where: { text.contains($0) }) { return false }
    guard isNamed || !tree.children(of: name).isEmpty else { return false }
    guard isNamed || (className ?? "UIView") == "UIView" else { return false }
    let uses = (index.references[name] ?? []).map { MemberUse(of: $0) }
    let fills = uses.contains { use in
      guard use.path.first == "bottomAnchor", let own = use.anchor,
        let other = TopPin.other(than: own)
      else { return false }
      let text = other.trimmedText
      return (text.hasPrefix("view.") || text.hasPrefix("self.view."))
        && text.hasSuffix(".bottomAnchor")
    }
    return !fills && (isNamed || uses.contains { $0.path.first == "heightAnchor" })
  }
}

/// Reads constraints at the top of the controller's view.
enum TopPin {
  /// The view of `view.topAnchor`.
  static func view(withTopAnchor expression: ExprSyntax) -> ExprSyntax? {
    guard let access = expression.core.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "topAnchor"
    else { return nil }
    return access.base
  }

  /// Whether an anchor is the top of the controller's view or of its safe area.
  static func isTop(_ expression: ExprSyntax, in index: SourceIndex) -> Bool {
    let text = expression.trimmedText
    let own = text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
    return [
      "view.topAnchor", "view.safeAreaLayoutGuide.topAnchor", "topLayoutGuide.bottomAnchor",
    ].contains(own)
  }

  /// The other anchor of the constraint that an anchor is part of.
  static func other(than anchor: ExprSyntax) -> ExprSyntax? {
    switch ValueUse(of: anchor) {
    case .receiver(let member):
      guard let call = member.parent?.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == ExprSyntax(member).id
      else { return nil }
      return call.arguments.first?.expression
    case .argument(_, let call):
      return call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    default: return nil
    }
  }

  /// The constraint call that an anchor is part of.
  static func call(with anchor: ExprSyntax) -> FunctionCallExprSyntax? {
    switch ValueUse(of: anchor) {
    case .receiver(let member): member.parent?.as(FunctionCallExprSyntax.self)
    case .argument(_, let call): call
    default: nil
    }
  }
}
