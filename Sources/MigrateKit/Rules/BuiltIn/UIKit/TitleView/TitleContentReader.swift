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
    // What another recipe collects must not change what this one finds.
    let classifier = ContentClassifier(index: index, facts: ProjectFacts())
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

  /// What an object is called where the statement stands; nil where it cannot be named there.
  ///
  /// - Parameter text: How the creation of the item names it, where it does.
  func reachable(_ object: NamedObject, as text: String?) -> String? {
    let statement = site.statement
    let visible = index.declaration(named: object.name, at: statement)?.node.id
    let isVisible = visible == object.declaration.node.id
    let isWrittenHere =
      site.creation.call.enclosingFunction?.id == statement.enclosingFunction?.id
    if let text, isWrittenHere, isVisible || text.contains(".") { return text }
    guard case .property(_, let type) = object.declaration else {
      return isVisible ? text ?? object.name : nil
    }
    let item = site.navigationItem.trimmedText
    guard type == statement.enclosingTypeName, !item.hasPrefix("self?") else { return nil }
    let name = text ?? object.name
    let isExplicit = item.hasPrefix("self.") || !isVisible
    return isExplicit && !name.hasPrefix("self.") ? "self.\(name)" : name
  }

  // MARK: - Labels

  private func readLabel(_ label: NamedObject, _ content: ExprSyntax) -> Title {
    let text = content.core.trimmedText
    let reached = reachable(label, as: text)
    var title = Title(view: reached ?? text, uses: label.uses)
    title.literal = literal(of: label)
    if reached == nil { title.problem = Self.outOfReach }
    if label.isOptional { title.problem = "its view may be missing" }
    if isCentred(label) { title.leading.append("\(title.view).textAlignment = .natural") }
    if title.problem == nil, hasOwnWidth(label.uses) { title.problem = Self.ownWidth }
    if title.problem == nil, hasOwnFrame(label) { title.problem = Self.ownFrame }
    if title.problem == nil, !isSized(label) { title.problem = Self.noSize }
    if isSettled(label) { title.text = "\(title.view).text" }
    return title
  }

  static let outOfReach = "its view is out of reach where the item is shown"
  static let ownWidth = "constraints give it a width"
  static let ownFrame = "its frame gives it a width"
  static let noSize =
    "it may have no size when it is shown, and a title view without one crashes"

  private func isCentred(_ label: NamedObject) -> Bool {
    label.uses.contains {
      $0.assigned("textAlignment")?.trimmedText.hasSuffix("center") == true
    }
  }

  func hasOwnWidth(_ uses: [MemberUse]) -> Bool {
    uses.contains { use in
      ["widthAnchor", "snp", "addConstraint", "addConstraints", "heightAnchor"]
        .contains(use.path.first ?? "") && use.path.first != "heightAnchor"
    }
  }

  /// Whether the code gives a view a frame, other than an empty one when it is made.
  private func hasOwnFrame(_ view: NamedObject) -> Bool {
    let isSet = view.uses.contains { use in
      guard let first = use.path.first, ["frame", "bounds"].contains(first) else { return false }
      if case .assigned = use.kind { return true }
      return false
    }
    let call = view.creation?.core.as(FunctionCallExprSyntax.self)
    let frame = call?.arguments.first { $0.label?.text == "frame" }?.expression.trimmedText
    return isSet || frame.map { ![".zero", "CGRect.zero", "CGRect()"].contains($0) } ?? false
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

  /// Whether the label surely has a text when the statement runs, and is never given an empty one.
  private func isSized(_ label: NamedObject) -> Bool {
    let function = site.statement.enclosingFunction
    let all = texts(of: label)
    let reader = TitleText(index: index)
    guard all.allSatisfy({ reader.sizedBy($0.value) == [] }) else { return false }
    let near = all.filter {
      $0.use.node.enclosingFunction?.id == function?.id
        && $0.use.node.position < site.statement.position
    }
    let isNearCertain = near.contains { isCertain($0.use) }
    if isNearCertain { return true }
    let initial = Set(label.initialUses.map(\.node.id))
    let early = all.filter {
      initial.contains($0.use.node.id)
        || $0.use.node.enclosingFunction?.is(InitializerDeclSyntax.self) == true
    }
    return !early.isEmpty
  }

  /// Whether the label gets one text, before the statement runs, and never another.
  private func isSettled(_ label: NamedObject) -> Bool {
    let all = texts(of: label)
    guard all.count == 1, let only = all.first, only.use.assigned("text") != nil else {
      return false
    }
    if label.initialUses.contains(where: { $0.node.id == only.use.node.id }) { return true }
    return only.use.node.enclosingFunction?.id == site.statement.enclosingFunction?.id
      && only.use.node.position < site.statement.position && isCertain(only.use)
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
    let text = content.core.trimmedText
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
      $0.assigned("axis")?.trimmedText.hasSuffix("vertical") == true
    }
    if !isVertical, views.count > 1 {
      title.problem = title.problem ?? "a row of views would be spread over the bar"
    }
    for use in stack.uses {
      guard let value = use.assigned("alignment")?.trimmedText else { continue }
      if value.hasSuffix("center") { title.leading.append("\(title.view).alignment = .leading") }
    }
    for label in labels where isCentred(label) {
      guard let name = reachable(label, as: nil) else {
        title.problem = title.problem ?? Self.outOfReach
        continue
      }
      title.leading.append("\(name).textAlignment = .natural")
    }
    // The first label of a stack names the screen; the others say more about it.
    if let first = labels.first, isSettled(first), let name = reachable(first, as: nil) {
      title.text = "\(name).text"
    }
    if hasOwnWidth(stack.uses) { title.problem = title.problem ?? Self.ownWidth }
    if hasOwnFrame(stack) { title.problem = title.problem ?? Self.ownFrame }
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
}
