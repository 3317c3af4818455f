import SwiftSyntax

/// One modifier call of a view's chain, such as `.padding(8)`.
struct ModifierLink {
  /// The modifier's name.
  let name: String
  /// The call, which includes everything before it in the chain.
  let call: FunctionCallExprSyntax
  /// The called member, which includes everything before it in the chain.
  let member: MemberAccessExprSyntax

  /// Reads a call of a member; nil for any other call.
  init?(_ call: FunctionCallExprSyntax) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
    self.name = member.declName.baseName.text
    self.call = call
    self.member = member
  }

  /// The bytes from the dot to the end of the call.
  var range: ByteRange {
    ByteRange(
      member.period.positionAfterSkippingLeadingTrivia.utf8Offset,
      call.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// The first argument that has the label; the empty string is no label.
  func argument(_ label: String) -> ExprSyntax? {
    call.arguments.first { ($0.label?.text ?? "") == label }?.expression
  }

  /// Whether the modifier is, or is given a closure that calls, a modifier of the name.
  func mentions(_ modifier: String) -> Bool {
    if name == modifier { return true }
    return call.trailingClosure?.tokens(viewMode: .sourceAccurate).contains {
      $0.text == modifier && $0.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
    } ?? false
  }

  /// The closure after the parentheses, or the argument with the label.
  func closure(_ label: String) -> ClosureExprSyntax? {
    if let closure = argument(label)?.as(ClosureExprSyntax.self) { return closure }
    let extra = call.additionalTrailingClosures.first { $0.label.text == label }?.closure
    return extra ?? (call.additionalTrailingClosures.isEmpty ? call.trailingClosure : nil)
  }
}

extension ModifierLink {
  /// The links of the chain that ends with the expression, first one first.
  static func chain(endingWith expression: ExprSyntax) -> [ModifierLink] {
    var links: [ModifierLink] = []
    var current: ExprSyntax? = expression
    while let node = current {
      if let call = node.as(FunctionCallExprSyntax.self) {
        guard let link = ModifierLink(call) else { break }
        links.append(link)
        current = link.member.base
      } else if let member = node.as(MemberAccessExprSyntax.self) {
        current = member.base
      } else if let config = node.as(PostfixIfConfigExprSyntax.self) {
        links.append(contentsOf: self.links(inClausesOf: config).reversed())
        current = config.base
      } else {
        break
      }
    }
    return links.reversed()
  }

  /// The expression that the chain begins with: the view itself.
  static func root(of expression: ExprSyntax) -> ExprSyntax {
    var current = expression
    while true {
      if let call = current.as(FunctionCallExprSyntax.self),
        let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
        !Self.isTypeName(base)
      {
        current = base
      } else if let config = current.as(PostfixIfConfigExprSyntax.self), let base = config.base {
        current = base
      } else {
        return current
      }
    }
  }

  /// The links that the clauses of a `#if` within a chain add.
  static func links(inClausesOf config: PostfixIfConfigExprSyntax) -> [ModifierLink] {
    config.config.clauses.flatMap { clause -> [ModifierLink] in
      guard case .postfixExpression(let expression)? = clause.elements else { return [] }
      return chain(endingWith: expression)
    }
  }

  private static func isTypeName(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    return name.first?.isUppercase ?? false
  }
}
