import SwiftSyntax

/// The view controllers that a file makes roots of navigation controllers, or pushes onto them.
struct NavigationRoots {
  private let index: SourceIndex
  private let facts: ProjectFacts
  private let path: String
  private(set) var found: [Fact] = []

  init(in index: SourceIndex, given facts: ProjectFacts) {
    self.index = index
    path = index.file.source.path
    var known = facts
    let own = index.calls.compactMap { Self.wrapper($0, in: index) }
    known.add(own)
    self.facts = known
    found = own
    for call in index.calls { read(call) }
    for reference in index.references["viewControllers"] ?? [] { read(stackNamedBy: reference) }
    for name in Set(known.subjects(of: TitleViewFact.wrapper)) {
      for reference in index.references[name] ?? [] { readWrapped(by: reference, named: name) }
    }
  }

  private mutating func note(_ kind: String, _ expression: ExprSyntax) {
    guard let name = index.typeName(of: expression) else { return }
    found.append(Fact(kind, name, path: path))
  }

  private mutating func read(_ call: FunctionCallExprSyntax) {
    guard let name = call.calledExpression.core.referenceOfName?.baseName.text else { return }
    let first = call.arguments.first
    switch name {
    case "setViewControllers":
      if let array = first?.expression { readStack(array, of: call.calledExpression) }
    case "setViewController":
      if call.arguments.contains(where: { $0.label?.text == "for" }), let first {
        note(TitleViewFact.root, first.expression)
      }
    case "pushViewController", "show":
      if let first, name != "show" || call.arguments.contains(where: { $0.label?.text == "sender" })
      {
        note(TitleViewFact.pushed, first.expression)
      }
    default:
      guard let root = Self.root(of: call, in: index, facts: facts) else { return }
      if let names = mappedElements(root) {
        found += names.map { Fact(TitleViewFact.root, $0, path: path) }
      } else {
        note(TitleViewFact.root, root)
      }
    }
  }

  /// The classes of an array's elements where an expression is the parameter of a `map` over it.
  private func mappedElements(_ expression: ExprSyntax) -> [String]? {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    var node = expression.parent
    while let current = node {
      if let closure = current.as(ClosureExprSyntax.self), closure.firstParameterName == name,
        let call = closure.parent?.as(FunctionCallExprSyntax.self),
        let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        let array = access.base.flatMap({ elements(of: $0) })
      {
        return array.compactMap { index.typeName(of: $0) }
      }
      node = current.parent
    }
    return nil
  }

  private func elements(of expression: ExprSyntax) -> [ExprSyntax]? {
    if let array = expression.core.as(ArrayExprSyntax.self) {
      return array.elements.map(\.expression)
    }
    guard let reference = expression.core.referenceOfName,
      let value = index.declaration(of: reference)?.binding?.initializer?.value
    else { return nil }
    return value.core.as(ArrayExprSyntax.self)?.elements.map(\.expression)
  }

  /// The root view controller that a call gives a navigation controller.
  private static func root(
    of call: FunctionCallExprSyntax, in index: SourceIndex, facts: ProjectFacts
  ) -> ExprSyntax? {
    guard let argument = call.arguments.first(where: { $0.label?.text == "rootViewController" })
    else { return nil }
    let callee = call.calledExpression.core
    var name = callee.referenceOfName?.baseName.text ?? ""
    if name == "init" {
      let base = callee.as(MemberAccessExprSyntax.self)?.base?.core
      if base?.is(SuperExprSyntax.self) == true || base.map({ index.isSelf($0) }) == true {
        name = call.enclosingTypeName ?? ""
      } else {
        name = base?.referenceOfName?.baseName.text ?? "UINavigationController"
      }
    }
    let inherited =
      (index.inherited[name] ?? [])
      + facts.facts(TitleViewFact.declared, about: name).map(\.object)
    let isNavigation = ([name] + inherited).contains { $0.contains("Nav") }
    return isNavigation ? argument.expression : nil
  }

  // MARK: - Stacks

  private mutating func read(stackNamedBy reference: DeclReferenceExprSyntax) {
    let whole = reference.whole
    guard let assignment = whole.parent?.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self), assignment.leftOperand.id == whole.id
    else { return }
    readStack(assignment.rightOperand, of: whole)
  }

  /// Reads the controllers given to a container: the first one is a root, and all are where the
  /// container is a tab bar controller.
  private mutating func readStack(_ array: ExprSyntax, of member: ExprSyntax) {
    guard let elements = elements(of: array), let first = elements.first else { return }
    let base = member.core.as(MemberAccessExprSyntax.self)?.base
    let container =
      base.flatMap { index.isSelf($0) ? nil : index.typeName(of: $0) ?? $0.trimmedText }
      ?? member.enclosingTypeName ?? ""
    let inherited =
      (index.inherited[container] ?? [])
      + facts.facts(TitleViewFact.declared, about: container).map(\.object)
    let isTabBar = ([container] + inherited).contains { $0.lowercased().contains("tab") }
    note(TitleViewFact.root, first)
    for element in elements.dropFirst() {
      note(isTabBar ? TitleViewFact.root : TitleViewFact.pushed, element)
    }
  }

  // MARK: - Wrappers

  /// The function round a call that makes one of its parameters, or itself, a navigation root.
  private static func wrapper(_ call: FunctionCallExprSyntax, in index: SourceIndex) -> Fact? {
    guard let root = root(of: call, in: index, facts: ProjectFacts()),
      let owner = root.enclosingFunction
    else { return nil }
    let path = index.file.source.path
    if index.isSelf(root) {
      guard root.enclosingTypeName == "UIViewController", let name = owner.declaredName else {
        return nil
      }
      return Fact(TitleViewFact.wrapper, name, "self", path: path)
    }
    guard let reference = root.core.as(DeclReferenceExprSyntax.self),
      case .parameter(let parameter) = index.declaration(of: reference),
      let list = parameter.parent?.as(FunctionParameterListSyntax.self),
      let function = list.parent?.parent?.parent?.as(FunctionDeclSyntax.self),
      let position = Array(list).firstIndex(where: { $0.id == parameter.id })
    else { return nil }
    let label = parameter.firstName.text
    return Fact(
      TitleViewFact.wrapper, function.name.text, label == "_" ? "#\(position)" : label, path: path)
  }

  private mutating func readWrapped(by reference: DeclReferenceExprSyntax, named name: String) {
    let whole = reference.whole
    let call = whole.parent?.as(FunctionCallExprSyntax.self)
    for fact in facts.facts(TitleViewFact.wrapper, about: name) {
      if fact.object == "self" {
        if let base = whole.as(MemberAccessExprSyntax.self)?.base {
          note(TitleViewFact.root, base)
        }
      } else if let call, call.calledExpression.id == whole.id,
        let argument = argument(fact.object, of: call)
      {
        if let names = mappedElements(argument) {
          found += names.map { Fact(TitleViewFact.root, $0, path: path) }
        } else {
          note(TitleViewFact.root, argument)
        }
      }
    }
  }

  private func argument(_ place: String, of call: FunctionCallExprSyntax) -> ExprSyntax? {
    let arguments = Array(call.arguments)
    guard place.hasPrefix("#") else {
      return arguments.first { $0.label?.text == place }?.expression
    }
    guard let position = Int(place.dropFirst()), arguments.indices.contains(position),
      arguments[position].label == nil
    else { return nil }
    return arguments[position].expression
  }
}

extension Syntax {
  /// The name of the function or computed variable whose body this is.
  fileprivate var declaredName: String? {
    if let function = self.as(FunctionDeclSyntax.self) { return function.name.text }
    var node: Syntax? = self
    while let current = node, !current.is(MemberBlockItemSyntax.self) {
      if let binding = current.as(PatternBindingSyntax.self) { return binding.pattern.boundName }
      node = current.parent
    }
    return nil
  }
}
