import SwiftSyntax

/// Compares patterns with the nodes of one file, with a limit on the work.
struct PatternMatcher {
  /// The comparisons that one file may take.
  static let workLimit = 1_000_000

  let file: ParsedFile
  private(set) var work = 0
  var bindings = CodeBindings()

  init(_ file: ParsedFile) {
    self.file = file
  }

  /// Whether the limit was reached, so that nothing found can be relied on.
  var isExhausted: Bool { work > Self.workLimit }

  /// Whether a pattern matches a node; the bindings are kept only then.
  mutating func matches(_ pattern: Pattern, _ node: Syntax) -> Bool {
    guard let subject = pattern.subject(of: node), pattern.root.accepts(subject) else {
      return false
    }
    // Links that a pattern ends with are all there are.
    if case .chain = pattern.root, PostfixChain.link(on: subject) != nil { return false }
    return attempt { $0.match(pattern.root, subject) }
  }

  /// Runs a comparison and takes back its bindings when it fails.
  mutating func attempt(_ body: (inout PatternMatcher) -> Bool) -> Bool {
    let saved = bindings
    if body(&self) { return true }
    bindings = saved
    return false
  }

  /// Keeps code under the name of a placeholder; one without a name takes anything.
  private mutating func bind(
    _ variable: Metavariable, _ make: (ParsedFile) -> CodeBinding
  ) -> Bool {
    guard let name = variable.name else { return true }
    return bindings.bind(name, make(file))
  }

  mutating func count(_ steps: Int = 1) { work += steps }

  private mutating func match(_ pattern: PatternNode, _ node: Syntax) -> Bool {
    work += 1
    guard !isExhausted else { return false }
    switch pattern {
    case .token(let text):
      guard let token = node.as(TokenSyntax.self) else { return false }
      return SyntaxParts.text(of: token) == text
    case .anyToken(let variable):
      guard node.is(TokenSyntax.self) else { return false }
      return bind(variable) { CodeBinding(node, in: $0) }
    case .anyNode(let variable, let slot):
      guard slot.accepts(node) else { return false }
      return bind(variable) { CodeBinding(node, in: $0) }
    case .node(let kind, let children):
      guard node.kind == kind else { return false }
      let parts = Array(node.children(viewMode: .sourceAccurate))
      if kind == .memberAccessExpr, children.count == parts.count + 1,
        let base = PostfixChain.conditionalBase(of: node)
      {
        return matchAll(children, [base] + parts)
      }
      return matchAll(children, parts)
    case .declaration(let kind, let children):
      return node.kind == kind && matchDeclaration(children, node)
    case .list(let kind, let elements):
      guard node.kind == kind else { return false }
      if elements.count == 1, case .many(let variable)? = elements.first {
        return bind(variable) { CodeBinding(all: node, in: $0) }
      }
      return match(elements[...], Array(node.children(viewMode: .sourceAccurate))[...])
    case .subset(let kind, let elements):
      return node.kind == kind && matchSubset(elements, node)
    case .call(let callee, let arguments):
      guard let call = node.as(FunctionCallExprSyntax.self),
        match(callee, Syntax(call.calledExpression))
      else { return false }
      return match(arguments[...], CallArgument.all(of: CallParts(call))[...])
    case .expansion(let name, let arguments):
      guard let expansion = MacroExpansion(node), match(name, Syntax(expansion.name)) else {
        return false
      }
      if expansion.hasPrefixes { bindings.leavesParts = true }
      return match(arguments[...], CallArgument.all(of: expansion.call)[...])
    case .chain(let base, let variable):
      return matchChain(base, variable, node)
    case .anyClosure(let variable):
      guard let closure = node.as(ClosureExprSyntax.self) else { return false }
      let tokens = SyntaxParts.tokens(of: closure).dropFirst().dropLast()
      return bind(variable) { file in
        CodeBinding(
          between: closure.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset,
          and: closure.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset,
          tokens: Array(tokens), isBlock: true, in: file)
      }
    }
  }

  private mutating func matchAll(_ patterns: [PatternNode], _ nodes: [Syntax]) -> Bool {
    guard patterns.count == nodes.count else { return false }
    for (pattern, node) in zip(patterns, nodes) where !match(pattern, node) { return false }
    return true
  }

  // MARK: Lists

  private mutating func match(
    _ elements: ArraySlice<PatternElement>, _ nodes: ArraySlice<Syntax>
  ) -> Bool {
    guard let first = elements.first else { return nodes.isEmpty }
    switch first {
    case .one(let pattern):
      guard let node = nodes.first, matchElement(pattern, node) else { return false }
      return match(elements.dropFirst(), nodes.dropFirst())
    case .many(let variable):
      if elements.count == 1 {
        return bind(variable) { CodeBinding(items: nodes, in: $0) }
      }
      for count in 0...nodes.count {
        work += count + 1
        let isFound = attempt { matcher in
          matcher.bind(variable) { CodeBinding(items: nodes.prefix(count), in: $0) }
            && matcher.match(elements.dropFirst(), nodes.dropFirst(count))
        }
        if isFound { return true }
        if isExhausted { return false }
      }
      return false
    }
  }

  private mutating func matchElement(_ pattern: PatternNode, _ node: Syntax) -> Bool {
    guard case .node(let kind, let children) = pattern else { return match(pattern, node) }
    work += 1
    guard node.kind == kind else { return false }
    return matchAll(children, SyntaxParts.children(ofElement: node))
  }

  private mutating func matchSubset(_ patterns: [PatternNode], _ node: Syntax) -> Bool {
    let nodes = Array(node.children(viewMode: .sourceAccurate))
    guard patterns.count <= nodes.count else { return false }
    var free = Array(nodes.indices)
    for pattern in patterns {
      let place = free.firstIndex { index in attempt { $0.match(pattern, nodes[index]) } }
      guard let place else { return false }
      free.remove(at: place)
    }
    if !free.isEmpty { bindings.leavesParts = true }
    return true
  }

  private mutating func matchDeclaration(_ patterns: [PatternNode], _ node: Syntax) -> Bool {
    var patterns = patterns[...]
    for child in node.children(viewMode: .sourceAccurate) {
      if let next = patterns.first, next.accepts(child) {
        guard match(next, child) else { return false }
        patterns.removeFirst()
      } else if [.inheritanceClause, .genericParameterClause, .genericWhereClause]
        .contains(child.kind)
      {
        bindings.leavesParts = true
      } else {
        return false
      }
    }
    return patterns.isEmpty
  }

  // MARK: Chains and calls

  private mutating func matchChain(
    _ base: PatternNode, _ variable: Metavariable, _ node: Syntax
  ) -> Bool {
    var current = node
    // Whether the links up to here stand in a row; in a '#if' the first ones stand before it.
    var isInRow = true
    let end = file.range(of: node).upperBound
    while true {
      let prefix = current
      let isFound = attempt { matcher in
        guard matcher.match(base, prefix), isInRow || variable.name == nil else { return false }
        let start = matcher.file.range(of: prefix).upperBound
        let count = SyntaxParts.tokens(of: prefix).count
        let tokens = variable.name == nil ? [] : SyntaxParts.tokens(of: node).dropFirst(count)
        return matcher.bind(variable) { file in
          CodeBinding(between: start, and: end, tokens: Array(tokens), in: file)
        }
      }
      if isFound { return true }
      if isExhausted { return false }
      if let next = PostfixChain.base(of: current) {
        current = next
      } else if let next = PostfixChain.conditionalBase(of: current) {
        current = next
        isInRow = false
      } else {
        return false
      }
    }
  }

  private mutating func match(
    _ patterns: ArraySlice<ArgumentPattern>, _ arguments: ArraySlice<CallArgument>
  ) -> Bool {
    guard let first = patterns.first else { return arguments.isEmpty }
    switch first {
    case .one(let label, let value):
      guard let argument = arguments.first, accepts(label, value, argument),
        match(value, Syntax(argument.value))
      else { return false }
      return match(patterns.dropFirst(), arguments.dropFirst())
    case .many(let variable):
      for count in stride(
        from: patterns.count == 1 ? arguments.count : 0, through: arguments.count, by: 1)
      {
        work += count + 1
        let isFound = attempt { matcher in
          matcher.bind(variable) { CallArgument.binding(arguments.prefix(count), in: $0) }
            && matcher.match(patterns.dropFirst(), arguments.dropFirst(count))
        }
        if isFound { return true }
        if isExhausted { return false }
      }
      return false
    }
  }

  /// Whether an argument may be the one that a label of a pattern means.
  private mutating func accepts(
    _ label: ArgumentPattern.Label, _ value: PatternNode, _ argument: CallArgument
  ) -> Bool {
    let couldBeClosure =
      switch value {
      case .anyNode, .anyClosure, .node(.closureExpr, _): true
      default: false
      }
    let isClosure = argument.value.is(ClosureExprSyntax.self)
    switch label {
    case .trailing: return isClosure && argument.place != .additional
    case .none: return argument.place == .first ? couldBeClosure : argument.label == nil
    case .text(let text):
      return argument.place == .first
        ? couldBeClosure : argument.label.map { SyntaxParts.text(of: $0) } == text
    case .any(let variable):
      guard let token = argument.label else { return argument.place == .first && couldBeClosure }
      return bind(variable) { CodeBinding(Syntax(token), in: $0) }
    }
  }
}
