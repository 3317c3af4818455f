import SwiftSyntax

/// The links of postfix chains: members, calls, subscripts, `?`, `!` and `#if` after an expression.
enum PostfixChain {
  /// What a link is applied to; nil where a chain begins.
  static func base(of link: Syntax) -> Syntax? {
    if let member = link.as(MemberAccessExprSyntax.self) { return member.base.map { Syntax($0) } }
    if let call = link.as(FunctionCallExprSyntax.self) {
      let callee = Syntax(call.calledExpression)
      if let member = callee.as(MemberAccessExprSyntax.self) {
        return member.base.map { Syntax($0) }
      }
      return isLink(callee) ? callee : nil
    }
    if let call = link.as(SubscriptCallExprSyntax.self) { return Syntax(call.calledExpression) }
    if let optional = link.as(OptionalChainingExprSyntax.self) {
      return Syntax(optional.expression)
    }
    if let forced = link.as(ForceUnwrapExprSyntax.self) { return Syntax(forced.expression) }
    return link.as(PostfixIfConfigExprSyntax.self)?.base.map { Syntax($0) }
  }

  private static func isLink(_ node: Syntax) -> Bool {
    [
      .functionCallExpr, .subscriptCallExpr, .optionalChainingExpr, .forceUnwrapExpr,
      .postfixIfConfigExpr,
    ].contains(node.kind)
  }

  /// The link that is applied to an expression; the member of a call counts as one.
  static func link(on node: Syntax) -> Syntax? {
    guard let parent = node.parent else { return nil }
    let isApplied: Bool =
      switch parent.kind {
      case .memberAccessExpr, .optionalChainingExpr, .forceUnwrapExpr, .functionCallExpr,
        .subscriptCallExpr, .postfixIfConfigExpr:
        parent.children(viewMode: .sourceAccurate).first { _ in true }?.id == node.id
      default: false
      }
    guard isApplied else { return nil }
    // A member without a base begins with its dot, a '#if' without one with its directive.
    return node.is(ExprSyntax.self) ? parent : nil
  }

  /// What a link inside a `#if` within a chain is applied to, where it is the first one there.
  static func conditionalBase(of link: Syntax) -> Syntax? {
    guard startsWithDot(link) else { return nil }
    var head = link
    while let parent = head.parent {
      if let next = self.link(on: head) {
        head = next
        continue
      }
      guard let clause = parent.as(IfConfigClauseSyntax.self),
        let config = clause.parent?.parent?.parent?.as(PostfixIfConfigExprSyntax.self)
      else { return nil }
      if let base = config.base { return Syntax(base) }
      head = Syntax(config)
    }
    return nil
  }

  /// Whether a link stands in a `#if` within a chain, so that its code has no beginning of its own.
  static func isConditional(_ link: Syntax) -> Bool { conditionalBase(of: link) != nil }

  private static func startsWithDot(_ node: Syntax) -> Bool {
    guard let first = node.firstToken(viewMode: .sourceAccurate) else { return false }
    return first.tokenKind == .period || first.tokenKind == .poundIf
  }

  /// The expression that the chain of links begins with.
  static func start(of node: Syntax) -> Syntax {
    var start = node
    while let base = base(of: start) { start = base }
    return start
  }
}
