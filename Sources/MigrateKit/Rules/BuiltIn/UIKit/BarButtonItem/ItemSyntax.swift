import SwiftSyntax

/// A member of a type that carries bar button items and that other files can name.
struct ExposedItem: Hashable {
  /// The type; empty when it is another object's member and the file does not show whose.
  var type: String
  /// The member.
  var name: String
  /// What it holds.
  var form: ItemForm
  /// Whether it must be called to give an item.
  var isFunction = false
}

extension SourceIndex {
  /// Whether an expression stands for a `UINavigationItem`.
  func isNavigationItem(_ expression: ExprSyntax) -> Bool {
    let core = expression.core
    if isSelf(core) { return core.enclosingTypeName.map { isNavigationItem(type: $0) } ?? false }
    if let call = core.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.referenceOfName?.baseName.text == "UINavigationItem"
    }
    guard let reference = core.referenceOfName else { return false }
    let name = reference.baseName.text
    if name == "topItem" || name.lowercased().hasSuffix("navigationitem")
      || name.lowercased().hasSuffix("navitem")
    {
      return true
    }
    guard let declaration = declaration(of: reference) else { return false }
    if declaration.annotation?.simpleName == "UINavigationItem" { return true }
    guard let value = declaration.binding?.initializer?.value else { return false }
    return value.id != core.id && !value.holds(core.position) && isNavigationItem(value)
  }

  /// Whether a reference names a member of `self` in so many words.
  func isSelf(of reference: DeclReferenceExprSyntax) -> Bool {
    reference.whole.as(MemberAccessExprSyntax.self)?.base.map { isSelf($0) } ?? false
  }

  /// Whether a type is `UINavigationItem` or inherits from it.
  func isNavigationItem(type: String) -> Bool {
    type == "UINavigationItem" || inherited[type]?.contains("UINavigationItem") == true
  }
}

extension ExprSyntaxProtocol {
  /// This expression without its own type.
  var asExpression: ExprSyntax { ExprSyntax(self) }
}

extension ExprSyntax {
  /// The reference that names this expression's last part: `c` of `a.b.c`, or the name itself.
  var referenceOfName: DeclReferenceExprSyntax? {
    self.as(DeclReferenceExprSyntax.self) ?? self.as(MemberAccessExprSyntax.self)?.declName
  }
}

extension TypeSyntax {
  /// Whether the type is a bar button item, an array or a group of them, or gives one.
  var mentionsBarItem: Bool {
    let text = trimmedText
    return text.contains("BarButtonItem")
  }
}

extension VariableDeclSyntax {
  /// Whether the variable is a member of a type.
  var isMember: Bool {
    var current = parent
    while let node = current {
      if node.is(MemberBlockItemListSyntax.self) { return true }
      if node.is(CodeBlockItemListSyntax.self) { return false }
      current = node.parent
    }
    return false
  }
}

extension PatternBindingSyntax {
  /// The declaration that the binding is part of.
  var variable: VariableDeclSyntax? { parent?.parent?.as(VariableDeclSyntax.self) }

  /// Whether other files can name the variable.
  var isVisibleElsewhere: Bool { variable?.modifiers.areVisibleElsewhere ?? false }
}

extension DeclModifierListSyntax {
  /// Whether the modifiers leave the declaration visible to other files.
  var areVisibleElsewhere: Bool {
    !contains {
      ($0.name.text == "private" || $0.name.text == "fileprivate") && $0.detail == nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// The one closure that the call is given.
  var onlyClosure: ClosureExprSyntax? {
    if let trailingClosure { return arguments.isEmpty ? trailingClosure : nil }
    guard arguments.count == 1 else { return nil }
    return arguments.first?.expression.as(ClosureExprSyntax.self)
  }
}

extension ClosureExprSyntax {
  /// The name of the first parameter, `$0` where none is written.
  var firstParameterName: String? {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.first?.name.text
    case .parameterClause(let clause):
      clause.parameters.first.map { ($0.secondName ?? $0.firstName).text }
    case nil: "$0"
    @unknown default: nil
    }
  }
}

extension FunctionDeclSyntax {
  /// The parameter that an argument of a call is for, by label, else by position.
  func parameter(
    for argument: LabeledExprSyntax, of call: FunctionCallExprSyntax
  ) -> FunctionParameterSyntax? {
    let parameters = signature.parameterClause.parameters
    if let label = argument.label?.text {
      return parameters.first { $0.firstName.text == label }
    }
    guard let position = Array(call.arguments).firstIndex(where: { $0.id == argument.id }) else {
      return nil
    }
    let all = Array(parameters)
    guard all.indices.contains(position), all[position].firstName.text == "_" else { return nil }
    return all[position]
  }

  /// Whether the labels of a call's arguments are among those of this function.
  func accepts(_ call: FunctionCallExprSyntax) -> Bool {
    let labels = signature.parameterClause.parameters.map { $0.firstName.text }
    guard call.arguments.count <= labels.count else { return false }
    return call.arguments.allSatisfy { argument in
      argument.label.map { labels.contains($0.text) } ?? labels.contains("_")
    }
  }
}
