import Foundation
import MigrateKit
import Testing

/// The bot on a Gerrit server, reached by git alone.
@Suite(.enabled(if: TestTools.canTry("python3"), "run 'Scripts/setup --tests'"))
struct GerritRemoteTests {
  private let world: SimulatedWorld
  private let server: GerritServer
  private let planner = SimulatedPlanner()

  init() throws {
    world = try SimulatedWorld()
    server = try GerritServer(world.repository)
  }

  /// A bot in a fresh clone.
  private func bot(
    _ name: String = UUID().uuidString, isStacked: Bool = false,
    draft: BotPolicy.Draft = .review
  ) throws -> Bot {
    let folder = world.repository.container + "/" + name
    try world.repository.git(["clone", "-q", "--bare", "file://" + world.repository.path, folder])
    let clone = try world.repository.open(folder).location
    var policy = BotPolicy()
    policy.openLimit = 3
    policy.isStacked = isStacked
    policy.draft = draft
    policy.proposesByPush = true
    policy.removesBranches = false
    let signature = Signature(name: "Bot", email: "bot@example.org", time: Timestamp(seconds: 0))
    return Bot(
      location: clone, remote: GerritRemote(try GitRemote(clone, remote: "origin"), in: clone),
      forge: nil, policy: policy, planner: planner.at(clone), wording: BotWords(),
      identity: CommitIdentity(author: signature, committer: signature), now: world.clock.now)
  }

  @discardableResult
  private func run(_ bot: Bot? = nil) throws -> [String: BotOutcome] {
    let bot = try bot ?? self.bot()
    let report = try bot.perform(try bot.prepare())
    #expect(report.problems.isEmpty, "\(report.problems)")
    world.advance(3600)
    return Dictionary(uniqueKeysWithValues: report.branches.map { ($0.branch, $0) })
  }

  private func moveBase(_ change: (String) -> String, in path: String = "A.swift") throws {
    let main = try #require(try world.tip("main"))
    let text = change(try world.text(path, at: main))
    try world.move("main", to: try world.commit(on: main, [path: text]))
  }

  @Test func opensOneChangePerRecipeWithinItsLimitsAndThenRests() throws {
    let first = try run()
    #expect(first["migrate/alpha"]?.action == .created)
    #expect(first["migrate/gamma"]?.reason == "pullRequestLimit")
    try run()
    let changes = try server.changes
    #expect(changes.map(\.branch) == ["main", "main", "main"])
    #expect(changes[0].options == ["topic=migrate/alpha", "hashtag=migrate", "wip"])
    #expect(changes[1].options == ["topic=migrate/beta", "hashtag=migrate", "wip"])
    #expect(Set(changes.map(\.id)).count == 3)
    #expect(
      try world.repository.git("for-each-ref", "refs/heads").split(separator: "\n").count == 1)
    let refs = try world.repository.git("for-each-ref")
    let again = try run()
    #expect(again.values.allSatisfy { $0.action == .unchanged })
    #expect(try world.repository.git("for-each-ref") == refs)
  }

  @Test func aBaseThatMovesElsewhereNeedsNoNewPatchSet() throws {
    try run()
    try moveBase({ "// note\n" + $0 }, in: "D.swift")
    #expect(try run()["migrate/alpha"]?.reason == "upToDate")
    #expect(try server.changes[0].patchSets.count == 1)
  }

  @Test func aConflictIsANewPatchSetOfTheSameChange() throws {
    try run()
    try moveBase { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    #expect(try run()["migrate/alpha"]?.steps == ["push conflicts"])
    let change = try server.changes[0]
    #expect(change.patchSets.count == 2)
    let parent = try world.repository.git("rev-parse", change.patchSets[1] + "^")
    #expect(parent == (try world.tip("main"))?.description, "built again, not merged")
  }

  @Test func aPatchSetOfAPersonIsLeftAlone() throws {
    try run()
    let tip = try #require(ObjectID(try server.changes[0].patchSets[0]))
    let parent = try world.repository.git("rev-parse", "\(tip)^")
    let message = try world.repository.git("show", "-s", "--format=%B", tip.description)
    let text = try world.text("A.swift", at: tip)
    let edited = try world.commit(on: tip, ["A.swift": text + "// mine\n"])
    let tree = try world.repository.git("rev-parse", "\(edited)^{tree}")
    let mine = try world.repository.git([
      "-c", "user.email=ada@b", "commit-tree", tree, "-p", parent, "-m", message,
    ])
    try world.repository.git("push", "-q", world.repository.path, "\(mine):refs/for/main")
    #expect(try server.changes[0].patchSets.count == 2)
    try moveBase { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    #expect(try run()["migrate/alpha"]?.reason == "people")
    #expect(try server.changes[0].patchSets.last == mine)
  }

  @Test func whatIsMergedIsDoneAndNewSitesAreANewChange() throws {
    try run()
    let change = try server.changes[0]
    // Submitted by cherry-picking: another commit with the same words.
    let main = try #require(try world.tip("main"))
    let tree = try world.repository.git("rev-parse", change.patchSets[0] + "^{tree}")
    let message = try world.repository.git("show", "-s", "--format=%B", change.patchSets[0])
      .trimmingCharacters(in: .newlines)
    let merged = try world.repository.git([
      "-c", "user.email=ada@b", "commit-tree", tree, "-p", main.description, "-m",
      message + "\nReviewed-on: http://review.test/1",
    ])
    try world.move("main", to: ObjectID(merged))
    try server.abandon(change.number)
    try run()
    #expect(try run()["migrate/alpha"]?.reason == "nothingToDo")
    try moveBase({ $0 + "func more() { oldA(9) }\n" }, in: "D.swift")
    #expect(try run()["migrate/alpha"]?.action == .created)
    let newest = try #require(try server.changes.last)
    #expect(newest.id != change.id && newest.options.contains("topic=migrate/alpha"))
  }

  @Test func anAbandonedChangeMeansNo() throws {
    try run()
    try server.abandon(1)
    #expect(try run()["migrate/alpha"]?.reason == "upToDate")
    try moveBase { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    let outcome = try #require(try run()["migrate/alpha"])
    #expect(outcome.reason == "abandoned" && outcome.action == .unchanged)
    #expect(outcome.detail.contains("/+/1 closed"))
    #expect(try server.changes.count == 3 && server.changes[0].patchSets.count == 1)
  }

  @Test func aPatchSetThatDoesNotPassIsWorkInProgress() throws {
    try run(try bot(draft: .never))
    #expect(try !server.changes[0].options.contains("wip"))
    try moveBase { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    var failing = try bot(draft: .never)
    failing.verifier = BotVerifier(
      commands: ["exit 3"], deadline: .seconds(60), environment: world.repository.environment,
      temporaryFolder: world.repository.container)
    try run(failing)
    #expect(try server.changes[0].patchSets.count == 2)
    #expect(try server.changes[0].options.contains("wip"))
  }

  @Test func aRaceIsNoticedBeforeThePush() throws {
    try run()
    try moveBase { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    let late = try bot()
    let preparation = try late.prepare()
    try run()
    let report = try late.perform(preparation)
    #expect(report.branches.first { $0.branch == "migrate/alpha" }?.reason == "lost")
    #expect(try server.changes[0].patchSets.count == 2)
  }

  @Test func aStackIsAChainOfChanges() throws {
    try run(try bot(isStacked: true, draft: .never))
    let changes = try server.changes
    #expect(changes.map(\.options.count) == [2, 2], "not work in progress")
    #expect(changes.map(\.branch) == ["main", "main"])
    #expect(
      try world.repository.git("rev-parse", changes[1].patchSets[0] + "^")
        == changes[0].patchSets[0])
  }

  @Test func whatTheServerSaysIsReported() throws {
    let hook = world.repository.path + "/hooks/proc-receive"
    try "#!/bin/sh\nexit 3\n".write(toFile: hook, atomically: true, encoding: .utf8)
    let bot = try bot()
    let report = try bot.perform(try bot.prepare())
    #expect(report.isRefused)
  }
}
