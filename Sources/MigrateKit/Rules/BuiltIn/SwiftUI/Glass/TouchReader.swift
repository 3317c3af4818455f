import SwiftSyntax

/// Reads in one file whether views respond to touches.
struct TouchReader {
  private let placements: ViewPlacements
  private static let depthLimit = 12

  /// Prepares for a file.
  init(_ file: ParsedFile) {
    placements = ViewPlacements.shared(of: file)
  }

  /// What is shown of the surface of a call of `glassEffect`; nil in previews only.
  func reading(of site: GlassSite) -> TouchReading? {
    guard var reading = way(from: ExprSyntax(site.call), isUse: false) else { return nil }
    reading.add(chain(site.chain, at: site.call))
    return reading
  }

  /// What is shown of a use of a modifier or of a type; nil in previews only.
  func reading(ofUse use: ExprSyntax) -> TouchReading? {
    guard var reading = way(from: use, isUse: true) else { return nil }
    if let call = use.as(FunctionCallExprSyntax.self), let link = ModifierLink(call) {
      reading.add(chain(ViewChain(around: link), at: call))
    }
    return reading
  }

  // MARK: The view and its modifiers

  private func chain(_ chain: ViewChain, at call: FunctionCallExprSyntax) -> TouchReading {
    var reading = TouchReading()
    for link in chain.before + chain.after { reading.add(modifier(link)) }
    guard let root = chain.root else { return reading }
    switch GlassSurface(root: root, at: call) {
    case .modifierContent, .extended, .fill: break
    case .styleContent: reading.add(style(around: call))
    default: reading.add(view(root, depth: 0, visited: []))
    }
    return reading
  }

  /// Styles of controls are put on what responds.
  private func style(around call: FunctionCallExprSyntax) -> TouchReading {
    var reading = TouchReading()
    let inherited = EnclosingType(of: call)?.inherited ?? []
    let passive = ["LabelStyle", "GroupBoxStyle", "ProgressViewStyle", "GaugeStyle"]
    if inherited.contains(where: { $0.hasSuffix("Style") && !passive.contains($0) }) {
      reading.responds = true
    } else {
      reading.isUnknown = true
    }
    return reading
  }

  private func modifier(_ link: ModifierLink, isFar: Bool = false) -> TouchReading {
    var reading = TouchReading()
    if ModifierNames.touchHints.contains(link.name) {
      reading.responds = !isFar
    } else if ModifierNames.touch.contains(link.name) {
      reading.responds = true
    } else if isFar, link.name != "modifier" {
      let isKnown =
        ModifierNames.environment.contains(link.name) || ModifierNames.drawing.contains(link.name)
        || ModifierNames.lifecycle.contains(link.name) || link.name.hasPrefix("accessibility")
      if !isKnown { reading.farNames.insert("." + link.name) }
    } else if link.name == "overlay" {
      reading.responds = TouchSearch.finds(in: link.call, after: link.member)
    } else if link.name == "modifier", let call = link.argument("")?.as(FunctionCallExprSyntax.self)
    {
      reading.add(name: ViewTrace.calledName(call))
    } else if !ModifierNames.environment.contains(link.name),
      !ModifierNames.drawing.contains(link.name), !ModifierNames.lifecycle.contains(link.name),
      !link.name.hasPrefix("accessibility")
    {
      reading.add(name: "." + link.name)
      if TouchSearch.finds(in: link.call, after: link.member) { reading.responds = true }
    }
    return reading
  }

  /// What a view that is written there holds.
  private func view(_ expression: ExprSyntax, depth: Int, visited: Set<String>) -> TouchReading {
    var reading = TouchReading()
    guard depth < Self.depthLimit else {
      reading.isUnknown = true
      return reading
    }
    for link in ModifierLink.chain(endingWith: expression) { reading.add(modifier(link)) }
    let root = ModifierLink.root(of: expression)
    if let call = root.as(FunctionCallExprSyntax.self) {
      reading.add(made(by: call, depth: depth, visited: visited))
    } else if let name = Self.memberName(root) {
      reading.add(member(name, at: root, depth: depth, visited: visited))
    } else if let ternary = root.as(TernaryExprSyntax.self) {
      reading.add(view(ternary.thenExpression, depth: depth + 1, visited: visited))
      reading.add(view(ternary.elseExpression, depth: depth + 1, visited: visited))
    } else {
      let base = root.as(MemberAccessExprSyntax.self)?.base
      let type = base?.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
      reading.isUnknown = !GlassSurface.fills.contains(type)
    }
    return reading
  }

  private func made(
    by call: FunctionCallExprSyntax, depth: Int, visited: Set<String>
  ) -> TouchReading {
    var reading = TouchReading()
    let name = ViewTrace.calledName(call)
    if ModifierNames.controls.contains(name) {
      reading.responds = true
    } else if ModifierNames.containers.contains(name) || ["List", "Form"].contains(name) {
      let closures =
        [call.trailingClosure].compactMap { $0 } + call.additionalTrailingClosures.map(\.closure)
      for leaf in closures.flatMap({ SheetContent.leaves(of: $0.statements) }) {
        reading.add(view(leaf, depth: depth + 1, visited: visited))
      }
    } else if ModifierNames.displays.contains(name) || GlassSurface.fills.contains(name) {
      return reading
    } else if name.first?.isUppercase ?? false {
      reading.add(name: name)
    } else if call.calledExpression.is(DeclReferenceExprSyntax.self)
      || (ModifierLink(call)?.member.base?.isSelf ?? false)
    {
      reading.add(member(name, at: ExprSyntax(call), depth: depth, visited: visited))
    } else {
      reading.isUnknown = true
    }
    return reading
  }

  /// A property or function of the same type in the same file.
  private func member(
    _ name: String, at node: ExprSyntax, depth: Int, visited: Set<String>
  ) -> TouchReading {
    var reading = TouchReading()
    if TouchReading.saysTouch(name) {
      reading.responds = true
      return reading
    }
    guard !visited.contains(name) else { return reading }
    let type = EnclosingType(of: node)?.name
    let bodies = placements.bodies[name, default: []].filter { EnclosingType(of: $0)?.name == type }
    if bodies.isEmpty { reading.isUnknown = true }
    for leaf in bodies.flatMap({ SheetContent.leaves(of: $0) }) {
      reading.add(view(leaf, depth: depth + 1, visited: visited.union([name])))
    }
    return reading
  }

  private static func memberName(_ root: ExprSyntax) -> String? {
    if let reference = root.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    guard let member = root.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false else {
      return nil
    }
    return member.declName.baseName.text
  }

  // MARK: What is around it

  /// What lies around a view in every place that the file shows it; nil in previews only.
  private func way(from expression: ExprSyntax, isUse: Bool) -> TouchReading? {
    let traces = placements.traces(of: expression).filter { $0.end != .preview }
    guard !traces.isEmpty else { return nil }
    var reading = TouchReading()
    for trace in traces {
      if !isUse, trace.conditions.contains(where: Self.saysInteractive) {
        reading.responds = true
      }
      var steps = trace.steps
      // What presents the view is no part of it.
      if [.sheet, .cover, .popover, .pushed, .hosted].contains(trace.end), !steps.isEmpty {
        steps.removeLast()
      }
      var isFar = false
      for step in steps {
        var found = self.step(step, isFar: isFar)
        if isUse, case .modifier = step {
          // A modifier on a whole view that the project does not declare is one of the system's.
          found.farNames.formUnion(found.names.filter { $0.hasPrefix(".") })
          found.names = found.names.filter { !$0.hasPrefix(".") }
        }
        reading.add(found)
        isFar = isFar || step.isContainer
      }
      // A scene is where every way ends.
      if steps.contains(where: { Self.scenes.contains($0.name) }) { continue }
      switch trace.end {
      case .body(let type), .modifier(let type): reading.add(end: type)
      case .helper(let name): reading.add(end: "." + name)
      case .sheet, .cover, .popover, .pushed, .hosted, .preview: break
      case .member(_, let name):
        if name == "makeBody" {
          reading.add(style(at: trace.site))
        } else if TouchReading.saysTouch(name) {
          reading.responds = true
        } else {
          // Nothing in the file uses it: the type is in several files, or it is dead.
          reading.isUnknown = true
        }
      case .local, .unknown: reading.isUnknown = true
      }
    }
    return reading
  }

  private func style(at site: Syntax?) -> TouchReading {
    var reading = TouchReading()
    let inherited = site.flatMap { EnclosingType(of: $0)?.inherited } ?? []
    reading.responds = inherited.contains {
      $0.hasSuffix("ButtonStyle") || $0 == "ToggleStyle" || $0 == "MenuStyle"
    }
    reading.isUnknown = !reading.responds
    return reading
  }

  /// Whether a condition chooses between glass that reacts to touches and glass that does not.
  private static func saysInteractive(_ condition: String) -> Bool {
    let lower = condition.lowercased()
    return ["interactive", "tappable", "clickable", "pressable"].contains(where: lower.contains)
  }

  private func step(_ step: ViewTrace.Step, isFar: Bool) -> TouchReading {
    var reading = TouchReading()
    switch step {
    case .modifier(let link): return modifier(link, isFar: isFar)
    case .transform(let link):
      // A helper with an argument, as in `.applyIf(isInteractive) { … }`, decides by it.
      reading.responds = link.call.arguments.contains {
        !$0.expression.is(ClosureExprSyntax.self)
          && Self.saysInteractive($0.expression.trimmedText)
      }
      return reading
    case .content(let call, let name, _):
      if ModifierNames.controls.contains(name) || TouchReading.saysTouch(name)
        || ["contextMenu", "swipeActions", "tabItem", "Tab", "listRowBackground"].contains(name)
      {
        reading.responds = true
      } else if let link = ModifierLink(call), let base = link.member.base,
        !(base.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false)
      {
        // In front of, or behind, another view, which may be a control.
        if ["background", "overlay", "mask"].contains(name) {
          reading.add(self.chain(ViewChain(around: link), at: call))
        } else if !ModifierNames.lifecycle.contains(name) {
          reading.add(name: "." + name)
        }
      } else if ModifierNames.containers.contains(name) || Self.passive.contains(name) {
        return reading
      } else {
        reading.add(name: name.first?.isUppercase ?? false ? name : "." + name)
      }
    }
    return reading
  }

  private static let scenes: Set<String> = [
    "DocumentGroup", "ImmersiveSpace", "MenuBarExtra", "Settings", "Window", "WindowGroup",
  ]

  private static let passive: Set<String> = [
    "AnyView", "Form", "List", "NavigationSplitView", "TabView", "TimelineView", "ToolbarItem",
    "ToolbarItemGroup", "DocumentGroup", "ImmersiveSpace", "MenuBarExtra", "Settings", "Window",
    "WindowGroup",
  ]
}

/// Looks for anything that responds to touches.
final class TouchSearch: SyntaxVisitor {
  private var isFound = false

  /// Whether a node holds something that responds, or that is called as if it did.
  static func finds(in node: some SyntaxProtocol) -> Bool {
    let search = TouchSearch(viewMode: .sourceAccurate)
    search.walk(node)
    return search.isFound
  }

  /// Whether the arguments of a call do.
  static func finds(in call: FunctionCallExprSyntax, after member: MemberAccessExprSyntax) -> Bool {
    let closures =
      [call.trailingClosure].compactMap { $0 } + call.additionalTrailingClosures.map(\.closure)
    return finds(in: call.arguments) || closures.contains { finds(in: $0) }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    if ModifierNames.controls.contains(name) || ModifierNames.touch.contains(name)
      || TouchReading.saysTouch(name)
    {
      isFound = true
    }
    return .visitChildren
  }
}
