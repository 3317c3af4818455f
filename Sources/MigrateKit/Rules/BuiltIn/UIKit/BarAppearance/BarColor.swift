import SwiftSyntax

/// What an expression shows of a colour, or of a background made of one.
enum BarColor {
  /// The same colour in light and dark appearance, whatever lies behind.
  case fixed
  /// No colour at all: `nil`, clear, or an empty image.
  case clear
  /// A colour that follows the appearance, or one that the expression does not show.
  case other

  /// Looks at an expression; a local constant is what it was set to.
  init(_ expression: ExprSyntax, in index: SourceIndex, depth: Int = 0) {
    let core = expression.core
    if core.is(NilLiteralExprSyntax.self) {
      self = .clear
    } else if let reference = core.as(DeclReferenceExprSyntax.self) {
      guard depth < 4, case .local(let binding)? = index.declaration(of: reference),
        binding.variable?.bindingSpecifier.tokenKind == .keyword(.let),
        let value = binding.initializer?.value
      else {
        self = .other
        return
      }
      self = BarColor(value, in: index, depth: depth + 1)
    } else if let access = core.as(MemberAccessExprSyntax.self) {
      self = Self.member(access)
    } else if let call = core.as(FunctionCallExprSyntax.self) {
      self = Self.call(call, in: index, depth: depth)
    } else {
      self = .other
    }
  }

  private static func member(_ access: MemberAccessExprSyntax) -> BarColor {
    let name = access.declName.baseName.text
    if let base = access.base, !["UIColor", "Color"].contains(base.trimmedText) {
      return .other
    }
    if name == "clear" { return .clear }
    return fixedNames.contains(name) ? .fixed : .other
  }

  private static func call(
    _ call: FunctionCallExprSyntax, in index: SourceIndex, depth: Int
  ) -> BarColor {
    let called = call.calledExpression
    if let access = called.as(MemberAccessExprSyntax.self), let base = access.base,
      !["UIImage", "UIColor", "Color"].contains(base.trimmedText)
    {
      switch access.declName.baseName.text {
      case "withAlphaComponent", "opacity":
        guard depth < 4 else { return .other }
        return BarColor(base, in: index, depth: depth + 1)
      default: return .other
      }
    }
    let name = (called.as(MemberAccessExprSyntax.self)?.base ?? called).trimmedText
    if name == "UIImage", call.arguments.isEmpty { return .clear }
    let colors = call.arguments.map { BarColor($0.expression, in: index, depth: 4) }
    if colors.contains(where: { $0 == .clear }) { return .clear }
    guard ["UIColor", "Color"].contains(name) else { return .other }
    if name == "UIColor", call.arguments.count == 1, let only = call.arguments.first,
      only.label == nil, depth < 4
    {
      return BarColor(only.expression, in: index, depth: depth + 1)
    }
    let labels = call.arguments.map { $0.label?.text ?? "" }
    let isFixed = ["red", "white", "hue", "hex", "hexString"].contains { labels.contains($0) }
    return isFixed ? .fixed : .other
  }

  private static let fixedNames: Set<String> = [
    "white", "black", "red", "green", "blue", "yellow", "orange", "purple", "brown", "cyan",
    "magenta", "gray", "darkGray", "lightGray",
  ]
}
