import SwiftSyntax

/// Whether a closure would come to be one expression, and so give back its value.
enum ClosureResult {
  /// Functions that take closures whose values are not used.
  private static let withoutResult: Set<String> = [
    "async", "asyncAfter", "animate", "forEach", "onAppear", "onDisappear", "onTapGesture",
    "onReceive", "onChange", "performWithoutAnimation", "task", "refreshable", "Button",
  ]

  /// Whether the body of a closure turns from statements into one expression of unknown type.
  ///
  /// - Parameters:
  ///   - list: The statements of the body, or of anything else.
  ///   - item: The one that goes.
  ///   - arm: The statements in its place.
  ///   - cutsRest: Whether those after it go too.
  static func changes(
    in list: CodeBlockItemListSyntax, replacing item: CodeBlockItemSyntax,
    by arm: CodeBlockItemListSyntax?, cutsRest: Bool = false
  ) -> Bool {
    guard let closure = list.parent?.as(ClosureExprSyntax.self),
      closure.signature?.returnClause == nil
    else { return false }
    let others = list.filter { other in
      other.id != item.id && !(cutsRest && other.position > item.position)
    }
    let rest = others + (arm.map { Array($0) } ?? [])
    guard rest.count == 1, case .expr(let expression)? = rest.first?.item,
      mayHaveValue(expression)
    else { return false }
    let callee = closure.owningCall.map { ViewTrace.calledName($0) } ?? ""
    return !withoutResult.contains(callee)
  }

  /// Whether a statement may have a value that is not used: assignments have none, and only builders
  /// take plain names and new values as statements.
  private static func mayHaveValue(_ expression: ExprSyntax) -> Bool {
    if let operation = expression.as(InfixOperatorExprSyntax.self) {
      return !operation.operator.is(AssignmentExprSyntax.self)
        && operation.operator.trimmedDescription.last != "="
    }
    let inner =
      expression.as(TryExprSyntax.self)?.expression ?? expression.as(AwaitExprSyntax.self)?
      .expression
      ?? expression
    guard inner.is(FunctionCallExprSyntax.self) else { return false }
    let root = ModifierLink.root(of: inner)
    let first = root.firstToken(viewMode: .sourceAccurate)?.text.first
    guard let call = root.as(FunctionCallExprSyntax.self) else {
      return first?.isUppercase != true
    }
    return ViewTrace.calledName(call) != "print" && first?.isUppercase != true
  }
}

extension IfExprSyntax {
  /// Whether every arm of a complete chain is one expression, so that it is a value already.
  var isOneExpressionPerArm: Bool {
    guard body.isOneExpression else { return false }
    return switch elseBody {
    case .codeBlock(let block): block.isOneExpression
    case .ifExpr(let other): other.isOneExpressionPerArm
    default: false
    }
  }
}

extension CodeBlockSyntax {
  fileprivate var isOneExpression: Bool {
    guard statements.count == 1, case .expr? = statements.first?.item else { return false }
    return true
  }
}
