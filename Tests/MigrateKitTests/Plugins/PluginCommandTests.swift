import Foundation
import MigrateKit
import Testing

/// Plugins as users meet them, and who may name them.
@Suite struct PluginCommandTests {
  private struct Setup {
    let repository: TemporaryRepository
    /// A folder of the user, outside the repository.
    let folder: String
    /// A plugin that leaves `ran` in the folder when it starts.
    let plugin: String
    var ran: Bool { FileManager.default.fileExists(atPath: folder + "/ran") }

    init() throws {
      repository = try TemporaryRepository()
      folder = repository.container + "/user"
      plugin = folder + "/brand"
      try write(plugin, "#!/bin/sh\ntouch '\(folder)/ran'\nexec '\(PluginExamples.python)'\n")
      try repository.write("Sources/Style.swift", PluginExamples.source)
      try repository.write("Sources/Other.swift", "func other() {}\n")
      try repository.commitAll("Import")
    }

    func write(_ path: String, _ text: String) throws {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Writes a configuration that names the plugin.
    @discardableResult
    func configuration(_ name: String = "user/config.yml", more: String = "") throws -> String {
      let path = repository.container + "/" + name
      try write(path, "plugins:\n  - path: '\(plugin)'\n\(more)")
      return path
    }

    func run(_ arguments: String...) throws -> MigrateProgram.Output {
      try MigrateProgram.run(arguments, in: repository)
    }
  }

  private static let minimum = "--minimum=iOS=15.0"

  @Test func aRecipeOfAPluginIsLikeAnyOther() throws {
    let setup = try Setup()
    let config = try setup.configuration()
    let list = try setup.run("recipes", "list", "--config", config)
    #expect(list.text.contains("  brand-bar "), "\(list.errors)")
    let show = try setup.run("recipes", "show", "brand-bar", "--config", config)
    #expect(show.text.contains("from plugin 'brand'"))
    #expect(show.text.contains("adapts to iOS 26.0, runs when named"))
    let scan = try setup.run(
      "scan", "--config", config, "--recipe", "brand-bar", Self.minimum, "--format", "json")
    #expect(scan.status == 0)
    #expect(scan.text.contains("\"rule\" : \"brand-bar-call\""), "\(scan.text)")
    #expect(scan.text.contains("\"matched\" : 1"))
    let preview = try setup.run(
      "preview", "--config", config, "--recipe", "brand-bar", Self.minimum, "--base", "HEAD")
    #expect(preview.text.contains("+    if #available(iOS 26.0, *) {\n+        bar.applyGlass"))
    let before = try setup.repository.untouchables()
    let branch = try setup.run(
      "branch", "--config", config, "--recipe", "brand-bar", Self.minimum)
    #expect(branch.status == 0, "\(branch.errors)")
    let committed = try setup.repository.git("show", "migrate/brand-bar:Sources/Style.swift")
    #expect(committed + "\n" == PluginExamples.migrated)
    #expect(try setup.repository.untouchables() == before)
    let again = try setup.run(
      "branch", "--config", config, "--recipe", "brand-bar", Self.minimum)
    #expect(again.text.contains("unchanged"))
    let doctor = try setup.run("doctor", "--config", config)
    #expect(
      doctor.text.contains(
        "plugin 'brand': with your rights, rules 'brand-bar-call', 1 recipe"), "\(doctor.text)")
    #expect(doctor.text.contains("wasmkit: "))
  }

  @Test func aRecipeFolderOfTheUserMayUseARuleOfAPlugin() throws {
    let setup = try Setup()
    let config = try setup.configuration()
    let manifest = """
      id: team-bar
      title: Team bars
      summary: Bars of the team.
      commit:
        subject: Team bars
      rules: [brand-bar-call]
      recommended: false

      """
    try setup.write(setup.folder + "/recipes/team-bar/recipe.yml", manifest)
    try setup.write(
      setup.folder + "/recipes/team-bar/README.md",
      """
      # Team bars

      ## A call

      ```swift before safety=review
      func style(_ bar: Bar) {
          1️⃣bar.applyBrand()
      }
      ```

      ```swift after
      func style(_ bar: Bar) {
          if #available(iOS 26.0, *) {
              bar.applyGlassBrand()
          } else {
              bar.applyBrand()
          }
      }
      ```

      """)
    let test = try setup.run(
      "recipes", "test", setup.folder + "/recipes/team-bar", "--config", config)
    // A regular expression takes what a string holds for code; the other checks hold.
    #expect(test.text.contains("1 passed, 0 failed") || test.text.contains("in a "), "\(test.text)")
    let preview = try setup.run(
      "preview", "--config", config, "--recipes", setup.folder + "/recipes", "--recipe",
      "team-bar", Self.minimum)
    #expect(preview.text.contains("+        bar.applyGlassBrand()"), "\(preview.errors)")

    // The same recipe in the repository is told so.
    try setup.repository.write(".migrate/recipes/team-bar/recipe.yml", manifest)
    try setup.repository.commitAll()
    let refused = try setup.run("scan", "--config", config)
    #expect(refused.status == 3)
    #expect(
      refused.errors.contains(
        "'brand-bar-call' is a rule of plugin 'brand', which a recipe of the repository may not run"
      ), "\(refused.errors)")
  }

  @Test func theRepositoryNamesPluginsInVain() throws {
    let setup = try Setup()
    let inside = try setup.configuration("app/.migrate.yml", more: "exclude: ['x/']\n")
    try setup.repository.commitAll()
    let scan = try setup.run("scan", "--format", "json")
    #expect(scan.status == 0)
    #expect(
      scan.errors.contains(
        "warning: .migrate.yml:2:5: plugin 'brand' does not run, since the repository names it"),
      "\(scan.errors)")
    #expect(scan.text.contains("\"reason\" : \"pluginOfRepository\""))
    #expect(try setup.run("scan", "--strict").status == 5)
    #expect(try setup.run("scan", "--base", "HEAD").errors.contains("does not run"))
    #expect(try setup.run("doctor").text.contains("warning  plugins: .migrate.yml:2:5:"))
    #expect(try setup.run("branch").errors.contains("does not run"))

    // Naming the file makes it no more trustworthy, by whatever path.
    let link = setup.folder + "/link.yml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: inside)
    let outside = try setup.configuration("user/outside.yml")
    let inner = setup.repository.path + "/linked.yml"
    try FileManager.default.createSymbolicLink(atPath: inner, withDestinationPath: outside)
    for path in [inside, ".migrate.yml", "Sources/../.migrate.yml", link, inner] {
      let scan = try setup.run("scan", "--config", path)
      #expect(scan.errors.contains("does not run, since the repository names it"), "\(path)")
    }
    #expect(!setup.ran)
    // The same words outside do run.
    #expect(try setup.run("scan", "--config", outside).status == 0)
    #expect(setup.ran)
  }

  @Test func aRecipeOfTheRepositoryNamesProgramsInVain() throws {
    let setup = try Setup()
    for key in ["executable", "plugin", "wasm"] {
      try setup.repository.write(
        ".migrate/recipes/evil/recipe.yml",
        """
        id: evil
        title: Evil
        summary: Evil.
        commit:
          subject: Evil
        rules:
          - \(key): '\(setup.plugin)'

        """)
      try setup.repository.commitAll()
      let scan = try setup.run("scan")
      #expect(scan.status == 3)
      #expect(
        scan.errors.contains("a recipe names no programs: name a plugin under 'plugins' in a"),
        "\(scan.errors)")
    }
    #expect(!setup.ran)
  }

  @Test func theUsersOwnConfigurationIsForEveryRepository() throws {
    let setup = try Setup()
    try setup.configuration("home/.config/migrate/config.yml")
    let list = try setup.run("recipes", "list")
    #expect(list.text.contains("brand-bar"), "\(list.errors)")
    #expect(try setup.run("scan", "--recipe", "brand-bar").text.contains("applyBrand"))
    // Both at once are one too many.
    let twice = try setup.run("scan", "--config", try setup.configuration())
    #expect(twice.status == 3)
    #expect(twice.errors.contains("there are two plugins 'brand'"))
    // It holds nothing else.
    try setup.configuration("home/.config/migrate/config.yml", more: "exclude: ['x']\n")
    let other = try setup.run("recipes", "list")
    #expect(other.status == 3)
    #expect(other.errors.contains("unknown key 'exclude'"))
  }

  @Test func aHomeFolderThatIsTheRepositoryNamesNothing() throws {
    let setup = try Setup()
    try setup.configuration("app/.config/migrate/config.yml")
    try setup.repository.commitAll()
    setup.repository.environment["HOME"] = setup.repository.path
    let scan = try setup.run("scan")
    #expect(scan.errors.contains("does not run, since the repository names it"), "\(scan.errors)")
    #expect(!setup.ran)
  }

  @Test func whatCannotStartEndsTheRunWithSix() throws {
    let setup = try Setup()
    let digest = String(repeating: "0", count: 64)
    let pinned = try setup.configuration(more: "    sha256: '\(digest)'\n")
    let scan = try setup.run("scan", "--config", pinned)
    #expect(scan.status == 6)
    #expect(
      scan.errors.contains("config.yml:2:5: plugin 'brand' is not the file that 'sha256' names"),
      "\(scan.errors)")
    #expect(!setup.ran)
    let doctor = try setup.run("doctor", "--config", pinned)
    #expect(doctor.status == 6)
    #expect(doctor.text.contains("error    plugins: "), "\(doctor.text)")
    let malformed = try setup.run(
      "scan", "--config", try setup.configuration(more: "    sha256: 'abc'\n    second: 3\n"))
    #expect(malformed.status == 3)
    #expect(malformed.errors.contains("'sha256' must be 64 hexadecimal digits"))
    #expect(malformed.errors.contains("unknown key 'plugins[0].second'; did you mean 'seconds'"))
    try setup.write(setup.plugin, "#!/bin/sh\nexit 7\n")
    let exits = try setup.run("recipes", "list", "--config", try setup.configuration())
    #expect(exits.status == 6)
    #expect(exits.errors.contains("ended with status 7 before it answered"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func aSignalEndsThePluginsToo(_ number: Int32) throws {
    let setup = try Setup()
    let fixture = try PluginFixture()
    let hostile = try fixture.python(
      HostilePlugin.script.replacing("  check(request)", with: "  daemon(); check(request)"))
    let config = setup.folder + "/hostile.yml"
    try setup.write(config, "plugins:\n  - path: '\(hostile.path)'\n    seconds: 100\n")
    try setup.write(
      setup.folder + "/recipes/hostile/recipe.yml",
      """
      id: hostile
      title: Hostile
      summary: Hostile.
      commit:
        subject: Hostile
      rules: [hostile-call]

      """)
    try setup.repository.write("Hang.swift", HostilePlugin.file("hang"))
    try setup.repository.commitAll()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try MigrateProgram.path())
    process.arguments = [
      "branch", "--config", config, "--recipes", setup.folder + "/recipes", "--recipe", "hostile",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: setup.repository.path)
    process.environment = setup.repository.environment.merging(
      ["TMPDIR": fixture.folder + "/tmp"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The plugin is asked about the file when its first stray has started.
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while try fixture.remains().count < 2, ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.02)
    }
    kill(process.processIdentifier, number)
    let limit = ContinuousClock.now.advanced(by: .seconds(30))
    while process.isRunning, ContinuousClock.now < limit { Thread.sleep(forTimeInterval: 0.02) }
    #expect(!process.isRunning, "the signal is lost")
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    try fixture.expectNothingRemains()
    #expect(try setup.repository.git("branch", "--list", "migrate/*") == "")
  }
}
