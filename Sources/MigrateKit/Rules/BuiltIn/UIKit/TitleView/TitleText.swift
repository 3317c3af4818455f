import SwiftSyntax

/// Finds out whether texts can be empty.
///
/// The answers are the names of stored properties without a value of their own that the text
/// depends on: none when it is never empty, nil when it may be.
struct TitleText {
  /// The file.
  let index: SourceIndex

  /// What the size of a `Text` depends on.
  func sizedBy(_ call: FunctionCallExprSyntax) -> Set<String>? {
    let labels = call.arguments.compactMap { $0.label?.text }
    if labels.contains(where: { ["style", "format", "formatter"].contains($0) }) { return [] }
    return call.arguments.first.flatMap { sizedBy($0.expression) }
  }

  /// The literal that a `Text` is given.
  func literal(_ call: FunctionCallExprSyntax) -> String? {
    call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  /// What a text's being not empty depends on.
  func sizedBy(_ expression: ExprSyntax, depth: Int = 0) -> Set<String>? {
    guard depth < 8 else { return nil }
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let node): return sizedBy(node, depth: depth)
    case .ternaryExpr(let node):
      return both(
        sizedBy(node.thenExpression, depth: depth + 1),
        sizedBy(node.elseExpression, depth: depth + 1))
    case .infixOperatorExpr(let node):
      guard node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text == "+" else {
        return nil
      }
      let sides = [node.leftOperand, node.rightOperand].map { sizedBy($0, depth: depth + 1) }
      return sides.contains([]) ? [] : sides.compactMap { $0 }.first
    case .functionCallExpr(let node): return sizedBy(called: node, depth: depth)
    case .tupleExpr(let node):
      guard node.elements.count == 1, let only = node.elements.first else { return nil }
      return sizedBy(only.expression, depth: depth + 1)
    case .ifExpr(let node): return sizedBy(node, depth: depth)
    case .switchExpr(let node):
      let arms = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
      return arms.map { result(of: $0.statements, depth: depth + 1) }
        .reduce(Set<String>()) { both($0, $1) }
    case .memberAccessExpr(let node):
      if node.declName.baseName.text == "localized", let base = node.base {
        return sizedBy(base, depth: depth + 1)
      }
      if isConstant(node) { return [] }
      return named(node.declName, depth: depth)
    case .declReferenceExpr(let node): return named(node, depth: depth)
    default: return nil
    }
  }

  private func both(_ left: Set<String>?, _ right: Set<String>?) -> Set<String>? {
    guard let left, let right else { return nil }
    let all = left.union(right)
    return all.count > 1 ? nil : all
  }

  private func sizedBy(_ literal: StringLiteralExprSyntax, depth: Int) -> Set<String>? {
    var needed: Set<String>?
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text):
        if text.content.text.contains(where: { !$0.isWhitespace }) { return [] }
      case .expressionSegment(let segment):
        guard let value = segment.expressions.first?.expression else { continue }
        let size = isNumber(value) ? [] : sizedBy(value, depth: depth + 1)
        if size == [] { return [] }
        needed = needed ?? size
      @unknown default: return nil
      }
    }
    return needed
  }

  private func isNumber(_ expression: ExprSyntax) -> Bool {
    if expression.is(IntegerLiteralExprSyntax.self) { return true }
    return expression.core.referenceOfName?.baseName.text == "count"
  }

  private func sizedBy(called call: FunctionCallExprSyntax, depth: Int) -> Set<String>? {
    let callee = call.calledExpression.core
    guard let reference = callee.referenceOfName else { return nil }
    let first = call.arguments.first?.expression
    switch reference.baseName.text {
    case "String", "NSLocalizedString", "LocalizedStringKey", "LocalizedStringResource",
      "NSAttributedString", "AttributedString", "NSMutableAttributedString", "localized",
      "verbatim":
      if callee.as(MemberAccessExprSyntax.self)?.base != nil { return nil }
      return first.flatMap { sizedBy($0, depth: depth + 1) }
    case "formatted", "localizedString", "string":
      return callee.is(MemberAccessExprSyntax.self) ? [] : nil
    case "uppercased", "capitalized", "lowercased", "localizedCapitalized":
      guard let base = callee.as(MemberAccessExprSyntax.self)?.base else { return nil }
      return sizedBy(base, depth: depth + 1)
    default: break
    }
    if let access = callee.as(MemberAccessExprSyntax.self), isConstant(access) { return [] }
    guard case .function(let function) = index.declaration(of: reference),
      let body = function.body
    else { return nil }
    // What the function is given is not followed.
    return result(of: body.statements, depth: depth + 1) == [] ? [] : nil
  }

  private func sizedBy(_ node: IfExprSyntax, depth: Int) -> Set<String>? {
    let first = result(of: node.body.statements, depth: depth + 1)
    switch node.elseBody {
    case .codeBlock(let block):
      return both(first, result(of: block.statements, depth: depth + 1))
    case .ifExpr(let next): return both(first, sizedBy(next, depth: depth + 1))
    case nil: return nil
    @unknown default: return nil
    }
  }

  /// What the text that statements give back depends on: all the texts that they may give.
  private func result(of statements: CodeBlockItemListSyntax, depth: Int) -> Set<String>? {
    guard depth < 8 else { return nil }
    if statements.count == 1, case .expr(let only)? = statements.first?.item {
      return sizedBy(only, depth: depth + 1)
    }
    let returns = ReturnedValues(in: Syntax(statements)).expressions
    if returns.isEmpty, case .stmt(let statement)? = statements.last?.item,
      let value = statement.as(ExpressionStmtSyntax.self)?.expression
    {
      return sizedBy(value, depth: depth + 1)
    }
    guard !returns.isEmpty else { return nil }
    return returns.map { sizedBy($0, depth: depth + 1) }.reduce(Set<String>()) { both($0, $1) }
  }

  private func named(_ reference: DeclReferenceExprSyntax, depth: Int) -> Set<String>? {
    guard let declaration = index.declaration(of: reference), let binding = declaration.binding
    else { return nil }
    if let accessors = binding.accessorBlock {
      guard case .getter(let items) = accessors.accessors else {
        return binding.initializer.flatMap { sizedBy($0.value, depth: depth + 1) }
      }
      return result(of: items, depth: depth + 1)
    }
    if let value = binding.initializer?.value {
      let isConstant = binding.variable?.bindingSpecifier.tokenKind == .keyword(.let)
      return isConstant ? sizedBy(value, depth: depth + 1) : nil
    }
    guard case .property = declaration, binding.typeAnnotation?.type.simpleName != nil,
      binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == false,
      let name = binding.pattern.boundName,
      binding.variable?.bindingSpecifier.tokenKind == .keyword(.let)
    else { return nil }
    return [name]
  }

  /// Whether an access names a constant of a project's table of texts, such as `L10n.Today.title`.
  private func isConstant(_ access: MemberAccessExprSyntax) -> Bool {
    var root = ExprSyntax(access)
    while let current = root.as(MemberAccessExprSyntax.self), let base = current.base {
      root = base.core
    }
    guard let name = root.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return name == "R"
      || ["L10n", "Localiz", "Strings", "Texts", "Copy"].contains { name.contains($0) }
  }
}

/// The values that the `return` statements of a body give, those of nested functions aside.
private final class ReturnedValues: SyntaxVisitor {
  private(set) var expressions: [ExprSyntax] = []

  init(in node: Syntax) {
    super.init(viewMode: .sourceAccurate)
    walk(node)
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { expressions.append(value) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
