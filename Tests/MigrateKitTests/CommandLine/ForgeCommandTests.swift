import Foundation
import MigrateKit
import Testing

/// The program itself on every forge, from nothing to a merged pull request, with a planted token.
@Suite struct ForgeCommandTests {
  /// A remote, a clone of it and a forge.
  private final class Setup {
    let kind: ForgeKind
    let temporary: TemporaryRepository
    let clone: String
    let server: ContractServer

    init(_ kind: ForgeKind, configuration: String = "recipes: [glass-bar]\n") throws {
      self.kind = kind
      let temporary = try TemporaryRepository(["--bare"])
      self.temporary = temporary
      clone = temporary.container + "/clone"
      server = try ContractServer(kind, repository: temporary.path)
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
        (".migrate.yml", configuration.replacing("<base>", with: server.base)),
        (".migrate/recipes/glass-bar/recipe.yml", recipe), ("App/Home.swift", code),
      ] {
        stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
      }
      try temporary.git(["fast-import", "--quiet"], input: stream)
      try temporary.git(["clone", "-q", "--bare", temporary.path, clone])
      temporary.environment["MIGRATE_TOKEN"] = nil
      if let variable = kind.tokenVariables.last {
        temporary.environment[variable] = server.token
      }
      temporary.environment["TMPDIR"] = temporary.container
    }

    func run(_ arguments: [String]) throws -> MigrateProgram.Output {
      let output = try MigrateProgram.run(["bot"] + arguments + [clone], in: temporary)
      #expect(!(output.text + output.errors).contains(server.token))
      return output
    }

    /// The options that name the forge.
    var place: [String] {
      [
        "--forge", kind.rawValue, "--project", kind == .gitlab ? "group/sub/r" : "o/r",
        "--base-url", server.base,
      ]
    }

    /// Every file of the test that holds the token, objects of git included.
    func filesWithToken() throws -> [String] {
      let names = FileManager.default.enumerator(atPath: temporary.container)?.allObjects ?? []
      let token = Data(server.token.utf8)
      var found: [String] = []
      for case let name as String in names {
        guard let data = FileManager.default.contents(atPath: temporary.container + "/" + name)
        else { continue }
        if data.range(of: token) != nil { found.append(name) }
      }
      for repository in [temporary.path, clone] {
        let all = try temporary.git(
          ["cat-file", "--batch-all-objects", "--batch"], in: repository)
        if all.contains(server.token) { found.append("an object of \(repository)") }
      }
      return found
    }
  }

  @Test(arguments: [ForgeKind.github, .gitlab, .gitea, .forgejo])
  func aTeamForgetsTheBot(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let first = try setup.run(setup.place)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.text.contains("created"))
    let items = try setup.server.control("state")["items"] as? [[String: Any]] ?? []
    let pull = try #require(items.first { $0["is_pull"] as? Bool == true })
    let number = try #require(pull["number"] as? Int)
    #expect((pull["title"] as? String)?.hasSuffix("Use the new bar on iOS 26") == true)
    #expect((pull["body"] as? String)?.contains("`App/Home.swift`") == true)
    #expect(pull["labels"] as? [String] == ["migrate"])
    #expect(items.contains { $0["title"] as? String == "Migration dashboard" })

    let before = try setup.server.log().filter { !$0.hasPrefix("GET ") }
    let rest = try setup.run(setup.place + ["--format", "json"])
    #expect(rest.status == 0 && rest.text.contains("\"action\" : \"unchanged\""))
    #expect(try setup.server.log().filter { !$0.hasPrefix("GET ") } == before, "nothing is to do")

    try setup.temporary.git("update-ref", "refs/heads/main", "refs/heads/migrate/glass-bar")
    try setup.server.act("merge", number)
    let last = try setup.run(setup.place)
    #expect(last.status == 0, "\(last.errors)")
    #expect(try setup.filesWithToken() == [])
    try setup.server.expectNoViolations()
    let text = String(describing: try setup.server.control("state"))
    #expect(!text.contains(setup.server.token))
  }

  @Test(arguments: [ForgeKind.gitlab, .gitea])
  func whatWasDoneWithoutAnAnswerIsNotDoneTwice(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    for what in ["(merge_requests|pulls)", "issues"] {
      try setup.server.control(
        "fail", ["match": "POST .*/\(what)$", "status": 504, "late": true])
    }
    // The first run opens the pull request, the second the dashboard; neither hears of it.
    for _ in 0..<2 {
      let output = try setup.run(setup.place)
      #expect(output.status == 7 && output.errors.contains("504"), "\(output)")
    }
    let last = try setup.run(setup.place)
    #expect(last.status == 0, "\(last)")
    let items = try setup.server.control("state")["items"] as? [[String: Any]] ?? []
    #expect(items.count { $0["is_pull"] as? Bool == true } == 1)
    #expect(items.count { $0["is_pull"] as? Bool == false } == 1)
    try setup.server.expectNoViolations()
  }

  @Test func aRefusalThatEchoesTheTokenIsShownWithoutIt() throws {
    let setup = try Setup(.gitlab)
    try setup.server.control(
      "fail",
      [
        "match": "POST .*merge_requests$", "status": 400,
        "body": ["message": ["base": ["what is \(setup.server.token)?"]]],
      ])
    let output = try setup.run(setup.place)
    #expect(output.status == 7 && output.text.contains("base what is ***?"), "\(output)")
    #expect(try setup.filesWithToken() == [])
  }

  @Test func theForgeMayStandInTheConfigurationButNotWhereTheTokenGoes() throws {
    let configuration = """
      recipes: [glass-bar]
      bot:
        forge: forgejo
        base-url: <base>

      """
    let setup = try Setup(.forgejo, configuration: configuration)
    let refused = try setup.run(["--project", "o/r"])
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.errors.contains("a repository cannot say where the token goes"))
    #expect(try setup.server.log().isEmpty)

    let own = setup.temporary.container + "/own.yml"
    try configuration.replacing("<base>", with: setup.server.base)
      .write(toFile: own, atomically: true, encoding: .utf8)
    let output = try setup.run(["--project", "o/r", "--config", own])
    #expect(output.status == 0 && output.text.contains("created"), "\(output)")
    try setup.server.expectNoViolations()
  }

  @Test(arguments: [ForgeKind.gitlab, .forgejo])
  func theProjectIsToldByTheRemoteAndTheRestByItsConfiguration(_ kind: ForgeKind) throws {
    let setup = try Setup(
      kind, configuration: "recipes: [glass-bar]\nbot: {forge: \(kind), base-url: <base>}\n")
    let project = kind == .gitlab ? "group/sub/r" : "o/r"
    try setup.temporary.git(
      ["remote", "set-url", "origin", setup.server.remote(project)], in: setup.clone)
    let locked = try setup.run([])
    #expect(locked.status == 7 && locked.errors.contains("'MIGRATE_TOKEN'"), "\(locked)")
    setup.temporary.environment["MIGRATE_TOKEN"] = setup.server.token
    let output = try setup.run([])
    #expect(output.status == 0 && output.text.contains("created"), "\(output)")
    let commit = try setup.temporary.git("rev-parse", "migrate/glass-bar")
    let items = try setup.server.control("state")["items"] as? [[String: Any]] ?? []
    #expect(items.contains { $0["sha"] as? String == commit })
    #expect(try setup.server.log().contains { $0.hasPrefix("git POST") })
    #expect(try setup.filesWithToken() == [])
    try setup.server.expectNoViolations()
  }

  @Test func branchesOnlyMayBeConfigured() throws {
    let setup = try Setup(
      .gitea, configuration: "recipes: [glass-bar]\nbot: {forge: none}\n")
    let output = try setup.run([])
    #expect(output.status == 0, "\(output.errors)")
    #expect(try setup.temporary.git("branch", "--list", "migrate/*").contains("glass-bar"))
    #expect(try setup.server.log().isEmpty)
  }
}
