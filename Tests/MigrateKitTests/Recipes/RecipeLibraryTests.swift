import MigrateKit
import Testing

@Suite struct RecipeLibraryTests {
  struct NamedRule: Rule {
    let id: String
    var needles: Needles { Needles([[id]]) }
    func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput { RuleOutput() }
  }

  static let catalog = RuleCatalog([NamedRule(id: "first-rule"), NamedRule(id: "second-rule")])

  static let good = """
    id: glass
    version: 3
    title: Let glass show
    summary: >-
      Removes what
      covers glass.
    commit:
      subject: Let glass show on iOS 26
      body: |
        Earlier systems stay as they are.
    rules:
      - first-rule
      - rule: second-rule
        options:
          depth: 2
    options:
      tint:
        type: choice
        values: [keep, drop]
        default: keep
        doc: What happens to tints.
    since:
      iOS: "19.0"
      visionOS: 26
    recommended: false
    removes: true
    """

  private func folder(
    _ text: String, _ path: String = "Recipes/glass"
  ) -> RecipeFolder {
    RecipeFolder(path: path, manifest: Array(text.utf8), origin: .builtIn)
  }

  private func problems(_ folders: RecipeFolder...) -> [String] {
    do {
      _ = try RecipeLibrary(folders, catalog: Self.catalog)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func compilesAManifestToARecipe() throws {
    let library = try RecipeLibrary([folder(Self.good)], catalog: Self.catalog)
    let entry = try #require(library.entry("glass"))
    #expect(entry.recipe.version == 3)
    #expect(entry.recipe.summary == "Removes what covers glass.")
    #expect(entry.recipe.commitBody == "Earlier systems stay as they are.")
    #expect(entry.recipe.rules.map(\.id) == ["first-rule", "second-rule"])
    #expect(entry.recipe.options == ["depth": "2", "tint": "keep"])
    #expect(entry.recipe.since == [.iOS: PlatformVersion(26), .visionOS: PlatformVersion(26)])
    #expect(entry.recipe.removes && !entry.recipe.isRecommended)
    #expect(entry.options.map(\.name) == ["tint"])
    #expect(library.recommended.isEmpty)
    #expect(entry.documentPath == "Recipes/glass/README.md")
  }

  @Test func reportsEverythingWrongAtOnceWithItsPlace() {
    let text = """
      id: glas
      titel: X
      summary: ""
      commit:
        subject: \(String(repeating: "x", count: 73))
      rules: [frist-rule]
      options:
        tint: {type: choice, values: [keep], default: kep, doc: d}
      since: {iOs: "26.0"}
      recommended: yes
      """
    #expect(
      problems(folder(text)) == [
        "Recipes/glass/recipe.yml:1:1: 'title' is missing: a short title in sentence case",
        "Recipes/glass/recipe.yml:1:5: 'id' is 'glas' but the folder is 'glass'; make them the same",
        "Recipes/glass/recipe.yml:2:1: unknown key 'titel'; did you mean 'title'",
        "Recipes/glass/recipe.yml:3:10: 'summary' is empty; give a value or remove the key",
        "Recipes/glass/recipe.yml:5:12: 'commit.subject' is 73 characters long; 72 are the most",
        "Recipes/glass/recipe.yml:6:9: there is no rule 'frist-rule'; did you mean 'first-rule'",
        "Recipes/glass/recipe.yml:8:49: 'options.tint.default' must be one of 'keep'",
        "Recipes/glass/recipe.yml:9:9: there is no platform 'iOs'; did you mean 'iOS'",
        "Recipes/glass/recipe.yml:10:14: 'recommended' must be 'true' or 'false'",
      ])
  }

  @Test func refusesTwoRecipesWithOneIdAndNamesBoth() {
    #expect(
      problems(folder(Self.good), folder(Self.good, "mine/glass")) == [
        "mine/glass/recipe.yml: recipe 'glass' is also defined by 'Recipes/glass'; rename one"
      ])
  }

  @Test func refusesAManifestThatIsEmptyOrNoMapping() {
    #expect(
      problems(folder("")) == [
        "Recipes/glass/recipe.yml: the file is empty; give at least an 'id'"
      ])
    #expect(
      problems(folder("- a\n")) == [
        "Recipes/glass/recipe.yml:1:1: the file must be a mapping of keys, not a list"
      ])
  }

  @Test func namesTheFolderThatCannotBeRead() {
    #expect(throws: FileProblems.self) {
      try RecipeFolder.all(in: "/nowhere/at/all", origin: .user)
    }
  }

  @Test func suggestsTheRecipeThatWasMeant() throws {
    let library = try RecipeLibrary([folder(Self.good)], catalog: Self.catalog)
    #expect(library.objection(toUnknown: "galss").hasSuffix("did you mean 'glass'"))
    #expect(library.objection(toUnknown: "zzz").hasSuffix("'recipes list' shows all"))
  }
}
