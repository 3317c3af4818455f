import SwiftSyntax

/// A body that returns its only expression does not return it any more once it has more statements.
extension FoldNode {
  /// The node with a mark on a last expression that is not returned although it looks as if it
  /// were after folding.
  func markingLostValue(in node: Syntax) -> FoldNode {
    guard let list = node.valueStatements, list.count > 1,
      let body = kind == .accessorBlock ? self : child(.codeBlock),
      let index = body.childIndex(.codeBlockItemList),
      let last = body.children[index].children.last, last.children.first?.isExpression ?? false
    else { return self }
    var items = body.children[index].children
    items[items.count - 1].children.append(FoldNode(token: .unknown("value"), at: last.offset))
    var marked = body
    marked.children[index].children = items
    guard kind != .accessorBlock, let place = childIndex(.codeBlock) else { return marked }
    var result = self
    result.children[place] = marked
    return result
  }
}

extension Syntax {
  /// The statements of a function or getter that has to return a value and builds nothing.
  fileprivate var valueStatements: CodeBlockItemListSyntax? {
    if let function = self.as(FunctionDeclSyntax.self) {
      guard let type = function.signature.returnClause?.type, type.isPlainValue,
        !function.attributes.namesBuilder
      else { return nil }
      return function.body?.statements
    }
    if let accessor = self.as(AccessorDeclSyntax.self) {
      guard accessor.accessorSpecifier.tokenKind == .keyword(.get),
        accessor.parent?.parent?.is(AccessorBlockSyntax.self) ?? false,
        (accessor.parent?.parent ?? self).isGetterOfPlainValue
      else { return nil }
      return accessor.body?.statements
    }
    guard let block = self.as(AccessorBlockSyntax.self), isGetterOfPlainValue,
      case .getter(let statements) = block.accessors
    else { return nil }
    return statements
  }

  /// Whether an accessor block belongs to a variable or subscript that builds nothing.
  private var isGetterOfPlainValue: Bool {
    if let binding = parent?.as(PatternBindingSyntax.self) {
      guard let type = binding.typeAnnotation?.type, type.isPlainValue else { return false }
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
      return !(variable?.attributes.namesBuilder ?? false)
    }
    guard let member = parent?.as(SubscriptDeclSyntax.self) else { return false }
    return member.returnClause.type.isPlainValue && !member.attributes.namesBuilder
  }
}

extension TypeSyntax {
  /// Whether the type is written out and is not empty; `some` may stand for what a builder makes.
  fileprivate var isPlainValue: Bool {
    if self.is(SomeOrAnyTypeSyntax.self) { return false }
    if let tuple = self.as(TupleTypeSyntax.self) { return !tuple.elements.isEmpty }
    return trimmedText != "Void"
  }
}

extension AttributeListSyntax {
  fileprivate var namesBuilder: Bool {
    contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return attribute.attributeName.trimmedText.hasSuffix("Builder")
    }
  }
}
