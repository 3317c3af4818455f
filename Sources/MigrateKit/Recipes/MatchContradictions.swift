/// Finds constraints that no code can meet, so that a rule would never do anything.
struct MatchContradictions {
  let match: MatchSpecification
  /// The version of each platform that the recipe adapts to.
  let since: [Platform: PlatformVersion]
  let manifest: RecipeManifest

  private typealias Match = PatternRuleManifest.Match

  /// Reports what is wrong with a match and what its action needs.
  func report(
    on source: PatternRuleManifest.Match, _ action: PatternAction, at start: LinePosition,
    _ problems: inout ProblemCollector
  ) {
    reportParts(of: source, as: match, named: "match", around: nil, &problems)
    if let below = source.below { reportBelow(below, action, &problems) }
  }

  /// What older systems reach, a change for every system leaves alone.
  private func reportBelow(
    _ text: Located<String>, _ action: PatternAction, _ problems: inout ProblemCollector
  ) {
    if case .report = action { return }
    guard !action.isGated, !manifest.changesOlderSystems else { return }
    var versions: [Platform: PlatformVersion] = [:]
    for constraint in match.constraints {
      if case .below(let below) = constraint { versions = below }
    }
    let isNever = versions.allSatisfy { platform, version in
      since[platform].map { version <= $0 } ?? false
    }
    guard !versions.isEmpty, isNever else { return }
    problems.report(
      "'below' asks for code that older systems reach, which a change for every system leaves"
        + " alone; give 'since', or say 'changes-older-systems: true'", at: text.start)
  }

  // MARK: Parts

  /// - Parameter outer: what the code is known to be from around the part.
  private func reportParts(
    of source: PatternRuleManifest.Match, as specification: MatchSpecification,
    named name: String, around outer: Pattern?, _ problems: inout ProblemCollector
  ) {
    let own = specification.pattern ?? outer
    if let outer, let pattern = specification.pattern,
      let text = source.patterns.first?.text
    {
      reportConflict(between: outer, and: pattern, named: name, at: text.start, &problems)
    }
    var all = source.all
    for constraint in specification.constraints {
      switch constraint {
      // What 'matches' names is no list of its own.
      case .all(let parts) where !all.isEmpty:
        reportAll(all, parts, named: name + ".all", around: own, &problems)
        all = []
      case .any(let parts):
        reportAll(source.any, parts, named: name + ".any", around: own, &problems)
      case .capture(let variable, _):
        reportKind(of: variable, in: source, specification, own, &problems)
      default: break
      }
    }
    reportExclusion(source, specification, named: name, own, &problems)
    reportPlaces(source, named: name, own, &problems)
    reportChoices(source, &problems)
  }

  private func reportAll(
    _ sources: [Located<PatternRuleManifest.Match>], _ parts: [MatchSpecification],
    named name: String, around own: Pattern?, _ problems: inout ProblemCollector
  ) {
    for (source, part) in zip(sources, parts) {
      reportParts(of: source.value, as: part, named: name, around: own, &problems)
    }
  }

  /// The same code cannot be two kinds of code.
  private func reportConflict(
    between outer: Pattern, and inner: Pattern, named name: String, at start: LinePosition,
    _ problems: inout ProblemCollector
  ) {
    let first = Self.words(for: outer.category)
    let second = Self.words(for: inner.category)
    if !Self.canBe(outer.category, inner.category) {
      problems.report(
        "'\(name)' can hold for no code, which would be \(first) and \(second) at once; put it"
          + " under 'inside' or 'has'", at: start)
    } else if let kind = outer.root.onlyKind, let other = inner.root.onlyKind, kind != other,
      kind != .token, other != .token
    {
      problems.report(
        "'\(name)' can hold for no code that the pattern around it matches; put it under 'inside'"
          + " or 'has'", at: start)
    }
  }

  private static func canBe(_ first: Pattern.Category, _ second: Pattern.Category) -> Bool {
    let declarations: Set<Pattern.Category> = [.decl, .member]
    return first == second || declarations.isSuperset(of: [first, second])
  }

  private static func words(for category: Pattern.Category) -> String {
    switch category {
    case .expr: "an expression"
    case .stmt: "a statement"
    case .decl, .member: "a declaration"
    case .type: "a type"
    }
  }

  /// A name or a type has no kind of expression.
  private func reportKind(
    of variable: String, in source: PatternRuleManifest.Match,
    _ specification: MatchSpecification, _ own: Pattern?, _ problems: inout ProblemCollector
  ) {
    guard let slot = own?.root.slot(of: variable), slot != .expression, slot != .item,
      slot != .other
    else { return }
    for condition in source.conditions
    where condition.value.kind != nil && Metavariable.name(condition.name) == variable {
      problems.report(
        "'where.\(condition.name).kind' is for expressions, and '$\(variable)' never is one; use"
          + " 'matches' or 'one-of'", at: condition.start)
    }
  }

  /// Code that is excluded as a whole.
  private func reportExclusion(
    _ source: PatternRuleManifest.Match, _ specification: MatchSpecification, named name: String,
    _ own: Pattern?, _ problems: inout ProblemCollector
  ) {
    guard let own, let text = source.patterns.first?.text,
      !own.metavariables.contains(where: \.isMany)
    else { return }
    var parts: [MatchSpecification] = []
    for case .not(let part) in specification.constraints { parts.append(part) }
    for (part, source) in zip(parts, source.not)
    where part.constraints.isEmpty && part.pattern != nil {
      guard let pattern = part.pattern, pattern.category == own.category,
        SelfMatch.isFound(pattern, asAllOf: text.value)
      else { continue }
      problems.report(
        "'\(name).not' leaves out everything that the pattern matches; narrow it",
        at: source.start)
    }
  }

  /// Types hold no code, and stand beside none.
  private func reportPlaces(
    _ source: PatternRuleManifest.Match, named name: String, _ own: Pattern?,
    _ problems: inout ProblemCollector
  ) {
    guard let own else { return }
    func report(
      _ list: [Located<PatternRuleManifest.Match>], _ key: String,
      where isImpossible: (Pattern.Category) -> Bool, _ words: String
    ) {
      for entry in list {
        for pattern in entry.value.patterns where isImpossible(pattern.category) {
          problems.report("'\(name).\(key)' can never hold: \(words)", at: pattern.text.start)
        }
      }
    }
    if own.category != .type {
      report(
        source.inside, "inside", where: { $0 == .type },
        "no type is around \(Self.words(for: own.category)); use 'expr', 'stmt' or 'decl'")
    } else {
      report(
        source.has, "has", where: { $0 != .type && $0 != .expr },
        "a type holds only types; use 'type'")
    }
    for (list, key) in [(source.follows, "follows"), (source.precedes, "precedes")] {
      report(
        list, key, where: { $0 == .type },
        "only statements and members stand beside code; use 'stmt', 'expr' or 'member'")
      if own.category == .stmt {
        report(
          list, key, where: { $0 == .member },
          "no members stand beside a statement; use 'stmt' or 'decl'")
      } else if own.category == .member {
        report(
          list, key, where: { $0 == .stmt || $0 == .expr },
          "no statements stand beside a member; use 'member'")
      }
    }
  }

  /// Of the codes that a placeholder may be, one must meet its other conditions.
  private func reportChoices(
    _ source: PatternRuleManifest.Match, _ problems: inout ProblemCollector
  ) {
    for condition in source.conditions where !condition.value.oneOf.isEmpty {
      let value = condition.value
      var expression: TextPattern?
      // What is wrong with the expression was reported when it was read.
      do { expression = try value.matches.map { try TextPattern($0.value) } } catch { continue }
      let kind = value.kind.flatMap(CodeKind.init(rawValue:))
      guard expression != nil || kind != nil else { continue }
      let isPossible = value.oneOf.contains { code in
        guard expression?.matches(code.value) ?? true else { return false }
        guard let kind else { return true }
        do { return kind.holds(try PatternText.node(of: code.value, as: .expr)) } catch {
          return false
        }
      }
      if !isPossible {
        let words = [expression.map { _ in "'matches'" }, kind.map { _ in "'kind'" }]
          .compactMap { $0 }.joined(separator: " and ")
        problems.report(
          "'where.\(condition.name)' can hold for no code: nothing in 'one-of' meets \(words);"
            + " change one", at: condition.start)
      }
    }
  }
}
