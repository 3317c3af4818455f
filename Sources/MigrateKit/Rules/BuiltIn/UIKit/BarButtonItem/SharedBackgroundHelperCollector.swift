import SwiftSyntax

/// Collects the project's own code that sets the flag for others: helpers, factories, subclasses,
/// extensions and the appearance proxy.
struct SharedBackgroundHelperCollector: FactCollector {
  let id = "shared-background-helpers"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([[SharedBackgroundFlag.name]])
      .union(Needles(["class"], of: facts.subjects(of: BarItemFact.candidate)))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let path = file.source.path
    var found: [Fact] = []
    for (type, parents) in index.inherited where parents.contains("UIBarButtonItem") {
      found.append(Fact(BarItemFact.subclass, type, path: path))
    }
    for reference in index.references[SharedBackgroundFlag.name] ?? [] {
      let access = reference.whole
      guard Syntax(access).isWritten else { continue }
      found += self.facts(of: access, in: index, path: path)
    }
    return found
  }

  private func facts(of access: ExprSyntax, in index: SourceIndex, path: String) -> [Fact] {
    let root = Self.root(of: access)
    if access.trimmedText.contains("appearance()") {
      return [Fact(BarItemFact.everywhere, SharedBackgroundFlag.name, path: path)]
    }
    let type = access.enclosingTypeName ?? ""
    if let kind = Self.controllerFact(type, in: index, setting: access) {
      let subject = kind == BarItemFact.everywhere ? SharedBackgroundFlag.name : type
      return [Fact(kind, subject, path: path)]
    }
    let isOwnItem =
      type == "UIBarButtonItem" || index.inherited[type]?.contains("UIBarButtonItem") == true
    let isOwn = root.map { index.isSelf(ExprSyntax($0)) } ?? true
    guard let owner = access.enclosingMember else { return [] }
    if isOwnItem, isOwn, type != "UIBarButtonItem",
      owner.is(InitializerDeclSyntax.self) || owner.is(FunctionDeclSyntax.self)
    {
      return [Fact(BarItemFact.hidingSubclass, type, path: path)]
    }
    guard let name = owner.memberName else { return [] }
    let helper = Fact(
      BarItemFact.helper, name, Self.isController(type) ? "controller" : "item", path: path)
    if isOwn, isOwnItem { return [helper] }
    if ["Array", "Sequence", "Collection", "BidirectionalCollection", "UINavigationItem"]
      .contains(type)
    {
      return [helper]
    }
    if Self.isController(type) { return [helper] }
    if owner.givesBarItem { return [helper] }
    if let root, case .parameter? = index.declaration(of: root) { return [helper] }
    return []
  }

  /// The kind of fact for a setting that a controller makes on all that its navigation item, or
  /// that of the controllers it shows, holds.
  private static func controllerFact(
    _ type: String, in index: SourceIndex, setting access: ExprSyntax
  ) -> String? {
    guard let owner = access.enclosingMember?.as(FunctionDeclSyntax.self),
      owner.trimmedText.contains("navigationItem")
    else { return nil }
    let name = owner.name.text
    let parents = index.inherited[type] ?? []
    let shows = ["pushViewController", "setViewControllers", "navigationController"].contains(name)
    if shows,
      parents.contains("UINavigationController")
        || parents.contains("UINavigationControllerDelegate")
    {
      return BarItemFact.everywhere
    }
    let appears = ["viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillLayoutSubviews"]
    return appears.contains(name) ? BarItemFact.hidingController : nil
  }

  private static func isController(_ type: String) -> Bool {
    type == "UIViewController" || type == "UINavigationController"
  }

  /// The leftmost name of a chain of members.
  private static func root(of expression: ExprSyntax) -> DeclReferenceExprSyntax? {
    var current = expression.core
    while true {
      if let access = current.as(MemberAccessExprSyntax.self) {
        guard let base = access.base else { return nil }
        current = base.core
      } else if let call = current.as(FunctionCallExprSyntax.self) {
        current = call.calledExpression.core
      } else if let element = current.as(SubscriptCallExprSyntax.self) {
        current = element.calledExpression.core
      } else {
        guard let reference = current.as(DeclReferenceExprSyntax.self),
          reference.id != expression.id
        else { return nil }
        return reference
      }
    }
  }
}

extension SyntaxProtocol {
  /// The function, initializer or variable, local ones aside, whose body holds this node.
  fileprivate var enclosingMember: Syntax? {
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
}

extension Syntax {
  /// The name of a function or variable.
  fileprivate var memberName: String? {
    if let function = self.as(FunctionDeclSyntax.self) { return function.name.text }
    return self.as(VariableDeclSyntax.self)?.bindings.first?.pattern.boundName
  }

  /// Whether a function gives back bar button items, or a computed variable is one.
  fileprivate var givesBarItem: Bool {
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause?.type.mentionsBarItem ?? false
    }
    guard let binding = self.as(VariableDeclSyntax.self)?.bindings.first,
      binding.accessorBlock != nil
    else { return false }
    return binding.typeAnnotation?.type.mentionsBarItem ?? false
  }
}
