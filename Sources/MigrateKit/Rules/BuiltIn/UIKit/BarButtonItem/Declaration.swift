import SwiftSyntax

/// What introduces a name, as far as one file shows.
enum Declaration {
  /// A local variable or one of a file's top level.
  case local(PatternBindingSyntax)
  /// A variable of a type.
  case property(PatternBindingSyntax, type: String)
  /// The name bound by `if let`, `guard let` or `while let`.
  case optionalBinding(OptionalBindingConditionSyntax)
  /// A parameter of a function or an initializer.
  case parameter(FunctionParameterSyntax)
  /// A function, of a type or local.
  case function(FunctionDeclSyntax)
  /// A closure's parameter, a loop's variable, a case's binding: anything else that binds it.
  case other(Syntax)

  /// The node that introduces the name.
  var node: Syntax {
    switch self {
    case .local(let node), .property(let node, _): Syntax(node)
    case .optionalBinding(let node): Syntax(node)
    case .parameter(let node): Syntax(node)
    case .function(let node): Syntax(node)
    case .other(let node): node
    }
  }

  /// The binding, where it is a variable.
  var binding: PatternBindingSyntax? {
    switch self {
    case .local(let node), .property(let node, _): node
    default: nil
    }
  }

  /// The written type, where there is one.
  var annotation: TypeSyntax? {
    switch self {
    case .local(let node), .property(let node, _): node.typeAnnotation?.type
    case .optionalBinding(let node): node.typeAnnotation?.type
    case .parameter(let node): node.type
    case .function(let node): node.signature.returnClause?.type
    case .other: nil
    }
  }
}

extension SourceIndex {
  /// What a reference stands for; nil when this file does not show it.
  func declaration(of reference: DeclReferenceExprSyntax) -> Declaration? {
    let name = reference.baseName.text
    guard let access = reference.parent?.as(MemberAccessExprSyntax.self),
      access.declName.id == reference.id
    else { return declaration(named: name, at: reference) }
    if let base = access.base {
      if isSelf(base), let type = reference.enclosingTypeName {
        return member(name, of: type)
      }
      if let type = base.core.as(DeclReferenceExprSyntax.self)?.baseName.text,
        members[type] != nil
      {
        return member(name, of: type)
      }
    }
    // Another object's member, or one of a type that the context gives: known only when a single
    // type of the file declares the name.
    let types = typesDeclaring(name)
    return types.count == 1 ? member(name, of: types[0]) : nil
  }

  /// Every reference of this file that stands for a declaration.
  func references(to declaration: Declaration, named name: String) -> [DeclReferenceExprSyntax] {
    (references[name] ?? []).filter { self.declaration(of: $0)?.node.id == declaration.node.id }
  }

  /// Whether an expression is `self`, or a local that holds it.
  func isSelf(_ expression: ExprSyntax) -> Bool {
    guard let reference = expression.core.as(DeclReferenceExprSyntax.self) else { return false }
    let name = reference.baseName.text
    if name == "self" || name == "Self" { return true }
    switch declaration(named: name, at: reference) {
    case .local(let binding):
      return binding.initializer.map { $0.value.core.trimmedText == "self" } ?? false
    case .optionalBinding(let binding):
      return binding.initializer.map { $0.value.core.trimmedText == "self" } ?? false
    default: return false
    }
  }

  /// The member of a type with the name, among the type's bodies in this file.
  func member(_ name: String, of type: String) -> Declaration? {
    if let binding = property(name, of: type) { return .property(binding, type: type) }
    return functions(name, of: type).first.map { .function($0) }
  }

  /// What a bare name stands for where a node stands.
  func declaration(named name: String, at node: some SyntaxProtocol) -> Declaration? {
    var child = Syntax(node)
    while let scope = child.parent {
      if let found = Self.local(name, in: scope, from: child) { return found }
      if scope.is(MemberBlockSyntax.self), let type = scope.parent?.declaredTypeName,
        let found = member(name, of: type)
      {
        return found
      }
      child = scope
    }
    return nil
  }

  /// The local declaration that one scope adds for a node inside its child.
  private static func local(_ name: String, in scope: Syntax, from child: Syntax) -> Declaration? {
    switch scope.as(SyntaxEnum.self) {
    case .codeBlockItemList(let list):
      return declared(name, in: list, before: child.position)
    case .conditionElementList(let list):
      return bound(name, in: list, before: child.position)
    case .ifExpr(let node):
      return node.body.id == child.id ? bound(name, in: node.conditions) : nil
    case .whileStmt(let node):
      return node.body.id == child.id ? bound(name, in: node.conditions) : nil
    case .forStmt(let node):
      guard node.sequence.id != child.id, node.pattern.binds(name) else { return nil }
      return .other(Syntax(node.pattern))
    case .switchCase(let node):
      guard node.label.id != child.id else { return nil }
      return node.label.binds(name) ? .other(Syntax(node.label)) : nil
    case .closureExpr(let node):
      return parameter(name, of: node).map { .other($0) }
    case .functionDecl(let node):
      return parameter(name, in: node.signature)
    case .initializerDecl(let node):
      return parameter(name, in: node.signature)
    case .accessorDecl(let node):
      let specifier = node.accessorSpecifier.text
      let given = node.parameters?.name.text
      let implicit = specifier == "didSet" ? "oldValue" : "newValue"
      let isBound = given.map { $0 == name } ?? (name == implicit && specifier != "get")
      return isBound ? .other(Syntax(node)) : nil
    default:
      return nil
    }
  }

  private static func declared(
    _ name: String, in list: CodeBlockItemListSyntax, before position: AbsolutePosition
  ) -> Declaration? {
    for item in list.reversed() {
      if case .decl(let decl) = item.item {
        if let function = decl.as(FunctionDeclSyntax.self), function.name.text == name {
          return .function(function)
        }
        if let config = decl.as(IfConfigDeclSyntax.self), item.position < position {
          for clause in config.clauses {
            guard case .statements(let nested) = clause.elements else { continue }
            if let found = declared(name, in: nested, before: position) { return found }
          }
        }
      }
      guard item.position < position else { continue }
      if case .decl(let decl) = item.item, let variable = decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings where binding.position < position {
          guard binding.pattern.binds(name), !binding.holds(position) else { continue }
          return binding.pattern.boundName == nil ? .other(Syntax(binding)) : .local(binding)
        }
      }
      if case .stmt(let stmt) = item.item, let node = stmt.as(GuardStmtSyntax.self),
        node.endPosition <= position, let found = bound(name, in: node.conditions)
      {
        return found
      }
    }
    return nil
  }

  private static func bound(
    _ name: String, in list: ConditionElementListSyntax, before position: AbsolutePosition? = nil
  ) -> Declaration? {
    for element in list.reversed() {
      if let position, element.position >= position { continue }
      switch element.condition {
      case .optionalBinding(let binding):
        if binding.pattern.boundName == name { return .optionalBinding(binding) }
      case .matchingPattern(let matching):
        if matching.pattern.binds(name) { return .other(Syntax(matching)) }
      default: continue
      }
    }
    return nil
  }

  private static func parameter(
    _ name: String, in signature: FunctionSignatureSyntax
  ) -> Declaration? {
    signature.parameterClause.parameters.first {
      ($0.secondName ?? $0.firstName).text == name
    }.map { .parameter($0) }
  }

  private static func parameter(_ name: String, of closure: ClosureExprSyntax) -> Syntax? {
    switch closure.signature?.parameterClause {
    case .simpleInput(let list):
      return list.first { $0.name.text == name }.map { Syntax($0) }
    case .parameterClause(let clause):
      return clause.parameters.first { ($0.secondName ?? $0.firstName).text == name }
        .map { Syntax($0) }
    default:
      return name == "$0" ? Syntax(closure) : nil
    }
  }
}

extension SyntaxProtocol {
  /// Whether a position lies inside this node.
  func holds(_ position: AbsolutePosition) -> Bool {
    self.position <= position && position < endPosition
  }

  /// Whether a pattern inside this node binds the name.
  func binds(_ name: String) -> Bool {
    if let pattern = self.as(IdentifierPatternSyntax.self) {
      return pattern.identifier.text == name
    }
    if self.is(ExprSyntax.self), !self.is(PatternExprSyntax.self), !self.is(TupleExprSyntax.self),
      !self.is(FunctionCallExprSyntax.self)
    {
      return false
    }
    return children(viewMode: .sourceAccurate).contains { $0.binds(name) }
  }
}

extension ExprSyntax {
  /// The expression without parentheses, `?`, `!`, `try`, `await` and `as` around it.
  var core: ExprSyntax {
    switch self.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let node): return node.expression.core
    case .forceUnwrapExpr(let node): return node.expression.core
    case .tryExpr(let node): return node.expression.core
    case .awaitExpr(let node): return node.expression.core
    case .asExpr(let node): return node.expression.core
    case .tupleExpr(let node):
      guard node.elements.count == 1, let only = node.elements.first, only.label == nil else {
        return self
      }
      return only.expression.core
    default: return self
    }
  }
}
