import SwiftSyntax

/// A statement that says how a bar looks.
struct BarStatement {
  /// What the statement does for the look.
  enum Role {
    /// It paints the bar, or makes it opaque.
    case paint
    /// It takes away the line under the bar, or tunes what another statement paints.
    case trim
    /// It makes the background transparent.
    case clear
    /// It asks for the default background.
    case usual
    /// It gives title, buttons or items a look.
    case foreground(BarForeground)
    /// It may paint the bar; the value does not show it.
    case open
    /// It gives a bar its appearance, or an appearance that of its buttons.
    case link(BarObject)
  }

  /// The statement.
  let item: CodeBlockItemSyntax
  /// The bar or appearance.
  let object: BarObject
  /// What it does.
  let role: Role
  /// The property or method, as the message names it.
  let name: String
  /// The code of the object as written; nil for an implicit `self`.
  let receiver: String?
  /// Whether it is only part of the item, such as what is returned, and cannot be gated alone.
  var isPart = false
}

/// Whether a foreground was made for the background that it lies on.
enum BarForeground {
  /// A fixed colour, and nothing else: it goes with the background.
  case fixed
  /// A fixed colour among other attributes, which stay as in this text.
  case partlyFixed(String)
  /// It follows the appearance, has no colour, or does not show one.
  case other
  /// A colour that this file does not show.
  case unknown
}

/// Reads statements about bars.
struct BarStatementReader {
  let index: SourceIndex
  private let objects: BarObjectReader

  init(_ index: SourceIndex) {
    self.index = index
    objects = BarObjectReader(index)
  }

  /// Reads a statement; nil where it is not about a bar.
  func statement(_ item: CodeBlockItemSyntax) -> BarStatement? {
    if let part = Self.part(of: item) {
      guard var statement = statement(part, of: item) else { return nil }
      statement.isPart = true
      return statement
    }
    guard case .expr(let expression) = item.item else { return nil }
    return statement(expression, of: item)
  }

  /// What a statement returns or drops.
  private static func part(of item: CodeBlockItemSyntax) -> ExprSyntax? {
    switch item.item {
    case .stmt(let statement):
      return statement.as(ReturnStmtSyntax.self)?.expression?.core
    case .decl(let declaration):
      guard let bindings = declaration.as(VariableDeclSyntax.self)?.bindings,
        let binding = bindings.first, bindings.count == 1
      else { return nil }
      return binding.initializer?.value.core
    case .expr(let expression):
      guard let assignment = expression.as(InfixOperatorExprSyntax.self),
        assignment.operator.is(AssignmentExprSyntax.self),
        assignment.leftOperand.is(DiscardAssignmentExprSyntax.self)
      else { return nil }
      return assignment.rightOperand.core
    default: return nil
    }
  }

  private func statement(_ expression: ExprSyntax, of item: CodeBlockItemSyntax) -> BarStatement? {
    if let assignment = expression.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self)
    {
      return self.assignment(assignment, item)
    }
    var called = expression
    while let chain = called.as(OptionalChainingExprSyntax.self) { called = chain.expression }
    return called.as(FunctionCallExprSyntax.self).flatMap { call($0, item) }
  }

  /// The object of a local variable that copies or begins from another one.
  func copied(_ binding: PatternBindingSyntax) -> (copy: BarObject, of: BarObject)? {
    guard let value = binding.initializer?.value,
      let call = value.core.as(FunctionCallExprSyntax.self), let copy = objects.object(value)
    else { return nil }
    let name = binding.pattern.boundName ?? ""
    var named = copy
    named.key = "\(name)#\(binding.position.utf8Offset)"
    if let access = call.calledExpression.core.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "copy", let base = access.base,
      let original = objects.object(base)
    {
      return (named, original)
    }
    guard let source = call.arguments.first(where: { $0.label?.text == "barAppearance" }),
      let original = objects.object(source.expression)
    else { return nil }
    return (named, original)
  }

  private func assignment(
    _ assignment: InfixOperatorExprSyntax, _ item: CodeBlockItemSyntax
  ) -> BarStatement? {
    let target = assignment.leftOperand.core
    let value = assignment.rightOperand
    guard let (object, name, receiver) = property(target) else { return nil }
    let isHolder = object.form == .bar || object.form == .navigationItem
    if BarObjectReader.appearances.contains(name), isHolder {
      guard let appearance = objects.object(value), appearance.form == .appearance else {
        return nil
      }
      return BarStatement(
        item: item, object: object, role: .link(appearance), name: name, receiver: receiver)
    }
    if BarObjectReader.items.contains(name), object.form == .appearance {
      guard let items = objects.object(value) else { return nil }
      return BarStatement(
        item: item, object: object, role: .link(items), name: name, receiver: receiver)
    }
    guard let role = role(of: name, value, object) else { return nil }
    return BarStatement(item: item, object: object, role: role, name: name, receiver: receiver)
  }

  private func call(
    _ call: FunctionCallExprSyntax, _ item: CodeBlockItemSyntax
  ) -> BarStatement? {
    guard let (object, name, receiver) = property(call.calledExpression),
      call.trailingClosure == nil
    else { return nil }
    let first = call.arguments.first?.expression
    let role: BarStatement.Role
    switch (name, object.form) {
    case ("configureWithOpaqueBackground", .appearance): role = .paint
    case ("configureWithTransparentBackground", .appearance): role = .clear
    case ("configureWithDefaultBackground", .appearance): role = .usual
    case ("setBackgroundImage", .bar):
      guard let first, !first.is(NilLiteralExprSyntax.self) else { return nil }
      role = BarColor(first, in: index) == .clear ? .clear : .paint
    case ("setShadowImage", .bar):
      guard let first, !first.is(NilLiteralExprSyntax.self) else { return nil }
      role = .trim
    case ("setTitleTextAttributes", .items):
      guard let first else { return nil }
      role = .foreground(attributes(first, in: item))
    default: return nil
    }
    return BarStatement(item: item, object: object, role: role, name: name, receiver: receiver)
  }

  /// The object and the property or method that an expression names.
  private func property(
    _ expression: ExprSyntax
  ) -> (object: BarObject, name: String, receiver: String?)? {
    if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base {
      guard let object = objects.object(base), base.shortText != nil else { return nil }
      return (object, access.declName.baseName.text, base.trimmedText)
    }
    guard let reference = expression.as(DeclReferenceExprSyntax.self),
      index.declaration(of: reference) == nil, let object = BarObjectReader.own(at: reference)
    else { return nil }
    return (object, reference.baseName.text, nil)
  }

  // MARK: Roles

  private func role(
    of name: String, _ value: ExprSyntax, _ object: BarObject
  ) -> BarStatement.Role? {
    switch object.form {
    case .appearance: appearanceRole(of: name, value)
    case .bar: barRole(of: name, value, object)
    case .items: itemsRole(of: name, value)
    case .navigationItem: nil
    }
  }

  private func appearanceRole(of name: String, _ value: ExprSyntax) -> BarStatement.Role? {
    switch name {
    case "backgroundColor", "backgroundImage":
      BarColor(value, in: index) == .clear ? .clear : .paint
    case "backgroundEffect":
      value.is(NilLiteralExprSyntax.self) ? .clear : .paint
    case "shadowColor", "shadowImage", "backgroundImageContentMode": .trim
    case "titleTextAttributes", "largeTitleTextAttributes":
      .foreground(attributes(value, in: nil))
    default: nil
    }
  }

  private func barRole(
    of name: String, _ value: ExprSyntax, _ object: BarObject
  ) -> BarStatement.Role? {
    let isNil = value.is(NilLiteralExprSyntax.self)
    switch name {
    case "barTintColor":
      if isNil { return nil }
      return BarColor(value, in: index) == .clear ? .clear : .paint
    case "backgroundColor":
      guard object.isTyped, !isNil else { return nil }
      return BarColor(value, in: index) == .clear ? .clear : .paint
    case "backgroundImage":
      guard object.kind == .tab, !isNil else { return nil }
      return BarColor(value, in: index) == .clear ? .clear : .paint
    case "isTranslucent":
      guard let literal = value.as(BooleanLiteralExprSyntax.self) else { return .open }
      return literal.literal.tokenKind == .keyword(.false) ? .paint : nil
    case "shadowImage":
      return isNil ? nil : .trim
    case "barStyle":
      switch value.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
      case "black", "blackOpaque", "blackTranslucent": return .paint
      case "default": return nil
      default: return .open
      }
    case "tintColor", "unselectedItemTintColor":
      return isNil ? nil : .foreground(color(value))
    case "titleTextAttributes", "largeTitleTextAttributes":
      return isNil ? nil : .foreground(attributes(value, in: nil))
    default: return nil
    }
  }

  private func itemsRole(of name: String, _ value: ExprSyntax) -> BarStatement.Role? {
    switch name {
    case "titleTextAttributes": .foreground(attributes(value, in: nil))
    case "iconColor", "tintColor":
      value.is(NilLiteralExprSyntax.self) ? nil : .foreground(color(value))
    default: nil
    }
  }

  private func color(_ value: ExprSyntax) -> BarForeground {
    switch BarColor(value, in: index) {
    case .fixed: .fixed
    case .clear: .other
    case .other: Self.isSystem(value) ? .other : .unknown
    }
  }

  /// Whether a colour is one of the system's that follow the appearance.
  private static func isSystem(_ value: ExprSyntax) -> Bool {
    guard let access = value.core.as(MemberAccessExprSyntax.self),
      access.base.map({ $0.trimmedText == "UIColor" }) ?? true
    else { return false }
    let name = access.declName.baseName.text
    return name.hasPrefix("system") || name.hasSuffix("Label") || name == "label"
      || name == "link" || name == "tintColor"
  }

  /// What a dictionary of text attributes says; only a literal says it.
  private func attributes(_ value: ExprSyntax, in item: CodeBlockItemSyntax?) -> BarForeground {
    var value = value.core
    if let reference = value.as(DeclReferenceExprSyntax.self),
      case .local(let binding)? = index.declaration(of: reference),
      let initial = binding.initializer?.value
    {
      // The constant may be used elsewhere, so that only a dictionary of one colour goes whole.
      guard case .fixed = attributes(initial, in: item) else { return .unknown }
      return .fixed
    }
    if let cast = value.as(AsExprSyntax.self) { value = cast.expression }
    guard let dictionary = value.as(DictionaryExprSyntax.self),
      case .elements(let list) = dictionary.content
    else { return .unknown }
    let elements = Array(list)
    let colors = elements.filter { Self.isForegroundColor($0.key) }
    guard let element = colors.first, colors.count == 1 else { return .other }
    switch color(element.value) {
    case .fixed: break
    case let result: return result
    }
    let rest = elements.filter { $0.id != element.id }
    if rest.isEmpty { return .fixed }
    let parts = rest.map { "\($0.key.trimmedText): \($0.value.trimmedText)" }
    let text = "[\(parts.joined(separator: ", "))]"
    guard !text.contains(where: \.isNewline), item == nil else { return .other }
    return .partlyFixed(text)
  }

  private static func isForegroundColor(_ key: ExprSyntax) -> Bool {
    key.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "foregroundColor"
  }
}
