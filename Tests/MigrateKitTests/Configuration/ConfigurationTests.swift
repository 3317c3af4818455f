import MigrateKit
import Testing

@Suite struct ConfigurationTests {
  private func configuration(_ text: String) throws -> Configuration {
    try Configuration(Array(text.utf8), file: ".migrate.yml")
  }

  private func library() throws -> RecipeLibrary {
    let text = RecipeLibraryTests.good
    let plain = """
      id: plain
      title: Plain
      summary: Plain.
      commit: {subject: Plain}
      rules: [first-rule]
      """
    return try RecipeLibrary(
      [
        RecipeFolder(path: "R/glass", manifest: Array(text.utf8), origin: .builtIn),
        RecipeFolder(path: "R/plain", manifest: Array(plain.utf8), origin: .builtIn),
      ], catalog: RecipeLibraryTests.catalog)
  }

  @Test func readsEveryKey() throws {
    let text = """
      recipes: [glass]
      options:
        glass:
          tint: drop
      recipe-folders: [tools/recipes]
      minimum:
        iOS: 16.4
      only: [App/]
      exclude: ["*Tests.swift"]
      branch-prefix: ios26/
      safety: safe
      gate:
        also-if: 'Flags.glass && !isBeta'
        compiler-gate: true
      helpers:
        - name: glassIfAvailable
          before: 'self'
      """
    let configuration = try configuration(text)
    #expect(configuration.minimums == [.iOS: PlatformVersion(16, 4)])
    #expect(configuration.filter.admits("App/a.swift"))
    #expect(!configuration.filter.admits("App/aTests.swift"))
    #expect(configuration.branchPrefix == "ios26/")
    #expect(configuration.recipeFolders == ["tools/recipes"])
    #expect(configuration.safety == .safe)
    #expect(
      configuration.gateStyle
        == GateStyle(extraCondition: "Flags.glass && !isBeta", compilerGate: true))
    #expect(configuration.helpers.map(\.before) == ["self"])
    let recipes = try configuration.recipes(from: try library())
    #expect(recipes.map(\.id) == ["glass"])
    #expect(recipes.first?.options["tint"] == "drop")
  }

  @Test func choosesRecipesByTheUserThenTheFileThenTheRecommendation() throws {
    let library = try library()
    let none = try configuration("# nothing\n")
    #expect(try none.recipes(from: library).map(\.id) == ["plain"])
    #expect(try none.recipes(["plain", "all"], from: library).map(\.id) == ["plain", "glass"])
    let file = try configuration("recipes: [glass]\n")
    #expect(try file.recipes(from: library).map(\.id) == ["glass"])
    #expect(try file.recipes(["plain"], from: library).map(\.id) == ["plain"])
  }

  @Test func reportsEverythingWrongWithTheFileAtOnce() {
    let text = """
      recipe: [glass]
      minimum: {ios: 16}
      only: ["a["]
      branch-prefix: a..b
      safety: advice
      gate:
        also-if: Flags.glass
        compiler-gate: on
      recipe-folders: [../other, /etc]
      """
    #expect {
      try configuration(text)
    } throws: { error in
      (error as? FileProblems)?.problems.map(\.description) == [
        ".migrate.yml:1:1: unknown key 'recipe'; did you mean 'recipes'",
        ".migrate.yml:2:11: there is no platform 'ios'; did you mean 'iOS'",
        ".migrate.yml:3:8: 'a[' is no gitignore-style pattern; look for a '[' without ']', a '\\'"
          + " at the end or an empty name",
        ".migrate.yml:4:16: 'branch-prefix' must be the beginning of a branch's name, such as"
          + " 'migrate/'",
        ".migrate.yml:5:9: 'safety' must be one of 'safe', 'review', not 'advice'",
        ".migrate.yml:7:12: 'gate.also-if' is Swift text: quote it or write it as a block ('|'),"
          + " since YAML cuts plain text at ' #' and ': '",
        ".migrate.yml:8:18: 'gate.compiler-gate' must be 'true' or 'false'",
        ".migrate.yml:9:18: 'recipe-folders' must stay within the repository; name others with"
          + " '--recipes'",
        ".migrate.yml:9:28: 'recipe-folders' must stay within the repository; name others with"
          + " '--recipes'",
      ]
    }
  }

  @Test func reportsRecipesAndOptionsThatDoNotExist() throws {
    let text = """
      recipes: [galss]
      options:
        plian: {}
        plain: {depth: 1}
        glass: {tint: loud}
      """
    let configuration = try configuration(text)
    let library = try library()
    #expect {
      try configuration.recipes(from: library)
    } throws: { error in
      (error as? FileProblems)?.problems.map(\.description) == [
        ".migrate.yml:1:11: there is no recipe 'galss'; did you mean 'glass'",
        ".migrate.yml:3:3: there is no recipe 'plian'; did you mean 'plain'",
        ".migrate.yml:4:11: recipe 'plain' has no option 'depth'; 'recipes show plain' names them",
        ".migrate.yml:5:11: 'options.glass.tint' must be one of 'keep', 'drop'",
      ]
    }
  }

  @Test(arguments: ["migrate/", "ios26-", "a/b/", "é/"])
  func acceptsBeginningsOfBranchNames(_ prefix: String) {
    #expect(Configuration.objection(toBranchPrefix: prefix) == nil)
  }

  @Test(arguments: [
    "", "/a", "a b", "-x", "a//b", ".a/", "a.lock/", "a/.b", "a~", "a@{", "a\u{7F}",
  ])
  func refusesWhatNoBranchNameBeginsWith(_ prefix: String) {
    #expect(Configuration.objection(toBranchPrefix: prefix) != nil)
  }
}
