import SwiftSyntax

/// The bar button item whose action a function is, and how the function can name it.
struct BarItemAction {
  /// How the item is reached.
  enum Source {
    /// By a parameter of the function, or by a variable that holds it.
    case named(String)
    /// It must be stored after a statement, from where it was put.
    case stored(CodeBlockItemSyntax, from: String)
    /// It is the action of a bar button item that cannot be reached, for a reason.
    case unreachable(String)
  }

  /// How the item is reached.
  let source: Source

  /// Finds the item; nil where the function is not the action of a bar button item.
  init?(of function: FunctionDeclSyntax, in type: String, _ index: SourceIndex) {
    let parameters = function.signature.parameterClause.parameters
    if let sender = parameters.first(where: { $0.type.simpleName == "UIBarButtonItem" }) {
      source = .named((sender.secondName ?? sender.firstName).text)
      return
    }
    let calls = (index.references[function.name.text] ?? []).filter { reference in
      guard case .function(let called)? = index.declaration(of: reference) else { return false }
      return called.id == function.id
    }
    let creations = calls.map { call in Self.creation(around: call, in: index) }
    guard let first = creations.lazy.compactMap({ $0 }).first else { return nil }
    guard creations.count == 1 else {
      source = .unreachable("other code calls the action too")
      return
    }
    source = Self.source(of: first, in: type, index)
  }

  /// The creation of the bar button item that names the function, or that shows the view which
  /// does.
  private static func creation(
    around reference: DeclReferenceExprSyntax, in index: SourceIndex
  ) -> FunctionCallExprSyntax? {
    if let call = index.calls.last(where: { $0.isBarItem && $0.holds(reference.position) }) {
      return call
    }
    if let call = creation(showing: reference, in: index) { return call }
    let hosted = HostedBarView.all(in: index).filter { $0.role == .customView }
    for site in hosted {
      guard let call = site.controller?.creation?.core.as(FunctionCallExprSyntax.self),
        let root = call.arguments.first(where: { $0.label?.text == "rootView" })?.expression
      else { continue }
      let value = NamedObject(root, in: index)?.creation ?? root
      guard value.holds(reference.position) else { continue }
      return index.calls.last { $0.isBarItem && $0.holds(site.content.position) }
    }
    return nil
  }

  /// The creation of the item whose custom view has the selector as its action.
  private static func creation(
    showing reference: DeclReferenceExprSyntax, in index: SourceIndex
  ) -> FunctionCallExprSyntax? {
    let target = index.calls.last { call in
      call.calledExpression.core.referenceOfName?.baseName.text == "addTarget"
        && call.holds(reference.position)
    }
    let receiver = target?.calledExpression.as(MemberAccessExprSyntax.self)?.base?.core
      .referenceOfName
    let view = receiver.flatMap { index.declaration(of: $0) }
    return index.calls.first { call in
      guard call.isBarItem, let content = BarItemCreation(call)?.content.core.referenceOfName,
        let shown = index.declaration(of: content)
      else { return false }
      return shown.node.holds(reference.position) || view?.node.id == shown.node.id
    }
  }

  private static func source(
    of creation: FunctionCallExprSyntax, in type: String, _ index: SourceIndex
  ) -> Source {
    switch ValueUse(of: ExprSyntax(creation)) {
    case .initial(let binding):
      guard let name = binding.pattern.boundName, let variable = binding.variable else { break }
      if variable.isMember { return .named(name) }
      return source(ofLocal: binding, named: name, index)
    case .assigned(let target, adds: false):
      if let name = property(target, index) { return .named(name) }
      guard let place = ItemDestination.named(target.lastName), place.isSingle,
        let item = target.parent?.parent?.as(CodeBlockItemSyntax.self), target.isPath
      else { break }
      return .stored(item, from: target.trimmedText)
    default: break
    }
    return .unreachable("the item has no name")
  }

  /// A property that a local is handed on to, or the local itself where it is declared.
  private static func source(
    ofLocal binding: PatternBindingSyntax, named name: String, _ index: SourceIndex
  ) -> Source {
    for reference in index.references(to: .local(binding), named: name) {
      if case .assigned(let target, adds: false) = ValueUse(of: reference.whole),
        let property = property(target, index)
      {
        return .named(property)
      }
    }
    guard let item = binding.variable?.parent?.as(CodeBlockItemSyntax.self) else {
      return .unreachable("the item has no name")
    }
    return .stored(item, from: name)
  }

  /// The name of the property of `self` that a target is.
  private static func property(_ target: ExprSyntax, _ index: SourceIndex) -> String? {
    let core = target.core
    guard let reference = core.referenceOfName,
      core.is(DeclReferenceExprSyntax.self) || index.isSelf(of: reference),
      case .property(let binding, _)? = index.declaration(of: reference),
      binding.typeAnnotation?.type.simpleName == "UIBarButtonItem"
    else { return nil }
    return reference.baseName.text
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call creates a bar button item by name.
  fileprivate var isBarItem: Bool {
    calledExpression.core.referenceOfName?.baseName.text == "UIBarButtonItem"
      || calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedText
        == "UIBarButtonItem"
  }
}

extension ExprSyntax {
  fileprivate var lastName: String { core.referenceOfName?.baseName.text ?? "" }
}
