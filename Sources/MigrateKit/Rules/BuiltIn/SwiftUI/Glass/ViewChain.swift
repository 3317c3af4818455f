import SwiftSyntax

/// The modifier chain that one call stands in: the view at its start, and what comes before and
/// after the call.
///
/// `#if` parts of the chain are followed in both directions, and so are helpers that are given the
/// view, such as `.modify { view in view.glassEffect() }`.
struct ViewChain {
  /// The view that the chain begins with, without its modifiers; nil for the implicit `self`.
  private(set) var root: ExprSyntax?
  /// The modifiers between the view and the call, first one first; those of every part of a `#if`
  /// are among them.
  private(set) var before: [ModifierLink] = []
  /// The modifiers after the call, first one first.
  private(set) var after: [ModifierLink] = []
  /// The properties that the chain goes through, such as the `backport` of
  /// `view.backport.glassEffect()`.
  private(set) var namespaces: [String] = []
  /// The helpers whose closure the call stands in and whose view the chain begins with, innermost
  /// first.
  private(set) var transforms: [ModifierLink] = []

  /// Reads the chain around a call of a member.
  init(around link: ModifierLink) {
    inward(from: link)
    outward(from: Syntax(link.call))
  }

  /// Reads the chain that begins at a call without a receiver.
  init(aroundImplicitSelf call: FunctionCallExprSyntax) {
    outward(from: Syntax(call))
  }

  /// Reads a whole chain from its last call or its view.
  init(endingWith expression: ExprSyntax) {
    inward(from: expression)
  }

  // MARK: Towards the view

  private mutating func inward(from link: ModifierLink) {
    if let base = link.member.base {
      inward(from: base)
    } else if let base = link.directive?.base {
      inward(from: base)
    } else {
      root = ExprSyntax(link.call)
    }
    before = Array(before.reversed())
    namespaces = Array(namespaces.reversed())
  }

  private mutating func inward(from start: ExprSyntax) {
    var next: ExprSyntax? = start
    while let node = next {
      next = nil
      if let call = node.as(FunctionCallExprSyntax.self), let link = ModifierLink(call),
        let base = link.member.base ?? link.directive?.base, !Self.isTypeName(base)
      {
        before.append(link)
        next = base
      } else if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
        Self.isView(base)
      {
        namespaces.append(member.declName.baseName.text)
        next = base
      } else if let config = node.as(PostfixIfConfigExprSyntax.self), let base = config.base {
        before += ModifierLink.links(inClausesOf: config).reversed()
        next = base
      } else if let transform = Self.transform(giving: node), let base = transform.member.base,
        transforms.count < 8
      {
        transforms.append(transform)
        next = base
      } else {
        root = node
      }
    }
  }

  /// Whether an expression is a view whose property can only be a namespace of modifiers.
  private static func isView(_ base: ExprSyntax) -> Bool {
    if let call = base.as(FunctionCallExprSyntax.self) {
      return ModifierLink(call) != nil || ViewTrace.calledName(call).first?.isUppercase ?? false
    }
    if base.is(PostfixIfConfigExprSyntax.self) { return true }
    guard let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return name == "content" || transform(giving: base) != nil
  }

  private static func isTypeName(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    return name.first?.isUppercase ?? false
  }

  /// The modifier call whose closure has the expression as its parameter.
  private static func transform(giving expression: ExprSyntax) -> ModifierLink? {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    var node = Syntax(expression).parent
    while let current = node {
      if let closure = current.as(ClosureExprSyntax.self) {
        let parameters = closure.parameterNames
        let isOwn = parameters.isEmpty ? name == "$0" : parameters.first == name
        if isOwn {
          guard let call = ViewTrace.call(given: closure), let link = ModifierLink(call),
            let base = link.member.base, !isTypeName(base)
          else { return nil }
          return link
        }
        if parameters.isEmpty, name == "$0" { return nil }
      } else if current.is(FunctionDeclSyntax.self) || current.is(AccessorBlockSyntax.self) {
        return nil
      }
      node = current.parent
    }
    return nil
  }

  // MARK: Away from the view

  private mutating func outward(from start: Syntax) {
    var node = start
    var pending = transforms
    while true {
      if let outer = Self.step(from: node, adding: &after) {
        node = outer
      } else if !pending.isEmpty {
        node = Syntax(pending.removeFirst().call)
      } else {
        return
      }
    }
  }

  /// The chain that a part of it belongs to, one step longer; nil at the end of the chain.
  private static func step(from node: Syntax, adding links: inout [ModifierLink]) -> Syntax? {
    guard let parent = node.parent else { return nil }
    if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == node.id {
      guard let call = member.parent?.as(FunctionCallExprSyntax.self),
        call.calledExpression.id == member.id, let link = ModifierLink(call)
      else { return Syntax(member) }
      links.append(link)
      return Syntax(call)
    }
    if let config = parent.as(PostfixIfConfigExprSyntax.self), config.base?.id == node.id {
      links += ModifierLink.links(inClausesOf: config)
      return Syntax(config)
    }
    return PostfixIfConfigExprSyntax(withPartEndingAt: node).map { Syntax($0) }
  }
}

extension ModifierLink {
  /// The `#if` within a chain that the link is in a part of.
  var directive: PostfixIfConfigExprSyntax? {
    var node = Syntax(call)
    while let parent = node.parent {
      if let config = PostfixIfConfigExprSyntax(withPartEndingAt: node) { return config }
      guard parent.is(MemberAccessExprSyntax.self) || parent.is(FunctionCallExprSyntax.self)
      else { return nil }
      if let outer = parent.as(FunctionCallExprSyntax.self), outer.calledExpression.id != node.id {
        return nil
      }
      node = parent
    }
    return nil
  }
}

extension PostfixIfConfigExprSyntax {
  /// The `#if` within a chain one of whose parts is the node.
  fileprivate init?(withPartEndingAt node: Syntax) {
    guard let clause = node.parent?.as(IfConfigClauseSyntax.self),
      let config = clause.parent?.parent?.parent?.as(PostfixIfConfigExprSyntax.self)
    else { return nil }
    self = config
  }
}

extension ClosureExprSyntax {
  /// The names of the closure's parameters; none for anonymous ones.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let parameters)?: parameters.map(\.name.text)
    case .parameterClause(let clause)?:
      clause.parameters.map { $0.secondName?.text ?? $0.firstName.text }
    default: []
    }
  }
}
