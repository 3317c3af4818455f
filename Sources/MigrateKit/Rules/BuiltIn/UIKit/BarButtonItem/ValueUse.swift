import SwiftSyntax

/// Where the value of an expression goes in one step.
enum ValueUse {
  /// It is, or may be, the value of a larger expression.
  case value(of: ExprSyntax)
  /// It is one element of an array.
  case element(of: ArrayExprSyntax)
  /// It is assigned; with `adds`, its elements are added by `+=`.
  case assigned(to: ExprSyntax, adds: Bool)
  /// It initializes a variable.
  case initial(of: PatternBindingSyntax)
  /// It is bound by `if let` and its kin.
  case bound(OptionalBindingConditionSyntax)
  /// A loop goes over it.
  case iterated(ForStmtSyntax)
  /// It is an argument of a call.
  case argument(LabeledExprSyntax, of: FunctionCallExprSyntax)
  /// A member of it is named.
  case receiver(of: MemberAccessExprSyntax)
  /// It is called.
  case callee(of: FunctionCallExprSyntax)
  /// An element of it is named.
  case subscripted(SubscriptCallExprSyntax)
  /// A function, closure or getter gives it back.
  case returned(from: Syntax)
  /// It is the target of an assignment.
  case written
  /// Nothing is done with it, or nothing that keeps it.
  case unused

  /// The use of an expression.
  init(of expression: ExprSyntax) {
    guard let parent = expression.parent else {
      self = .unused
      return
    }
    switch parent.as(SyntaxEnum.self) {
    case .infixOperatorExpr(let node): self = Self.operand(expression, of: node)
    case .ternaryExpr(let node):
      self = node.condition.id == expression.id ? .unused : .value(of: ExprSyntax(node))
    case .forceUnwrapExpr(let node): self = .value(of: ExprSyntax(node))
    case .optionalChainingExpr(let node): self = .value(of: ExprSyntax(node))
    case .asExpr(let node): self = .value(of: ExprSyntax(node))
    case .tryExpr(let node): self = .value(of: ExprSyntax(node))
    case .awaitExpr(let node): self = .value(of: ExprSyntax(node))
    case .labeledExpr(let node): self = Self.argument(node)
    case .arrayElement(let node):
      self = node.parent?.parent?.as(ArrayExprSyntax.self).map { .element(of: $0) } ?? .unused
    case .initializerClause(let node): self = Self.initializer(node)
    case .returnStmt(let node):
      self = node.enclosingFunction.map { .returned(from: $0) } ?? .unused
    case .expressionStmt(let node):
      self = node.parent.map { Self.statement($0) } ?? .unused
    case .codeBlockItem(let node): self = Self.statement(Syntax(node))
    case .memberAccessExpr(let node): self = .receiver(of: node)
    case .functionCallExpr(let node):
      self = node.calledExpression.id == expression.id ? .callee(of: node) : .unused
    case .subscriptCallExpr(let node): self = .subscripted(node)
    case .forStmt(let node): self = .iterated(node)
    default: self = .unused
    }
  }

  private static func operand(
    _ expression: ExprSyntax, of node: InfixOperatorExprSyntax
  ) -> ValueUse {
    let isLeft = node.leftOperand.id == expression.id
    if node.operator.is(AssignmentExprSyntax.self) {
      return isLeft ? .written : .assigned(to: node.leftOperand, adds: false)
    }
    switch node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text {
    case "??", "+": return .value(of: ExprSyntax(node))
    case "+=": return isLeft ? .written : .assigned(to: node.leftOperand, adds: true)
    default: return .unused
    }
  }

  private static func argument(_ node: LabeledExprSyntax) -> ValueUse {
    guard let owner = node.parent?.parent else { return .unused }
    if let call = owner.as(FunctionCallExprSyntax.self) { return .argument(node, of: call) }
    if let tuple = owner.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return .value(of: ExprSyntax(tuple))
    }
    return .unused
  }

  private static func initializer(_ node: InitializerClauseSyntax) -> ValueUse {
    if let binding = node.parent?.as(PatternBindingSyntax.self) { return .initial(of: binding) }
    if let binding = node.parent?.as(OptionalBindingConditionSyntax.self) {
      return .bound(binding)
    }
    return .unused
  }

  /// The use of an expression that is a statement: the value of a body of one expression.
  private static func statement(_ item: Syntax) -> ValueUse {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let owner = list.parent
    else { return .unused }
    if owner.is(ClosureExprSyntax.self) { return .returned(from: owner) }
    if owner.is(AccessorBlockSyntax.self) { return .returned(from: owner) }
    if owner.is(SwitchCaseSyntax.self), let node = owner.parent?.parent?.as(SwitchExprSyntax.self) {
      return node.isUsedAsValue ? .value(of: ExprSyntax(node)) : .unused
    }
    guard owner.is(CodeBlockSyntax.self), let holder = owner.parent else { return .unused }
    switch holder.as(SyntaxEnum.self) {
    case .functionDecl(let node):
      return node.signature.returnClause == nil ? .unused : .returned(from: holder)
    case .accessorDecl(let node):
      return node.accessorSpecifier.text == "get" ? .returned(from: holder) : .unused
    case .ifExpr(let node):
      return node.isUsedAsValue ? .value(of: ExprSyntax(node)) : .unused
    default: return .unused
    }
  }
}

extension ExprSyntaxProtocol {
  /// Whether an `if` or `switch` expression gives a value, rather than being a statement.
  var isUsedAsValue: Bool {
    guard let parent else { return false }
    if let outer = parent.as(IfExprSyntax.self) { return outer.isUsedAsValue }
    guard parent.is(ExpressionStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) else {
      return true
    }
    if case .unused = ValueUse(of: ExprSyntax(self)) { return false }
    return true
  }
}

extension SyntaxProtocol {
  /// The innermost function, initializer, closure, accessor or getter whose body holds this node.
  var enclosingFunction: Syntax? {
    var current = parent
    while let node = current {
      switch node.kind {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .closureExpr, .accessorDecl:
        return node
      case .accessorBlock:
        if case .getter? = node.as(AccessorBlockSyntax.self)?.accessors { return node }
      case .memberBlock: return nil
      default: break
      }
      current = node.parent
    }
    return nil
  }
}
