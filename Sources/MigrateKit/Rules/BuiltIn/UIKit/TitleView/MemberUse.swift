import SwiftSyntax

/// One use of a named object, through a path of its members.
struct MemberUse {
  /// What is done with the last member of the path.
  enum Kind {
    case assigned(ExprSyntax)
    case called(FunctionCallExprSyntax)
    case other
  }

  /// The names of the members, from the object on.
  let path: [String]
  /// What is done with the last of them.
  let kind: Kind
  /// The assignment, call or access.
  let node: ExprSyntax

  /// Reads the use that a reference is part of.
  init(of reference: DeclReferenceExprSyntax) {
    var node = reference.whole
    var path: [String] = []
    while let parent = node.parent {
      if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id == node.id {
        path.append(access.declName.baseName.text)
        node = ExprSyntax(access)
      } else if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
      {
        guard let outer = ExprSyntax(parent) else { break }
        node = outer
      } else {
        break
      }
    }
    self.path = path
    if let assignment = node.parent?.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self), assignment.leftOperand.id == node.id
    {
      kind = .assigned(assignment.rightOperand)
      self.node = ExprSyntax(assignment)
    } else if let call = node.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == node.id, !path.isEmpty
    {
      kind = .called(call)
      self.node = ExprSyntax(call)
    } else {
      kind = .other
      self.node = node
    }
  }

  private init(path: [String], kind: Kind, node: ExprSyntax) {
    self.path = path
    self.kind = kind
    self.node = node
  }

  /// The use as one of the object's member; nil where another member is used.
  func through(_ member: String) -> MemberUse? {
    guard path.first == member else { return nil }
    return MemberUse(path: Array(path.dropFirst()), kind: kind, node: node)
  }

  /// The use through another path.
  func renamed(_ path: [String]) -> MemberUse {
    MemberUse(path: path, kind: kind, node: node)
  }

  /// What is assigned to a member of the object.
  func assigned(_ member: String) -> ExprSyntax? {
    guard path == [member], case .assigned(let value) = kind else { return nil }
    return value
  }

  /// The call of a method of the object.
  func called(_ member: String) -> FunctionCallExprSyntax? {
    guard path == [member], case .called(let call) = kind else { return nil }
    return call
  }

  /// The statement that is this use and nothing more.
  var statement: CodeBlockItemSyntax? { node.parent?.as(CodeBlockItemSyntax.self) }
}

/// An object that the file names: a local or a property with what creates it.
struct NamedObject {
  /// What introduces the name.
  let declaration: Declaration
  /// The name.
  let name: String
  /// What creates it: its initial value, inside a closure that gives it back too, or the only
  /// value that is assigned to it.
  let creation: ExprSyntax?
  /// Every use of it in the file, those inside its initial closure included.
  let uses: [MemberUse]
  /// The uses inside its initial closure only.
  let initialUses: [MemberUse]

  /// Finds the object that an expression names.
  init?(_ expression: ExprSyntax, in index: SourceIndex) {
    guard let reference = expression.core.referenceOfName,
      let declaration = index.declaration(of: reference), let binding = declaration.binding,
      let name = binding.pattern.boundName
    else { return nil }
    self.declaration = declaration
    self.name = name
    let outer = index.references(to: declaration, named: name).map { MemberUse(of: $0) }
    var initial: [MemberUse] = []
    var creation = binding.initializer?.value
    if let call = creation?.as(FunctionCallExprSyntax.self),
      let closure = call.calledExpression.as(ClosureExprSyntax.self)
    {
      creation = closure.givenBack
      if let inner = creation?.core.as(DeclReferenceExprSyntax.self),
        case .local(let local)? = index.declaration(of: inner), let name = local.pattern.boundName
      {
        creation = local.initializer?.value
        initial = index.references(to: .local(local), named: name).map { MemberUse(of: $0) }
      }
    }
    if case .getter(let list)? = binding.accessorBlock?.accessors, list.givenBack.count == 1 {
      creation = list.givenBack.first
    }
    if creation == nil {
      let assigned = outer.compactMap { use -> ExprSyntax? in
        guard use.path.isEmpty, case .assigned(let value) = use.kind else { return nil }
        return value
      }
      creation = assigned.count == 1 ? assigned.first : nil
    }
    self.creation = creation
    initialUses = initial
    uses = initial + outer
  }

  /// The call that makes what an expression gives, directly or through a local.
  static func creation(
    giving expression: ExprSyntax, in index: SourceIndex
  ) -> FunctionCallExprSyntax? {
    if let call = expression.core.as(FunctionCallExprSyntax.self) { return call }
    return NamedObject(expression, in: index)?.creation?.core.as(FunctionCallExprSyntax.self)
  }

  /// Whether the object is a property of the type.
  var isProperty: Bool {
    if case .property = declaration { return true }
    return false
  }

  /// Whether its declaration says that it may be missing.
  var isOptional: Bool {
    guard let type = declaration.annotation else { return false }
    return type.is(OptionalTypeSyntax.self)
  }
}
