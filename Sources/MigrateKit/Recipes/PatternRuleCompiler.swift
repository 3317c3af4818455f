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
    var compiler = MatchCompiler(since: since)
    let specification = compiler.specification(
      match.value, named: "match", at: match.start, around: [], &problems)
    guard problems.problems.count == known else { return nil }
    check(specification, at: match.start, &problems)
    let action = self.action(of: source, on: specification, at: start, &problems)
    let gateForm = PatternAction.GateForm(rawValue: source.gate?.value ?? "") ?? .statement
    if let gate = source.gate, !action.isGated, !action.isRemoval {
      problems.report(
        "'gate' is for rules with 'since' or 'before'; remove it, or give arms", at: gate.start)
    }
    check(gateForm, action, specification, at: source.gate?.start ?? start, &problems)
    let message = MessageText(source.message?.value ?? "")
    report(
      message.names, missingFrom: specification, in: "message", at: source.message?.start,
      &problems)
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
      problems.report(
        "'match' has no pattern; give one of 'expr', 'stmt', 'decl', 'type' or 'member'", at: start)
    } else if match.patterns.contains(where: \.needles.isEmpty) {
      problems.report(
        "'match' holds no word of its own, so that every file would have to be read; name a"
          + " function, a type or a label", at: start)
    }
  }

  // MARK: Actions

  private func action(
    of source: PatternRuleManifest, on match: MatchSpecification, at start: LinePosition,
    _ problems: inout ProblemCollector
  ) -> PatternAction {
    let given = [
      source.replace?.start, source.remove?.start, source.insertBefore?.start,
      source.insertAfter?.start,
    ].compactMap { $0 }
    if given.count > 1 {
      problems.report(
        "a rule has one of 'replace', 'remove', 'insert-before' and 'insert-after'; make it several"
          + " rules", at: given.max())
    }
    if let replace = source.replace {
      let categories = Set(match.patterns.map(\.category))
      guard categories.count < 2 else {
        problems.report(
          "'replace' needs patterns of one kind; make it several rules", at: replace.start)
        return .report
      }
      let arms = self.arms(
        replace, form: Self.form(of: categories.first ?? .expr), named: "replace", match, &problems)
      reportRepetition(of: match, in: arms, at: replace.start, &problems)
      return .replace(arms)
    }
    if let remove = source.remove {
      if !manifest.removes, (since[.iOS] ?? PlatformVersion(0)) >= PlatformVersion(26) {
        problems.report(
          "'remove' takes something away on the new system; say 'removes: true' in the recipe",
          at: remove.start)
      }
      return .remove(onlySince: remove.value == "since")
    }
    if let insert = source.insertBefore {
      return .insert(
        arms(insert, form: .statements, named: "insert-before", match, &problems), isBefore: true)
    }
    if let insert = source.insertAfter {
      return .insert(
        arms(insert, form: .statements, named: "insert-after", match, &problems), isBefore: false)
    }
    return .report
  }

  private static func form(of category: Pattern.Category) -> Template.Form {
    switch category {
    case .expr: .expression
    case .stmt: .statements
    case .decl, .member: .declarations
    case .type: .type
    }
  }

  private func arms(
    _ source: Located<PatternRuleManifest.Arms>, form: Template.Form, named name: String,
    _ match: MatchSpecification, _ problems: inout ProblemCollector
  ) -> PatternAction.Arms {
    let texts = source.value
    func template(_ text: Located<String>?, _ name: String) -> Template? {
      guard let text else { return nil }
      do throws(PatternProblem) {
        let template = try Template(text.value, as: form)
        report(template.names, missingFrom: match, in: name, at: text.start, &problems)
        return template
      } catch {
        problems.report("'\(name)' cannot be used: \(error.message)", at: text.start)
        return nil
      }
    }
    if texts.always == nil, texts.since == nil {
      let isInsertion = name != "replace"
      if !isInsertion || texts.before == nil {
        problems.report(
          "'\(name)' has no 'since'; say what the new system does"
            + (isInsertion ? "" : ", or use 'remove: since'"), at: source.start)
      } else if !manifest.changesOlderSystems {
        problems.report(
          "'\(name)' adds code for earlier systems only, which a recipe may do only with"
            + " 'changes-older-systems: true'", at: source.start)
      }
    }
    return PatternAction.Arms(
      always: template(texts.always, name), since: template(texts.since, name + ".since"),
      before: template(texts.before, name + ".before"))
  }

  private func report(
    _ names: [String], missingFrom match: MatchSpecification, in place: String,
    at start: LinePosition?, _ problems: inout ProblemCollector
  ) {
    let known = match.names
    for name in Set(names).sorted() where !known.contains(name) {
      let hint = Spelling.hint(for: "$" + name, in: known.sorted().map { "$" + $0 })
      let names = known.sorted().map { "'$\($0)'" }.joined(separator: ", ")
      let help =
        !hint.isEmpty ? hint : known.isEmpty ? "; it keeps none" : "; it keeps \(names)"
      problems.report(
        "'\(place)' uses '$\(name)', which not every match keeps\(help)", at: start)
    }
  }

  /// A rule whose result it would find again never comes to an end.
  private func reportRepetition(
    of match: MatchSpecification, in arms: PatternAction.Arms, at start: LinePosition,
    _ problems: inout ProblemCollector
  ) {
    guard match.constraints.isEmpty, let pattern = match.pattern else { return }
    for template in [arms.always, arms.since].compactMap({ $0 })
    where SelfMatch.isFound(pattern, in: template) {
      problems.report(
        "the pattern matches what 'replace' writes, so that the rule would never end; narrow"
          + " 'match' by 'not'", at: start)
    }
  }

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
    guard form == .view else { return }
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
}
