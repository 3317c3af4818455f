import SwiftSyntax

/// Reads what the custom view of a leading item is.
struct TitleContentReader {
  /// The file.
  let index: SourceIndex
  /// What the other files show.
  let facts: ProjectFacts
  /// The place that shows the item.
  let site: LeadingItemSite

  /// Reads the view.
  func read() -> TitleContent {
    let content = site.creation.content
    if let host = hostingController(of: content) { return readHosted(content, host: host) }
    switch kind(of: content) {
    case .left(let reason): return .left(reason)
    case .doubtful(let reason): return .doubtful(reason)
    case .label:
      guard let label = NamedObject(content, in: index) else {
        return .doubtful("it has no name to be reached by")
      }
      return .title(readLabel(label, content))
    case .stack:
      guard let stack = NamedObject(content, in: index) else {
        return .doubtful("it has no name to be reached by")
      }
      return readStack(stack, content)
    }
  }

  private enum Kind {
    case label
    case stack
    case left(String)
    case doubtful(String)
  }

  private func kind(of view: ExprSyntax) -> Kind {
    let classifier = ContentClassifier(index: index, facts: facts)
    let type = classifier.className(of: view)
    let names = type.map { [$0] + (index.inherited[$0] ?? []) } ?? []
    if names.contains("UILabel") { return .label }
    if names.contains("UIStackView") { return .stack }
    if names.contains(where: { Self.controls.contains($0) }) { return .left("control") }
    switch classifier.content(of: view) {
    case .button, .decorated: return .left("control")
    case .image: return .left("notTitle")
    case .kept(let reason): return .left(reason)
    case .title: return .doubtful("its view is of a class of the app's own")
    case .hosted: return .doubtful("the view that its hosting controller shows is not known")
    case .unknown: return .left("contentUnknown")
    }
  }

  private static let controls: Set<String> = [
    "UIControl", "UISegmentedControl", "UISearchBar", "UITextField", "UIStepper",
    "UIPageControl", "UIDatePicker", "UIColorWell", "UISearchTextField", "UITextView",
  ]

  /// What a property, or a local of another function, is called where the statement stands.
  private func reachable(_ object: NamedObject, as text: String) -> String? {
    guard object.isProperty else {
      return object.declaration.node.enclosingFunction?.id == site.statement.enclosingFunction?.id
        ? text : nil
    }
    guard case .property(_, let type) = object.declaration,
      type == site.statement.enclosingTypeName
    else { return nil }
    let isHere =
      site.creation.call.enclosingFunction?.id == site.statement.enclosingFunction?.id
    if isHere { return text }
    let item = site.navigationItem.trimmedDescription
    if item.hasPrefix("self?") { return nil }
    return item.hasPrefix("self.") && !text.hasPrefix("self.") ? "self.\(text)" : text
  }

  // MARK: - Labels

  private func readLabel(_ label: NamedObject, _ content: ExprSyntax) -> Title {
    let text = content.core.trimmedDescription
    let reached = reachable(label, as: text)
    var title = Title(view: reached ?? text, uses: label.uses)
    title.literal = literal(of: label)
    if reached == nil { title.problem = Self.outOfReach }
    if label.isOptional { title.problem = "its view may be missing" }
    if isCentred(label) { title.leading.append("\(title.view).textAlignment = .natural") }
    if title.problem == nil, hasOwnWidth(label.uses) { title.problem = Self.ownWidth }
    if title.problem == nil, !isSized(label) { title.problem = Self.noSize }
    return title
  }

  private static let outOfReach = "its view is out of reach where the item is shown"
  private static let ownWidth = "constraints give it a width"
  private static let noSize =
    "it may have no size when it is shown, and a title view without one crashes"

  private func isCentred(_ label: NamedObject) -> Bool {
    label.uses.contains {
      $0.assigned("textAlignment")?.trimmedDescription.hasSuffix("center") == true
    }
  }

  private func hasOwnWidth(_ uses: [MemberUse]) -> Bool {
    uses.contains { use in
      ["widthAnchor", "snp", "addConstraint", "addConstraints", "heightAnchor"]
        .contains(use.path.first ?? "") && use.path.first != "heightAnchor"
    }
  }

  private func texts(of label: NamedObject) -> [(value: ExprSyntax, use: MemberUse)] {
    label.uses.compactMap { use in
      (use.assigned("text") ?? use.assigned("attributedText")).map { ($0, use) }
    }
  }

  private func literal(of label: NamedObject) -> String? {
    let all = texts(of: label)
    guard all.count == 1, let only = all.first else { return nil }
    return only.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// Whether the label surely has a text when the statement runs.
  private func isSized(_ label: NamedObject) -> Bool {
    let function = site.statement.enclosingFunction
    let all = texts(of: label)
    let reader = TitleText(index: index)
    let near = all.filter {
      $0.use.node.enclosingFunction?.id == function?.id
        && $0.use.node.position < site.statement.position
    }
    let isNearCertain = near.contains { isCertain($0.use) }
    if !near.isEmpty, !near.allSatisfy({ reader.sizedBy($0.value) == [] }) { return false }
    if isNearCertain { return true }
    let initial = Set(label.initialUses.map(\.node.id))
    let early = all.filter {
      initial.contains($0.use.node.id)
        || $0.use.node.enclosingFunction?.is(InitializerDeclSyntax.self) == true
    }
    return early.last.map { reader.sizedBy($0.value) == [] } ?? false
  }

  /// Whether a use in the statement's function runs whenever the statement does.
  private func isCertain(_ use: MemberUse) -> Bool {
    guard let list = use.statement?.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    return list.holds(site.statement.position)
  }

  // MARK: - Stacks

  private func readStack(_ stack: NamedObject, _ content: ExprSyntax) -> TitleContent {
    let views = arrangedViews(of: stack)
    let kinds = views.map { kind(of: $0) }
    if kinds.contains(where: { if case .left("control") = $0 { true } else { false } }) {
      return .left("control")
    }
    let labels = zip(views, kinds).compactMap { view, kind -> NamedObject? in
      if case .label = kind { return NamedObject(view, in: index) }
      return nil
    }
    guard !labels.isEmpty else { return .left("contentUnknown") }
    let text = content.core.trimmedDescription
    let reached = reachable(stack, as: text)
    var title = Title(view: reached ?? text, uses: stack.uses)
    if reached == nil { title.problem = Self.outOfReach }
    if stack.isOptional { title.problem = "its view may be missing" }
    if kinds.contains(where: { if case .doubtful = $0 { true } else { false } })
      || kinds.contains(where: { if case .stack = $0 { true } else { false } })
      || kinds.contains(where: { if case .left("contentUnknown") = $0 { true } else { false } })
    {
      title.problem = title.problem ?? "the stack holds views whose size is not shown"
    }
    let isVertical = stack.uses.contains {
      $0.assigned("axis")?.trimmedDescription.hasSuffix("vertical") == true
    }
    if !isVertical, views.count > 1 {
      title.problem = title.problem ?? "a row of views would be spread over the bar"
    }
    for use in stack.uses {
      guard let value = use.assigned("alignment")?.trimmedDescription else { continue }
      if value.hasSuffix("center") { title.leading.append("\(title.view).alignment = .leading") }
    }
    for label in labels where isCentred(label) {
      guard let name = reachable(label, as: label.name) else {
        title.problem = title.problem ?? Self.outOfReach
        continue
      }
      title.leading.append("\(name).textAlignment = .natural")
    }
    if hasOwnWidth(stack.uses) { title.problem = title.problem ?? Self.ownWidth }
    if !labels.contains(where: { isSized($0) }) { title.problem = title.problem ?? Self.noSize }
    return .title(title)
  }

  private func arrangedViews(of stack: NamedObject) -> [ExprSyntax] {
    var views: [ExprSyntax] = []
    if let call = stack.creation?.core.as(FunctionCallExprSyntax.self),
      let argument = call.arguments.first(where: { $0.label?.text == "arrangedSubviews" }),
      let array = argument.expression.core.as(ArrayExprSyntax.self)
    {
      views = array.elements.map(\.expression)
    }
    for use in stack.uses {
      guard let call = use.called("addArrangedSubview") ?? use.called("insertArrangedSubview"),
        let first = call.arguments.first
      else { continue }
      views.append(first.expression)
    }
    return views
  }

  // MARK: - Hosting controllers

  /// The hosting controller whose view an expression is.
  private func hostingController(of content: ExprSyntax) -> ExprSyntax? {
    if let access = content.core.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "view", let base = access.base,
      index.typeName(of: base)?.hasSuffix("HostingController") == true
    {
      return base
    }
    guard let object = NamedObject(content, in: index), let creation = object.creation,
      creation.core.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "view"
    else { return nil }
    return hostingController(of: creation)
  }

  private func readHosted(_ content: ExprSyntax, host: ExprSyntax) -> TitleContent {
    guard let object = NamedObject(host, in: index) else {
      return .doubtful("its hosting controller has no name to be reached by")
    }
    guard let call = object.creation?.core.as(FunctionCallExprSyntax.self),
      let root = HostedRoot(call, in: index), let shown = shown(by: root)
    else {
      return .doubtful("the view that its hosting controller shows is not known")
    }
    switch shown.kind {
    case .control: return .left("control")
    case .other: return .left("notTitle")
    case .unknown: return .doubtful("the view that its hosting controller shows is not known")
    case .text: break
    }
    let text = content.core.trimmedDescription
    let alias = NamedObject(content, in: index)
    let uses =
      object.uses.compactMap { $0.through("view") }
      + (alias.map { $0.declaration.node.id == object.declaration.node.id ? [] : $0.uses } ?? [])
    var title = Title(view: text, uses: uses)
    title.literal = shown.literal
    let controller = reachable(object, as: host.core.trimmedDescription)
    if let view = reachable(alias ?? object, as: text) {
      title.view = view
    } else {
      title.problem = Self.outOfReach
    }
    if object.isOptional { title.problem = "its view may be missing" }
    if shown.sizedBy != [] { title.problem = title.problem ?? Self.noSize }
    if hasOwnWidth(uses) { title.problem = title.problem ?? Self.ownWidth }
    title.host = TitleHost(
      controller: controller ?? host.trimmedDescription, uses: object.uses, rootView: nil)
    switch shown.extent {
    case .led: break
    case .filling:
      title.problem = title.problem ?? "its content fills the width without being led"
    case .fitting:
      title.host?.rootView = root.view
      if !canChangeType(of: object) {
        title.problem =
          title.problem ?? "the type of its hosting controller is fixed, so it cannot be led here"
      }
      if !FileImports(index.file).modules.contains("SwiftUI") {
        title.problem = title.problem ?? "the file does not import SwiftUI"
      }
    }
    return .title(title)
  }

  /// What a hosted view shows, by its code here or by what another file shows.
  private func shown(by root: HostedRoot) -> HostedTitle? {
    if let content = root.content { return content }
    guard let name = root.viewName else { return nil }
    let call = HostedTitleReader(index: index).makingCall(of: root.view)
    let declared = facts.facts(TitleViewFact.content, about: name)
    guard Set(declared.map(\.path)).count <= 1 else { return nil }
    let content =
      HostedTitle.declared(name, in: index)
      ?? declared.first.flatMap { HostedTitle(code: $0.object) }
    return content?.given(call, in: index)
  }

  /// Whether the controller's type follows from its root view and nothing else depends on it.
  private func canChangeType(of host: NamedObject) -> Bool {
    guard host.declaration.annotation == nil, host.initialUses.isEmpty,
      host.creation?.as(FunctionCallExprSyntax.self)?.calledExpression
        .is(DeclReferenceExprSyntax.self) == true
    else { return false }
    if case .property(let binding, _) = host.declaration, binding.isVisibleElsewhere {
      return false
    }
    let members = [
      "view", "sizingOptions", "didMove", "willMove", "safeAreaRegions", "removeFromParent",
    ]
    return host.uses.allSatisfy { use in
      if let first = use.path.first { return members.contains(first) }
      guard let argument = use.node.parent?.as(LabeledExprSyntax.self),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      else { return false }
      return call.calledExpression.core.referenceOfName?.baseName.text == "addChild"
    }
  }
}
