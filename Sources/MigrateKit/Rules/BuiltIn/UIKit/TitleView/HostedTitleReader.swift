import SwiftSyntax

/// Reads what SwiftUI expressions show.
struct HostedTitleReader {
  /// The file.
  let index: SourceIndex

  private static let controls: Set<String> = [
    "Button", "Menu", "Picker", "Toggle", "TextField", "SecureField", "TextEditor", "Stepper",
    "Slider", "NavigationLink", "Link", "DatePicker", "ColorPicker", "ShareLink", "EditButton",
    "PasteButton", "SearchField",
  ]
  private static let stacks: Set<String> = [
    "VStack", "HStack", "ZStack", "Group", "LazyVStack", "LazyHStack", "ViewThatFits",
  ]
  private static let figures: Set<String> = [
    "Image", "AsyncImage", "Circle", "Rectangle", "Capsule", "RoundedRectangle", "Color",
    "ProgressView", "Gauge", "EmptyView", "Divider", "Spacer",
  ]
  private static let taps: Set<String> = [
    "onTapGesture", "onLongPressGesture", "gesture", "simultaneousGesture", "highPriorityGesture",
    "contextMenu",
  ]

  /// The name of the project's view type that an expression makes, under its modifiers.
  func madeType(of expression: ExprSyntax) -> String? {
    guard let call = Self.chain(expression).base.as(FunctionCallExprSyntax.self) else {
      guard let value = localValue(of: Self.chain(expression).base) else { return nil }
      return madeType(of: value)
    }
    guard let name = call.calledExpression.core.referenceOfName?.baseName.text,
      name.first?.isUppercase == true, !Self.isOfSwiftUI(name)
    else { return nil }
    return name
  }

  private static func isOfSwiftUI(_ name: String) -> Bool {
    controls.contains(name) || stacks.contains(name) || figures.contains(name)
      || ["Text", "Label", "AnyView", "ForEach"].contains(name)
  }

  /// The call that makes the project's view type, under its modifiers.
  func makingCall(of expression: ExprSyntax) -> FunctionCallExprSyntax? {
    let base = Self.chain(expression).base
    if let value = localValue(of: base) { return makingCall(of: value) }
    return base.as(FunctionCallExprSyntax.self)
  }

  private func localValue(of expression: ExprSyntax) -> ExprSyntax? {
    guard let reference = expression.core.as(DeclReferenceExprSyntax.self),
      let binding = index.declaration(of: reference)?.binding,
      let value = binding.initializer?.value, !value.holds(expression.position)
    else { return nil }
    return value
  }

  /// Describes the view that a computed variable gives.
  func read(_ binding: PatternBindingSyntax, depth: Int = 0) -> HostedTitle {
    guard depth < 6, let accessors = binding.accessorBlock,
      case .getter(let items) = accessors.accessors
    else { return HostedTitle(.unknown) }
    return read(items, depth: depth + 1)
  }

  /// Describes the views of a builder's statements.
  func read(_ items: CodeBlockItemListSyntax, depth: Int) -> HostedTitle {
    let parts = items.compactMap { item -> HostedTitle? in
      switch item.item {
      case .decl(let decl):
        return decl.is(VariableDeclSyntax.self) ? nil : HostedTitle(.unknown)
      case .expr(let expression): return read(expression, depth: depth)
      case .stmt(let statement):
        if let node = statement.as(ReturnStmtSyntax.self), let value = node.expression {
          return read(value, depth: depth)
        }
        if let node = statement.as(ExpressionStmtSyntax.self) {
          return read(node.expression, depth: depth)
        }
        return HostedTitle(.unknown)
      @unknown default: return HostedTitle(.unknown)
      }
    }
    return parts.isEmpty ? HostedTitle(.other) : HostedTitle.together(parts)
  }

  /// Describes a view.
  func read(_ expression: ExprSyntax, depth: Int = 0) -> HostedTitle {
    guard depth < 12 else { return HostedTitle(.unknown) }
    if let node = expression.as(IfExprSyntax.self) { return read(node, depth: depth) }
    if let node = expression.as(SwitchExprSyntax.self) {
      let arms = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
      return HostedTitle.oneOf(arms.map { read($0.statements, depth: depth + 1) })
    }
    if let node = expression.as(TernaryExprSyntax.self) {
      return HostedTitle.oneOf([
        read(node.thenExpression, depth: depth + 1), read(node.elseExpression, depth: depth + 1),
      ])
    }
    let (base, modifiers) = Self.chain(expression)
    var result = readBase(base, depth: depth + 1)
    for modifier in modifiers { apply(modifier, to: &result) }
    return result
  }

  private func read(_ node: IfExprSyntax, depth: Int) -> HostedTitle {
    let first = read(node.body.statements, depth: depth + 1)
    switch node.elseBody {
    case .codeBlock(let block):
      return HostedTitle.oneOf([first, read(block.statements, depth: depth + 1)])
    case .ifExpr(let next):
      return HostedTitle.oneOf([first, read(next, depth: depth + 1)])
    case nil:
      var result = first
      result.sizedBy = nil
      result.literal = nil
      return result
    @unknown default: return HostedTitle(.unknown)
    }
  }

  private func readBase(_ base: ExprSyntax, depth: Int) -> HostedTitle {
    guard let call = base.as(FunctionCallExprSyntax.self) else {
      if let value = localValue(of: base) { return read(value, depth: depth) }
      guard let reference = base.core.referenceOfName,
        let binding = index.declaration(of: reference)?.binding
      else { return HostedTitle(.unknown) }
      return read(binding, depth: depth)
    }
    guard let name = call.calledExpression.core.referenceOfName?.baseName.text else {
      return HostedTitle(.unknown)
    }
    let contents = call.trailingClosure?.statements
    switch name {
    case "Text":
      let text = TitleText(index: index)
      return HostedTitle(.text, sizedBy: text.sizedBy(call), literal: text.literal(call))
    case "Label":
      guard contents == nil, let title = call.arguments.first?.expression else {
        return HostedTitle(.text)
      }
      return HostedTitle(.text, sizedBy: TitleText(index: index).sizedBy(title))
    case "AnyView":
      guard let only = call.arguments.first?.expression else { return HostedTitle(.unknown) }
      return read(only, depth: depth)
    case "Spacer":
      return HostedTitle(.other, extent: .led)
    default: break
    }
    if Self.controls.contains(name) { return HostedTitle(.control, sizedBy: []) }
    if Self.figures.contains(name) { return HostedTitle(.other) }
    if Self.stacks.contains(name) {
      guard let contents else { return HostedTitle(.unknown) }
      return readStack(name, contents, depth: depth)
    }
    if name.first?.isUppercase == true, let other = HostedTitle.declared(name, in: index) {
      return depth < 4 ? other.given(call, in: index) : HostedTitle(.unknown)
    }
    return HostedTitle(.unknown)
  }

  /// A stack fills the width where a spacer does, and is led where the spacer comes last.
  private func readStack(
    _ name: String, _ contents: CodeBlockItemListSyntax, depth: Int
  ) -> HostedTitle {
    var result = read(contents, depth: depth)
    let spacers = contents.map { item -> Bool in
      guard case .expr(let expression) = item.item else { return false }
      let call = Self.chain(expression).base.as(FunctionCallExprSyntax.self)
      return call?.calledExpression.trimmedText == "Spacer"
    }
    if spacers.contains(true) {
      if name == "HStack" {
        result.extent = spacers.dropLast().contains(true) ? .filling : .led
      } else {
        result.extent = .fitting
      }
    }
    return result
  }

  private func apply(_ modifier: FunctionCallExprSyntax, to result: inout HostedTitle) {
    guard let name = modifier.calledExpression.core.referenceOfName?.baseName.text else { return }
    if Self.taps.contains(name) { result.kind = .control }
    if name == "hidden" { result.sizedBy = nil }
    if name == "padding" {
      let edges = modifier.arguments.first?.expression.trimmedText ?? ""
      if ![".top", ".bottom", ".vertical", ".trailing"].contains(edges) { result.isPadded = true }
    }
    guard name == "frame",
      let width = modifier.arguments.first(where: { $0.label?.text == "maxWidth" }),
      width.expression.trimmedText.hasSuffix("infinity")
    else { return }
    let alignment = modifier.arguments.first { $0.label?.text == "alignment" }
    let isLed = alignment?.expression.trimmedText.lowercased().contains("leading") == true
    result.extent = isLed ? .led : .filling
  }

  /// The view at the start of a chain of modifiers, and the modifiers from the inside out.
  static func chain(
    _ expression: ExprSyntax
  ) -> (base: ExprSyntax, modifiers: [FunctionCallExprSyntax]) {
    var modifiers: [FunctionCallExprSyntax] = []
    var current = expression
    while let call = current.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.baseName.text.first?.isLowercase == true,
      access.declName.baseName.text != "init", !isType(base)
    {
      modifiers.append(call)
      current = base
    }
    return (current, modifiers.reversed())
  }

  private static func isType(_ expression: ExprSyntax) -> Bool {
    expression.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase == true
  }
}

extension HostedTitle {
  /// The description with what the arguments of the call that makes the view show.
  func given(_ call: FunctionCallExprSyntax?, in index: SourceIndex) -> HostedTitle {
    guard let sizedBy, !sizedBy.isEmpty, let call else { return self }
    var result = self
    let text = TitleText(index: index)
    let isSized = call.arguments.contains { argument in
      guard let label = argument.label?.text, sizedBy.contains(label) else { return false }
      return text.sizedBy(argument.expression) == []
    }
    result.sizedBy = isSized ? [] : nil
    return result
  }
}
