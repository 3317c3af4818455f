import SwiftSyntax

/// Where a hosting controller can be told how to size its view.
struct HostingPlace {
  /// The controller as it is named there, with `?` where it may be missing.
  let path: String
  /// The statement beside which the lines go.
  let item: CodeBlockItemSyntax
  /// Whether they go after it.
  let isAfter: Bool

  /// Finds the place: after the controller is made and what follows to set it up, or before its
  /// view is used.
  init?(of site: HostedBarView, _ controller: NamedObject, in index: SourceIndex) {
    if let made = Self.creation(of: controller, in: index) {
      path = made.path
      item = Self.lastOfSetUp(from: made.item, of: made.name)
      isAfter = true
      return
    }
    guard let item = Self.statement(around: site.content), site.host.isPath, controller.isTyped
    else { return nil }
    let text = site.host.trimmedText
    path = controller.isOptional && !text.hasSuffix("!") ? text + "?" : text
    self.item = item
    isAfter = false
  }

  /// The statement that makes the controller and names it.
  private static func creation(
    of controller: NamedObject, in index: SourceIndex
  ) -> (item: CodeBlockItemSyntax, path: String, name: String)? {
    guard let call = controller.creation else { return nil }
    var value = Syntax(call)
    while let parent = value.parent, parent.is(ExprSyntax.self), ExprSyntax(parent)?.core == call {
      value = parent
    }
    if let clause = value.parent?.as(InitializerClauseSyntax.self),
      let binding = clause.parent?.as(PatternBindingSyntax.self),
      let name = binding.pattern.boundName, let variable = binding.variable, !variable.isMember,
      binding.typeAnnotation?.type.isHostingController ?? true, variable.bindings.count == 1,
      let item = variable.parent?.as(CodeBlockItemSyntax.self)
    {
      return (item, name, name)
    }
    guard let assignment = value.parent?.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self),
      let item = assignment.parent?.as(CodeBlockItemSyntax.self), assignment.leftOperand.isPath,
      controller.isTyped,
      let name = assignment.leftOperand.core.referenceOfName?.baseName.text
    else { return nil }
    let text = assignment.leftOperand.trimmedText
    return (item, controller.isOptional ? text + "?" : text, name)
  }

  /// The last of the statements that set the controller up right after it is made.
  private static func lastOfSetUp(
    from item: CodeBlockItemSyntax, of name: String
  ) -> CodeBlockItemSyntax {
    var last = item
    while let next = last.nextInList, case .expr(let expression) = next.item,
      expression.root.map({ $0 == name }) ?? false
    {
      last = next
    }
    return last
  }

  /// The statement of a block that an expression is part of.
  private static func statement(around expression: ExprSyntax) -> CodeBlockItemSyntax? {
    var current = expression.parent
    while let node = current {
      if node.is(ClosureExprSyntax.self) || node.is(MemberBlockSyntax.self) { return nil }
      if let item = node.as(CodeBlockItemSyntax.self) {
        let list = item.parent?.as(CodeBlockItemListSyntax.self)
        // The only expression of a body is its value.
        if case .expr(let only) = item.item, list?.count == 1, case .returned = ValueUse(of: only) {
          return nil
        }
        return item
      }
      current = node.parent
    }
    return nil
  }

  /// The edits that put lines there, inside a gate where one is needed.
  func inserting(
    _ lines: SourceLines, _ gate: Gate, _ file: ParsedFile, _ context: RuleContext
  ) -> [Edit]? {
    if isAfter, gate.decision == .gate,
      let join = GateJoin(after: item, requires: .liquidGlass, in: file, context: context)
    {
      return [join.insertion(of: lines)]
    }
    let layout = StatementLayout(of: item, in: file)
    return isAfter
      ? layout?.inserting(after: gate.since(lines)) : layout?.inserting(before: gate.since(lines))
  }
}

extension NamedObject {
  /// Whether its variable has the type of a hosting controller.
  fileprivate var isTyped: Bool { declaration.annotation?.isHostingController ?? true }
}

extension TypeSyntax {
  fileprivate var isHostingController: Bool { trimmedText.contains("HostingController") }
}

extension ExprSyntax {
  /// The first name of what a statement sets or calls, `self` aside.
  fileprivate var root: String? {
    if let assignment = self.as(InfixOperatorExprSyntax.self) {
      guard assignment.operator.is(AssignmentExprSyntax.self) else { return nil }
      return assignment.leftOperand.root
    }
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.is(MemberAccessExprSyntax.self)
        ? call.calledExpression.root : nil
    }
    if let access = self.as(MemberAccessExprSyntax.self) {
      if access.base?.isSelf ?? false { return access.declName.baseName.text }
      return access.base?.root
    }
    if let chaining = self.as(OptionalChainingExprSyntax.self) { return chaining.expression.root }
    if let unwrap = self.as(ForceUnwrapExprSyntax.self) { return unwrap.expression.root }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}
