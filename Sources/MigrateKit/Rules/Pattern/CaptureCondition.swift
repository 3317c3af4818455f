import SwiftSyntax

/// What the code that a placeholder stands for must be.
enum CaptureCondition: Sendable {
  case matches(TextPattern)
  case kind(CodeKind)
  /// The tokens of one of these codes.
  case oneOf([[String]])

  /// The longest code that is compared with a regular expression, in bytes.
  private static let textLimit = 4_000

  func holds(_ binding: CodeBinding, in file: ParsedFile) -> Bool {
    switch self {
    case .matches(let pattern):
      let text = binding.range.map { file.source.text(in: $0) } ?? ""
      return text.utf8.count <= Self.textLimit && pattern.matches(text)
    case .kind(let kind): return binding.node.map { kind.holds($0) } ?? false
    case .oneOf(let codes): return codes.contains(binding.tokens)
    }
  }
}

/// A kind of code that recipes may ask for.
enum CodeKind: String, CaseIterable, Sendable {
  case literal
  case string
  case number
  case boolean
  case array
  case dictionary
  case closure
  case call
  /// A name alone, such as `x`.
  case name
  /// A name after a dot, such as `a.x` or `.x`.
  case member
  case binding

  func holds(_ node: Syntax) -> Bool {
    let node = Self.expression(of: node)
    return switch self {
    case .literal:
      [
        .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr,
        .nilLiteralExpr, .arrayExpr, .dictionaryExpr, .regexLiteralExpr,
      ].contains(node.kind)
    case .string: node.kind == .stringLiteralExpr
    case .number: node.kind == .integerLiteralExpr || node.kind == .floatLiteralExpr
    case .boolean: node.kind == .booleanLiteralExpr
    case .array: node.kind == .arrayExpr
    case .dictionary: node.kind == .dictionaryExpr
    case .closure: node.kind == .closureExpr
    case .call: node.kind == .functionCallExpr
    case .name: node.kind == .declReferenceExpr
    case .member: node.kind == .memberAccessExpr
    case .binding:
      node.as(DeclReferenceExprSyntax.self)?.baseName.text.hasPrefix("$") ?? false
    }
  }

  /// The expression that an argument, an element or a statement consists of.
  private static func expression(of node: Syntax) -> Syntax {
    if let item = node.as(CodeBlockItemSyntax.self) {
      let content = Syntax(item.item)
      return content.as(ExpressionStmtSyntax.self).map { Syntax($0.expression) } ?? content
    }
    if let argument = node.as(LabeledExprSyntax.self) { return Syntax(argument.expression) }
    if let element = node.as(ArrayElementSyntax.self) { return Syntax(element.expression) }
    return node
  }
}
