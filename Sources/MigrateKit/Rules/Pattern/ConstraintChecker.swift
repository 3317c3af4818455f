import SwiftSyntax

/// Looks for the matches of a specification in one file.
struct ConstraintChecker {
  let platforms: FilePlatforms
  var matcher: PatternMatcher
  /// Read when a constraint first asks for it.
  private lazy var inheritance = DeclaredInheritance(matcher.file, facts: facts)
  private let facts: ProjectFacts

  init(_ file: ParsedFile, platforms: FilePlatforms, facts: ProjectFacts = ProjectFacts()) {
    self.platforms = platforms
    matcher = PatternMatcher(file)
    self.facts = facts
  }

  /// Whether a node matches; the matcher then holds the bindings.
  mutating func matches(_ specification: MatchSpecification, _ node: Syntax) -> Bool {
    let saved = matcher.bindings
    if holds(specification, node) { return true }
    matcher.bindings = saved
    return false
  }

  private mutating func holds(_ specification: MatchSpecification, _ node: Syntax) -> Bool {
    if let pattern = specification.pattern, !matcher.matches(pattern, node) { return false }
    for constraint in specification.constraints where !holds(constraint, node) { return false }
    return true
  }

  private mutating func holds(_ constraint: MatchConstraint, _ node: Syntax) -> Bool {
    matcher.count()
    guard !matcher.isExhausted else { return false }
    switch constraint {
    case .any(let parts):
      for part in parts where matches(part, node) { return true }
      return false
    case .all(let parts):
      for part in parts where !matches(part, node) { return false }
      return true
    case .not(let part):
      let saved = matcher.bindings
      defer { matcher.bindings = saved }
      return !matches(part, node)
    case .inside(let part):
      var next = node.parent
      while let parent = next {
        if matches(part, parent) { return true }
        if stops(part, at: parent) { return false }
        next = parent.parent
      }
      return false
    case .has(let part): return hasDescendant(part, node)
    case .follows(let part):
      return isAmong(siblings(of: node, isBefore: true).reversed(), part)
    case .precedes(let part):
      return isAmong(siblings(of: node, isBefore: false), part)
    case .capture(let name, let condition):
      let own = name == CodeWrapper.whole ? CodeBinding(node, in: matcher.file) : nil
      return (matcher.bindings[name] ?? own).map { condition.holds($0, in: matcher.file) } ?? false
    case .below(let versions): return isBelow(versions, node)
    case .atLeast(let versions): return !isBelow(versions, node)
    case .platform(let wanted):
      let context = AvailabilityContext(at: node, platforms: platforms)
      return wanted.contains { context.isBuilt(for: $0) }
    case .inherits(let names): return inheritance.inherits(node, from: names)
    }
  }

  private mutating func hasDescendant(_ part: MatchSpecification, _ node: Syntax) -> Bool {
    var pending = Array(node.children(viewMode: .sourceAccurate).reversed())
    while let next = pending.popLast() {
      matcher.count()
      if matcher.isExhausted { return false }
      if matches(part, next) { return true }
      if stops(part, at: next) { continue }
      pending += next.children(viewMode: .sourceAccurate).reversed()
    }
    return false
  }

  /// Whether a search goes no further than a node.
  private mutating func stops(_ part: MatchSpecification, at node: Syntax) -> Bool {
    switch part.stop {
    case nil: return false
    case .neighbor:
      let patterns = part.patterns
      return patterns.isEmpty || patterns.contains { $0.subject(of: node) != nil }
    case .match(let limit):
      let saved = matcher.bindings
      defer { matcher.bindings = saved }
      return matches(limit, node)
    }
  }

  /// Whether one of some statements or members matches; the nearest comes first.
  private mutating func isAmong(_ items: [Syntax], _ part: MatchSpecification) -> Bool {
    for item in items {
      if matchesItem(part, item) { return true }
      switch part.stop {
      case nil: continue
      case .neighbor: return false
      case .match(let limit):
        let saved = matcher.bindings
        let isLimit = matchesItem(limit, item)
        matcher.bindings = saved
        if isLimit { return false }
      }
    }
    return false
  }

  /// The statements or members of the same block.
  private func siblings(of node: Syntax, isBefore: Bool) -> [Syntax] {
    var item = node
    while !item.is(CodeBlockItemSyntax.self), !item.is(MemberBlockItemSyntax.self) {
      guard let parent = item.parent else { return [] }
      item = parent
    }
    let all = item.parent.map { Array($0.children(viewMode: .sourceAccurate)) } ?? []
    return all.filter { isBefore ? $0.position < item.position : $0.position > item.position }
  }

  /// Whether a statement or member matches, or the code that it consists of.
  private mutating func matchesItem(_ part: MatchSpecification, _ item: Syntax) -> Bool {
    if matches(part, item) { return true }
    guard let content = item.children(viewMode: .sourceAccurate).first(where: { _ in true }) else {
      return false
    }
    if matches(part, content) { return true }
    guard let statement = content.as(ExpressionStmtSyntax.self) else { return false }
    return matches(part, Syntax(statement.expression))
  }

  private func isBelow(_ versions: [Platform: PlatformVersion], _ node: Syntax) -> Bool {
    let context = AvailabilityContext(at: node, platforms: platforms)
    return context.reachablePlatforms.contains { platform in
      // Catalyst goes by the versions of iOS.
      let own = versions[platform] ?? (platform == .macCatalyst ? versions[.iOS] : nil)
      guard let version = own else { return false }
      return context.bounds(of: platform).atLeast < version.normalized(for: platform)
    }
  }
}
