/// Turns a manifest into a recipe and finds what it refers to.
struct RecipeCompiler {
  /// The rules that recipes may name.
  let catalog: RuleCatalog

  /// Reads and compiles the manifest of one folder.
  ///
  /// - Returns: the recipe, or nil when anything is wrong; then every problem is reported.
  func compile(_ folder: RecipeFolder, problems: inout [FileProblem]) -> RecipeEntry? {
    let document = YAMLReader.read(folder.manifest, file: folder.manifestPath)
    var collector = ProblemCollector(file: folder.manifestPath)
    collector.add(document.problems)
    if let root = document.root {
      let manifest = RecipeManifest.table.read(root, name: "", problems: &collector)
      checkParts(of: root, manifest, problems: &collector)
      let entry = compile(manifest, of: folder, problems: &collector)
      if collector.problems.isEmpty { return entry }
    } else if document.problems.isEmpty {
      collector.report("the file is empty; give at least an 'id'", at: nil)
    }
    problems += collector.problems
    return nil
  }

  private func compile(
    _ manifest: RecipeManifest, of folder: RecipeFolder, problems: inout ProblemCollector
  ) -> RecipeEntry {
    if folder.origin != .plugin, !manifest.id.value.isEmpty, manifest.id.value != folder.name {
      problems.report(
        "'id' is '\(manifest.id.value)' but the folder is '\(folder.name)'; make them the same",
        at: manifest.id.start)
    }
    let since = self.since(of: manifest, problems: &problems)
    let rules = self.rules(of: manifest, since: since, origin: folder.origin, problems: &problems)
    reportUnusedParts(of: manifest, problems: &problems)
    let options = self.options(of: manifest, problems: &problems)
    var values = fixedOptions(of: manifest, problems: &problems)
    for option in options {
      if values[option.name] != nil {
        problems.report(
          "option '\(option.name)' is fixed under 'rules', so users cannot set it; remove one",
          at: manifest.id.start)
      }
      values[option.name] = option.standard
    }
    var recipe = Recipe(
      id: manifest.id.value, version: manifest.version, title: manifest.title,
      summary: Self.paragraph(manifest.summary), commitSubject: manifest.commit.subject,
      commitBody: manifest.commit.body, rules: rules, options: values,
      since: since, isRecommended: manifest.isRecommended?.value ?? manifest.members.isEmpty,
      changesOlderSystems: manifest.changesOlderSystems, removes: manifest.removes,
      retires: manifest.retires)
    recipe.sourceDigest = Digest.short(String(decoding: folder.manifest, as: UTF8.self))
    return RecipeEntry(
      recipe: recipe, options: options, guide: manifest.guide, folder: folder.path,
      origin: folder.origin, listed: manifest.members)
  }

  /// A recipe has rules, or it stands for others and then says nothing that follows from them.
  private func checkParts(
    of root: YAMLNode, _ manifest: RecipeManifest, problems: inout ProblemCollector
  ) {
    guard let recipes = root["recipes"] else {
      if root.entries != nil, root["rules"] == nil {
        problems.report(
          "'rules' is missing: give the rules in the order they run, or 'recipes', the ids of"
            + " recipes that this one stands for", at: root.start)
      }
      return
    }
    if recipes.items?.isEmpty == true {
      problems.report(
        "'recipes' is empty; list at least one, or give 'rules'", at: recipes.start)
    }
    for key in ["rules", "options", "since", "removes", "retires", "changes-older-systems"] {
      guard let entry = root.entries?.first(where: { $0.key == key }) else { continue }
      let reason =
        key == "rules" ? "list a recipe that has them" : "it follows from the recipes it lists"
      problems.report(
        "a recipe with 'recipes' has no '\(key)' of its own: \(reason)", at: entry.start)
    }
    if let flag = manifest.isRecommended, flag.value {
      problems.report(
        "a recipe with 'recipes' runs only when it is named; remove 'recommended: true'",
        at: flag.start)
    }
  }

  private func checkName(
    of rule: any Rule, among others: [any Rule], at start: LinePosition?,
    _ problems: inout ProblemCollector
  ) {
    if catalog.rule(rule.id) != nil {
      problems.report("'\(rule.id)' is a built-in rule; choose another 'id'", at: start)
    } else if others.contains(where: { $0.id == rule.id }) {
      problems.report("rule '\(rule.id)' is there twice; rename one", at: start)
    }
  }

  private func rules(
    of manifest: RecipeManifest, since: [Platform: PlatformVersion], origin: RecipeOrigin,
    problems: inout ProblemCollector
  ) -> [any Rule] {
    var rules: [any Rule] = []
    let compiler = PatternRuleCompiler(manifest: manifest, since: since)
    for entry in manifest.rules {
      let id = entry.value.rule.value
      if entry.value.pattern.match != nil {
        if !id.isEmpty || !entry.value.options.isEmpty {
          problems.report(
            "a rule has either 'rule' with 'options', or 'match'; make it two rules",
            at: entry.start)
        }
        if let rule = compiler.rule(entry.value.pattern, at: entry.start, &problems) {
          checkName(of: rule, among: rules, at: entry.value.pattern.id?.start, &problems)
          rules.append(rule)
        }
        continue
      }
      if id.isEmpty, !problems.problems.isEmpty, entry.value.pattern.id != nil { continue }
      if id.isEmpty {
        problems.report(
          "a rule has 'rule', the id of a built-in one, or 'match', a pattern of your own",
          at: entry.start)
        continue
      }
      guard let rule = catalog.rule(id) else {
        let hint = Spelling.hint(for: id, in: catalog.rules.map(\.id))
        let help =
          hint.isEmpty
          ? "; describe it by 'match', or name the plugin that has it in a configuration" : hint
        problems.report("there is no rule '\(id)'\(help)", at: entry.value.rule.start)
        continue
      }
      if origin == .repository, let plugin = rule.plugin {
        problems.report(
          "'\(id)' is a rule of plugin '\(plugin)', which a recipe of the repository may not run:"
            + " keep the recipe outside and name its folder with '--recipes'",
          at: entry.value.rule.start)
        continue
      }
      if rules.contains(where: { $0.id == id }) {
        problems.report("rule '\(id)' is listed twice; remove one", at: entry.value.rule.start)
        continue
      }
      rules.append(rule)
    }
    return rules.indices.map { index in
      guard var rule = rules[index] as? PatternRule else { return rules[index] }
      rule.sitesMayAppear = rules.indices.contains { other in
        other != index && Self.mayWrite(rules[other], anyOf: rule.needles.strings)
      }
      return rule
    }
  }

  /// Whether a rule may write one of some texts where it did not stand before; code that it takes
  /// along stays in the type around it.
  private static func mayWrite(_ rule: any Rule, anyOf texts: [String]) -> Bool {
    guard let rule = rule as? PatternRule else { return true }
    return rule.action.templates.contains { template in
      template.pieces.contains { piece in
        guard case .text(let written) = piece else { return false }
        return texts.contains { written.contains($0) }
      }
    }
  }

  private func reportUnusedParts(
    of manifest: RecipeManifest, problems: inout ProblemCollector
  ) {
    let rules = manifest.rules.compactMap(\.value.pattern.match?.value)
    let named = (rules + manifest.parts.map(\.value.value)).flatMap(\.namedParts)
    for part in manifest.parts where !named.contains(part.name) {
      problems.report(
        "part '\(part.name)' is in no rule; name it under 'matches', or remove it", at: part.start)
    }
  }

  private func options(
    of manifest: RecipeManifest, problems: inout ProblemCollector
  ) -> [RecipeOption] {
    manifest.options.map { entry in
      let option = RecipeOption(
        name: entry.name, kind: RecipeOption.Kind(rawValue: entry.value.kind) ?? .text,
        values: entry.value.values, standard: entry.value.standard.value,
        documentation: Self.paragraph(entry.value.documentation))
      if !FieldType.isIdentifier(entry.name) {
        problems.report(
          "option '\(entry.name)' must be lowercase words joined by '-'", at: entry.start)
      }
      if (option.kind == .choice) == option.values.isEmpty {
        problems.report(
          "option '\(entry.name)' must have 'values' exactly when its 'type' is 'choice'",
          at: entry.start)
      } else if let objection = option.objection(to: option.standard) {
        problems.report(
          "'options.\(entry.name).default' \(objection)", at: entry.value.standard.start)
      }
      return option
    }
  }

  private func fixedOptions(
    of manifest: RecipeManifest, problems: inout ProblemCollector
  ) -> [String: String] {
    var values: [String: String] = [:]
    for option in manifest.rules.flatMap(\.value.options) {
      if let other = values[option.name], other != option.value {
        problems.report(
          "option '\(option.name)' has the value '\(other)' under another rule; rules of one"
            + " recipe share their options", at: option.start)
      }
      values[option.name] = option.value
    }
    return values
  }

  private func since(
    of manifest: RecipeManifest, problems: inout ProblemCollector
  ) -> [Platform: PlatformVersion] {
    let versions = Platform.versions(manifest.since, problems: &problems)
    return versions.isEmpty ? [.iOS: PlatformVersion(26)] : versions
  }

  /// Prose of one paragraph, whose line ends mean nothing.
  private static func paragraph(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
