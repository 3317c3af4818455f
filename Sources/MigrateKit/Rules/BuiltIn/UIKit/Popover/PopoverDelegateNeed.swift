import SwiftSyntax

/// What has to be done so that a popover stays one where space is narrow.
enum PopoverDelegateNeed {
  /// Nothing, or nothing that the file shows.
  case nothing
  /// Nothing, for a reason that the user may want to know.
  case left(String)
  /// The delegate has to answer, which only its author can let it do.
  case answer(PopoverSetting, type: String)
  /// A delegate has to be assigned; `self` where the controller answers already.
  case assign(isSelf: Bool, size: PopoverSize?)

  /// Looks at a set-up.
  init(of setup: PopoverSetup, in index: SourceIndex, facts: ProjectFacts) {
    let presented = PopoverPresented(of: setup, in: index)
    guard let style = setup.style, presented.isOwn(facts),
      let anchor = setup.settings.first(where: { $0.member != "delegate" })
    else {
      self = .nothing
      return
    }
    if style.isForPadOnly || anchor.assignment.isForPadOnly {
      self = .left("iPadOnly")
      return
    }
    if let delegate = setup.all("delegate").last(where: { !$0.value.is(NilLiteralExprSyntax.self) })
    {
      self = Self.given(delegate, in: index, facts: facts)
      return
    }
    if let type = presented.type, Self.setsOwnDelegate(type, facts) {
      self = .left("otherDelegate")
      return
    }
    self = .assign(
      isSelf: Self.selfAnswers(at: anchor.assignment, in: index, facts: facts),
      size: presented.size(facts))
  }

  private static func given(
    _ delegate: PopoverSetting, in index: SourceIndex, facts: ProjectFacts
  ) -> PopoverDelegateNeed {
    guard let type = index.typeName(of: delegate.value) else { return .left("otherDelegate") }
    switch PopoverAdaptation.inherited(by: type, in: index, facts: facts) {
    case .some(PopoverAdaptation.none): return .nothing
    case .other: return .left("adapts")
    case nil:
      let isKnown =
        index.members[type] != nil || facts.has(PopoverFacts.declared, about: type)
      return isKnown ? .answer(delegate, type: type) : .left("otherDelegate")
    }
  }

  private static func setsOwnDelegate(_ type: String, _ facts: ProjectFacts) -> Bool {
    var current = type
    for _ in 0..<8 {
      if facts.has(PopoverFacts.ownDelegate, about: current) { return true }
      guard let parent = facts.facts(PopoverFacts.declared, about: current).first?.object,
        !parent.isEmpty
      else { return false }
      current = parent
    }
    return false
  }

  /// Whether the type around a node is a popover delegate that keeps popovers popovers.
  private static func selfAnswers(
    at node: InfixOperatorExprSyntax, in index: SourceIndex, facts: ProjectFacts
  ) -> Bool {
    guard let type = node.enclosingTypeName,
      index.inherited[type]?.contains("UIPopoverPresentationControllerDelegate") == true,
      let function = node.outermostMember?.as(FunctionDeclSyntax.self),
      !function.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
    else { return false }
    return PopoverAdaptation.inherited(by: type, in: index, facts: facts)
      == PopoverAdaptation.none
  }
}

extension ExprSyntaxProtocol {
  /// Whether the expression only runs on an iPad, or where space is not narrow.
  fileprivate var isForPadOnly: Bool {
    var child = Syntax(self)
    while let parent = child.parent, !parent.is(MemberBlockSyntax.self) {
      if let check = parent.as(IfExprSyntax.self) {
        if check.body.id == child.id, check.conditions.asksForRoom { return true }
        if check.elseBody?.id == child.id, check.conditions.asksForNarrowness { return true }
      }
      if parent.as(SwitchCaseSyntax.self)?.isForPad ?? false { return true }
      if let list = parent.as(CodeBlockItemListSyntax.self) {
        let earlier = list.prefix { $0.id != child.id }
        let isGuarded = earlier.contains { item in
          guard case .stmt(let statement) = item.item else { return false }
          return statement.as(GuardStmtSyntax.self)?.conditions.asksForRoom ?? false
        }
        if isGuarded { return true }
      }
      child = parent
    }
    return false
  }
}

extension SwitchCaseSyntax {
  /// Whether the case is that of an iPad, or of wide space, alone.
  fileprivate var isForPad: Bool {
    guard let choice = parent?.parent?.as(SwitchExprSyntax.self),
      case .case(let label) = label, label.caseItems.count == 1
    else { return false }
    let subject = choice.subject.tokens(viewMode: .sourceAccurate).map(\.text)
    let isOfDevice = subject.contains { $0 == "userInterfaceIdiom" || $0.hasSuffix("SizeClass") }
    return isOfDevice && [".pad", ".regular"].contains(label.caseItems.trimmedText)
  }
}

extension ConditionElementListSyntax {
  /// Whether one of the conditions holds on an iPad or in wide space only.
  fileprivate var asksForRoom: Bool { asks(for: Self.pad, not: Self.phone) }

  /// Whether the only condition holds on an iPhone or in narrow space only.
  fileprivate var asksForNarrowness: Bool {
    count == 1 && asks(for: Self.phone, not: Self.pad)
  }

  private static let pad: Set<String> = ["pad", "isPad", "isiPad", "isIPad", "isIpad", "regular"]
  private static let phone: Set<String> = [
    "phone", "isPhone", "isiPhone", "isIPhone", "isIphone", "compact",
  ]

  private func asks(for names: Set<String>, not others: Set<String>) -> Bool {
    contains { element in
      let words = element.condition.tokens(viewMode: .sourceAccurate).map(\.text)
      let isNegated = words.contains { $0 == "!" || $0 == "!=" }
      return words.contains { (isNegated ? others : names).contains($0) }
    }
  }
}
