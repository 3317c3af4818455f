/// Gives recipes that list others their members.
struct RecipeComposer {
  /// Everything wrong with the lists.
  private(set) var problems: [FileProblem] = []
  private let entries: [String: RecipeEntry]
  /// The ids of folders whose manifests are wrong by themselves, which is reported elsewhere.
  private let faulty: Set<String>
  private var composed: [String: Recipe] = [:]
  /// The ids on the way from the first recipe to the one that is being composed.
  private var path: [String] = []

  init(_ entries: [String: RecipeEntry], others: [RecipeEntry], faulty: Set<String>) {
    var known = entries
    for other in others where known[other.recipe.id] == nil { known[other.recipe.id] = other }
    self.entries = known
    self.faulty = faulty
  }

  /// A recipe with its members; as far as they are there, when something is wrong with the list.
  mutating func recipe(_ id: String) -> Recipe? {
    if let recipe = composed[id] { return recipe }
    guard let entry = entries[id] else { return nil }
    var recipe = entry.recipe
    if !entry.listed.isEmpty, recipe.members.isEmpty {
      path.append(id)
      recipe.members = members(of: entry)
      path.removeLast()
      recipe.since = [:]
      for member in recipe.members { recipe.since.merge(member.since, uniquingKeysWith: max) }
      recipe.removes = recipe.members.contains(where: \.removes)
      recipe.changesOlderSystems = recipe.members.contains(where: \.changesOlderSystems)
    }
    composed[id] = recipe
    return recipe
  }

  private mutating func members(of entry: RecipeEntry) -> [Recipe] {
    var collector = ProblemCollector(file: RecipeFolder.manifestPath(in: entry.folder))
    var members: [Recipe] = []
    /// The member that brings each recipe in.
    var origins: [String: String] = [:]
    for listed in entry.listed {
      let id = listed.id.value
      if let objection = objection(to: id, in: entry) {
        if !faulty.contains(id) { collector.report(objection, at: listed.id.start) }
        continue
      }
      guard var member = recipe(id) else { continue }
      let steps = member.steps.map(\.id)
      if let twice = steps.first(where: { origins[$0] != nil }), let origin = origins[twice] {
        collector.report(
          twice == id && origin == id
            ? "recipe '\(id)' is listed twice; remove one"
            : "recipe '\(twice)' is also a part of '\(origin == twice ? id : origin)'; list one of"
              + " them", at: listed.id.start)
        continue
      }
      for step in steps { origins[step] = id }
      set(listed.options, of: &member, &collector)
      members.append(member)
    }
    problems += collector.problems
    return members
  }

  private func objection(to id: String, in entry: RecipeEntry) -> String? {
    if id == entry.recipe.id { return "recipe '\(id)' lists itself; remove it" }
    if let start = path.firstIndex(of: id) {
      let way = (path[start...] + [id]).map { "'\($0)'" }.joined(separator: " lists ")
      return "the recipes list one another without end: \(way); remove one"
    }
    guard entries[id] == nil else { return nil }
    let hint = Spelling.hint(for: id, in: entries.keys.filter { $0 != entry.recipe.id })
    return "there is no recipe '\(id)'"
      + (hint.isEmpty ? "; 'recipes list' shows all, '--recipes' names further folders" : hint)
  }

  private func set(
    _ values: [NamedValue<String>], of member: inout Recipe, _ problems: inout ProblemCollector
  ) {
    let options = entries[member.id]?.options ?? []
    for value in values {
      guard let option = options.first(where: { $0.name == value.name }) else {
        let hint = Spelling.hint(for: value.name, in: options.map(\.name))
        let help = hint.isEmpty ? "; 'recipes show \(member.id)' names those it has" : hint
        problems.report(
          "recipe '\(member.id)' has no option '\(value.name)'\(help)", at: value.start)
        continue
      }
      if let objection = option.objection(to: value.value) {
        problems.report("option '\(option.name)' of '\(member.id)' \(objection)", at: value.start)
      }
      member.options[option.name] = value.value
    }
  }
}
