import MigrateKit
import Testing

/// Recipes that stand for others.
@Suite struct RecipeComposerTests {
  private static func folder(_ id: String, _ rest: String) -> RecipeFolder {
    let text = """
      id: \(id)
      title: T
      summary: S
      commit: {subject: C}
      \(rest)
      """
    return RecipeFolder(path: "R/\(id)", manifest: Array(text.utf8), origin: .user)
  }

  private static let rename = folder(
    "rename",
    """
    since: {iOS: "26.0", macOS: "26.0"}
    changes-older-systems: true
    options:
      depth: {type: integer, default: "1", doc: D}
    rules:
      - {id: rename-a, match: "first($x)", replace: "second($x)", message: m}
    """)
  private static let wrap = folder(
    "wrap",
    """
    changes-older-systems: true
    removes: true
    rules:
      - {id: rename-b, match: "second($x)", replace: "third($x)", message: m}
    """)

  private func problems(_ folders: RecipeFolder...) -> [String] {
    do {
      _ = try RecipeLibrary(folders)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  private func composite(_ list: String, _ id: String = "both") -> RecipeFolder {
    Self.folder(id, "recipes: \(list)")
  }

  private func plan(
    _ recipe: Recipe, _ text: String, stacked: Bool = false
  ) throws -> RecipePlan {
    let engine = Engine(Engine.Request(recipes: [recipe]))
    let plan = try engine.plan(for: InMemoryProject(["A.swift": Array(text.utf8)]))
    return try #require(plan.recipes.first)
  }

  // MARK: Composition

  @Test func membersBringTheirSystemsAndRisks() throws {
    let library = try RecipeLibrary([Self.rename, Self.wrap, composite("[rename, wrap]")])
    let recipe = try #require(library.entry("both")).recipe
    #expect(recipe.members.map(\.id) == ["rename", "wrap"])
    #expect(recipe.since.keys.sorted() == [.iOS, .macOS])
    #expect(recipe.removes && recipe.changesOlderSystems && !recipe.isRecommended)
    #expect(library.recommended == ["rename", "wrap"])
  }

  @Test func optionsComeFromTheListAndLastFromTheProject() throws {
    let library = try RecipeLibrary([
      Self.rename, composite("[{id: rename, options: {depth: 2}}]"),
    ])
    let plain = try Configuration().recipes(["both"], from: library)
    #expect(plain.first?.members.first?.options == ["depth": "2"])
    let file = "options: {rename: {depth: 3}}\n"
    let configuration = try Configuration(Array(file.utf8), file: ".migrate.yml")
    let set = try configuration.recipes(["both", "rename"], from: library)
    #expect(set[0].members.first?.options == ["depth": "3"])
    #expect(set[1].options == ["depth": "3"])
  }

  @Test func allRunsThePartsByThemselves() throws {
    let library = try RecipeLibrary([Self.rename, Self.wrap, composite("[rename, wrap]")])
    #expect(try Configuration().recipes(["all"], from: library).map(\.id) == ["rename", "wrap"])
  }

  @Test func membersMayLieInAnotherFolder() throws {
    let others = try RecipeLibrary([Self.rename])
    let library = try RecipeLibrary([composite("[rename]")], others: others.entries)
    #expect(library.recipes.map(\.id) == ["both"])
    #expect(library.recipes.first?.members.map(\.id) == ["rename"])
  }

  // MARK: Running

  @Test func eachMemberSeesTheResultOfThoseBeforeIt() throws {
    let library = try RecipeLibrary([
      Self.rename, Self.wrap, composite("[rename, wrap]"), composite("[wrap, rename]", "back"),
    ])
    let text = "first(1)\nsecond(2)\n"
    let forth = try plan(try #require(library.entry("both")).recipe, text)
    #expect(
      forth.changes.map { String(decoding: $0.updated, as: UTF8.self) } == ["third(1)\nthird(2)\n"])
    #expect(forth.changes.map(\.added) == [2])
    #expect(forth.members.map(\.id) == ["rename", "wrap"])
    #expect(forth.members.map(\.files) == [1, 1])
    // Findings are those of the code as it is.
    #expect(forth.findings.map(\.member) == ["rename", "wrap"])
    #expect(forth.findings.map(\.start.line) == [1, 2])
    let back = try plan(try #require(library.entry("back")).recipe, text)
    #expect(
      back.changes.map { String(decoding: $0.updated, as: UTF8.self) } == ["second(1)\nthird(2)\n"])
  }

  @Test func aFileThatOnlyALaterMemberNeedsAfterAnEarlierOneIsSeen() throws {
    let library = try RecipeLibrary([Self.rename, Self.wrap, composite("[rename, wrap]")])
    let recipe = try #require(library.entry("both")).recipe
    let result = try plan(recipe, "first(1)\n")
    #expect(result.changes.map { String(decoding: $0.updated, as: UTF8.self) } == ["third(1)\n"])
  }

  @Test(arguments: ["both", "rename", "rename-a"])
  func aCommentSilencesByTheRecipeItsPartOrTheRule(_ id: String) throws {
    let library = try RecipeLibrary([Self.rename, Self.wrap, composite("[rename, wrap]")])
    let recipe = try #require(library.entry("both")).recipe
    let result = try plan(recipe, "// migrate:ignore \(id) as asked\nfirst(1)\n")
    #expect(result.changes.isEmpty)
    #expect(result.findings.map(\.isSuppressed) == [true])
  }

  @Test func asTwoRecipesTheSameRunsOnlyOnce() throws {
    let library = try RecipeLibrary([Self.rename, Self.wrap, composite("[rename, wrap]")])
    let recipes = ["both", "rename"].compactMap { library.entry($0)?.recipe }
    let project = InMemoryProject(["A.swift": Array("first(1)\n".utf8)])
    let plan = try Engine(Engine.Request(recipes: recipes)).plan(for: project)
    #expect(plan.recipes.map(\.id) == ["both", "rename"])
    #expect(plan.recipes[1].findings.map(\.member) == [nil])
    let stacked = try Engine.stackedPlan(Engine.Request(recipes: recipes), for: project)
    #expect(stacked.recipes[1].changes.isEmpty, "the first left nothing for the second")
  }

  // MARK: Problems

  @Test func namesUnknownMembersAndOptionsWithTheirPlace() {
    #expect(
      problems(
        Self.rename,
        composite("[renam, zzzzzzzz, {id: rename, options: {dept: 1, depth: x, zzz: 1}}]")) == [
          "R/both/recipe.yml:5:11: there is no recipe 'renam'; did you mean 'rename'",
          "R/both/recipe.yml:5:18: there is no recipe 'zzzzzzzz'; 'recipes list' shows all,"
            + " '--recipes' names further folders",
          "R/both/recipe.yml:5:51: recipe 'rename' has no option 'dept'; did you mean 'depth'",
          "R/both/recipe.yml:5:60: option 'depth' of 'rename' must be a whole number",
          "R/both/recipe.yml:5:70: recipe 'rename' has no option 'zzz'; 'recipes show rename'"
            + " names those it has",
        ])
  }

  @Test func refusesARecipeThatComesInTwice() {
    #expect(
      problems(Self.rename, composite("[rename, rename]")) == [
        "R/both/recipe.yml:5:19: recipe 'rename' is listed twice; remove one"
      ])
    #expect(
      problems(Self.rename, composite("[rename, inner]"), composite("[rename]", "inner")) == [
        "R/both/recipe.yml:5:19: recipe 'rename' is also a part of 'inner'; list one of them"
      ])
    #expect(
      problems(Self.rename, composite("[inner, rename]"), composite("[rename]", "inner")) == [
        "R/both/recipe.yml:5:18: recipe 'rename' is also a part of 'inner'; list one of them"
      ])
  }

  @Test func refusesListsWithoutEnd() {
    #expect(
      problems(composite("[both]")) == [
        "R/both/recipe.yml:5:11: recipe 'both' lists itself; remove it"
      ])
    #expect(
      problems(
        composite("[two]", "one"), composite("[three]", "two"), composite("[one]", "three")) == [
          "R/three/recipe.yml:5:11: the recipes list one another without end: 'one' lists 'two'"
            + " lists 'three' lists 'one'; remove one"
        ])
  }

  @Test func refusesWhatFollowsFromTheList() {
    let text = "recipes: [rename]\nrules: []\nsince: {iOS: \"26.0\"}\nrecommended: true"
    #expect(
      problems(Self.rename, Self.folder("both", text)) == [
        "R/both/recipe.yml:6:1: a recipe with 'recipes' has no 'rules' of its own: list a recipe"
          + " that has them",
        "R/both/recipe.yml:7:1: a recipe with 'recipes' has no 'since' of its own: it follows from"
          + " the recipes it lists",
        "R/both/recipe.yml:8:14: a recipe with 'recipes' runs only when it is named; remove"
          + " 'recommended: true'",
      ])
    #expect(
      problems(composite("[]")) == [
        "R/both/recipe.yml:5:10: 'recipes' is empty; list at least one, or give 'rules'"
      ])
    #expect(
      problems(Self.folder("both", "version: 1")) == [
        "R/both/recipe.yml:1:1: 'rules' is missing: give the rules in the order they run, or"
          + " 'recipes', the ids of recipes that this one stands for"
      ])
  }

  @Test func aMemberThatIsWrongItselfIsReportedOnce() {
    let wrong = Self.folder("rename", "rules: [zzzzzzzzzzz]")
    #expect(
      problems(wrong, composite("[rename]")) == [
        "R/rename/recipe.yml:5:9: there is no rule 'zzzzzzzzzzz'; describe it by 'match', or name the plugin that has it in a configuration"
      ])
  }
}
