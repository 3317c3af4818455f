import SwiftSyntax

/// Tells which surfaces of a file lie on glass.
struct GlassNesting {
  /// What a surface lies on.
  enum Place {
    /// The glass of a view around it.
    case onGlass
    /// The glass that the system gives to toolbar items.
    case toolbar
    /// The glass of a sheet that does not fill the screen, at its top.
    case sheetHeader
  }

  private let placements: ViewPlacements
  private let glassCalls: Set<SyntaxIdentifier>

  /// Prepares for the sites of a file.
  init(_ sites: [GlassSite], in file: ParsedFile) {
    placements = ViewPlacements.shared(of: file)
    // Glass that comes and goes does not make what it holds superfluous.
    glassCalls = Set(
      sites.filter { site in
        site.link?.directive == nil
          && site.glass?.leaves.allSatisfy({ $0.variant != nil && $0.variantName != "identity" })
            ?? true
      }.map(\.call.id))
  }

  /// What the surface lies on wherever the file shows it; nil for nothing.
  func place(of site: GlassSite) -> Place? {
    if site.glass?.leaves.contains(where: { $0.variantName == "identity" }) ?? false { return nil }
    let traces = placements.traces(of: site.call).filter { $0.end != .preview }
    guard let first = traces.first else { return nil }
    let places = traces.map { place(on: $0, from: site) }
    guard let place = places[0], places.allSatisfy({ $0 == place }) else { return nil }
    return first.steps.isEmpty ? nil : place
  }

  private func place(on trace: ViewTrace, from site: GlassSite) -> Place? {
    var isWithin = false
    for step in trace.steps {
      switch step {
      case .modifier(let link):
        if isWithin, glassCalls.contains(link.call.id) { return .onGlass }
      case .transform: continue
      case .content(let call, let name, _):
        if name == "ToolbarItem" || name == "ToolbarItemGroup" {
          return Self.hasSharedBackground(call) ? .toolbar : nil
        }
        if name == "sheet", trace.end == .sheet {
          return trace.detents == .partial && isAtTop(of: trace, from: site) ? .sheetHeader : nil
        }
        guard
          ModifierNames.containers.contains(name) || ModifierNames.controls.contains(name)
            || ModifierNames.displays.contains(name)
        else { return nil }
        isWithin = true
      }
    }
    return nil
  }

  /// Whether the system draws glass behind an item: not for titles, not where it is hidden.
  private static func hasSharedBackground(_ item: FunctionCallExprSyntax) -> Bool {
    let placement = item.arguments.first { $0.label?.text == "placement" }?.expression
      .trimmedText
    let plain = [".principal", ".title", ".largeTitle", ".subtitle", ".status", ".keyboard"]
    if let placement, plain.contains(placement) { return false }
    var node = Syntax(item)
    while let member = node.parent?.as(MemberAccessExprSyntax.self),
      let call = member.parent?.as(FunctionCallExprSyntax.self)
    {
      if member.declName.baseName.text == "sharedBackgroundVisibility" { return false }
      node = Syntax(call)
    }
    return true
  }

  /// Whether the surface is the first view of every stack between it and the sheet.
  private func isAtTop(of trace: ViewTrace, from site: GlassSite) -> Bool {
    var isInStack = false
    for step in trace.steps {
      guard case .content(let call, let name, _) = step, name != "sheet" else { continue }
      guard ["VStack", "Group", "NavigationStack"].contains(name),
        let closure = call.trailingClosure,
        let first = closure.statements.first
      else { return false }
      if name == "VStack" { isInStack = true }
      let isFirst =
        first.position <= site.call.position && site.call.endPosition <= first.endPosition
      guard isFirst else { return false }
    }
    return isInStack
  }

  /// The glass styles of buttons on the surface of a site.
  func glassButtons(under site: GlassSite) -> [ModifierLink] {
    guard glassCalls.contains(site.call.id) else { return [] }
    var found = site.chain.before.filter(Self.isGlassStyle)
    if let root = site.chain.root?.as(FunctionCallExprSyntax.self),
      ModifierNames.containers.contains(ViewTrace.calledName(root))
    {
      let calls = ModifierCalls(["buttonStyle"])
      calls.walk(root)
      found += calls.found.filter { link in
        Self.isGlassStyle(link) && isDirectly(link, within: root)
      }
    }
    return found
  }

  private func isDirectly(_ link: ModifierLink, within root: FunctionCallExprSyntax) -> Bool {
    for step in ViewTrace(of: link.call).steps {
      guard case .content(let call, let name, _) = step else { continue }
      if call.id == root.id { return true }
      guard ModifierNames.containers.contains(name) else { return false }
    }
    return false
  }

  private static func isGlassStyle(_ link: ModifierLink) -> Bool {
    guard link.name == "buttonStyle", let style = link.argument("") else { return false }
    let text = style.trimmedText
    guard text == ".glass" || text == ".glassProminent" || text.hasPrefix(".glass(") else {
      return false
    }
    return ViewChain(around: link).namespaces.isEmpty
  }
}
