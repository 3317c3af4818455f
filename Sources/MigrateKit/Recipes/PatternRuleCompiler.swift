/// Turns the description of a rule into one, or reports everything wrong with it.
struct PatternRuleCompiler {
  let manifest: RecipeManifest
  /// The version of each platform that the recipe adapts to.
  let since: [Platform: PlatformVersion]

  /// The rule; nil when a part of it cannot be used, which is then reported.
  func rule(
    _ source: PatternRuleManifest, at start: LinePosition, _ problems: inout ProblemCollector
  ) -> PatternRule? {
    guard let match = source.match else { return nil }
    let known = problems.problems.count
    if source.id == nil {
      problems.report("'id' is missing: a rule with 'match' needs a name of its own", at: start)
    }
    if source.message == nil {
      problems.report(
        "'message' is missing: say what is so and what to do about it", at: start)
    }
    var compiler = MatchCompiler(since: since, parts: manifest.parts)
    let specification = compiler.specification(
      match.value, named: "match", at: match.start, around: [], &problems)
    guard problems.problems.count == known else { return nil }
    check(specification, at: match.start, &problems)
    let actions = PatternActionCompiler(manifest: manifest, since: since, match: specification)
    let action = actions.action(of: source, &problems)
    MatchContradictions(match: specification, since: since, manifest: manifest)
      .report(on: match.value, action, at: match.start, &problems)
    let gateForm = PatternAction.GateForm(rawValue: source.gate?.value ?? "") ?? .statement
    if let gate = source.gate, !action.isGated, !action.isRemoval {
      problems.report(
        "'gate' is for rules with 'since' or 'before'; remove it, or give arms", at: gate.start)
    }
    check(gateForm, action, specification, at: source.gate?.start ?? start, &problems)
    let message = MessageText(source.message?.value ?? "")
    if let text = source.message {
      actions.reportUnknown(
        message.uses, of: text, known: specification.names.union([CodeWrapper.whole]),
        in: "message", &problems)
    }
    guard problems.problems.count == known else { return nil }
    return PatternRule(
      id: source.id?.value ?? "", needles: specification.needles, match: specification,
      action: action, gateForm: gateForm, message: message,
      safety: Safety(rawValue: source.safety) ?? .review,
      level: FindingLevel(rawValue: source.level) ?? .warning, requirement: requirement,
      changesOlderSystems: manifest.changesOlderSystems)
  }

  private var requirement: APIRequirement {
    var versions = since
    if let version = versions[.iOS], versions[.macCatalyst] == nil {
      versions[.macCatalyst] = max(version, PlatformVersion(13, 1))
    }
    return APIRequirement(versions)
  }

  private func check(
    _ match: MatchSpecification, at start: LinePosition, _ problems: inout ProblemCollector
  ) {
    if match.patterns.isEmpty {
      guard !problems.hasProblem(near: start) else { return }
      problems.report(
        "'match' has no pattern; give one of 'expr', 'stmt', 'decl', 'type' or 'member'", at: start)
    } else if match.patterns.contains(where: \.needles.isEmpty) {
      problems.report(
        "'match' holds no word of its own, so that every file would have to be read; name a"
          + " function or a type (a label may not be written where a closure is given)", at: start)
    }
  }

  // MARK: Gates

  private func check(
    _ form: PatternAction.GateForm, _ action: PatternAction, _ match: MatchSpecification,
    at start: LinePosition, _ problems: inout ProblemCollector
  ) {
    guard action.isGated || form == .view, !match.patterns.isEmpty else { return }
    if match.patterns.contains(where: { $0.category != .expr && $0.category != .stmt }) {
      problems.report(
        "only expressions and statements can differ between systems; match 'expr' or 'stmt'",
        at: start)
    }
    guard form == .view else {
      if case .move = action {
        problems.report(
          "'systems: since' needs 'gate: view', since no statement can differ by a modifier",
          at: start)
      }
      return
    }
    if case .wrap = action, !match.patterns.contains(where: { $0.category == .stmt }) {
      return checkViewWrap(action, at: start, &problems)
    }
    let receivers = match.patterns.map { $0.root.leadingReceiver?.name }
    let first = receivers.first ?? nil
    if first == nil || receivers.contains(where: { $0 != first }) {
      problems.report(
        "'gate: view' is for modifiers: begin the pattern with a placeholder and a dot, as in"
          + " '$v.modifier($x)'", at: start)
    } else if case .insert = action {
      problems.report("'gate: view' cannot insert statements; use 'gate: statement'", at: start)
    } else if action.templates.contains(where: { $0.receiver != first }) {
      problems.report(
        "with 'gate: view' what is written begins with '$\(first ?? "")' and a dot, as the pattern"
          + " does", at: start)
    } else if case .replace(let arms) = action, arms.before != nil {
      problems.report(
        "with 'gate: view' earlier systems keep the modifier as it is; remove 'before'", at: start)
    }
  }

  /// A view may be any expression, and its helper only adds something.
  private func checkViewWrap(
    _ action: PatternAction, at start: LinePosition, _ problems: inout ProblemCollector
  ) {
    guard case .wrap(let arms) = action, arms.before != nil else { return }
    problems.report(
      "with 'gate: view' earlier systems keep the view as it is; remove 'before'", at: start)
  }
}
