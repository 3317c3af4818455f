/// Turns the description of what a rule does into an action.
struct PatternActionCompiler {
  let manifest: RecipeManifest
  /// The version of each platform that the recipe adapts to.
  let since: [Platform: PlatformVersion]
  let match: MatchSpecification

  private typealias Source = PatternRuleManifest

  /// The action; what cannot be used is reported and left out.
  func action(
    of source: PatternRuleManifest, _ problems: inout ProblemCollector
  ) -> PatternAction {
    reportSeveral(in: source, &problems)
    if let replace = source.replace {
      return .replace(replacement(replace, named: "replace", &problems))
    }
    if let remove = source.remove {
      reportRemoval("remove", "takes something away", at: remove.start, &problems)
      return .remove(onlySince: remove.value == "since")
    }
    if let insert = source.insertBefore {
      return .insert(
        arms(insert, form: .statements, named: "insert-before", &problems), isBefore: true)
    }
    if let insert = source.insertAfter {
      return .insert(
        arms(insert, form: .statements, named: "insert-after", &problems), isBefore: false)
    }
    if let move = source.moveModifier { return self.move(move, &problems) }
    if let wrap = source.wrap { return self.wrap(wrap, &problems) }
    return .report
  }

  private func reportSeveral(
    in source: PatternRuleManifest, _ problems: inout ProblemCollector
  ) {
    let given = [
      source.replace?.start, source.remove?.start, source.insertBefore?.start,
      source.insertAfter?.start, source.moveModifier?.start, source.wrap?.start,
    ].compactMap { $0 }
    guard given.count > 1 else { return }
    problems.report(
      "a rule has one of 'replace', 'remove', 'insert-before', 'insert-after', 'move-modifier' and"
        + " 'wrap'; make it several rules", at: given.max())
  }

  /// A recipe has to say that it takes something away on the new system.
  private func reportRemoval(
    _ key: String, _ words: String, at start: LinePosition, _ problems: inout ProblemCollector
  ) {
    guard !manifest.removes, (since[.iOS] ?? PlatformVersion(0)) >= PlatformVersion(26) else {
      return
    }
    problems.report(
      "'\(key)' \(words) on the new system; say 'removes: true' in the recipe", at: start)
  }

  // MARK: Replacing and wrapping

  private func replacement(
    _ source: Located<PatternRuleManifest.Arms>, named name: String,
    _ problems: inout ProblemCollector
  ) -> PatternAction.Arms {
    guard let category = onlyCategory(for: source.start, named: name, &problems) else {
      return PatternAction.Arms()
    }
    let arms = self.arms(source, form: Self.form(of: category), named: name, &problems)
    reportRepetition(in: arms, at: source.start, &problems)
    return arms
  }

  private func wrap(
    _ source: Located<PatternRuleManifest.Arms>, _ problems: inout ProblemCollector
  ) -> PatternAction {
    guard let category = onlyCategory(for: source.start, named: "wrap", &problems) else {
      return .report
    }
    let whole = "$" + CodeWrapper.whole
    if match.names.contains(CodeWrapper.whole) {
      problems.report(
        "'\(whole)' is the code itself in 'wrap'; give the placeholder of 'match' another name",
        at: source.start)
    }
    if category == .decl || category == .member {
      problems.report(
        "only expressions, statements and types are wrapped; use 'replace'", at: source.start)
      return .report
    }
    let arms = self.arms(
      source, form: Self.form(of: category), named: "wrap", known: [CodeWrapper.whole], &problems)
    let texts: [(Template?, Located<String>?, String)] = [
      (arms.always, source.value.always, "wrap"), (arms.since, source.value.since, "wrap.since"),
      (arms.before, source.value.before, "wrap.before"),
    ]
    for (template, text, name) in texts {
      guard let template, let text else { continue }
      let places = template.uses.filter { $0.name == CodeWrapper.whole }
      if places.isEmpty {
        problems.report(
          "'\(name)' has no '\(whole)', which stands for the code; put it where the code goes",
          at: text.start)
      } else if places.count > 1 {
        problems.report(
          "'\(name)' has '\(whole)' twice, but code is wrapped once; remove one",
          at: text.position(of: places[1].offset))
      }
    }
    return .wrap(arms)
  }

  private func onlyCategory(
    for start: LinePosition, named name: String, _ problems: inout ProblemCollector
  ) -> Pattern.Category? {
    let categories = Set(match.patterns.map(\.category))
    guard categories.count < 2 else {
      problems.report("'\(name)' needs patterns of one kind; make it several rules", at: start)
      return nil
    }
    return categories.first ?? .expr
  }

  private static func form(of category: Pattern.Category) -> Template.Form {
    switch category {
    case .expr: .expression
    case .stmt: .statements
    case .decl, .member: .declarations
    case .type: .type
    }
  }

  /// A rule whose result it would find again never comes to an end.
  private func reportRepetition(
    in arms: PatternAction.Arms, at start: LinePosition, _ problems: inout ProblemCollector
  ) {
    guard match.constraints.isEmpty, let pattern = match.pattern else { return }
    for template in [arms.always, arms.since].compactMap({ $0 })
    where SelfMatch.isFound(pattern, in: template) {
      problems.report(
        "the pattern matches what 'replace' writes, so that the rule would never end; narrow"
          + " 'match' by 'not'", at: start)
    }
  }

  // MARK: Moving

  private func move(
    _ source: Located<PatternRuleManifest.Move>, _ problems: inout ProblemCollector
  ) -> PatternAction {
    let known = problems.problems.count
    let receivers = match.patterns.map { $0.root.leadingReceiver?.name }
    if receivers.contains(where: { $0 == nil }) {
      problems.report(
        "'move-modifier' is for modifiers: begin the pattern with a placeholder and a dot, as in"
          + " '$v.modifier($x)'", at: source.start)
    }
    guard let text = source.value.after ?? source.value.before else {
      problems.report(
        "'move-modifier' has no place; give 'after' or 'before' with a modifier such as"
          + " '.padding($$$)'", at: source.start)
      return .report
    }
    if let both = source.value.before, source.value.after != nil {
      problems.report(
        "'move-modifier' has 'after' and 'before'; keep one", at: both.start)
    }
    let isAfter = source.value.after != nil
    reportRemoval("move-modifier", "moves something", at: source.start, &problems)
    let name = "move-modifier." + (isAfter ? "after" : "before")
    guard let target = target(text, named: name, &problems),
      problems.problems.count == known
    else { return .report }
    return .move(
      ModifierMove(
        target: target, isAfter: isAfter, onlySince: source.value.systems == "since"))
  }

  /// A modifier that begins with a dot, as a pattern of it applied to anything.
  private func target(
    _ text: Located<String>, named name: String, _ problems: inout ProblemCollector
  ) -> Pattern? {
    guard text.value.hasPrefix(".") else {
      problems.report(
        "'\(name)' is a modifier with its dot, such as '.padding($$$)', not"
          + " '\(text.value.prefix(40))'", at: text.start)
      return nil
    }
    let base = "$_"
    let target: Pattern
    do throws(PatternProblem) {
      target = try Pattern(base + text.value, as: .expr)
    } catch {
      problems.report(
        "'\(name)' cannot be used: \(error.message)",
        at: text.position(of: error.offset.map { $0 - base.utf8.count }))
      return nil
    }
    let isSame = match.patterns.contains { pattern in
      guard let own = pattern.root.modifierName else { return false }
      return own == target.root.modifierName
    }
    if isSame {
      problems.report(
        "'\(name)' is the modifier that is moved, which would never come to rest; name another",
        at: text.start)
      return nil
    }
    return target
  }

  // MARK: Texts

  private func arms(
    _ source: Located<PatternRuleManifest.Arms>, form: Template.Form, named name: String,
    known extra: Set<String> = [], _ problems: inout ProblemCollector
  ) -> PatternAction.Arms {
    let texts = source.value
    func template(_ text: Located<String>?, _ name: String) -> Template? {
      guard let text else { return nil }
      do throws(PatternProblem) {
        let template = try Template(text.value, as: form)
        reportUnknown(
          template.uses, of: text, known: match.names.union(extra), in: name, &problems)
        return template
      } catch {
        problems.report(
          "'\(name)' cannot be used: \(error.message)", at: text.position(of: error.offset))
        return nil
      }
    }
    if texts.always == nil, texts.since == nil, !problems.hasProblem(near: source.start) {
      let isInsertion = name.hasPrefix("insert")
      if !isInsertion || texts.before == nil {
        problems.report(
          "'\(name)' has no 'since'; say what the new system does"
            + (name == "replace" ? ", or use 'remove: since'" : ""), at: source.start)
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

  /// Reports the placeholders of a text that have no code to write.
  func reportUnknown(
    _ uses: [PlaceholderUse], of text: Located<String>, known: Set<String>, in place: String,
    _ problems: inout ProblemCollector
  ) {
    var reported: Set<String> = []
    for use in uses where reported.insert(use.name).inserted {
      if !known.contains(use.name) {
        problems.report(
          "'\(place)' uses '$\(use.name)', which not every match keeps"
            + PlaceholderHint.text(for: use.name, known: known),
          at: text.position(of: use.offset))
      } else if let form = use.form, let kept = match.form(of: use.name), kept != form {
        problems.report(
          "'\(place)' uses '$\(use.name)' as \(Self.words(for: form)), but 'match' keeps"
            + " \(Self.words(for: kept)); write \(Self.spelling(of: use.name, kept))",
          at: text.position(of: use.offset))
      }
    }
  }

  private static func words(for form: PlaceholderForm) -> String {
    switch form {
    case .one: "one piece of code"
    case .many: "several items"
    case .links: "links of a chain"
    }
  }

  private static func spelling(of name: String, _ form: PlaceholderForm) -> String {
    switch form {
    case .one: "'$\(name)'"
    case .many: "'$$$\(name)' in a list"
    case .links: "'.$$$\(name)' after an expression"
    }
  }
}
