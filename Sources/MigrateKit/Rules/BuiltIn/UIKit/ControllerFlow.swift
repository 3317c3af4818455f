import SwiftSyntax

/// How a view controller is shown, as far as one function or type tells.
struct ControllerFlow {
  /// How it is shown: `sheet`, `cover`, `popover`, `push`, `embed` or `unknown`.
  private(set) var end = "unknown"
  /// The detents it is given.
  private(set) var detents = SheetDetents.none
  /// Whether a sheet controller of it is configured.
  private(set) var configuresSheet = false

  /// Follows an expression that makes a view controller.
  init(of expression: ExprSyntax?) {
    if let expression { follow(expression, depth: 0) }
  }

  /// Follows a variable within a scope.
  init(of name: String, in scope: Syntax) {
    follow(name: name, in: scope, depth: 0)
  }

  private static let ranks = ["unknown", "sheet", "popover", "cover", "push", "embed"]

  private mutating func note(_ end: String) {
    let known = Self.ranks.firstIndex(of: self.end) ?? 0
    if let new = Self.ranks.firstIndex(of: end), new > known { self.end = end }
  }

  private mutating func follow(_ expression: ExprSyntax, depth: Int) {
    guard depth < 5 else { return }
    var node = Syntax(expression)
    while let parent = node.parent {
      switch parent.kind {
      case .asExpr, .forceUnwrapExpr, .tryExpr, .unresolvedAsExpr, .optionalChainingExpr:
        node = parent
        continue
      case .labeledExpr: argument(parent, depth: depth)
      case .arrayElement: note("embed")
      case .initializerClause:
        if let name = Self.boundName(of: parent), let scope = Self.scope(of: parent) {
          follow(name: name, in: scope, depth: depth)
        }
      case .infixOperatorExpr: assignment(parent, node, depth: depth)
      default: break
      }
      return
    }
  }

  private mutating func argument(_ node: Syntax, depth: Int) {
    guard let argument = node.as(LabeledExprSyntax.self),
      let call = node.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return }
    let name = ViewTrace.calledName(call)
    switch (name, argument.label?.text) {
    case ("present", nil): note("sheet")
    case ("pushViewController", nil), ("show", nil), ("showDetailViewController", nil):
      note("push")
    case ("addChild", nil), ("embed", _), ("append", nil): note("embed")
    case (_, "rootViewController") where name.hasSuffix("NavigationController"):
      follow(ExprSyntax(call), depth: depth + 1)
    default: break
    }
  }

  private mutating func assignment(_ node: Syntax, _ value: Syntax, depth: Int) {
    guard let infix = node.as(InfixOperatorExprSyntax.self),
      infix.operator.is(AssignmentExprSyntax.self), infix.rightOperand.id == value.id
    else { return }
    let target = infix.leftOperand.trimmedText
    let name = target.hasPrefix("self.") ? String(target.dropFirst(5)) : target
    if name.hasSuffix(".rootViewController") { return note("embed") }
    guard !name.contains("."), let scope = Self.scope(of: node, declaring: name) else { return }
    follow(name: name, in: scope, depth: depth)
  }

  private mutating func follow(name: String, in scope: Syntax, depth: Int) {
    guard depth < 5 else { return }
    let uses = VariableUses(name)
    uses.walk(scope)
    for style in uses.styles {
      switch style {
      case "popover": note("popover")
      case "pageSheet", "formSheet", "automatic": note("sheet")
      default: note("cover")
      }
    }
    let isShown = uses.references.contains { Self.isArgument($0) }
    for value in uses.detents { detents = max(detents, SheetDetents(of: value)) }
    if uses.configuresSheet { configuresSheet = true }
    for reference in uses.references { follow(reference, depth: depth + 1) }
    // A style alone does not show anything.
    if !isShown, end != "push", end != "embed" { end = "unknown" }
  }

  private static func isArgument(_ reference: ExprSyntax) -> Bool {
    reference.parent?.is(LabeledExprSyntax.self) ?? false
  }

  // MARK: Names and scopes

  /// The name that an initializer clause binds, in a declaration or a condition.
  static func boundName(of clause: Syntax) -> String? {
    let pattern =
      clause.parent?.as(PatternBindingSyntax.self)?.pattern
      ?? clause.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
    return pattern?.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  /// The body or type within which a name bound at the node can be used.
  static func scope(of node: Syntax) -> Syntax? {
    var current = node.parent
    while let candidate = current {
      if candidate.is(CodeBlockItemListSyntax.self) {
        // What a `guard` or `if` binds is used in the list that holds the statement.
        return candidate
      }
      if candidate.is(MemberBlockItemListSyntax.self) { return candidate }
      current = candidate.parent
    }
    return nil
  }

  /// The innermost body around the node that declares the name, else the type around it.
  static func scope(of node: Syntax, declaring name: String) -> Syntax? {
    var current = node.parent
    while let candidate = current {
      if let list = candidate.as(CodeBlockItemListSyntax.self),
        list.contains(where: { declares($0, name) })
      {
        return candidate
      }
      if candidate.is(MemberBlockItemListSyntax.self) { return candidate }
      current = candidate.parent
    }
    return nil
  }

  private static func declares(_ item: CodeBlockItemSyntax, _ name: String) -> Bool {
    item.item.as(VariableDeclSyntax.self)?.bindings.contains {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    } ?? false
  }
}

/// What a scope does with one variable that holds a view controller.
final class VariableUses: SyntaxVisitor {
  private let name: String
  private var sheetNames: Set<String> = []
  /// The references of the variable itself, not of its members.
  private(set) var references: [ExprSyntax] = []
  /// The values of `modalPresentationStyle` that it is given.
  private(set) var styles: [String] = []
  /// The values of `detents` that its sheet controller is given.
  private(set) var detents: [ExprSyntax] = []
  /// Whether its sheet controller is looked at.
  private(set) var configuresSheet = false

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.text == name else { return .visitChildren }
    var expression = ExprSyntax(node)
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      guard member.base?.isSelf ?? false else { return .visitChildren }
      expression = ExprSyntax(member)
    }
    if let optional = expression.parent?.as(OptionalChainingExprSyntax.self) {
      expression = ExprSyntax(optional)
    }
    if let member = expression.parent?.as(MemberAccessExprSyntax.self),
      member.base?.id == expression.id
    {
      noteSheetName(member)
    } else {
      references.append(expression)
    }
    return .visitChildren
  }

  /// Remembers what `if let sheet = controller.sheetPresentationController` binds.
  private func noteSheetName(_ member: MemberAccessExprSyntax) {
    guard SheetReceiver.properties.contains(member.declName.baseName.text) else { return }
    var value = Syntax(member)
    if let cast = value.parent?.as(AsExprSyntax.self) {
      guard cast.type.trimmedText == SheetReceiver.type else { return }
      value = Syntax(cast)
    } else if member.declName.baseName.text == "presentationController" {
      return
    }
    configuresSheet = true
    if let clause = value.parent?.as(InitializerClauseSyntax.self),
      let bound = ControllerFlow.boundName(of: Syntax(clause))
    {
      sheetNames.insert(bound)
    }
  }

  override func visitPost(_ node: InfixOperatorExprSyntax) {
    guard node.operator.is(AssignmentExprSyntax.self) else { return }
    var target = node.leftOperand.trimmedText.filter { $0 != "?" && $0 != "!" }
    if target.hasPrefix("self.") { target.removeFirst(5) }
    if target == name + ".modalPresentationStyle" {
      styles.append(node.rightOperand.trimmedText.filter { $0 != "." })
    } else if target == name + ".sheetPresentationController.detents" {
      detents.append(node.rightOperand)
    } else if target.hasSuffix(".detents"), sheetNames.contains(String(target.dropLast(8))) {
      detents.append(node.rightOperand)
    }
  }
}

/// What a sheet or popover controller in an expression belongs to.
enum SheetReceiver {
  static let properties: Set<String> = ["sheetPresentationController", "presentationController"]
  /// The class of a sheet controller, to which `presentationController` may be cast.
  static let type = "UISheetPresentationController"

  /// The controller that an expression such as `sheet` or `nav.sheetPresentationController?` is
  /// the sheet of; the empty string is `self`, nil is none.
  static func owner(of expression: ExprSyntax, property: String) -> String? {
    var text = expression.trimmedText.filter { $0 != "?" && $0 != "!" }
    // A controller configures the sheet of the navigation controller that it is the root of.
    for own in ["self.", "navigationController.", "self.navigationController."]
    where text == own + property && !(own.hasPrefix("n") && isOther(at: Syntax(expression))) {
      return ""
    }
    if text == property, Bindings.value(of: property, at: Syntax(expression)) == nil { return "" }
    if text.hasSuffix("." + property) {
      text.removeLast(property.count + 1)
      return text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
    }
    guard let name = expression.firstToken(viewMode: .sourceAccurate)?.text, name == text,
      let value = Bindings.value(of: name, at: Syntax(expression)), value.id != expression.id
    else { return nil }
    let inner = value.trimmedText
    guard inner.filter({ $0 != "?" && $0 != "!" }).hasSuffix(property) else {
      guard let cast = value.as(AsExprSyntax.self), cast.type.trimmedText == type,
        property == "sheetPresentationController"
      else { return nil }
      return owner(of: cast.expression, property: "presentationController")
    }
    return owner(of: value, property: property)
  }
}

extension SheetReceiver {
  /// Whether `navigationController` is a local of another value than the property's.
  private static func isOther(at node: Syntax) -> Bool {
    guard let value = Bindings.value(of: "navigationController", at: node) else { return false }
    return !["navigationController", "self.navigationController"]
      .contains(value.trimmedText)
  }
}

/// What names are bound to around a node.
enum Bindings {
  /// The value that the nearest binding of the name before the node gives it.
  static func value(of name: String, at node: Syntax) -> ExprSyntax? {
    var current: Syntax? = node
    while let candidate = current {
      if let found = value(of: name, heldBy: candidate, before: node) { return found }
      current = candidate.parent
    }
    return nil
  }

  private static func value(
    of name: String, heldBy candidate: Syntax, before node: Syntax
  ) -> ExprSyntax? {
    if let branch = candidate.as(IfExprSyntax.self) {
      return value(of: name, in: branch.conditions)
    }
    guard let list = candidate.as(CodeBlockItemListSyntax.self) else { return nil }
    for item in list.reversed() where item.position < node.position {
      if let guarded = item.item.as(GuardStmtSyntax.self),
        let found = value(of: name, in: guarded.conditions)
      {
        return found
      }
      guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings
      where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
        return binding.initializer?.value
      }
    }
    return nil
  }

  private static func value(
    of name: String, in conditions: ConditionElementListSyntax
  ) -> ExprSyntax? {
    for condition in conditions {
      guard let binding = condition.condition.as(OptionalBindingConditionSyntax.self),
        binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
      else { continue }
      return binding.initializer?.value
    }
    return nil
  }
}
