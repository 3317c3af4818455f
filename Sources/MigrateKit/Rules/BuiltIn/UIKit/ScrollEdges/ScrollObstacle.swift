import SwiftSyntax

/// Why the edges of a scroll container stay where they are.
enum ScrollObstacle: Equatable {
  /// The code shows that moving them would be wrong.
  case left(String)
  /// The code does not show enough; the text ends a sentence.
  case doubtful(String)
}

/// What in a file depends on where a scroll container begins and ends.
struct ScrollObstacles {
  let container: ScrollContainer
  let index: SourceIndex

  /// Why neither edge can move.
  var whole: ScrollObstacle? {
    for use in container.uses {
      if let obstacle = obstacle(of: use) { return obstacle }
    }
    if case .guessed = container.kind {
      return .doubtful("the file does not show that '\(container.name)' is a scroll view")
    }
    if case .text = container.kind, !container.bounces {
      return .doubtful("whether the text view scrolls is not known")
    }
    if turnsInsetsOff, !container.isTable, !container.bounces {
      return .doubtful("its controller does not let content be inset that does not scroll")
    }
    if scrollsSideways { return .left("scrollsSideways") }
    if ScrollSizeReads(container: container, index: index).areSeen {
      return .doubtful("code reads its height, which takes in what lies below the bars then")
    }
    return nil
  }

  /// Why one edge cannot move.
  func obstacle(at edge: VerticalEdge, besides pin: FunctionCallExprSyntax?) -> ScrollObstacle? {
    for use in container.uses {
      guard let follower = follower(of: use, at: edge), follower != pin?.id else { continue }
      return .left("othersFollow")
    }
    if edge == .top, readsOffset {
      return .doubtful("its content offset is read or set, which starts below zero then")
    }
    return nil
  }

  private static let guides: Set<String> = [
    "safeAreaLayoutGuide", "layoutMarginsGuide", "readableContentGuide", "contentLayoutGuide",
    "frameLayoutGuide", "keyboardLayoutGuide",
  ]

  private func obstacle(of use: MemberUse) -> ScrollObstacle? {
    guard let first = use.path.first else { return argumentObstacle(of: use.node) }
    switch first {
    case "heightAnchor": return .left("dependsOnHeight")
    case "centerYAnchor": return .left("dependsOnCentre")
    case "transform" where use.isAssigned: return .left("transformed")
    case "isPagingEnabled" where use.assigned(first)?.trimmedText == "true":
      return .left("paging")
    case "isScrollEnabled" where use.assigned(first)?.trimmedText == "false":
      return .left("doesNotScroll")
    case "contentInsetAdjustmentBehavior"
    where use.assigned(first)?.core.referenceOfName?.baseName.text == "never":
      return .left("neverAdjusts")
    case "layer" where ["cornerRadius", "borderWidth", "mask"].contains(use.path.dropFirst().first):
      return .left("hasOwnShape")
    case "snp": return snapKitObstacle(of: use)
    default: return Self.guides.contains(first) ? .left("ownGuide") : nil
    }
  }

  /// `other.snp.makeConstraints { $0.height.equalTo(container) }` and `container.snp.height`.
  private func snapKitObstacle(of use: MemberUse) -> ScrollObstacle? {
    switch use.path.dropFirst().first {
    case "height": .left("dependsOnHeight")
    case "centerY", "center": .left("dependsOnCentre")
    default: nil
    }
  }

  private func argumentObstacle(of node: ExprSyntax) -> ScrollObstacle? {
    guard case .argument(let argument, let call) = ValueUse(of: node) else { return nil }
    let callee = call.calledExpression.trimmedText
    if callee == "NSLayoutConstraint" || callee == "NSLayoutConstraint.init" {
      let attributes = call.arguments.filter { $0.label?.text == "attribute" }
      let own = argument.label?.text == "item" ? attributes.first : attributes.last
      switch own?.expression.core.referenceOfName?.baseName.text {
      case "height": return .left("dependsOnHeight")
      case "centerY": return .left("dependsOnCentre")
      default: return nil
      }
    }
    guard callee.contains("equalTo") || callee.contains("EqualTo") else { return nil }
    let members = Set(callee.split(separator: ".").map(String.init))
    if !members.isDisjoint(with: ["height", "size"]) { return .left("dependsOnHeight") }
    if !members.isDisjoint(with: ["centerY", "center"]) { return .left("dependsOnCentre") }
    return nil
  }

  /// The call by which another view follows the edge.
  private func follower(of use: MemberUse, at edge: VerticalEdge) -> SyntaxIdentifier? {
    if use.path.first == edge.anchor {
      guard let anchor = use.anchor else { return nil }
      var node = Syntax(anchor)
      while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
        if let call = parent.as(FunctionCallExprSyntax.self),
          let other = call.otherSide(than: node)
        {
          return isFree(other) ? nil : call.id
        }
        node = parent
      }
      return nil
    }
    if use.path.first == "snp", use.path.dropFirst().first == edge.rawValue {
      return snapKitFollower(of: use.node)
    }
    guard use.path.isEmpty, case .argument(let argument, let call) = ValueUse(of: use.node) else {
      return nil
    }
    let callee = call.calledExpression.trimmedText
    if callee == "NSLayoutConstraint" {
      let attributes = call.arguments.filter { $0.label?.text == "attribute" }
      let own = argument.label?.text == "item" ? attributes.first : attributes.last
      let other = call.arguments.first {
        ["item", "toItem"].contains($0.label?.text) && $0.id != argument.id
      }
      guard own?.expression.core.referenceOfName?.baseName.text == edge.rawValue,
        let view = other?.expression, !isFree(view), !isRoot(view)
      else { return nil }
      return call.id
    }
    let members = Set(callee.split(separator: ".").map(String.init))
    guard callee.contains("equalTo"), !members.isDisjoint(with: [edge.rawValue, "edges"]) else {
      return nil
    }
    return snapKitFollower(of: use.node)
  }

  /// The call in whose closure another view's constraints name the container.
  private func snapKitFollower(of node: ExprSyntax) -> SyntaxIdentifier? {
    guard let closure = Syntax(node).enclosingFunction?.as(ClosureExprSyntax.self),
      let call = closure.owningCall,
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let view = base.as(MemberAccessExprSyntax.self)?.base
    else { return nil }
    return container.holds(view) ? nil : call.id
  }

  /// Whether an anchor's view lies in the container, or is the view that the container is in.
  private func isFree(_ anchor: ExprSyntax) -> Bool {
    var node = anchor.core
    while let access = node.as(MemberAccessExprSyntax.self) {
      guard let base = access.base else { return true }
      if container.holds(base) || isRoot(base) { return true }
      if base.core.referenceOfName?.baseName.text == container.name { return true }
      node = base.core
    }
    return container.holds(node) || isRoot(node)
  }

  private func isRoot(_ view: ExprSyntax) -> Bool {
    let name = view.core.referenceOfName?.baseName.text
    return name == "view" || index.isSelf(view) || container.parents.contains(name ?? "")
  }

  /// Whether the controller turns the adjustment of insets off, which then only counts for content
  /// that scrolls.
  private var turnsInsetsOff: Bool {
    (index.references["automaticallyAdjustsScrollViewInsets"] ?? []).contains { reference in
      container.scopes.contains { $0.contains(reference) }
        && MemberUse.assigned(to: reference.whole)?.trimmedText == "false"
    }
  }

  /// Whether code of the type compares or sets content offsets without the adjusted inset.
  private var readsOffset: Bool {
    let names = container.scopes.map { SyntaxNames(in: $0) }
    return names.contains { !$0.isDisjoint(with: ["contentOffset", "setContentOffset"]) }
      && !names.contains { $0.contains("adjustedContentInset") }
  }

  private var scrollsSideways: Bool {
    guard case .collection = container.kind else {
      return container.uses.contains {
        $0.assigned("alwaysBounceHorizontal")?.trimmedText == "true"
      }
    }
    return (index.references["scrollDirection"] ?? []).contains { reference in
      guard let assignment = reference.whole.parent?.as(InfixOperatorExprSyntax.self) else {
        return false
      }
      return assignment.rightOperand.core.referenceOfName?.baseName.text == "horizontal"
    }
  }
}

/// The names that code mentions.
struct SyntaxNames {
  private let names: Set<String>

  init(in node: Syntax) {
    var names: Set<String> = []
    for token in node.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let name) = token.tokenKind { names.insert(name) }
    }
    self.names = names
  }

  func contains(_ name: String) -> Bool { names.contains(name) }

  func isDisjoint(with others: Set<String>) -> Bool { names.isDisjoint(with: others) }
}

extension MemberUse {
  /// The anchor that is named, with or without a constraint being made of it.
  var anchor: ExprSyntax? {
    switch kind {
    case .called(let call): call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    case .assigned: nil
    case .other: node
    }
  }

  /// Whether the last member of the path is assigned.
  var isAssigned: Bool {
    if case .assigned = kind { return true }
    return false
  }
}

extension Syntax {
  /// Whether a node stands inside this one.
  fileprivate func contains(_ node: some SyntaxProtocol) -> Bool {
    position <= node.position && node.endPosition <= endPosition
  }
}

extension ClosureExprSyntax {
  /// The call that the closure is an argument of.
  var owningCall: FunctionCallExprSyntax? {
    if let call = parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id {
      return call
    }
    return parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// The other anchor of a constraint of which one is known.
  fileprivate func otherSide(than node: Syntax) -> ExprSyntax? {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      let first = arguments.first, first.label?.text.lowercased().contains("equalto") == true
    else { return nil }
    return node.id == Syntax(calledExpression).id ? first.expression : base
  }
}
