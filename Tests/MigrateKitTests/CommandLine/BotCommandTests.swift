import Foundation
import MigrateKit
import Testing

/// The program itself, against a real remote and a server on the loopback.
@Suite struct BotCommandTests {
  private static let secret = "ghp_" + "PlantedOnTheCommandLine"

  /// A remote, a clone of it and a forge.
  private final class Setup {
    let temporary: TemporaryRepository
    let clone: String
    let forge: FakeGitHub
    let server: LoopbackServer

    init(configuration: String = "recipes: [glass-bar]\n") throws {
      let temporary = try TemporaryRepository(["--bare"])
      self.temporary = temporary
      clone = temporary.container + "/clone"
      let recipe = """
        id: glass-bar
        title: Use the new bar
        summary: The bar has the new look on iOS 26 and stays as it is before.
        commit: {subject: Use the new bar on iOS 26}
        rules:
          - id: glass-bar-modifier
            match: "$v.fancyBar($$$arguments)"
            replace:
              since: "$v.glassBar($$$arguments)"
            gate: view
            message: "'fancyBar' draws its own background: use 'glassBar' from iOS 26 on"
            safety: review

        """
      let code = """
        import SwiftUI

        struct Home: View {
            var body: some View {
                Text("Home")
                    .fancyBar(true)
            }
        }

        """
      var stream = "commit refs/heads/main\ncommitter A <a@b> 1700000001 +0000\ndata 1\nx\n"
      for (path, text) in [
        (".migrate.yml", configuration), (".migrate/recipes/glass-bar/recipe.yml", recipe),
        ("App/Home.swift", code),
      ] {
        stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
      }
      try temporary.git(["fast-import", "--quiet"], input: stream)
      try temporary.git(["clone", "-q", "--bare", temporary.path, clone])
      let location = try temporary.open().location
      let forge = FakeGitHub(
        secret: BotCommandTests.secret, now: { Int64(Date().timeIntervalSince1970) }
      ) { branch in
        guard let repository = try? Repository(location),
          case .commit(let id) = try? repository.target(ofBranch: branch)
        else { return nil }
        return id.description
      }
      self.forge = forge
      server = try LoopbackServer { request in
        do {
          return try forge.send(request)
        } catch {
          return HTTPResponse(status: 500)
        }
      }
      temporary.environment["GITHUB_TOKEN"] = BotCommandTests.secret
    }

    deinit { server.stop() }

    func run(_ arguments: String...) throws -> MigrateProgram.Output {
      let output = try MigrateProgram.run(
        [
          "bot", "--forge", "github", "--project", "o/r", "--base-url",
          "http://127.0.0.1:\(server.port)/api/v3",
        ] + arguments + [clone], in: temporary)
      #expect(!(output.text + output.errors).contains(BotCommandTests.secret))
      return output
    }
  }

  @Test func opensAPullRequestAndThenRests() throws {
    let setup = try Setup()
    let rehearsal = try setup.run("--rehearse")
    #expect(rehearsal.status == 0, "\(rehearsal.errors)")
    #expect(rehearsal.text.contains("push new migrate/glass-bar: there is no branch yet"))
    #expect(rehearsal.text.contains("### How to review"))
    #expect(setup.forge.state.withLock { $0.writes } == 0)
    #expect(try setup.temporary.git("branch", "--list", "migrate/*").isEmpty)

    let first = try setup.run("--once")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.text.contains("created"))
    let pull = try #require(setup.forge.state.withLock { $0.pulls.values.first })
    #expect(pull.isDraft, "it holds a fix to review")
    #expect(pull.body.contains("`App/Home.swift`") && pull.title == "Use the new bar on iOS 26")
    #expect(
      try setup.temporary.git("show", "migrate/glass-bar:App/Home.swift").contains("glassBar"))

    let writes = setup.forge.state.withLock { $0.writes }
    let second = try setup.run("--format", "json")
    #expect(second.status == 0)
    #expect(second.text.contains("\"action\" : \"unchanged\""))
    #expect(setup.forge.state.withLock { $0.writes } == writes)
  }

  @Test func withoutATokenOrWithAWrongOneTheForgeRefused() throws {
    let setup = try Setup()
    setup.temporary.environment["GITHUB_TOKEN"] = nil
    let none = try setup.run()
    #expect(none.status == 7 && none.errors.contains("GITHUB_TOKEN"))
    setup.temporary.environment["OTHER"] = "wrong"
    let wrong = try setup.run("--token-env", "OTHER")
    #expect(wrong.status == 7 && wrong.errors.contains("401"))
    let unset = try setup.run("--token-env", "NOWHERE")
    #expect(unset.status == 2)
  }

  @Test func aForgeThatForbidsToOpenIsSaidAndTheBranchIsThere() throws {
    let setup = try Setup()
    setup.forge.state.withLock { $0.mayOpen = false }
    let output = try setup.run()
    #expect(output.status == 7)
    #expect(output.text.contains("not permitted to create"))
    #expect(try setup.temporary.git("branch", "--list", "migrate/*").contains("glass-bar"))
  }

  @Test func verifyOfTheRepositoryIsReportedAndNotRun() throws {
    let setup = try Setup(
      configuration: """
        recipes: [glass-bar]
        verify:
          commands: ["touch /tmp/migrate-must-not-exist"]

        """)
    let output = try setup.run()
    #expect(output.status == 0, "\(output.errors)")
    #expect(output.errors.contains("is not run"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/migrate-must-not-exist"))
  }

  @Test func verifyOfTheInvokerRunsWithoutTheToken() throws {
    let setup = try Setup()
    let own = setup.temporary.container + "/own.yml"
    let seen = setup.temporary.container + "/seen"
    try """
    recipes: [glass-bar]
    bot:
      draft: never
    verify:
      commands:
        - "env > '\(seen)'; cat App/Home.swift >> '\(seen)'"
        - "echo it does not build; exit 3"

    """.write(toFile: own, atomically: true, encoding: .utf8)
    let output = try setup.run("--config", own)
    #expect(output.status == 0, "\(output.errors)")
    let text = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(text.contains("glassBar") && !text.contains(Self.secret))
    let pull = try #require(setup.forge.state.withLock { $0.pulls.values.first })
    #expect(pull.isDraft)
    #expect(pull.body.contains("it does not build") && pull.body.contains("status 3"))
    #expect(
      try setup.temporary.git(["worktree", "list"], in: setup.clone).split(separator: "\n").count
        == 1)
  }

  @Test func withoutAForgeThereAreBranchesOnly() throws {
    let setup = try Setup()
    let output = try MigrateProgram.run(
      ["bot", "--forge", "none", setup.clone], in: setup.temporary)
    #expect(output.status == 0, "\(output.errors)")
    #expect(try setup.temporary.git("branch", "--list", "migrate/*").contains("glass-bar"))
    #expect(setup.forge.state.withLock { $0.log.isEmpty })
    let again = try MigrateProgram.run(
      ["bot", "--forge", "none", setup.clone], in: setup.temporary)
    #expect(again.text.contains("unchanged"))
  }

  @Test func configurationIsStrict() throws {
    let setup = try Setup(
      configuration:
        "recipes: [glass-bar]\nbot:\n  schedule: [\"monday\"]\n  base-url: x\n  forge: svn\n")
    let output = try setup.run()
    #expect(output.status == 3)
    #expect(output.errors.contains("'bot.schedule'") && output.errors.contains("'bot.base-url'"))
    #expect(output.errors.contains("'bot.forge'"))
  }
}
