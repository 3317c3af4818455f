import Foundation
import MigrateKit
import Testing

/// The whole bot against a real repository and a forge that works, one behaviour at a time.
@Suite struct BotLifeTests {
  private let world: SimulatedWorld
  private let bot: SimulatedWorld.Instance

  init() throws {
    world = try SimulatedWorld()
    bot = try world.bot("one", seed: 1)
  }

  @discardableResult
  private func run(_ instance: SimulatedWorld.Instance? = nil) throws -> [String: BotOutcome] {
    let bot = (instance ?? bot).bot
    let report = try bot.perform(try bot.prepare())
    world.advance(3600)
    return Dictionary(uniqueKeysWithValues: report.branches.map { ($0.branch, $0) })
  }

  private func pull(_ branch: String) throws -> FakeGitHub.Pull {
    try #require(world.openPulls.first { $0.head == branch })
  }

  private func steps(_ branch: String) throws -> [String] {
    let preparation = try bot.bot.prepare()
    return preparation.actions.filter { $0.branch == branch }.map(\.code)
  }

  @Test func opensPullRequestsWithinItsLimitAndThenRests() throws {
    let first = try run()
    #expect(first["migrate/alpha"]?.action == .created)
    #expect(first["migrate/gamma"]?.reason == "pullRequestLimit")
    try run()
    #expect(world.openPulls.map(\.head) == ["migrate/alpha", "migrate/beta", "migrate/gamma"])
    try run()
    let writes = world.server.state.withLock { $0.writes }
    let refs = try world.repository.git("for-each-ref")
    try run()
    #expect(world.server.state.withLock { $0.writes } == writes)
    #expect(try world.repository.git("for-each-ref") == refs)
  }

  @Test func anAmendedCommitIsAPersons() throws {
    try run()
    let tip = try #require(try world.tip("migrate/alpha"))
    let parent = try #require(ObjectID(try world.repository.git("rev-parse", "\(tip)^")))
    let text = try world.text("A.swift", at: tip)
    let amended = try world.commit(on: tip, ["A.swift": text + "// more\n"], parent: parent)
    try world.move("migrate/alpha", to: amended)
    #expect(try steps("migrate/alpha") == ["say people", "leave people"])
    try run()
    #expect(try world.tip("migrate/alpha") == amended)
    #expect(try steps("migrate/alpha") == ["leave people"], "it is said once")
  }

  @Test func aCommitOfOursWithAnotherMessageIsAPersons() throws {
    try run()
    let old = try world.repository.git("log", "-1", "--format=%B", "migrate/alpha")
    let tree = try world.repository.git("rev-parse", "migrate/alpha^{tree}")
    let reworded = try #require(
      ObjectID(
        try world.repository.git([
          "-c", "user.name=Bot", "-c", "user.email=bot@example.org", "commit-tree", tree, "-p",
          "main", "-m", "Reworded\n" + old,
        ])))
    try world.move("migrate/alpha", to: reworded)
    #expect(try steps("migrate/alpha") == ["say people", "leave people"])
  }

  @Test func theForgesOwnUpdateBranchIsNobodysWork() throws {
    try run()
    let tip = try #require(try world.tip("migrate/beta"))
    let old = try #require(try world.tip("main"))
    let note = try world.text("D.swift", at: old) + "// note\n"
    let main = try world.commit(on: old, ["D.swift": note])
    try world.move("main", to: main)
    let tree = try #require(try world.merged(tip, main))
    let merge = try #require(try world.commit(tree: tree, parents: [tip, main]))
    try world.move("migrate/beta", to: merge)
    let preparation = try bot.bot.prepare()
    guard case .own(let commit) = preparation.observation.branches["migrate/beta"] else {
      Issue.record("\(preparation.observation.branches)")
      return
    }
    #expect(commit.tip == merge)
    // The same merge with something else in it is a person's.
    let text = try world.text("D.swift", at: merge)
    let changed = try world.commit(on: merge, ["D.swift": text + "// mine\n"])
    let other = try world.repository.git("rev-parse", "\(changed)^{tree}")
    let edited = try #require(try world.commit(tree: other, parents: [tip, main]))
    try world.move("migrate/beta", to: edited)
    #expect(try steps("migrate/beta").last == "leave people")
  }

  @Test func commitsOfConfiguredAuthorsDoNotCountAsAPersons() throws {
    try run()
    let tip = try #require(try world.tip("migrate/alpha"))
    let text = try world.text("A.swift", at: tip)
    let formatter = Signature(name: "CI", email: "format@ci", time: Timestamp(seconds: 0))
    let formatted = try world.commit(on: tip, ["A.swift": text + "\n"], by: formatter)
    try world.move("migrate/alpha", to: formatted)
    #expect(try steps("migrate/alpha") == ["leave upToDate"])
    bot.planner.versions.withLock { $0["alpha"] = 2 }
    try world.move(
      "main",
      to: try world.commit(
        on: try #require(try world.tip("main")), ["D.swift": "func d() { oldA(9) }\n"]))
    #expect(try steps("migrate/alpha").first?.hasPrefix("push") == true)
  }

  @Test func aRebuildOnRequestKeepsThePersonsCommits() throws {
    try run()
    let tip = try #require(try world.tip("migrate/alpha"))
    let mine = try world.commit(on: tip, ["B.swift": "// mine\n"])
    try world.move("migrate/alpha", to: mine)
    try run()
    var generator = SeededGenerator(1)
    world.tick(share: 1, &generator)
    try run()
    #expect(try world.tip("migrate/alpha") != mine)
    let kept = "kept/migrate/alpha/\(mine.abbreviated)"
    #expect(try world.tip(kept) == mine)
    #expect(try pull("migrate/alpha").comments.last?.contains(kept) == true)
    let dashboard = world.server.state.withLock { $0.issues.values.first?.body ?? "" }
    #expect(!dashboard.contains("[x]"), "the box is free again")
  }

  @Test func aClosedPullRequestIsNotOpenedAgainAndNewSitesAre() throws {
    try run()
    let closed = try pull("migrate/alpha")
    world.edit(closed.number) {
      $0.isOpen = false
      $0.closedAt = world.clock.now()
    }
    #expect(try steps("migrate/alpha") == ["leave declined"])
    let main = try #require(try world.tip("main"))
    try world.move("main", to: try world.commit(on: main, ["D.swift": "func d() { oldA(9) }\n"]))
    try run()
    let opened = try pull("migrate/alpha")
    #expect(opened.number != closed.number)
    let tip = try #require(try world.tip("migrate/alpha"))
    #expect(try world.text("D.swift", at: tip).contains("newA(9)"))
    #expect(try world.text("A.swift", at: tip).contains("oldA(1)"), "what was declined stays")
    bot.planner.versions.withLock { $0["alpha"] = 2 }
    try run()
    let rebuilt = try #require(try world.tip("migrate/alpha"))
    #expect(try world.text("A.swift", at: rebuilt).contains("newA(1)"), "a new version may ask")
  }

  @Test func mergedIsDoneAndRevertedIsDeclined() throws {
    try run()
    try world.merge(try pull("migrate/alpha"), deleting: false)
    let merged = try #require(try world.tip("main"))
    #expect(try run()["migrate/alpha"]?.action == .removed)
    #expect(try world.tip("migrate/alpha") == nil)
    let before = try #require(ObjectID(try world.repository.git("rev-parse", "\(merged)^")))
    var files: [String: String] = [:]
    for path in ["A.swift", "B.swift", "C.swift", "D.swift"] {
      files[path] = try world.text(path, at: before)
    }
    try world.move("main", to: try world.commit(on: merged, files))
    #expect(try steps("migrate/alpha") == ["leave declined"])
  }

  @Test func whenTheForgeWantsToBeLeftAloneTheNextRunGoesOn() throws {
    bot.faults.state.withLock { $0.failureRate = 0 }
    let transport = ScriptedTransport([
      .json(200, #"{"default_branch":"main"}"#), .json(200, "[]"), .json(200, #"{"login":"b"}"#),
      .json(200, "[]"), .json(200, "[]"), .json(200, "[]"), .json(200, "[]"),
      .json(429, #"{"message":"slow down"}"#, [HTTPHeader("Retry-After", "3600")]),
    ])
    var limited = bot.bot
    limited.forge = world.server.forge(through: transport, clock: world.clock)
    let preparation = try limited.prepare()
    let report = try limited.perform(preparation)
    #expect(report.retryAfter == 3600 && report.isRefused)
    #expect(report.branches.count == 3 && world.openPulls.isEmpty)
    #expect(try world.tip("migrate/alpha") != nil, "the branch was made before")
    try run()
    #expect(world.openPulls.map(\.head) == ["migrate/alpha", "migrate/beta"])
  }

  @Test func ofTwoBotsOneWinsAndTheOtherSaysSo() throws {
    let other = try world.bot("two", seed: 2, versions: bot.planner)
    let first = try bot.bot.prepare()
    try run(other)
    world.advance(-3600)
    let report = try bot.bot.perform(first)
    #expect(!report.isRefused, "who comes second was refused nothing")
    #expect(
      report.branches.filter { $0.reason == "overtaken" }.map(\.branch) == [
        "migrate/alpha", "migrate/beta",
      ])
    #expect(world.openPulls.count == 2)
  }

  @Test func ofTwoBotsOnARemoteWithoutALedgerOneLosesEachBranch() throws {
    let hook = world.repository.path + "/hooks/update"
    try "#!/bin/sh\ncase $1 in refs/heads/*) exit 0;; esac\necho no such place >&2\nexit 1\n"
      .write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let other = try world.bot("two", seed: 2, versions: bot.planner)
    let first = try bot.bot.prepare()
    let second = try other.bot.perform(try other.bot.prepare())
    #expect(second.notes.count == 1 && second.notes[0].contains("no such place"))
    let report = try bot.bot.perform(first)
    #expect(!report.isRefused)
    #expect(
      report.branches.filter { $0.reason == "lost" }.map(\.branch) == [
        "migrate/alpha", "migrate/beta",
      ])
    #expect(world.openPulls.count == 2)
  }

  @Test func aRunCountsWhatAnotherOneAnnouncedAndHasNotDoneYet() throws {
    let other = try world.bot("two", seed: 2, versions: bot.planner)
    let preparation = try bot.bot.prepare()
    bot.faults.state.withLock { $0.stepsToLive = 2 }
    _ = try bot.bot.perform(preparation)
    #expect(world.openPulls.isEmpty, "killed after it announced two")
    #expect(try world.tip("migrate/alpha") == nil)
    #expect(try !world.repository.git("for-each-ref", "refs/migrate/ledger").isEmpty)
    // What was announced is free for whoever does it; nothing more is opened.
    let outcomes = try run(other)
    #expect(world.openPulls.map(\.head) == ["migrate/alpha", "migrate/beta"])
    #expect(outcomes["migrate/gamma"]?.reason == "pullRequestLimit")
  }

  @Test func theOldestDashboardWinsAndAClosedOneIsANo() throws {
    try run()
    world.server.state.withLock { state in
      for number in [50, 51] {
        state.issues[number] = FakeGitHub.Issue(
          number: number, title: "x", body: BotDashboard.mark, labels: ["migrate"])
      }
    }
    try run()
    let open = world.server.state.withLock { $0.issues.values.filter(\.isOpen).map(\.number) }
    #expect(open.count == 1 && (open.first ?? 99) < 50)
    world.server.state.withLock { state in
      for number in state.issues.keys { state.issues[number]?.isOpen = false }
    }
    try run()
    #expect(world.server.state.withLock { !$0.issues.values.contains(where: \.isOpen) })
  }

  @Test func aDashboardWithoutItsLabelIsFoundByItsAccount() throws {
    try run()
    world.server.state.withLock { state in
      for number in state.issues.keys { state.issues[number]?.labels = [] }
    }
    try run()
    #expect(world.server.state.withLock { $0.issues.count } == 1)
  }

  @Test func aProjectWithoutIssuesHasNoDashboard() throws {
    world.server.state.withLock { $0.hasIssues = false }
    #expect(try run()["migrate/alpha"]?.action == .created)
    #expect(world.server.state.withLock { $0.issues.isEmpty })
  }

  @Test(arguments: [["--depth=1"], ["--filter=blob:none"]])
  func worksFromAFreshCloneOfAnyDepth(arguments: [String]) throws {
    try run()
    var generator = SeededGenerator(5)
    for _ in 0..<3 { try world.moveBase(&generator) }
    try world.repository.git(["config", "uploadpack.allowFilter", "true"])
    let fresh = try world.bot("fresh", seed: 3, arguments: arguments)
    let states = try fresh.bot.prepare().observation.branches
    #expect(states.count == 2)
    for (branch, state) in states {
      guard case .own = state else {
        Issue.record("\(branch): \(state)")
        continue
      }
    }
    try run(fresh)
    #expect(try world.repository.git("fsck", "--no-dangling").isEmpty)
  }

  @Test func aStackIsAChainOfPullRequestsAndFollowsWhatIsMerged() throws {
    let stack = try world.bot("stack", seed: 4, isStacked: true)
    try run(stack)
    try run(stack)
    #expect(
      world.openPulls.map(\.base) == ["main", "migrate/alpha", "migrate/beta"])
    let top = try #require(try world.tip("migrate/gamma"))
    #expect(try world.text("A.swift", at: top).contains("newA(1)"))
    try world.merge(try pull("migrate/alpha"), deleting: false)
    try run(stack)
    try run(stack)
    #expect(world.openPulls.map(\.head) == ["migrate/beta", "migrate/gamma"])
    #expect(world.openPulls.map(\.base) == ["main", "migrate/beta"])
    #expect(try world.repository.git("rev-list", "--count", "main..migrate/gamma") == "2")
  }

  @Test(arguments: [BotPolicy.Split.folder(depth: 1), .codeOwners])
  func splitsByFolderOrByOwner(split: BotPolicy.Split) throws {
    var cut = bot.bot
    cut.policy.split = split
    cut.policy.pullRequestsPerHour = 50
    cut.policy.openLimit = 50
    let stream = """
      commit refs/heads/main
      committer A <a@b> 1790000009 +0000
      data 1
      x
      from refs/heads/main^0
      M 100644 inline UI/Bar.swift
      data 20
      func f() { oldA(8) }
      M 100644 inline CODEOWNERS
      data 17
      * @all
      /UI/ @o/ui

      """
    try world.repository.git(["fast-import", "--quiet", "--force"], input: stream)
    _ = try cut.perform(try cut.prepare())
    let heads = Set(world.openPulls.map(\.head))
    let expected: Set<String> =
      split == .codeOwners
      ? ["migrate/alpha--all", "migrate/alpha--o-ui"]
      : ["migrate/alpha--other", "migrate/alpha--UI"]
    #expect(heads.isSuperset(of: expected), "\(heads)")
    #expect(!heads.contains("migrate/alpha"))
  }
}
