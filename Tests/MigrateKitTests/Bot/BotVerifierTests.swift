import Foundation
import MigrateKit
import Testing

/// What `verify` runs, what it sees, and what it says.
@Suite struct BotVerifierTests {
  private let temporary: TemporaryRepository
  private let commit: ObjectID

  init() throws {
    temporary = try TemporaryRepository(["--bare"])
    let stream =
      "commit refs/heads/main\ncommitter A <a@b> 1700000001 +0000\ndata 1\nx\n"
      + "M 100644 inline a.swift\ndata 6\nhello\n\n"
    try temporary.git(["fast-import", "--quiet"], input: stream)
    commit = try #require(ObjectID(try temporary.git("rev-parse", "main")))
  }

  private var folder: String { temporary.container }

  private func verify(
    _ commands: String..., deadline: Duration = .seconds(60), adding: [String: String] = [:],
    redact: @escaping @Sendable (String) -> String = { $0 }
  ) throws -> BotVerification {
    try BotVerifier(
      commands: commands, deadline: deadline,
      environment: temporary.environment.merging(adding) { $1 }, temporaryFolder: folder,
      redact: redact
    ).verify(commit, in: temporary.open().location)
  }

  private func seen(_ name: String) -> String? {
    try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  @Test func commandsRunInAWorkingTreeOfTheCommitThatIsGoneAfterwards() throws {
    let result = try verify("cat a.swift > '\(folder)/seen'; pwd > '\(folder)/place'")
    #expect(result == BotVerification(passed: true, log: nil))
    #expect(seen("seen") == "hello\n")
    let place = try #require(seen("place")).trimmingCharacters(in: .newlines)
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(!FileManager.default.fileExists(atPath: place + ".log"))
    #expect(try temporary.git("worktree", "list").split(separator: "\n").count == 1)
  }

  @Test func theFirstCommandThatFailsIsTheVerdict() throws {
    let result = try verify("true", "echo broken; exit 3", "touch '\(folder)/third'")
    #expect(!result.passed)
    let log = try #require(result.log)
    #expect(log.contains("status 3") && log.contains("broken") && log.contains("    echo broken"))
    #expect(seen("third") == nil)
    #expect(try !verify("kill -KILL $$").passed)
  }

  @Test func aCommandPastItsDeadlineFailsWithWhatItPrintedAndLeavesNothingRunning() throws {
    let start = ContinuousClock.now
    let result = try verify(
      "echo before; sleep 300 & echo $! > '\(folder)/child'; wait", deadline: .seconds(2))
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(!result.passed)
    #expect(result.log?.contains("before") == true && result.log?.contains("2 seconds") == true)
    try expectEnded("child")
    // The deadline is for all of them together.
    #expect(try !verify("sleep 1.2", "sleep 1.2", deadline: .seconds(2)).passed)
  }

  @Test func whatAPassingCommandLeavesRunningIsEnded() throws {
    #expect(try verify("sleep 300 & echo $! > '\(folder)/child'").passed)
    try expectEnded("child")
  }

  @Test func whatIgnoresTermOrLeavesTheSessionIsEndedToo() throws {
    #expect(
      try verify(
        "sh -c 'trap \"\" TERM; echo $$ > \"\(folder)/deaf\"; sleep 300; sleep 300' & "
          + "while [ ! -s '\(folder)/deaf' ]; do sleep 0.1; done"
      ).passed)
    try expectEnded("deaf")
    #if os(Linux)
      #expect(
        try !verify(
          "setsid sh -c 'trap \"\" TERM; echo $$ > \"\(folder)/away\"; sleep 300; sleep 300' & "
            + "while [ ! -s '\(folder)/away' ]; do sleep 0.1; done; exit 1"
        ).passed)
      try expectEnded("away")
    #endif
  }

  @Test func whatIsAskedToEndMayTidyUp() throws {
    #expect(
      try verify(
        "sh -c 'trap \"touch \\\"\(folder)/tidy\\\"; exit\" TERM; echo > \"\(folder)/on\"; "
          + "while :; do sleep 0.05; done' & while [ ! -f '\(folder)/on' ]; do sleep 0.1; done"
      ).passed)
    #expect(seen("tidy") != nil)
  }

  @Test func aFailureIsToldInAFewLines() throws {
    let result = try verify("seq 1 3000; exit 4")
    let problem = try #require(result.problem)
    #expect(problem.hasPrefix("'seq 1 3000; exit 4' did not pass: it ended with status 4:\n  "))
    #expect(problem.hasSuffix("\n  3000") && problem.split(separator: "\n").count == 21)
    #expect(try verify("false").problem == "'false' did not pass: it ended with status 1")
  }

  private func expectEnded(_ name: String) throws {
    let text = try #require(seen(name)).trimmingCharacters(in: .newlines)
    let child = try #require(pid_t(text))
    for _ in 0..<300 where kill(child, 0) == 0 { usleep(10_000) }
    // Nobody reaps it in a container without an init: dead is enough.
    let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ") Z"
    #expect(kill(child, 0) != 0 || state.contains(") Z"))
  }

  @Test func onlyTheEndOfALongLogIsKept() throws {
    let result = try verify("seq 1 300000; exit 1")
    let log = try #require(result.log)
    #expect(log.contains("300000\n") && !log.contains("\n1\n"))
    #expect(log.count < 7000)
  }

  @Test func whatIsPrintedCannotBeMarkup() throws {
    let log = try #require(try verify("printf '````\\n@team <b>\\n`````\\n'; exit 1").log)
    #expect(log.contains("\n``````\n````\n@team <b>\n`````\n``````"), "\(log)")
  }

  @Test func theCommandsSeeNoTokenWhateverItIsCalled() throws {
    let secret = "glpat-" + "PlantedForVerify"
    let result = try verify(
      "env > '\(folder)/seen'; echo \(secret); exit 1",
      adding: [
        "GITHUB_TOKEN": secret, "MIGRATE_TOKEN": secret, "OTHER": secret, "LC_NOTE": secret,
        "GIT_CONFIG_COUNT": "1", "LANG": "C.UTF-8",
      ], redact: { $0.replacing(secret, with: "***") })
    let variables = try #require(self.seen("seen"))
    #expect(!variables.contains(secret) && variables.contains("LANG=C.UTF-8"))
    #expect(variables.contains("PATH="))
    #expect(!variables.contains("GIT_"))
    #expect(result.log?.contains(secret) == false && result.log?.contains("***") == true)
  }
}
