import SwiftSyntax

/// What a followed value holds.
enum ItemForm: Hashable {
  /// One bar button item, or an optional one.
  case item
  /// Bar button items.
  case items
  /// A group of bar button items.
  case group
  /// Groups.
  case groups
  /// Something that gives an item when called.
  case maker
}

/// Where a bar button item goes from one expression, as far as one file shows.
///
/// The item is followed through locals, properties, arrays, groups, return values and the
/// parameters of the file's own functions until it arrives somewhere that shows items.
struct ItemFlow {
  /// The file.
  let index: SourceIndex
  /// What the other files show.
  let facts: ProjectFacts

  /// Where the item arrives.
  private(set) var arrivals: [ItemArrival] = []
  /// The accesses and calls that set the flag on it.
  private(set) var hiding: [Syntax] = []
  /// The members of types that carry it and that other files can name.
  private(set) var exposed: [ExposedItem] = []
  /// Whether it is handed to code that is not followed.
  private(set) var escapes = false
  /// Whether something it goes through says that it is a bar button item.
  private(set) var isBarItem = false
  /// The variables it goes through.
  private(set) var carriers: [Declaration] = []

  private var visited: Set<Visit> = []
  /// The assignment whose variable is being followed, among all that assign it.
  private var current: (store: Syntax, stores: [Syntax])?

  private struct Visit: Hashable {
    let node: SyntaxIdentifier
    let form: ItemForm
  }

  /// Follows the value of an expression.
  init(
    of expression: ExprSyntax, as form: ItemForm = .item, in index: SourceIndex,
    facts: ProjectFacts
  ) {
    self.index = index
    self.facts = facts
    follow(expression, as: form)
  }

  /// Follows a member that is declared elsewhere and named in this file.
  init(
    ofReference reference: DeclReferenceExprSyntax, of member: ExposedItem, in index: SourceIndex,
    facts: ProjectFacts
  ) {
    self.index = index
    self.facts = facts
    if !member.isFunction {
      follow(reference.whole, as: member.form)
    } else if case .callee(let call) = ValueUse(of: reference.whole) {
      follow(ExprSyntax(call), as: member.form)
    }
  }

  /// Follows a member that is declared elsewhere from an `if let` that repeats its name.
  init(
    ofBinding binding: OptionalBindingConditionSyntax, as form: ItemForm, in index: SourceIndex,
    facts: ProjectFacts
  ) {
    self.index = index
    self.facts = facts
    guard let name = binding.pattern.boundName else { return }
    follow(.optionalBinding(binding), named: name, as: form, from: Syntax(binding))
  }

  // MARK: - Values

  private mutating func follow(_ expression: ExprSyntax, as form: ItemForm) {
    guard visited.count < 4_000,
      visited.insert(Visit(node: expression.id, form: form)).inserted
    else { return }
    switch ValueUse(of: expression) {
    case .value(let outer):
      follow(outer, as: form)
    case .element(let array):
      switch form {
      case .item: follow(ExprSyntax(array), as: .items)
      case .group: follow(ExprSyntax(array), as: .groups)
      default: escapes = true
      }
    case .assigned(let target, _):
      store(in: target, as: form)
    case .initial(let binding):
      guard let name = binding.pattern.boundName else { return escapes = true }
      follow(declarationOf(binding), named: name, as: form, from: Syntax(binding))
    case .bound(let binding):
      guard let name = binding.pattern.boundName else { return escapes = true }
      follow(.optionalBinding(binding), named: name, as: form, from: Syntax(binding))
    case .iterated(let loop):
      guard let name = loop.pattern.boundName else { return escapes = true }
      follow(
        .other(Syntax(loop.pattern)), named: name, as: form == .groups ? .group : .item,
        from: Syntax(loop.pattern))
    case .argument(let argument, let call):
      pass(argument, to: call, as: form)
    case .receiver(let access):
      use(access, as: form)
    case .callee(let call):
      if form == .maker { follow(ExprSyntax(call), as: .item) }
    case .subscripted(let access):
      follow(ExprSyntax(access), as: form == .items ? .item : .group)
    case .returned(let owner):
      giveBack(from: owner, as: form)
    case .written, .unused:
      break
    }
  }

  private mutating func follow(
    _ declaration: Declaration, named name: String, as form: ItemForm, from store: Syntax
  ) {
    guard visited.insert(Visit(node: declaration.node.id, form: form)).inserted else { return }
    carriers.append(declaration)
    if declaration.annotation?.mentionsBarItem == true { isBarItem = true }
    if case .property(let binding, let type) = declaration, binding.isVisibleElsewhere {
      exposed.append(ExposedItem(type: type, name: name, form: form))
    }
    let references = index.references(to: declaration, named: name)
    let outer = current
    defer { current = outer }
    let given = declaration.binding.map { $0.initializer == nil ? [] : [Syntax($0)] } ?? []
    let written = references.map { Syntax($0.whole) }.filter { $0.isWritten }
    current = (store, given + written)
    for reference in references {
      follow(reference.whole, as: form)
    }
    for binding in index.shorthands[name] ?? []
    where index.declaration(named: name, at: binding)?.node.id == declaration.node.id {
      follow(.optionalBinding(binding), named: name, as: form, from: Syntax(binding))
    }
  }

  private func declarationOf(_ binding: PatternBindingSyntax) -> Declaration {
    guard let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.isMember, let type = variable.enclosingTypeName
    else { return .local(binding) }
    return .property(binding, type: type)
  }

  // MARK: - Stores

  private mutating func store(in target: ExprSyntax, as form: ItemForm) {
    let target = target.core
    if let access = target.as(SubscriptCallExprSyntax.self) {
      store(in: access.calledExpression, as: form == .group ? .groups : .items)
      return
    }
    if let place = destination(of: target, as: form) {
      arrivals.append(
        ItemArrival(
          destination: place.destination, site: Syntax(target), isSingle: place.isSingle))
      isBarItem = true
      let flag = SharedBackgroundFlag(index: index, facts: facts)
      hiding.append(contentsOf: flag.settings(through: Syntax(target), of: place.destination))
      return
    }
    guard let reference = target.referenceOfName else {
      if !target.is(DiscardAssignmentExprSyntax.self) { escapes = true }
      return
    }
    if let declaration = index.declaration(of: reference) {
      follow(declaration, named: reference.baseName.text, as: form, from: Syntax(target))
    } else {
      // A member that another file declares.
      let isOwn =
        target.is(DeclReferenceExprSyntax.self)
        || target.as(MemberAccessExprSyntax.self)?.base.map { index.isSelf($0) } == true
      exposed.append(
        ExposedItem(
          type: isOwn ? reference.enclosingTypeName ?? "" : "", name: reference.baseName.text,
          form: form))
    }
  }

  /// The destination that an assignment's target, or the array that a call adds to, stands for.
  private func destination(
    of target: ExprSyntax, as form: ItemForm
  ) -> (destination: ItemDestination, isSingle: Bool)? {
    guard let reference = target.referenceOfName else { return nil }
    let name = reference.baseName.text
    let base = target.as(MemberAccessExprSyntax.self)?.base
    if name == "items", form == .items, let base, !index.isSelf(base) {
      return (.toolbar, false)
    }
    guard let place = ItemDestination.named(name) else { return nil }
    if ItemDestination.holdsGroups(name) != (form == .group || form == .groups) { return nil }
    if let base, !index.isSelf(base) {
      if place.destination == .toolbar { return place }
      return index.isNavigationItem(base) ? place : nil
    }
    // A bare name: the property of UIKit unless the file declares one of its own.
    if index.declaration(of: reference) != nil { return nil }
    if place.destination == .toolbar { return place }
    return reference.enclosingTypeName.map { index.isNavigationItem(type: $0) } == true
      ? place : nil
  }

  // MARK: - Calls

  private mutating func pass(
    _ argument: LabeledExprSyntax, to call: FunctionCallExprSyntax, as form: ItemForm
  ) {
    let callee = call.calledExpression.core
    guard let reference = callee.referenceOfName else { return escapes = true }
    let name = reference.baseName.text
    let label = argument.label?.text
    let isFirst = call.arguments.first?.id == argument.id
    let receiver = callee.as(MemberAccessExprSyntax.self)?.base
    if facts.has(BarItemFact.helper, about: name) {
      noteHiding(Syntax(call))
      return
    }
    if isFirst, label == nil, let place = ItemDestination.setter(name) {
      arrivals.append(
        ItemArrival(destination: place.destination, site: Syntax(call), isSingle: place.isSingle))
      isBarItem = true
      let flag = SharedBackgroundFlag(index: index, facts: facts)
      hiding.append(contentsOf: flag.settings(through: Syntax(call), of: place.destination))
      return
    }
    switch name {
    case "append", "insert":
      guard isFirst, let receiver, label == nil || label == "contentsOf" else { break }
      switch form {
      case .item: store(in: receiver, as: .items)
      case .group: store(in: receiver, as: .groups)
      default: store(in: receiver, as: form)
      }
      return
    case "UIBarButtonItemGroup", "fixedGroup", "movableGroup", "optionalGroup", "init":
      guard label == "barButtonItems" || label == "items" else { break }
      isBarItem = true
      if let array = argument.expression.core.as(ArrayExprSyntax.self), array.elements.count == 1 {
        follow(ExprSyntax(call), as: .group)
      } else {
        arrivals.append(ItemArrival(destination: .group, site: Syntax(call), isSingle: false))
      }
      return
    case "Array", "Optional":
      if isFirst, label == nil { return follow(ExprSyntax(call), as: form) }
    default: break
    }
    if let function = functionCalled(by: reference),
      let parameter = function.parameter(for: argument, of: call)
    {
      follow(
        .parameter(parameter), named: (parameter.secondName ?? parameter.firstName).text, as: form,
        from: Syntax(parameter))
    } else {
      escapes = true
    }
  }

  private func functionCalled(by reference: DeclReferenceExprSyntax) -> FunctionDeclSyntax? {
    guard case .function(let function) = index.declaration(of: reference) else { return nil }
    return function
  }

  private mutating func use(_ access: MemberAccessExprSyntax, as form: ItemForm) {
    let name = access.declName.baseName.text
    let call = access.parent?.as(FunctionCallExprSyntax.self)
    if name == SharedBackgroundFlag.name || facts.has(BarItemFact.helper, about: name) {
      noteHiding(Syntax(access))
      return
    }
    switch (form, name) {
    case (.items, "first"), (.items, "last"):
      follow(ExprSyntax(access), as: .item)
    case (.items, "forEach"), (.items, "map"), (.items, "compactMap"):
      guard let call, let closure = call.onlyClosure else { return }
      followParameter(of: closure)
      if name != "forEach" { follow(ExprSyntax(call), as: .items) }
    case (.items, "filter"), (.items, "reversed"), (.items, "sorted"):
      if let call { follow(ExprSyntax(call), as: .items) }
    case (.item, "creatingFixedGroup"), (.item, "creatingMovableGroup"),
      (.item, "creatingOptionalGroup"):
      isBarItem = true
      if let call { follow(ExprSyntax(call), as: .group) }
    default:
      break
    }
  }

  private mutating func followParameter(of closure: ClosureExprSyntax) {
    guard let name = closure.firstParameterName else { return }
    for reference in index.references[name] ?? [] where closure.holds(reference.position) {
      follow(reference.whole, as: .item)
    }
  }

  // MARK: - Results

  private mutating func giveBack(from owner: Syntax, as form: ItemForm) {
    switch owner.as(SyntaxEnum.self) {
    case .closureExpr(let closure):
      giveBack(from: closure, as: form)
    case .functionDecl(let function):
      if function.signature.returnClause?.type.mentionsBarItem == true { isBarItem = true }
      follow(result: function, as: form)
    case .accessorDecl, .accessorBlock:
      var node: Syntax? = owner
      while let current = node, !current.is(PatternBindingSyntax.self) { node = current.parent }
      guard let binding = node?.as(PatternBindingSyntax.self), let name = binding.pattern.boundName
      else { return escapes = true }
      follow(declarationOf(binding), named: name, as: form, from: Syntax(binding))
    default:
      escapes = true
    }
  }

  private mutating func giveBack(from closure: ClosureExprSyntax, as form: ItemForm) {
    switch ValueUse(of: ExprSyntax(closure)) {
    case .callee(let call):
      follow(ExprSyntax(call), as: form)
    case .initial(let binding):
      guard form == .item, let name = binding.pattern.boundName else { return escapes = true }
      follow(declarationOf(binding), named: name, as: .maker, from: Syntax(binding))
    case .argument(_, let call):
      giveBack(to: call, as: form)
    default:
      guard let call = closure.parent?.as(FunctionCallExprSyntax.self) else {
        return escapes = true
      }
      giveBack(to: call, as: form)
    }
  }

  private mutating func giveBack(to call: FunctionCallExprSyntax, as form: ItemForm) {
    switch call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
    case "map", "compactMap", "flatMap": follow(ExprSyntax(call), as: form == .item ? .items : form)
    default: escapes = true
    }
  }

  private mutating func follow(result function: FunctionDeclSyntax, as form: ItemForm) {
    guard visited.insert(Visit(node: function.id, form: form)).inserted else { return }
    let name = function.name.text
    carriers.append(.function(function))
    let isNested = function.parent?.parent?.parent?.is(CodeBlockSyntax.self) ?? false
    if function.modifiers.areVisibleElsewhere, !isNested {
      exposed.append(
        ExposedItem(
          type: function.enclosingTypeName ?? "", name: name, form: form, isFunction: true))
    }
    for reference in index.references[name] ?? [] {
      guard let call = reference.whole.parent?.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == reference.whole.id,
        case .function(let called) = index.declaration(of: reference),
        called.id == function.id || called.enclosingTypeName == function.enclosingTypeName,
        function.accepts(call)
      else { continue }
      follow(ExprSyntax(call), as: form)
    }
  }

  /// Notes what sets the flag, unless it sets it on what another assignment stored.
  private mutating func noteHiding(_ setting: Syntax) {
    if let current, !SharedBackgroundFlag.covers(setting, current.store, among: current.stores) {
      return
    }
    hiding.append(setting)
  }
}
