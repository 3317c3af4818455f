import SwiftSyntax

/// How the item that a creation makes can be named, so that something can be set on it.
enum ItemPlacement {
  /// After a statement, by an expression that gives the item again.
  case named(path: String, isOptional: Bool, after: CodeBlockItemSyntax)
  /// As the initial value of a member or a global, by making it in a closure.
  case initialValue(PatternBindingSyntax)
  /// Before the statement that uses it, by making it there; what is evaluated before it in the
  /// statement is made there first. A statement that was its body's only one, and so its value,
  /// then has to say `return`.
  case hoisted(before: CodeBlockItemSyntax, preceded: [ExprSyntax], needsReturn: Bool)
  /// Not without changing when it is made.
  case none

  /// Finds the placement of a creation.
  init(of call: FunctionCallExprSyntax, in index: SourceIndex) {
    let expression = ExprSyntax(call)
    switch ValueUse(of: expression) {
    case .assigned(let target, adds: false):
      if let item = call.parent?.statement,
        let named = Self.named(target, after: item, in: index)
      {
        self = named
        return
      }
    case .initial(let binding):
      if let placement = Self.initial(of: binding) {
        self = placement
        return
      }
    default: break
    }
    if let added = Self.added(call, in: index) {
      self = added
      return
    }
    self = Self.hoisted(expression)
  }

  // MARK: - Names

  /// The placement after an assignment whose target can be read again.
  private static func named(
    _ target: ExprSyntax, after item: CodeBlockItemSyntax, in index: SourceIndex
  ) -> ItemPlacement? {
    guard target.isPath, let reference = target.core.referenceOfName else { return nil }
    let path = target.trimmedText
    if let declaration = index.declaration(of: reference) {
      guard let binding = declaration.binding, let variable = binding.variable,
        binding.accessorBlock?.isComputed != true,
        !variable.modifiers.contains(where: { $0.name.text == "weak" })
      else { return nil }
      if case .property = declaration, item.isInInitializer(beforeSuper: true) { return nil }
      guard let isOptional = binding.isOptionalItem else { return nil }
      return .named(path: path, isOptional: isOptional, after: item)
    }
    let name = reference.baseName.text
    guard name == "leftBarButtonItem" || name == "rightBarButtonItem" else { return nil }
    return .named(path: path, isOptional: true, after: item)
  }

  private static func initial(of binding: PatternBindingSyntax) -> ItemPlacement? {
    guard let variable = binding.variable, let name = binding.pattern.boundName else { return nil }
    let item = variable.parent?.as(CodeBlockItemSyntax.self)
    let isGlobal = item?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    let isLazy = variable.modifiers.contains { $0.name.text == "lazy" }
    if variable.isMember || isGlobal || isLazy { return .initialValue(binding) }
    guard let item else { return nil }
    let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
    return .named(path: name, isOptional: isOptional, after: item)
  }

  /// The placement after a call that adds the item to an optional array: the array's end or start.
  ///
  /// Hoisting would make the item even where the array is nil.
  private static func added(
    _ call: FunctionCallExprSyntax, in index: SourceIndex
  ) -> ItemPlacement? {
    guard case .argument(let argument, let outer) = ValueUse(of: ExprSyntax(call)),
      argument.label == nil, outer.arguments.first?.id == argument.id,
      let access = outer.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base, base.is(OptionalChainingExprSyntax.self) || base.hasOptionalLink,
      base.isPath, let item = outer.statement
    else { return nil }
    let path = base.trimmedText
    switch access.declName.baseName.text {
    case "append":
      guard outer.arguments.count == 1 else { return nil }
      return .named(path: "\(path).last", isOptional: true, after: item)
    case "insert":
      guard outer.arguments.count == 2, let position = outer.arguments.last,
        position.label?.text == "at",
        let number = position.expression.as(IntegerLiteralExprSyntax.self)
      else { return nil }
      let isFirst = number.literal.text == "0"
      return .named(
        path: isFirst ? "\(path).first" : "\(path)[\(number.literal.text)]",
        isOptional: isFirst, after: item)
    case "setLeftBarButton":
      return .named(path: "\(path).leftBarButtonItem", isOptional: true, after: item)
    case "setRightBarButton":
      return .named(path: "\(path).rightBarButtonItem", isOptional: true, after: item)
    default: return nil
    }
  }

  // MARK: - Hoisting

  private static func hoisted(_ expression: ExprSyntax) -> ItemPlacement {
    var preceded: [ExprSyntax] = []
    var child = Syntax(expression)
    while let parent = child.parent {
      switch parent.as(SyntaxEnum.self) {
      case .codeBlockItem(let item):
        guard !item.isInBuilder, let needsReturn = item.needsReturn(making: expression) else {
          return .none
        }
        return .hoisted(before: item, preceded: preceded, needsReturn: needsReturn)
      case .labeledExpr, .arrayElement, .returnStmt, .expressionStmt, .patternBindingList:
        break
      case .tupleExpr(let node):
        guard node.elements.count == 1 else { return .none }
      case .labeledExprList(let list):
        for argument in list.prefix(while: { $0.id != child.id }) {
          guard argument.expression.isPlain else { return .none }
        }
      case .arrayElementList(let list):
        // What comes first in the array is evaluated first.
        let earlier = list.prefix { $0.id != child.id }.map(\.expression).filter { !$0.isPlain }
        guard earlier.allSatisfy({ $0.canBeHoisted }) else { return .none }
        preceded = earlier + preceded
      case .arrayExpr: break
      case .functionCallExpr(let call):
        if call.calledExpression.id != child.id, !call.calledExpression.isPathOrType {
          return .none
        }
      case .memberAccessExpr: break
      case .infixOperatorExpr(let node):
        guard node.rightOperand.id == child.id else {
          guard node.operator.text == "+" else { return .none }
          break
        }
        guard ["=", "+=", "+"].contains(node.operator.text), node.leftOperand.isPath,
          !node.leftOperand.hasOptionalLink
        else { return .none }
      case .asExpr: break
      case .initializerClause, .patternBinding: break
      case .variableDecl(let node):
        guard !node.isMember, node.bindings.count == 1,
          !node.modifiers.contains(where: { $0.name.text == "lazy" }),
          node.parent?.parent?.parent?.is(SourceFileSyntax.self) != true
        else { return .none }
      default: return .none
      }
      child = parent
    }
    return .none
  }
}

extension ExprSyntax {
  /// Whether the expression only names things, so that it can be evaluated again.
  var isPath: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): node.argumentNames == nil
    case .memberAccessExpr(let node): node.base?.isPath ?? false
    case .optionalChainingExpr(let node): node.expression.isPath
    case .forceUnwrapExpr(let node): node.expression.isPath
    case .superExpr: true
    default: false
    }
  }

  /// Whether the expression is a path without `?`, or names a type's member, so that calling it
  /// evaluates its arguments always and first.
  fileprivate var isPathOrType: Bool {
    if let access = self.as(MemberAccessExprSyntax.self), access.base == nil { return true }
    if let generic = self.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.isPathOrType
    }
    return isPath && !hasOptionalLink
  }

  /// Whether a `?` ends the evaluation of the expression early.
  var hasOptionalLink: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr: true
    case .memberAccessExpr(let node): node.base?.hasOptionalLink ?? false
    case .forceUnwrapExpr(let node): node.expression.hasOptionalLink
    default: false
    }
  }

  /// Whether evaluating the expression does nothing but read a name.
  fileprivate var isPlain: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr, .booleanLiteralExpr, .integerLiteralExpr, .nilLiteralExpr,
      .floatLiteralExpr:
      true
    case .stringLiteralExpr(let node):
      node.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .memberAccessExpr(let node): node.base?.isPlain ?? true
    default: false
    }
  }

  /// Whether an earlier array element can be made before the statement: a call whose value has a
  /// type of its own or takes that of a bar button item.
  fileprivate var canBeHoisted: Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return call.calledExpression.isPath || call.calledExpression.isPathOrType
  }

  /// The operator's text, where this is one.
  fileprivate var text: String { trimmedText }
}

extension SyntaxProtocol {
  /// The statement that this expression is, whole.
  var statement: CodeBlockItemSyntax? {
    guard let parent else { return nil }
    if let item = parent.as(CodeBlockItemSyntax.self) { return item }
    if parent.is(ReturnStmtSyntax.self) || parent.is(ExpressionStmtSyntax.self) {
      return parent.parent?.as(CodeBlockItemSyntax.self)
    }
    return nil
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement is in an initializer, before its call of `super.init` or without one.
  fileprivate func isInInitializer(beforeSuper: Bool) -> Bool {
    guard let owner = enclosingFunction?.as(InitializerDeclSyntax.self), let body = owner.body
    else {
      return false
    }
    let finder = SuperCallFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    guard let call = finder.position else { return true }
    return position < call
  }

  /// Whether the statement needs a `return` once others stand before it; nil where that cannot be
  /// told or would not do.
  fileprivate func needsReturn(making expression: ExprSyntax) -> Bool? {
    guard case .expr(let value) = item else { return false }
    switch ValueUse(of: value) {
    case .unused, .written: return false
    case .returned(let owner):
      if value.is(InfixOperatorExprSyntax.self), value.trimmedText.contains(" = ") {
        return false
      }
      if !owner.is(ClosureExprSyntax.self) { return true }
      if value.core.id == expression.id || value.is(ArrayExprSyntax.self) { return true }
      guard let call = value.as(FunctionCallExprSyntax.self),
        let name = call.calledExpression.referenceOfName?.baseName.text
      else { return nil }
      if call.calledExpression.holds(expression.position) { return true }
      return ["set", "append", "insert", "add", "push"].contains { name.hasPrefix($0) }
        ? false : nil
    default: return nil
    }
  }

  /// Whether the statement is in the body of a result builder, which may not take a `return`.
  fileprivate var isInBuilder: Bool {
    guard let owner = enclosingFunction else { return false }
    let attributes = owner.as(FunctionDeclSyntax.self)?.attributes
    return attributes?.contains { $0.trimmedText.hasSuffix("Builder") } ?? false
  }
}

/// Finds the first call of `super.init` or `self.init`.
private final class SuperCallFinder: SyntaxVisitor {
  var position: AbsolutePosition?

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.declName.baseName.text == "init", let base = node.base else {
      return .visitChildren
    }
    let isOwn = base.is(SuperExprSyntax.self) || base.trimmedText == "self"
    if isOwn, position == nil { position = node.position }
    return .visitChildren
  }
}

extension AccessorBlockSyntax {
  /// Whether the accessors compute the value, rather than observing it.
  fileprivate var isComputed: Bool {
    switch accessors {
    case .getter: true
    case .accessors(let list):
      list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    @unknown default: true
    }
  }
}

extension PatternBindingSyntax {
  /// Whether naming the variable gives an optional that has to be unwrapped; nil when the file
  /// does not show its type.
  fileprivate var isOptionalItem: Bool? {
    if let type = typeAnnotation?.type {
      if type.is(OptionalTypeSyntax.self) { return true }
      let isItem = type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
      return isItem || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ? false : nil
    }
    guard let call = initializer?.value.as(FunctionCallExprSyntax.self) else { return nil }
    return call.calledExpression.trimmedText.hasSuffix("BarButtonItem") ? false : nil
  }
}
