import SwiftSyntax

/// One assignment of a member of a popover presentation controller.
struct PopoverSetting {
  /// The member, such as `barButtonItem`.
  let member: String
  /// The assignment.
  let assignment: InfixOperatorExprSyntax
  /// What is assigned.
  let value: ExprSyntax
  /// The popover.
  let popover: PopoverReference
  /// The popover as written, with `?` where it is optional; nil for an implicit `self`.
  let base: ExprSyntax

  /// The statement that is this assignment and nothing more.
  var statement: CodeBlockItemSyntax? { assignment.parent?.as(CodeBlockItemSyntax.self) }
}

/// The popovers that one function, initializer or variable sets up.
struct PopoverSetup {
  /// What it sets, in source order.
  private(set) var settings: [PopoverSetting]
  /// The assignment that presents the controller as a popover, where there is one.
  private(set) var style: ExprSyntax?
  /// Which popover it is.
  let key: PopoverReference.Key

  /// Every set-up of a file, in source order.
  static func all(in index: SourceIndex) -> [PopoverSetup] {
    struct Place: Hashable {
      let member: SyntaxIdentifier?
      let key: PopoverReference.Key
    }
    var order: [Place] = []
    var found: [Place: PopoverSetup] = [:]
    let members = ["barButtonItem", "sourceItem", "sourceView", "delegate"]
    let settings = members.flatMap { Self.settings(of: $0, in: index) }
      .sorted { $0.assignment.position < $1.assignment.position }
    for setting in settings {
      let key = setting.popover.key
      let place = Place(member: setting.assignment.outermostMember?.id, key: key)
      if found[place] == nil { order.append(place) }
      found[place, default: PopoverSetup(settings: [], style: nil, key: key)].settings
        .append(setting)
    }
    for reference in index.references["modalPresentationStyle"] ?? [] {
      let use = MemberUse(of: reference)
      guard use.path.isEmpty, case .assigned(let value) = use.kind,
        value.core.referenceOfName?.baseName.text == "popover"
      else { continue }
      let base = reference.whole.as(MemberAccessExprSyntax.self)?.base
      let key =
        base.map { PopoverReference.key(of: $0, in: index) }
        ?? reference.enclosingTypeName.map { .own($0) }
      guard let key else { continue }
      let place = Place(member: use.node.outermostMember?.id, key: key)
      found[place]?.style = use.node
    }
    return order.compactMap { found[$0] }
  }

  private static func settings(of member: String, in index: SourceIndex) -> [PopoverSetting] {
    (index.references[member] ?? []).compactMap { reference in
      let use = MemberUse(of: reference)
      guard use.path.isEmpty, case .assigned(let value) = use.kind,
        let access = reference.whole.as(MemberAccessExprSyntax.self), let base = access.base,
        let assignment = use.node.as(InfixOperatorExprSyntax.self),
        let popover = PopoverReference(base, in: index)
      else { return nil }
      let named = base.core.referenceOfName
      let isAdaptive =
        named?.baseName.text == "presentationController"
        && named.flatMap { index.declaration(of: $0) } == nil
      guard !isAdaptive || member == "delegate" else { return nil }
      return PopoverSetting(
        member: member, assignment: assignment, value: value, popover: popover, base: base)
    }
  }

  /// The settings of a member.
  func all(_ member: String) -> [PopoverSetting] { settings.filter { $0.member == member } }

  /// The presented controller, where the file shows it.
  var presented: ExprSyntax? { settings.lazy.compactMap { $0.popover.presented }.first }
}

extension SyntaxProtocol {
  /// The function, initializer or variable of a type or of the file whose body holds this node.
  var outermostMember: Syntax? {
    var found: Syntax?
    var current = parent
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self)
        || node.is(VariableDeclSyntax.self)
      {
        found = node
      }
      current = node.parent
    }
    return found
  }

  /// Whether only one of two nodes of a function can run: they are in different branches.
  func excludes(_ other: some SyntaxProtocol) -> Bool {
    var child = Syntax(self)
    while let parent = child.parent {
      if parent.holds(other.position) {
        guard let arm = parent.child(holding: other.position) else { return false }
        if parent.is(IfExprSyntax.self) { return arm.isArm && child.isArm && arm.id != child.id }
        return parent.is(SwitchCaseListSyntax.self) && arm.id != child.id
      }
      child = parent
    }
    return false
  }

  private var isArm: Bool { self.is(CodeBlockSyntax.self) || self.is(IfExprSyntax.self) }

  private func child(holding position: AbsolutePosition) -> Syntax? {
    children(viewMode: .sourceAccurate).first { $0.holds(position) }
  }
}
