import SwiftSyntax

/// The stacks of a file that hold glass side by side and are in no container for it.
struct GlassGroups {
  /// One such stack.
  struct Group {
    /// The call that makes the stack, without its modifiers.
    let stack: FunctionCallExprSyntax
    /// How many surfaces stand side by side.
    let count: Int
    /// Why it is left alone.
    let obstacle: String?

    /// The bytes of the stack's name and arguments.
    func range(in file: ParsedFile) -> ByteRange {
      ByteRange(
        file.range(of: stack).lowerBound,
        (stack.rightParen?.endPositionBeforeTrailingTrivia
          ?? stack.calledExpression.endPositionBeforeTrailingTrivia).utf8Offset)
    }
  }

  private let facts: ProjectFacts
  private let placements: ViewPlacements
  private let stacks: [FunctionCallExprSyntax]

  /// Prepares for a file.
  init(_ file: ParsedFile, _ facts: ProjectFacts) {
    self.facts = facts
    placements = ViewPlacements.shared(of: file)
    let search = StackSearch(viewMode: .sourceAccurate)
    search.walk(file.tree)
    stacks = search.found
  }

  /// The groups, in source order.
  var all: [Group] {
    stacks.compactMap { stack in
      guard let closure = stack.trailingClosure else { return nil }
      let count = Self.longestRun(closure.statements) { carriesGlass($0) }
      guard count > 1 else { return nil }
      guard !isOnGlass(stack), !isContained(stack) else { return nil }
      return Group(
        stack: stack, count: count,
        obstacle: FieldSearch.finds(in: closure, bodies: placements.bodies) ? "textField" : nil)
    }
  }

  /// The most surfaces that follow each other without anything between them that parts them.
  ///
  /// Both arms of a check are looked at, since glass is in one of them only.
  private static func longestRun(
    _ statements: CodeBlockItemListSyntax, _ carriesGlass: (ExprSyntax) -> Bool
  ) -> Int {
    var longest = 0
    var current = 0
    for statement in statements {
      if let branch = statement.asIfExpression {
        longest = max(longest, current, longestRun(branch.body.statements, carriesGlass))
        if case .codeBlock(let other)? = branch.elseBody {
          longest = max(longest, longestRun(other.statements, carriesGlass))
        }
        current = 0
      } else if let view = statement.item.as(ExprSyntax.self), carriesGlass(view) {
        current += 1
      } else {
        longest = max(longest, current)
        current = 0
      }
    }
    return max(longest, current)
  }

  /// Whether a view surely has glass.
  private func carriesGlass(_ view: ExprSyntax, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    for link in ModifierLink.chain(endingWith: view) where link.directive == nil {
      if let site = GlassSite(link.call) {
        let leaves = site.glass?.leaves ?? []
        return leaves.allSatisfy { $0.variant != nil && $0.variantName != "identity" }
      }
      let name =
        link.name == "modifier"
        ? link.argument("")?.as(FunctionCallExprSyntax.self).map { ViewTrace.calledName($0) }
        : "." + link.name
      if let name, has(name, [.helper, .modifier]) { return true }
    }
    let root = ModifierLink.root(of: view)
    if let call = root.as(FunctionCallExprSyntax.self) {
      return has(ViewTrace.calledName(call), [.view])
    }
    guard let name = root.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let type = EnclosingType(of: root)?.name
    else { return false }
    let bodies = placements.bodies[name, default: []].filter { EnclosingType(of: $0)?.name == type }
    guard bodies.count == 1, let body = bodies.first else { return false }
    let leaves = SheetContent.leaves(of: body)
    return leaves.count == 1 && leaves.allSatisfy { carriesGlass($0, depth: depth + 1) }
  }

  private func has(_ name: String, _ kinds: Set<GlassCarrier>) -> Bool {
    let found = facts.facts(GlassFacts.carrier, about: name).compactMap {
      GlassCarrier(rawValue: $0.object)
    }
    return !found.isEmpty && found.contains { kinds.contains($0) }
  }

  private func isOnGlass(_ stack: FunctionCallExprSyntax) -> Bool {
    ViewTrace(of: stack).links.contains { $0.name == "glassEffect" }
  }

  /// Whether a container is, or may be, around the stack in any place that shows it.
  private func isContained(_ stack: FunctionCallExprSyntax) -> Bool {
    placements.traces(of: stack).contains { trace in
      let inWay = trace.steps.contains { step in
        switch step {
        case .modifier(let link):
          link.name.lowercased().contains("glass")
            || ModifierCalls.mentions("GlassEffectContainer", in: link)
            || facts.has(GlassContainmentCollector.wrapper, about: "." + link.name)
        case .transform: true
        case .content(_, let name, _):
          name.lowercased().contains("glass") || name == "ToolbarItem" || name == "ToolbarItemGroup"
            || facts.has(GlassContainmentCollector.wrapper, about: name)
            || facts.has(GlassContainmentCollector.wrapper, about: "." + name)
        }
      }
      switch trace.end {
      case .body(let type):
        return inWay || facts.has(GlassContainmentCollector.contained, about: type)
      case .preview: return true
      default: return inWay
      }
    }
  }
}

extension ModifierCalls {
  /// Whether the arguments of a call name something.
  fileprivate static func mentions(_ name: String, in link: ModifierLink) -> Bool {
    let closures =
      [link.call.trailingClosure].compactMap { $0 }
      + link.call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
    return closures.contains { closure in
      closure.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    }
  }
}

private final class StackSearch: SyntaxVisitor {
  var found: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledExpression.is(DeclReferenceExprSyntax.self),
      ["HStack", "VStack"].contains(ViewTrace.calledName(node)),
      node.additionalTrailingClosures.isEmpty
    {
      found.append(node)
    }
    return .visitChildren
  }
}

/// Looks for fields for text, which a container would draw over.
private final class FieldSearch: SyntaxVisitor {
  private var isFound = false
  private var names: Set<String> = []

  static func finds(
    in closure: ClosureExprSyntax, bodies: [String: [CodeBlockItemListSyntax]]
  ) -> Bool {
    var pending: [Syntax] = [Syntax(closure)]
    var visited: Set<String> = []
    while let node = pending.popLast() {
      let search = FieldSearch(viewMode: .sourceAccurate)
      search.walk(node)
      if search.isFound { return true }
      for name in search.names where visited.insert(name).inserted {
        pending += bodies[name, default: []].map { Syntax($0) }
      }
    }
    return false
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    let lower = name.lowercased()
    if TextSurfaces.fields.contains(name)
      || ["field", "searchbar", "editor", "composer", "textinput", "inputbar"]
        .contains(where: lower.contains)
    {
      isFound = true
    }
    names.insert(name)
    return .visitChildren
  }
}
