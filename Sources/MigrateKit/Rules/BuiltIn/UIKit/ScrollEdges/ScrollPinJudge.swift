import SwiftSyntax

/// Decides what becomes of the pins of one file.
struct ScrollPinJudge {
  /// What is said of one place.
  enum Verdict {
    case left(ByteRange, reason: String)
    case advice(ByteRange, name: String, reason: String)
    case fix(ByteRange, name: String, edges: String, [Edit])
  }

  private let index: SourceIndex
  private let context: RuleContext
  private var verdictsByOffset: [(offset: Int, verdict: Verdict)] = []
  private var groups: [Group] = []

  /// The pins of one view in one function.
  private struct Group {
    let name: String
    let function: SyntaxIdentifier?
    var range: ByteRange
    var edges: Set<VerticalEdge>
    var edits: [Edit]
  }

  init(index: SourceIndex, context: RuleContext) {
    self.index = index
    self.context = context
  }

  private var file: ParsedFile { index.file }

  /// The verdicts, by place.
  func verdicts() -> [Verdict] {
    let fixes = groups.map { group in
      let edges = group.edges.sorted().map(\.rawValue).joined(separator: " and ")
      return (
        offset: group.range.lowerBound,
        verdict: Verdict.fix(group.range, name: group.name, edges: edges, group.edits)
      )
    }
    return (verdictsByOffset + fixes).sorted { $0.offset < $1.offset }.map(\.verdict)
  }

  // MARK: Anchors

  /// Takes a pin by anchors in.
  mutating func add(_ pin: SafeAreaPin) {
    guard
      let container = ScrollContainer(pin.view, in: index, facts: context.facts)
    else { return }
    let range = file.range(of: pin.call)
    if let obstacle = containerObstacle(pin.container, container)
      ?? ScrollObstacles(container: container, index: index).whole
      ?? (pin.isInequality ? .left("inequality") : nil)
      ?? ScrollObstacles(container: container, index: index).obstacle(
        at: pin.edge, besides: pin.call)
      ?? (pin.hasDistance ? .doubtful("it keeps a distance from it") : nil)
      ?? storage(of: pin)
    {
      note(obstacle, at: range, name: container.name)
      return
    }
    let gate = Gate(.liquidGlass, at: pin.anchor, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason {
      note(.left(reason), at: range, name: container.name)
      return
    }
    switch gate.decision {
    case .below, .impossible: break
    case .compatibilityMode: note(Self.compatibility, at: range, name: container.name)
    case .proved:
      let edit = Edit(file.range(of: pin.anchor), pin.ownAnchor)
      fix([edit], of: pin.view, named: container.name, at: range, edges: [pin.edge])
    case .gate:
      let edits = AnchorGate(at: pin.anchor, in: file, context: context)
        .edits(replacing: pin.anchor, by: pin.ownAnchor)
      fix(edits, of: pin.view, named: container.name, at: range, edges: [pin.edge])
    }
  }

  private static let compatibility = ScrollObstacle.doubtful(
    "the target keeps the old look with 'UIDesignRequiresCompatibility'; remove the key first")

  /// Why a constraint that is kept may be changed later.
  private func storage(of pin: SafeAreaPin) -> ScrollObstacle? {
    var node = ExprSyntax(pin.call)
    while true {
      switch ValueUse(of: node) {
      case .value(let outer): node = outer
      case .receiver(let member):
        guard let call = member.parent?.as(FunctionCallExprSyntax.self),
          call.calledExpression.id == ExprSyntax(member).id
        else { return nil }
        node = ExprSyntax(call)
      case .assigned(let target, _):
        return target.core.is(DiscardAssignmentExprSyntax.self)
          ? nil : .doubtful("the constraint is kept and may be changed later")
      case .initial(let binding):
        guard let name = binding.pattern.boundName else { return nil }
        let declaration: Declaration =
          binding.variable?.isMember == true
          ? .property(binding, type: binding.enclosingTypeName ?? "") : .local(binding)
        let isChanged = index.references(to: declaration, named: name).contains { reference in
          let use = MemberUse(of: reference)
          return use.path == ["constant"]
            || (use.path == ["isActive"] && use.assigned("isActive")?.trimmedText != "true")
        }
        let isMember = binding.variable?.isMember ?? false
        return isChanged || isMember
          ? .doubtful("the constraint is kept and may be changed later") : nil
      default: return nil
      }
    }
  }

  // MARK: Libraries and functions of the project

  /// Takes a pin by a statement in.
  mutating func add(_ pin: StatementPin) {
    guard
      let container = ScrollContainer(pin.view, in: index, facts: context.facts)
    else { return }
    let range = file.range(of: pin.statement)
    let obstacles = ScrollObstacles(container: container, index: index)
    let atEdges = pin.edges.lazy.compactMap { obstacles.obstacle(at: $0, besides: nil) }.first
    if let obstacle = containerObstacle(pin.container, container) ?? obstacles.whole ?? atEdges {
      note(obstacle, at: range, name: container.name)
      return
    }
    guard let lines = pin.lines else {
      note(.doubtful(pin.doubt), at: range, name: container.name)
      return
    }
    let gate = Gate(.liquidGlass, at: pin.statement, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason {
      note(.left(reason), at: range, name: container.name)
      return
    }
    switch gate.decision {
    case .below, .impossible: break
    case .compatibilityMode: note(Self.compatibility, at: range, name: container.name)
    case .proved, .gate:
      let code = gate.either(
        since: SourceLines(lines), before: SourceLines(of: pin.statement, in: file))
      guard let edit = StatementRewrite(pin.statement, in: file).edit(code) else {
        note(.doubtful("its statement shares a line with others"), at: range, name: container.name)
        return
      }
      fix([edit], of: pin.view, named: container.name, at: range, edges: pin.edges)
    }
  }

  // MARK: Verdicts

  /// Why a container's safe area is not one whose edges can be taken.
  private func containerObstacle(
    _ safe: SafeAreaPin.Container, _ container: ScrollContainer
  ) -> ScrollObstacle? {
    let parents = container.parents
    if safe.isControllerView(in: index) {
      return parents.isEmpty || parents.contains("view") ? nil : .left("nested")
    }
    guard safe.isSelf(in: index) else { return .left("otherContainer") }
    guard parents.isEmpty || parents.contains("self") else { return .left("nested") }
    let type = pinType(of: container)
    let isPlainView = index.inherited[type]?.first == "UIView"
    return isPlainView && (container.isTable || container.bounces)
      ? nil
      : .doubtful(
        "whether its view fills the screen, and insets content that does not scroll, is not known")
  }

  private func pinType(of container: ScrollContainer) -> String {
    container.scope.parent?.declaredTypeName ?? ""
  }

  private mutating func note(_ obstacle: ScrollObstacle, at range: ByteRange, name: String) {
    let verdict: Verdict =
      switch obstacle {
      case .left(let reason): .left(range, reason: reason)
      case .doubtful(let reason): .advice(range, name: name, reason: reason)
      }
    verdictsByOffset.append((range.lowerBound, verdict))
  }

  private mutating func fix(
    _ edits: [Edit], of view: ExprSyntax, named name: String, at range: ByteRange,
    edges: [VerticalEdge]
  ) {
    let function = view.enclosingFunction?.outermost.id
    guard
      let place = groups.firstIndex(where: { $0.name == name && $0.function == function })
    else {
      groups.append(
        Group(name: name, function: function, range: range, edges: Set(edges), edits: edits))
      return
    }
    groups[place].edges.formUnion(edges)
    for edit in edits where !groups[place].edits.contains(edit) { groups[place].edits.append(edit) }
  }
}

extension Syntax {
  /// The function of a type that holds this function or closure.
  fileprivate var outermost: Syntax {
    var node = self
    while let outer = node.enclosingFunction { node = outer }
    return node
  }
}
