import SwiftSyntax

/// What in a file sets the flag that hides the shared background of bar button items.
struct SharedBackgroundFlag {
  /// The name of the property.
  static let name = "hidesSharedBackground"

  /// The file.
  let index: SourceIndex
  /// What the other files show.
  let facts: ProjectFacts

  /// What sets the flag through the same side of a navigation item as an arrival of an item,
  /// after that arrival.
  func settings(through arrival: Syntax, of destination: ItemDestination) -> [Syntax] {
    guard case .navigationItem(let side) = destination else { return [] }
    let names = Self.properties(of: side)
    let type = arrival.enclosingTypeName
    let stores = names.flatMap { index.references[$0] ?? [] }
      .map { Syntax($0.whole) }.filter { $0.isWritten && $0.enclosingTypeName == type }
    let direct = (index.references[Self.name] ?? []).map { Syntax($0.whole) }
      .filter { setting in
        setting.enclosingTypeName == type && setting.namesInBase(names)
      }
    let helpers = index.calls.filter { call in
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        let base = access.base, call.enclosingTypeName == type,
        facts.has(BarItemFact.helper, about: access.declName.baseName.text)
      else { return false }
      return Syntax(access).namesInBase(names) || index.isNavigationItem(base)
    }
    return (direct + helpers.map { Syntax($0) })
      .filter { Self.covers($0, arrival, among: stores) }
  }

  private static func properties(of side: ItemDestination.Side?) -> [String] {
    switch side {
    case .left: ["leftBarButtonItem", "leftBarButtonItems"]
    case .right: ["rightBarButtonItem", "rightBarButtonItems"]
    case nil: []
    }
  }

  /// Whether a setting is made on what a store stored, rather than on what another store did.
  ///
  /// A setting belongs to the stores before it in its own branch; where there is none, to every
  /// store before it, and to those of other functions.
  static func covers(_ setting: Syntax, _ store: Syntax, among stores: [Syntax]) -> Bool {
    let branch = setting.branch
    // Every pair of a setting and a store of the type comes here: measure the branch once.
    let start = branch?.position ?? setting.position
    let end = min(branch?.endPosition ?? setting.position, setting.position)
    if stores.contains(where: { start <= $0.position && $0.position < end }) {
      return branch?.holds(store.position) == true && store.position < setting.position
    }
    guard let function = store.enclosingFunction, setting.isInside(function) else {
      return true
    }
    return store.position < setting.position && !setting.isInOtherBranch(than: store)
  }
}

extension DeclReferenceExprSyntax {
  /// The reference with the object whose member it names.
  var whole: ExprSyntax {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id {
      return ExprSyntax(access)
    }
    return ExprSyntax(self)
  }
}

extension Syntax {
  /// Whether this expression, or what it names an element of, is the target of an assignment.
  var isWritten: Bool {
    guard let expression = self.as(ExprSyntax.self) else { return false }
    switch ValueUse(of: expression) {
    case .written: return true
    case .value(let outer): return Syntax(outer).isWritten
    default: return false
    }
  }

  /// Whether the object whose member this names, or one further left, has one of the names.
  fileprivate func namesInBase(_ names: [String]) -> Bool {
    guard let access = self.as(MemberAccessExprSyntax.self), let base = access.base else {
      return false
    }
    var current: ExprSyntax = base.core
    while true {
      if let reference = current.referenceOfName, names.contains(reference.baseName.text) {
        return true
      }
      if let access = current.as(MemberAccessExprSyntax.self), let base = access.base {
        current = base.core
      } else if let call = current.as(FunctionCallExprSyntax.self) {
        current = call.calledExpression.core
      } else if let element = current.as(SubscriptCallExprSyntax.self) {
        current = element.calledExpression.core
      } else {
        return false
      }
    }
  }

  /// The innermost list of statements that holds this node outside any `if` that only asks
  /// for availability.
  fileprivate var branch: CodeBlockItemListSyntax? {
    var current = parent
    while let node = current {
      if let list = node.as(CodeBlockItemListSyntax.self) {
        let owner = list.parent?.parent?.as(IfExprSyntax.self)
        let isGate = owner.map { $0.conditions.contains { $0.condition.isAvailability } } ?? false
        if !isGate, !list.isInConfiguration { return list }
      }
      current = node.parent
    }
    return nil
  }

  fileprivate func isInside(_ node: Syntax) -> Bool {
    var current: Syntax? = self
    while let candidate = current {
      if candidate.id == node.id { return true }
      current = candidate.parent
    }
    return false
  }

  /// Whether the nearest statement that holds both nodes holds them in two of its branches.
  fileprivate func isInOtherBranch(than other: Syntax) -> Bool {
    var current = parent
    while let node = current {
      if node.holds(other.position) {
        return !node.is(CodeBlockItemListSyntax.self)
      }
      current = node.parent
    }
    return true
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the list is the contents of an `#if` clause.
  fileprivate var isInConfiguration: Bool { parent?.is(IfConfigClauseSyntax.self) == true }
}

extension ConditionElementSyntax.Condition {
  /// Whether the condition is `#available` or `#unavailable`.
  var isAvailability: Bool {
    if case .availability = self { return true }
    return false
  }
}
