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
    #expect(rehearsal.text.contains("  make the branch, changing 1 file: there is no branch yet"))
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

  @Test func aRehearsalTellsEverythingAndOnlyReads() throws {
    let setup = try Setup()
    let hook = setup.temporary.path + "/hooks/pre-receive"
    let ran = setup.temporary.container + "/ran"
    _ = try setup.run("--once")
    try "#!/bin/sh\ntouch '\(ran)'\n".write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    // A line that the branch changes is another one on the base now.
    let stream =
      "commit refs/heads/main\ncommitter A <a@b> 1700000002 +0000\ndata 1\ny\n"
      + "from refs/heads/main^0\nM 100644 inline App/Home.swift\n"
    let code = try setup.temporary.git("show", "main:App/Home.swift")
      .replacing(".fancyBar(true)", with: ".fancyBar(false)").appending("\n")
    try setup.temporary.git(
      ["fast-import", "--quiet", "--force"], input: stream + "data \(code.utf8.count)\n\(code)\n")
    let refs = try setup.temporary.git("for-each-ref")
    let asked = setup.forge.state.withLock { $0.log.count }
    let own = setup.temporary.container + "/own.yml"
    try "recipes: [glass-bar]\nverify:\n  commands: [\"touch '\(ran)'\"]\n"
      .write(toFile: own, atomically: true, encoding: .utf8)

    let text = try setup.run("--rehearse", "--config", own)
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.text.hasPrefix("a rehearsal on 'main' at "))
    #expect(text.text.contains("after 'verify' ran on it: it conflicts with the base"))
    #expect(text.text.contains("\nmigrate/glass-bar\n  build it again in place of "))
    let json = try setup.run("--rehearse", "--format", "json")
    #expect(json.text.contains("\"action\" : \"push conflicts\""))

    #expect(!FileManager.default.fileExists(atPath: ran), "a push or 'verify'")
    #expect(try setup.temporary.git("for-each-ref") == refs)
    let requests = setup.forge.state.withLock { $0.log.dropFirst(asked) }
    #expect(!requests.isEmpty && requests.allSatisfy { $0.hasPrefix("GET ") }, "\(requests)")
  }

  @Test func aRehearsalHoldsTheTextOfPullRequestAndDashboard() throws {
    let setup = try Setup()
    let text = try setup.run("--rehearse").text
    for part in [
      "  open a draft pull request into 'main' with the label 'migrate': the branch has none\n",
      "    | title: Use the new bar on iOS 26\n", "    | ### How to review\n",
      "dashboard\n  open an issue with the title 'Migration dashboard'\n    | ",
    ] {
      #expect(text.contains(part), "'\(part)' is missing in\n\(text)")
    }
  }

  @Test func runsAgainAndAgainUntilASignalEndsIt() throws {
    let setup = try Setup()
    let log = setup.temporary.container + "/loop.log"
    let process = try ServerProcess(
      try MigrateProgram.path(),
      [
        "bot", "--forge", "github", "--project", "o/r", "--base-url",
        "http://127.0.0.1:\(setup.server.port)/api/v3", "--every", "60", setup.clone,
      ], setup.temporary.environment, log: log, isServer: false)
    for _ in 0..<1200 {
      // It pauses once it has told what it did.
      if (try? String(contentsOfFile: log, encoding: .utf8))?.contains("dashboard is") == true {
        break
      }
      usleep(50_000)
    }
    usleep(200_000)
    #expect(process.end(by: SIGTERM) == 0, "a signal ends a pause at once")
    #expect(setup.forge.state.withLock { $0.pulls.count } == 1)
    for arguments in [["--every", "0"], ["--every", "x"], ["--every", "5", "--once"]] {
      let output = try MigrateProgram.run(["bot"] + arguments + [setup.clone], in: setup.temporary)
      #expect(output.status == 2 && output.errors.contains("'--every'"))
    }
  }

  @Test func aRunThatFailsIsTriedAgainInTheLoop() throws {
    let setup = try Setup()
    setup.temporary.environment["GITHUB_TOKEN"] = "wrong"
    let log = setup.temporary.container + "/loop.log"
    let process = try ServerProcess(
      try MigrateProgram.path(),
      [
        "bot", "--forge", "github", "--project", "o/r", "--base-url",
        "http://127.0.0.1:\(setup.server.port)/api/v3", "--every", "60", setup.clone,
      ], setup.temporary.environment, log: log, isServer: false)
    for _ in 0..<1200 {
      if (try? String(contentsOfFile: log, encoding: .utf8))?.contains("401") == true { break }
      usleep(50_000)
    }
    usleep(200_000)
    #expect(process.end(by: SIGINT) == 0, "it was still there")
  }

  @Test func gerritAndPushOptionsNeedNoToken() throws {
    let setup = try Setup()
    setup.temporary.environment["GITHUB_TOKEN"] = nil
    try setup.temporary.git("config", "receive.advertisePushOptions", "true")
    let lab = try MigrateProgram.run(
      ["bot", "--forge", "gitlab-push", setup.clone], in: setup.temporary)
    #expect(lab.status == 0 && lab.text.contains("created"), "\(lab.errors)")
    try setup.temporary.git("branch", "-D", "migrate/glass-bar")
    _ = try GerritServer(setup.temporary)
    let gerrit = try MigrateProgram.run(
      ["bot", "--forge", "gerrit", setup.clone], in: setup.temporary)
    #expect(gerrit.status == 0 && gerrit.text.contains("created"), "\(gerrit.errors)")
    #expect(
      try setup.temporary.git("for-each-ref", "--format=%(refname)", "refs/changes")
        == "refs/changes/01/1/1")
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

  @Test(arguments: ["none", "gitlab-push", "gerrit", "github"])
  func whatDoesNotPassVerifyIsSaidOnEveryWay(forge: String) throws {
    let setup = try Setup()
    let own = setup.temporary.container + "/own.yml"
    let options = setup.temporary.container + "/options"
    try "recipes: [glass-bar]\nbot:\n  draft: never\nverify:\n"
      .appending("  commands: [\"echo it does not build; exit 3\"]\n")
      .write(toFile: own, atomically: true, encoding: .utf8)
    let server = forge == "gerrit" ? try GerritServer(setup.temporary) : nil
    if forge == "gitlab-push" {
      try setup.temporary.git("config", "receive.advertisePushOptions", "true")
      let hook = setup.temporary.path + "/hooks/post-receive"
      try "#!/bin/sh\nenv | grep ^GIT_PUSH_OPTION_ >> '\(options)'\n"
        .write(toFile: hook, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    }
    func run(_ more: String...) throws -> MigrateProgram.Output {
      if forge == "github" {
        return try setup.run("--config", own, more.first ?? "--once", more.last ?? "--once")
      }
      return try MigrateProgram.run(
        ["bot", "--forge", forge, "--config", own] + more + [setup.clone], in: setup.temporary)
    }
    let text = try run("--quiet")
    #expect(text.status == 0 && text.text.contains("created"), "\(text.errors)")
    #expect(text.errors.contains("note: 'migrate/glass-bar' "), "\(text.errors)")
    #expect(text.errors.contains("status 3:\n  it does not build\n"), "\(text.errors)")
    if let server { #expect(try server.changes[0].options.contains("wip")) }
    if forge == "gitlab-push" {
      #expect(try String(contentsOfFile: options, encoding: .utf8).contains("draft"))
    }
    // What is known of it is in the pull request, where there is one.
    let again = try run("--format", "json")
    #expect(again.status == 0)
    #expect(again.text.contains("did not pass 'verify' when it was pushed") == (forge == "github"))
  }

  @Test func verifyIsInTheNotesForPrograms() throws {
    let setup = try Setup()
    let own = setup.temporary.container + "/own.yml"
    try "recipes: [glass-bar]\nverify:\n  commands: [\"echo it does not build; exit 3\"]\n"
      .write(toFile: own, atomically: true, encoding: .utf8)
    let output = try MigrateProgram.run(
      ["bot", "--forge", "none", "--config", own, "--format", "json", setup.clone],
      in: setup.temporary)
    #expect(output.text.contains("it ended with status 3:\\n  it does not build"), "\(output.text)")
  }

  @Test func configurationIsStrict() throws {
    let setup = try Setup(
      configuration:
        "recipes: [glass-bar]\nbot:\n  schedule: [\"monday\"]\n  base-url: x\n  forge: svn\n"
        + "  ignored-authors: [\"ci@x\", \"*@*\", \"*\"]\n")
    let output = try setup.run()
    #expect(output.status == 3)
    #expect(output.errors.contains("'bot.schedule'") && output.errors.contains("'bot.base-url'"))
    #expect(output.errors.contains("'bot.forge'"))
    #expect(output.errors.contains("'*' is everyone"))
    #expect(output.errors.contains("'*@*' is everyone"))
    #expect(!output.errors.contains("'ci@x'"))
  }
}
