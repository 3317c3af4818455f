import SwiftSyntax

/// A bar, or something that says how a bar looks, as an expression names it.
struct BarObject {
  /// Which bars it is about.
  enum Kind {
    case navigation
    case tab
    case tool
    /// The expression does not show which.
    case unknown
  }

  /// What the object is.
  enum Form {
    /// The bar itself, or the proxy of all bars.
    case bar
    /// A `UIBarAppearance`.
    case appearance
    /// What says how the buttons or items of a bar look.
    case items
    /// A navigation item, which holds appearances.
    case navigationItem
  }

  /// Which bars it is about.
  var kind: Kind
  /// What it is.
  var form: Form
  /// What tells two objects apart within one function.
  var key: String
  /// Whether the type is shown, rather than guessed by the name.
  var isTyped = true
  /// Whether the object is a bar that this file makes, which the app places itself.
  var isOwn = false
}

/// Reads which bars the expressions of a file stand for.
struct BarObjectReader {
  let index: SourceIndex
  /// The names of the bars that this file makes or places.
  private let placed: Set<String>

  init(_ index: SourceIndex) {
    self.index = index
    placed = PlacedBars.names(in: index)
  }

  /// The object that an expression stands for; nil for anything else.
  func object(_ expression: ExprSyntax, depth: Int = 0) -> BarObject? {
    guard depth < 8 else { return nil }
    if let cast = Self.cast(expression), var object = Self.object(ofType: cast) {
      object.key = Self.key(expression.core)
      return object
    }
    let core = expression.core
    if let call = core.as(FunctionCallExprSyntax.self) { return object(call, depth: depth) }
    if let access = core.as(MemberAccessExprSyntax.self) {
      return object(access, depth: depth)
    }
    guard let reference = core.as(DeclReferenceExprSyntax.self) else { return nil }
    if reference.isSelf { return Self.own(at: reference) }
    let name = reference.baseName.text
    if let declaration = index.declaration(of: reference) {
      return object(named: name, declaration, depth: depth)
    }
    var found = Self.known(name) ?? Self.guess(name)
    if found?.form == .bar { found?.isOwn = placed.contains(name) }
    return found
  }

  /// The bar that `self` is, inside a bar's class or an extension of it.
  static func own(at node: some SyntaxProtocol) -> BarObject? {
    guard let type = EnclosingType(of: node) else { return nil }
    for name in [type.name] + type.inherited {
      if var object = object(ofType: name) {
        object.key = "self"
        return object
      }
    }
    return nil
  }

  // MARK: Names

  private func object(
    named name: String, _ declaration: Declaration, depth: Int
  ) -> BarObject? {
    let key = "\(name)#\(declaration.node.position.utf8Offset)"
    if let type = declaration.annotation {
      guard var object = Self.object(ofType: type.simpleName) else { return nil }
      object.key = key
      object.isOwn = object.form == .bar && placed.contains(name)
      return object
    }
    var value = declaration.binding?.initializer?.value
    if case .optionalBinding(let binding) = declaration {
      guard let initializer = binding.initializer else {
        return outer(name, of: binding, depth: depth)
      }
      value = initializer.value
    }
    guard let value, !value.holds(declaration.node.position) || value.id != declaration.node.id
    else { return nil }
    guard var object = object(value, depth: depth + 1) else { return nil }
    // A name for a path is the path; a name for a new object is an object of its own.
    if Self.isNew(value) { object.key = key }
    object.isOwn = object.form == .bar && (object.isOwn || placed.contains(name))
    return object
  }

  /// What `if let x` repeats.
  private func outer(
    _ name: String, of binding: OptionalBindingConditionSyntax, depth: Int
  ) -> BarObject? {
    guard let statement = binding.parent?.parent?.parent,
      let declaration = index.declaration(named: name, at: statement)
    else { return Self.known(name).map { with($0, key: name) } }
    return object(named: name, declaration, depth: depth + 1)
  }

  private func object(_ access: MemberAccessExprSyntax, depth: Int) -> BarObject? {
    let name = access.declName.baseName.text
    guard let base = access.base else { return nil }
    if Self.appearances.contains(name) {
      let holder = object(base, depth: depth + 1)
      guard holder?.form != .appearance, holder?.form != .items else { return nil }
      let kind = holder?.kind ?? .unknown
      return BarObject(kind: kind, form: .appearance, key: Self.key(ExprSyntax(access)))
    }
    if Self.items.contains(name), let holder = object(base, depth: depth + 1) {
      return BarObject(
        kind: holder.kind, form: .items, key: holder.key, isTyped: holder.isTyped)
    }
    if let declaration = index.declaration(of: access.declName) {
      let isOwn = index.isSelf(base)
      guard var object = object(named: name, declaration, depth: depth) else { return nil }
      if !isOwn, !object.key.contains("#") { object.key = Self.key(ExprSyntax(access)) }
      return object
    }
    var found = Self.known(name) ?? Self.guess(name)
    found?.key = Self.key(ExprSyntax(access))
    if found?.form == .bar { found?.isOwn = placed.contains(name) }
    return found
  }

  private func object(_ call: FunctionCallExprSyntax, depth: Int) -> BarObject? {
    var called = call.calledExpression.core
    if let access = called.as(MemberAccessExprSyntax.self), let base = access.base {
      let name = access.declName.baseName.text
      if name == "appearance", let type = base.core.as(DeclReferenceExprSyntax.self),
        let object = Self.object(ofType: type.baseName.text)
      {
        return with(object, key: Self.key(ExprSyntax(call)))
      }
      if name == "copy" { return object(base, depth: depth + 1) }
      guard name == "init" else { return nil }
      called = base.core
    }
    if let closure = called.as(ClosureExprSyntax.self) {
      let type = closure.signature?.returnClause?.type.simpleName
      return type.flatMap { Self.object(ofType: $0) }
    }
    guard let type = called.as(DeclReferenceExprSyntax.self)?.baseName.text,
      var object = Self.object(ofType: type)
    else { return nil }
    object.key = Self.key(ExprSyntax(call))
    object.isOwn = object.form == .bar
    return object
  }

  /// Whether an expression makes a new object, rather than naming one.
  static func isNew(_ value: ExprSyntax) -> Bool {
    guard let call = value.core.as(FunctionCallExprSyntax.self) else { return false }
    guard let access = call.calledExpression.core.as(MemberAccessExprSyntax.self) else {
      return true
    }
    return access.declName.baseName.text != "appearance"
  }

  private func with(_ object: BarObject, key: String) -> BarObject {
    var result = object
    result.key = key
    return result
  }

  private static func cast(_ expression: ExprSyntax) -> String? {
    if let cast = expression.as(AsExprSyntax.self) { return cast.type.simpleName }
    guard let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 else {
      if let chain = expression.as(OptionalChainingExprSyntax.self) {
        return cast(chain.expression)
      }
      return nil
    }
    return tuple.elements.first.flatMap { cast($0.expression) }
  }

  /// The text of a path without optionality and `self`.
  static func key(_ expression: ExprSyntax) -> String {
    let text = expression.trimmedText.filter { !$0.isWhitespace && $0 != "?" && $0 != "!" }
    return text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
  }

  // MARK: Tables

  /// The properties of bars and navigation items that hold appearances.
  static let appearances: Set<String> = [
    "standardAppearance", "compactAppearance", "scrollEdgeAppearance",
    "compactScrollEdgeAppearance",
  ]

  /// The parts of an appearance that are about buttons and items.
  static let items: Set<String> = [
    "buttonAppearance", "doneButtonAppearance", "backButtonAppearance", "prominentButtonAppearance",
    "stackedLayoutAppearance", "inlineLayoutAppearance", "compactInlineLayoutAppearance",
    "normal", "highlighted", "disabled", "focused", "selected",
  ]

  /// What a type of UIKit is.
  static func object(ofType name: String) -> BarObject? {
    let entry: (BarObject.Kind, BarObject.Form)? =
      switch name {
      case "UINavigationBar": (.navigation, .bar)
      case "UITabBar": (.tab, .bar)
      case "UIToolbar": (.tool, .bar)
      case "UINavigationBarAppearance": (.navigation, .appearance)
      case "UITabBarAppearance": (.tab, .appearance)
      case "UIToolbarAppearance": (.tool, .appearance)
      case "UIBarAppearance": (.unknown, .appearance)
      case "UIBarButtonItemAppearance", "UIBarButtonItemStateAppearance", "UIBarButtonItem":
        (.unknown, .items)
      case "UITabBarItemAppearance", "UITabBarItemStateAppearance", "UITabBarItem": (.tab, .items)
      case "UINavigationItem": (.navigation, .navigationItem)
      default: nil
      }
    return entry.map { BarObject(kind: $0.0, form: $0.1, key: name) }
  }

  /// What a property of UIKit's own controllers is.
  private static func known(_ name: String) -> BarObject? {
    switch name {
    case "navigationBar": BarObject(kind: .navigation, form: .bar, key: name)
    case "tabBar": BarObject(kind: .tab, form: .bar, key: name)
    case "toolbar": BarObject(kind: .tool, form: .bar, key: name)
    case "navigationItem": BarObject(kind: .navigation, form: .navigationItem, key: name)
    default: nil
    }
  }

  /// What a name says where no declaration is in sight.
  private static func guess(_ name: String) -> BarObject? {
    let lower = name.lowercased()
    let kind: BarObject.Kind? =
      if lower.hasSuffix("navigationbar") || lower.hasSuffix("navbar") {
        .navigation
      } else if lower.hasSuffix("tabbar") {
        .tab
      } else if lower.hasSuffix("toolbar") {
        .tool
      } else {
        nil
      }
    return kind.map { BarObject(kind: $0, form: .bar, key: name, isTyped: false) }
  }
}
