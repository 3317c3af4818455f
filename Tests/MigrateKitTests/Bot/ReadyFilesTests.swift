import Foundation
import MigrateKit
import Testing

/// The files in 'Samples/Bot', checked by the programs and schemas of others and really run.
@Suite struct ReadyFilesTests {
  private static let folder = Checkout.root + "/Samples/Bot"
  private static let secret = "ghp_" + "PlantedInReadyFiles"

  private static func text(_ file: String) throws -> String {
    try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
  }

  // MARK: Form

  @Test(
    .enabled(if: TestTools.canTry("check-jsonschema"), "run 'Scripts/setup --tests'"),
    arguments: [
      ("github-workflow.yml", ["--builtin-schema", "vendor.github-workflows"]),
      ("gitlab-ci.yml", ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"]),
    ])
  func theFormIsThatOfThePublishedSchema(file: String, arguments: [String]) throws {
    let program = try #require(TestTools.path(of: "check-jsonschema"))
    func check(_ path: String) throws -> SubprocessResult {
      try Subprocess(
        program, arguments + [path], environment: ProcessInfo.processInfo.environment,
        deadline: .seconds(120)
      ).run()
    }
    let result = try check(Self.folder + "/" + file)
    #expect(result.succeeded, "\(String(decoding: result.standardOutput, as: UTF8.self))")
    // The check can fail.
    let broken = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).yml"
    try Self.text(file).replacing("script:", with: "scripts:")
      .replacing("runs-on:", with: "run-on:")
      .write(toFile: broken, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: broken) }
    #expect(try !check(broken).succeeded)
  }

  @Test(.enabled(if: TestTools.canTry("systemd-analyze"), "run 'Scripts/setup --tests'"))
  func theUnitsAreVerifiedBySystemd() throws {
    let program = try #require(TestTools.path(of: "systemd-analyze"))
    let setup = try Setup()
    let path = setup.temporary.container
    func verify(_ change: (String) -> String) throws -> String {
      let service = try Self.text("migrate-bot@.service")
        .replacing("/usr/local/bin/migrate", with: try MigrateProgram.path())
        .replacing("User=migrate", with: "User=root")
      try change(service).write(
        toFile: path + "/migrate-bot@.service", atomically: true, encoding: .utf8)
      try Self.text("migrate-bot@.timer").write(
        toFile: path + "/migrate-bot@.timer", atomically: true, encoding: .utf8)
      let result = try Subprocess(
        program,
        [
          "verify", "--man=no", path + "/migrate-bot@app.service",
          path + "/migrate-bot@app.timer",
        ], environment: setup.temporary.environment
      ).run()
      let words = String(decoding: result.standardError, as: UTF8.self)
      return result.succeeded ? words : "failed: " + words
    }
    #expect(try verify { $0 } == "")
    #expect(try verify { $0.replacing("Type=oneshot", with: "Type=often") } != "")
    #expect(try verify { $0.replacing("ExecStart=", with: "ExecStart=/nowhere") } != "")
  }

  @Test func theLineOfTheCrontabHasFiveFieldsAndNothingThatCronTakesForMore() throws {
    let (variables, line) = try Self.crontab()
    #expect(variables["PATH"]?.isEmpty == false && variables["SHELL"] == "/bin/sh")
    let fields = line.split(separator: " ", maxSplits: 5).map(String.init)
    let ranges = [0...59, 0...23, 1...31, 1...12, 0...7]
    for (field, range) in zip(fields, ranges) where field != "*" {
      let numbers = field.split(separator: "-").map { Int($0) }
      #expect(numbers.allSatisfy { $0.map(range.contains) ?? false }, "\(field)")
    }
    #expect(!fields[5].contains("%"), "cron takes it for a line end")
  }

  // MARK: The commands in them

  /// The variables and the one line of the crontab.
  private static func crontab() throws -> ([String: String], String) {
    let lines = try text("crontab").split(separator: "\n").filter { !$0.hasPrefix("#") }
    var variables: [String: String] = [:]
    for line in lines.dropLast() {
      let sides = line.split(separator: "=", maxSplits: 1).map(String.init)
      variables[sides[0]] = sides.count > 1 ? sides[1] : ""
    }
    return (variables, String(try #require(lines.last)))
  }

  /// The lines below a key that ends in `|`, or the items of a list, without their indentation.
  private static func lines(below key: String, after mark: String, in text: String) throws
    -> [String]
  {
    let rest = text[try #require(text.firstRange(of: mark)).upperBound...]
    let start = try #require(rest.firstRange(of: key)).upperBound
    var found: [String] = []
    var indentation: Int?
    for line in rest[start...].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    {
      let spaces = line.prefix { $0 == " " }.count
      if line.allSatisfy(\.isWhitespace) { continue }
      if let indentation, spaces < indentation { break }
      indentation = indentation ?? spaces
      found.append(String(line.dropFirst(indentation ?? 0)))
    }
    return found
  }

  /// A project with something to do, a clone of it as a CI system makes it, and a forge.
  private final class Setup {
    let temporary: TemporaryRepository
    let clone: String
    let forge: FakeGitHub
    let server: LoopbackServer

    init() throws {
      let temporary = try TemporaryRepository(["--bare"])
      self.temporary = temporary
      clone = temporary.container + "/checkout"
      let code = """
        import UIKit

        class Home: UIViewController {
            override func viewDidLoad() {
                super.viewDidLoad()
                navigationController?.navigationBar.isTranslucent = false
                let item = UIBarButtonItem(customView: UIActivityIndicatorView(style: .medium))
                navigationItem.rightBarButtonItem = item
            }
        }

        """
      let recipe = """
        id: translucent
        title: Keep bars translucent
        summary: Bars stay translucent on iOS 26.
        commit: {subject: Keep bars translucent}
        rules:
          - id: translucent-bar
            match: "$v.isTranslucent = false"
            replace:
              since: "$v.isTranslucent = true"
            gate: statement
            message: "'isTranslucent' hides the glass"

        """
      var stream = "commit refs/heads/main\ncommitter A <a@b> 1700000001 +0000\ndata 1\nx\n"
      for (path, text) in [
        (".migrate.yml", "recipes: [translucent]\n"),
        (".migrate/recipes/translucent/recipe.yml", recipe), ("App/Home.swift", code),
      ] {
        stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
      }
      try temporary.git(["fast-import", "--quiet"], input: stream)
      try temporary.git(["clone", "-q", "--depth=1", "file://" + temporary.path, clone])
      let location = try temporary.open().location
      let forge = FakeGitHub(
        secret: ReadyFilesTests.secret, now: { Int64(Date().timeIntervalSince1970) }
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
      let program = (try MigrateProgram.path() as NSString).deletingLastPathComponent
      temporary.environment["PATH"] =
        program + ":" + (temporary.environment["PATH"] ?? "/usr/bin:/bin")
    }

    deinit { server.stop() }

    /// Runs lines as a CI system does; returns what was printed.
    @discardableResult
    func run(
      _ shell: [String], _ script: String, in folder: String, _ variables: [String: String]
    ) throws -> String {
      let result = try Subprocess(
        shell[0], shell.dropFirst() + [script],
        environment: temporary.environment.merging(variables) { $1 }, workingFolder: folder,
        deadline: .seconds(300)
      ).run()
      let output = String(decoding: result.standardOutput, as: UTF8.self)
      let errors = String(decoding: result.standardError, as: UTF8.self)
      #expect(result.succeeded, "\(output)\(errors)")
      #expect(!(output + errors).contains(ReadyFilesTests.secret))
      return output + errors
    }
  }

  @Test func theStepsOfTheWorkflowOpenAPullRequest() throws {
    let setup = try Setup()
    let workflow = try Self.text("github-workflow.yml")
    let script = try Self.lines(below: "run: |", after: "name: Run the bot", in: workflow)
      .filter { !$0.hasPrefix("export PATH=\"/opt/migrate") }
    #expect(script.count == 4)
    var variables = [
      "GITHUB_WORKSPACE": setup.clone, "GITHUB_REPOSITORY": "o/r",
      "GITHUB_API_URL": "http://127.0.0.1:\(setup.server.port)/api/v3",
      "GITHUB_TOKEN": Self.secret, "REHEARSE": "--rehearse",
    ]
    let shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
    let rehearsal = try setup.run(
      shell, script.joined(separator: "\n"), in: setup.clone, variables)
    #expect(rehearsal.contains("migrate/translucent"))
    #expect(setup.forge.state.withLock { $0.writes } == 0)
    variables["REHEARSE"] = ""
    try setup.run(shell, script.joined(separator: "\n"), in: setup.clone, variables)
    #expect(
      setup.forge.state.withLock { $0.pulls.values.map(\.head) } == ["migrate/translucent"])
    let committer = try setup.temporary.git("show", "-s", "--format=%cn", "migrate/translucent")
    #expect(committer == "migrate")
    for step in ["name: Install the libraries", "name: Install migrate"] {
      let lines = try Self.lines(below: "run: |", after: step, in: workflow)
      try setup.run(
        ["bash", "-n", "-c"], lines.joined(separator: "\n"), in: setup.clone, [:])
    }
  }

  /// A source of 'migrate' whose program is the text of a file.
  private func source(in setup: Setup) throws -> (path: String, move: (String) throws -> String) {
    let path = setup.temporary.container + "/source"
    try setup.temporary.git(["init", "-q", "-b", "main", path])
    try FileManager.default.createDirectory(
      atPath: path + "/Scripts", withIntermediateDirectories: true)
    let install = "#!/bin/sh\nmkdir -p \"$2/bin\" && cp \"${0%/*}/program\" \"$2/bin/migrate\"\n"
    try install.write(toFile: path + "/Scripts/install", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: path + "/Scripts/install")
    return (
      path,
      { text in
        try text.write(toFile: path + "/Scripts/program", atomically: true, encoding: .utf8)
        try setup.temporary.git(["add", "."], in: path)
        try setup.temporary.git(
          ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"], in: path)
        return try setup.temporary.git(["rev-parse", "HEAD"], in: path)
      }
    )
  }

  @Test func aNewRevisionOfTheProgramIsBuiltOnBothForges() throws {
    let setup = try Setup()
    let (path, move) = try source(in: setup)
    let output = setup.temporary.container + "/output"
    let temporary = setup.temporary.container + "/built"
    let workflow = try Self.text("github-workflow.yml")
    #expect(workflow.contains("${{ steps.revision.outputs.commit }}\n\n      - name: Install"))
    let resolve = try Self.lines(below: "run: |", after: "name: Resolve", in: workflow)
      .joined(separator: "\n")
    let job = try Self.lines(
      below: "- |", after: "before_script:", in: try Self.text("gitlab-ci.yml")
    ).joined(separator: "\n").replacing("/tmp/migrate", with: temporary)
    let variables = [
      "MIGRATE_SOURCE": path, "MIGRATE_REVISION": "main", "GITHUB_OUTPUT": output,
      "CI_PROJECT_DIR": setup.clone,
    ]
    for text in ["one", "two"] {
      let commit = try move(text)
      try setup.run(["sh", "-e", "-c"], resolve, in: setup.clone, variables)
      #expect(try String(contentsOfFile: output, encoding: .utf8).hasSuffix("commit=\(commit)\n"))
      for _ in 0..<2 {
        try setup.run(["sh", "-e", "-c"], job, in: setup.clone, variables)
        let program = setup.clone + "/.migrate-program/bin/migrate"
        #expect(try String(contentsOfFile: program, encoding: .utf8) == text)
      }
      // A second time nothing is built, or the clone would be in the way.
      try FileManager.default.removeItem(atPath: temporary)
    }
    let named = variables.merging(["MIGRATE_REVISION": String(repeating: "a1", count: 20)]) { $1 }
    try setup.run(["sh", "-e", "-c"], resolve, in: setup.clone, named)
    #expect(
      try String(contentsOfFile: output, encoding: .utf8).hasSuffix(
        "commit=\(named["MIGRATE_REVISION"] ?? "")\n"))
  }

  @Test func theHeadOfTheServiceMakesAFileForTheTokenAndDoesNotNameIt() throws {
    let setup = try Setup()
    let folder = setup.temporary.container + "/etc/migrate"
    let lines = try Self.text("migrate-bot@.service").split(separator: "\n")
      .filter { $0.hasPrefix("#   ") && $0.contains("/etc/migrate/") }
      .map { $0.dropFirst(4).replacing("/etc/migrate", with: folder) }
    #expect(lines.count == 2)
    try setup.run(
      ["sh", "-e", "-c"], lines.joined(separator: "\n"), in: "/", ["EDITOR": "touch"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/app.env")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func theScriptOfTheGitLabJobPushes() throws {
    let setup = try Setup()
    let job = try Self.text("gitlab-ci.yml")
    let items = try Self.lines(below: "script:", after: "before_script:", in: job)
      .filter { !$0.hasPrefix("#") }.map { String($0.dropFirst(2)) }
    #expect(items.count == 6)
    let options = setup.temporary.container + "/options"
    try setup.temporary.git("config", "receive.advertisePushOptions", "true")
    let hook = setup.temporary.path + "/hooks/post-receive"
    try "#!/bin/sh\necho \"$GIT_PUSH_OPTION_0\" >> '\(options)'\n"
      .write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try setup.temporary.git(
      "config", "--global", "url.file://\(setup.temporary.path).insteadOf",
      "https://gitlab.test/o/r.git")
    let output = try setup.run(
      ["sh", "-e", "-c"], items.joined(separator: "\n"), in: setup.clone,
      [
        "CI_PROJECT_DIR": setup.clone, "CI_SERVER_HOST": "gitlab.test",
        "CI_PROJECT_URL": "https://gitlab.test/o/r", "CI_PROJECT_PATH": "o/r",
        "CI_API_V4_URL": "https://gitlab.test/api/v4", "MIGRATE_TOKEN": Self.secret,
        "MIGRATE_OPTIONS": "--forge gitlab-push",
      ])
    #expect(output.contains("created"))
    #expect(try String(contentsOfFile: options, encoding: .utf8).contains("merge_request.create"))
  }

  @Test func theCommandOfTheServiceAndTheLineOfTheCrontabPush() throws {
    let setup = try Setup()
    let folder = setup.temporary.container + "/home/migrate"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try setup.temporary.git([
      "clone", "-q", "--bare", "file://" + setup.temporary.path, folder + "/app.git",
    ])
    try "MIGRATE_TOKEN=\(Self.secret)\n".write(
      toFile: folder + "/app.env", atomically: true, encoding: .utf8)
    // The remote is a path here, so the one thing to add is which forge there is not.
    let line = try String(Self.crontab().1.split(separator: " ", maxSplits: 5)[5])
      .replacing("bot --quiet", with: "bot --forge none --quiet")
    try setup.run(["sh", "-c"], line, in: "/", [:])
    let log = try String(contentsOfFile: folder + "/app.log", encoding: .utf8)
    #expect(log.contains("created") && log.contains("migrate/translucent"))

    let service = try Self.text("migrate-bot@.service")
    let command = String(try #require(service.firstMatch(of: #/ExecStart=(.*)/#)).1)
      .replacing("/usr/local/bin/migrate", with: "migrate")
      .replacing("bot --quiet", with: "bot --forge none --quiet")
    let output = try setup.run(["sh", "-c"], command, in: folder + "/app.git", [:])
    #expect(output.contains("unchanged"))
  }
}
