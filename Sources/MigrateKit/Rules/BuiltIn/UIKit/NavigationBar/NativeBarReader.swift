import SwiftSyntax

/// Reads what a simple custom bar shows.
struct NativeBarReader {
  let bar: CustomBar
  let content: CustomBarContent
  let type: String
  let index: SourceIndex

  private var inside: Set<String> { Set(content.items.map(\.name) + [bar.name] + stacks) }

  /// The views between the bar and its items.
  private var stacks: [String] {
    let tree = ViewTree(in: index)
    var found: [String] = []
    var open = tree.children(of: bar.name)
    while let name = open.popLast(), found.count < 100 {
      guard !found.contains(name) else { continue }
      found.append(name)
      open += tree.children(of: name)
    }
    return found
  }

  mutating func plan() throws(NativeBarObstacle) -> NativeBarPlan {
    guard case .anchors = bar.placement else {
      throw NativeBarObstacle(reason: "it is not laid out by anchors")
    }
    guard ["UIView", "UIVisualEffectView", nil].contains(bar.className) else {
      throw NativeBarObstacle(reason: "its class is '\(bar.className ?? "")'")
    }
    if let other = content.items.first(where: { $0.kind == .other }) {
      throw NativeBarObstacle(reason: "it holds '\(other.name)'")
    }
    guard !content.items.isEmpty else {
      throw NativeBarObstacle(reason: "what it holds is not seen")
    }
    guard content.titles.count <= 1 else { throw NativeBarObstacle(reason: "it has two texts") }
    if let button = content.items.first(where: { $0.kind == .button && $0.side == nil }) {
      throw NativeBarObstacle(reason: "the side of '\(button.name)' is not known")
    }
    try checkController()
    var added: CodeBlockItemSyntax?
    var followers: [ExprSyntax] = []
    for use in try uses(of: bar.expression, named: bar.name) {
      switch use.role {
      case .added(let call):
        guard added == nil, let statement = Syntax(call).enclosingStatement,
          statement.item.trimmedText == call.trimmedText
        else { throw NativeBarObstacle(reason: "it is added in more than one place") }
        added = statement
      case .follows(let anchor): followers.append(anchor)
      case .harmless: continue
      default: throw NativeBarObstacle(reason: "'\(bar.name)' is used in other ways too")
      }
    }
    guard let added else { throw NativeBarObstacle(reason: "where it is added is not seen") }
    var plan = NativeBarPlan(added: added, followers: followers)
    if let title = content.titles.first { plan.title = try text(of: title) }
    for side in [CustomBarContent.Side.left, .right] {
      for button in content.buttons(side) {
        guard let item = try item(for: button, on: side) else {
          plan.hasBackButton = true
          continue
        }
        if side == .left { plan.left.append(item) } else { plan.right.append(item) }
      }
    }
    for item in content.items where item.kind == .decoration {
      _ = try uses(of: item.expression, named: item.name)
    }
    return plan
  }

  private func checkController() throws(NativeBarObstacle) {
    let names: Set<String> = [
      "leftBarButtonItem", "leftBarButtonItems", "rightBarButtonItem", "rightBarButtonItems",
      "titleView", "setRightBarButton", "setLeftBarButton", "leadingItemGroups",
      "trailingItemGroups", "hidesBackButton", "setHidesBackButton",
    ]
    for name in names.sorted()
    where (index.references[name] ?? []).contains(where: { $0.enclosingTypeName == type }) {
      throw NativeBarObstacle(reason: "the class sets '\(name)' too")
    }
    for name in ["additionalSafeAreaInsets", "contentInset"] {
      let isSet = (index.references[name] ?? []).contains {
        $0.enclosingTypeName == type && MemberUse(of: $0).path.first != "bottom"
      }
      if isSet { throw NativeBarObstacle(reason: "'\(name)' may make room for it") }
    }
  }

  /// Whether the controller has a title of its own.
  private var hasTitle: Bool {
    (index.references["title"] ?? []).contains { reference in
      guard reference.enclosingTypeName == type, Syntax(reference.whole).isWritten else {
        return false
      }
      let base = reference.whole.as(MemberAccessExprSyntax.self)?.base
      return base.map {
        index.isSelf($0) || $0.core.referenceOfName?.baseName.text == "navigationItem"
      } ?? (index.declaration(of: reference) == nil)
    }
  }

  // MARK: Views

  private func uses(
    of expression: ExprSyntax, named name: String
  ) throws(NativeBarObstacle) -> [BarViewUse] {
    guard let object = NamedObject(expression, in: index) else {
      throw NativeBarObstacle(reason: "where '\(name)' is made is not seen")
    }
    let names = inside
    let uses = object.uses.map {
      BarViewUse($0, isBar: name == bar.name, inside: names, index: index)
    }
    for use in uses {
      if case .other = use.role {
        throw NativeBarObstacle(reason: "'\(name)' is used in other ways too")
      }
    }
    return uses
  }

  private func text(of title: CustomBarContent.Item) throws(NativeBarObstacle) -> String? {
    var texts: [ExprSyntax] = []
    for use in try uses(of: title.expression, named: title.name) {
      switch use.role {
      case .text(let value): texts.append(value)
      case .harmless, .added, .accessibilityLabel: continue
      default: throw NativeBarObstacle(reason: "'\(title.name)' is used in other ways too")
      }
    }
    guard texts.count == 1, let only = texts.first, isSetOnce(only) else {
      throw NativeBarObstacle(reason: "the text of '\(title.name)' changes")
    }
    if hasTitle { return nil }
    if only.isConstantText { return only.trimmedText }
    guard only.isInInitializer(of: title.name) else {
      throw NativeBarObstacle(reason: "the text of '\(title.name)' is made elsewhere")
    }
    return "\(title.name).text"
  }

  /// Whether a value is given while the bar is set up.
  private func isSetOnce(_ value: ExprSyntax) -> Bool {
    guard value.enclosingFunction != nil else { return true }
    let method = value.methodName
    if method.isEmpty || ["viewDidLoad", "loadView"].contains(method) { return true }
    return index.isCalledOnce(method, ofType: type, from: ["viewDidLoad", "loadView", ""])
  }

  // MARK: Buttons

  /// The code of the item for a button; nil for a back button.
  private func item(
    for button: CustomBarContent.Item, on side: CustomBarContent.Side
  ) throws(NativeBarObstacle) -> NativeBarPlan.Item? {
    var text: String?
    var image: String?
    var action: FunctionCallExprSyntax?
    var menu: String?
    var label: String?
    for use in try uses(of: button.expression, named: button.name) {
      switch use.role {
      case .text(let value): try take(value, into: &text, of: button)
      case .image(let value): try take(value, into: &image, of: button)
      case .menu(let value):
        guard
          value.isInFunctionBody || value.enclosingFunction == nil
            || value.isInInitializer(of: button.name)
        else {
          throw NativeBarObstacle(reason: "the menu of '\(button.name)' depends on something")
        }
        try take(value, into: &menu, of: button)
      case .accessibilityLabel(let value): try take(value, into: &label, of: button)
      case .action(let call):
        guard action == nil else {
          throw NativeBarObstacle(reason: "'\(button.name)' has two actions")
        }
        action = call
      case .harmless, .added: continue
      default: throw NativeBarObstacle(reason: "'\(button.name)' is used in other ways too")
      }
    }
    guard (text == nil) != (image == nil) || (text == nil && menu == nil && side == .left) else {
      throw NativeBarObstacle(reason: "'\(button.name)' has both a title and an image, or neither")
    }
    guard (action == nil) != (menu == nil) else {
      throw NativeBarObstacle(reason: "what '\(button.name)' does is not seen")
    }
    let face = image.map { "image: \($0)" } ?? "title: \(text ?? "nil")"
    func made(_ code: String) -> NativeBarPlan.Item {
      NativeBarPlan.Item(button: button.name, code: code, accessibilityLabel: label)
    }
    if let menu { return made("UIBarButtonItem(\(face), menu: \(menu))") }
    guard let action, let selector = selector(of: action) else {
      throw NativeBarObstacle(reason: "the action of '\(button.name)' is no method of the class")
    }
    let function = try function(named: selector.function, of: button)
    if side == .left, function.onlyPops { return nil }
    guard text != nil || image != nil else {
      throw NativeBarObstacle(reason: "'\(button.name)' has no title and no image")
    }
    return made("UIBarButtonItem(\(face), style: .plain, target: self, action: \(selector.text))")
  }

  private func take(
    _ value: ExprSyntax, into place: inout String?, of button: CustomBarContent.Item
  ) throws(NativeBarObstacle) {
    guard place == nil, isSetOnce(value) else {
      throw NativeBarObstacle(reason: "'\(button.name)' changes")
    }
    guard value.isConstantText || value.isImageCall || value.isMemberOfSelf(in: index) else {
      throw NativeBarObstacle(reason: "'\(button.name)' shows what is made elsewhere")
    }
    place = value.trimmedText
  }

  private func selector(
    of call: FunctionCallExprSyntax
  ) -> (text: String, function: String)? {
    let arguments = Array(call.arguments)
    guard call.calledExpression.core.referenceOfName?.baseName.text == "addTarget",
      arguments.count == 3, arguments[0].expression.trimmedText == "self",
      arguments[2].expression.trimmedText == ".touchUpInside",
      let macro = arguments[1].expression.as(MacroExpansionExprSyntax.self),
      macro.macroName.text == "selector", let target = macro.arguments.first?.expression,
      let name = target.core.referenceOfName?.baseName.text
    else { return nil }
    return (macro.trimmedText, name)
  }

  private func function(
    named name: String, of button: CustomBarContent.Item
  ) throws(NativeBarObstacle) -> FunctionDeclSyntax {
    let functions = index.functions(name, of: type)
    guard functions.count == 1, let function = functions.first else {
      throw NativeBarObstacle(reason: "the action of '\(button.name)' is not seen")
    }
    let parameters = function.signature.parameterClause.parameters
    guard let first = parameters.first else { return function }
    let used = (first.secondName ?? first.firstName).text
    let isGeneral = ["Any", "AnyObject", "Any?"].contains(first.type.trimmedText)
    let isUsed = function.body.map { SyntaxNames(in: Syntax($0)).contains(used) } ?? true
    guard parameters.count == 1, isGeneral || !isUsed else {
      throw NativeBarObstacle(reason: "'\(name)' uses the button that it is given")
    }
    return function
  }
}
