import Foundation
import MigrateKit
import Testing

/// What the bot makes of branches that people and forges changed, in a real repository.
@Suite struct BotHistoryTests {
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

  private func steps(_ branch: String) throws -> [String] {
    try bot.bot.prepare().actions.filter { $0.branch == branch }.map(\.code)
  }

  private func changeBase(_ path: String, _ change: (String) -> String) throws {
    let main = try #require(try world.tip("main"))
    let text = change(try world.text(path, at: main))
    try world.move("main", to: try world.commit(on: main, [path: text]))
  }

  @Test func namesOfBranchesAreTheRecipesAndHoldNoDates() throws {
    try run()
    let before = world.openPulls.map(\.head)
    #expect(before == ["migrate/alpha", "migrate/beta"])
    world.advance(400 * 86_400)
    let later = try SimulatedWorld()
    later.advance(123_456_789)
    let other = try later.bot("other", seed: 9)
    _ = try other.bot.perform(try other.bot.prepare())
    #expect(later.openPulls.map(\.head) == before)
  }

  @Test func aCommitThatSomebodyElseMadeFromOursIsAPersons() throws {
    try run()
    let tip = try #require(try world.tip("migrate/alpha"))
    let tree = try world.repository.git("rev-parse", "\(tip)^{tree}")
    let message = try world.repository.git("show", "-s", "--format=%B", tip.description)
    let copy = try world.repository.git([
      "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit-tree", tree, "-p",
      "\(tip)^", "-m", message,
    ])
    try world.move("migrate/alpha", to: ObjectID(copy))
    #expect(try steps("migrate/alpha") == ["say people", "leave people"])
  }

  @Test func everyCommitIsLookedAtNotOnlyTheLastOne() throws {
    try run()
    let tip = try #require(try world.tip("migrate/alpha"))
    let main = try #require(try world.tip("main"))
    // A person's commit below one that looks like the bot's in everything but its parent.
    let text = try world.text("D.swift", at: main) + "// mine\n"
    let mine = try world.commit(on: main, ["D.swift": text])
    let tree = try #require(try world.merged(mine, tip))
    let message = try world.repository.git("show", "-s", "--format=%B", tip.description)
    let copy = try world.repository.git([
      "-c", "user.name=Bot", "-c", "user.email=bot@example.org", "commit-tree", tree, "-p",
      mine.description, "-m", message,
    ])
    try world.move("migrate/alpha", to: ObjectID(copy))
    #expect(try steps("migrate/alpha") == ["say people", "leave people"])
    // And one below a formatter's.
    let formatter = Signature(name: "CI", email: "format@ci", time: Timestamp(seconds: 0))
    let own = try world.commit(on: tip, ["D.swift": "// mine\n"])
    let top = try world.commit(on: own, ["C.swift": "// formatted\n"], by: formatter)
    try world.move("migrate/alpha", to: top)
    #expect(try steps("migrate/alpha").last == "leave people")
  }

  @Test(arguments: ["squash", "rebase", "merge"])
  func mergedInEveryWayIsDone(way: String) throws {
    try run()
    let pull = try #require(world.openPulls.first { $0.head == "migrate/alpha" })
    // The base has moved meanwhile, so that nothing is a fast-forward.
    try changeBase("D.swift") { "// note\n" + $0 }
    let main = try #require(try world.tip("main"))
    let tip = try #require(try world.tip("migrate/alpha"))
    let tree = try #require(try world.merged(main, tip))
    var merged = try world.commit(tree: tree, parents: way == "merge" ? [main, tip] : [main])
    if way == "rebase" {
      let message = try world.repository.git("show", "-s", "--format=%B", tip.description)
      merged = ObjectID(
        try world.repository.git([
          "-c", "user.email=x@y", "commit-tree", tree, "-p", main.description, "-m", message,
        ]))
    }
    try world.move("main", to: merged)
    world.edit(pull.number) {
      $0.isOpen = false
      $0.isMerged = true
      $0.closedAt = world.clock.now()
    }
    #expect(try run()["migrate/alpha"]?.action == .removed)
    #expect(try world.tip("migrate/alpha") == nil)
    #expect(try steps("migrate/alpha") == ["leave nothingToDo"])
  }

  @Test func aConflictIsBuiltAgainOnTheNewBaseAndNeverMergedByText() throws {
    try run()
    try changeBase("A.swift") { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    #expect(try run()["migrate/alpha"]?.steps == ["push conflicts"])
    let tip = try #require(try world.tip("migrate/alpha"))
    let main = try #require(try world.tip("main"))
    #expect(
      try world.repository.git("show", "-s", "--format=%P", tip.description) == main.description)
    #expect(try world.text("A.swift", at: tip).contains("{ /* x */ newA("))
    #expect(world.openPulls.count { $0.head == "migrate/alpha" } == 1)
  }

  @Test func aBaseThatMovesElsewhereMovesNothing() throws {
    try run()
    let tip = try world.tip("migrate/alpha")
    try changeBase("D.swift") { "// note\n" + $0 }
    #expect(try run()["migrate/alpha"]?.reason == "upToDate")
    #expect(try world.tip("migrate/alpha") == tip)
    let pull = try #require(world.openPulls.first { $0.head == "migrate/alpha" })
    world.edit(pull.number) { $0.labels.insert("migrate:keep-current") }
    #expect(try run()["migrate/alpha"]?.steps.first == "push behind")
  }

  @Test(arguments: 2..<14)
  func aRunKilledAnywhereIsFinishedByTheNext(steps: Int) throws {
    let preparation = try bot.bot.prepare()
    bot.faults.state.withLock { $0.stepsToLive = steps }
    _ = try bot.bot.perform(preparation)
    bot.faults.state.withLock {
      $0.isDead = false
      $0.stepsToLive = nil
    }
    try run()
    try run()
    #expect(world.openPulls.map(\.head) == ["migrate/alpha", "migrate/beta", "migrate/gamma"])
    #expect(world.server.state.withLock { $0.pulls.count } == 3)
    #expect(world.server.state.withLock { $0.issues.values.filter(\.isOpen).count } == 1)
  }

  @Test func whatPeopleDoWhileARunIsAtWorkStays() throws {
    try run()
    try run()
    let gamma = try #require(world.openPulls.first { $0.head == "migrate/gamma" })
    world.edit(gamma.number) {
      $0.isOpen = false
      $0.closedAt = world.clock.now()
    }
    try changeBase("D.swift") { $0 + "func more() { oldA(9) }\n" }
    let preparation = try bot.bot.prepare()
    let alpha = try #require(world.openPulls.first { $0.head == "migrate/alpha" })
    world.edit(alpha.number) { $0.body = "Mine.\n\n" + $0.body }
    world.server.state.withLock { state in
      for (number, issue) in state.issues {
        state.issues[number]?.body = issue.body.replacing(
          "- [ ] <!-- migrate:rebuild=migrate/beta", with: "- [x] <!-- migrate:rebuild=migrate/beta"
        )
      }
    }
    let report = try bot.bot.perform(preparation)
    #expect(report.branches.first?.steps == ["push sitesChanged", "refresh"])
    let body = try #require(world.openPulls.first { $0.head == "migrate/alpha" }).body
    #expect(body.hasPrefix("Mine.\n") && body != alpha.body)
    let dashboard = world.server.state.withLock { $0.issues.values.first?.body ?? "" }
    #expect(dashboard.contains("## Declined"), "it was written")
    #expect(BotDashboard.requests(in: dashboard) == [.rebuild("migrate/beta")])
  }

  @Test func aBranchThatAPersonDeletedStaysDeleted() throws {
    try run()
    try world.move("migrate/alpha", to: nil)
    #expect(try run()["migrate/alpha"]?.reason == "declined")
    try run()
    #expect(try world.tip("migrate/alpha") == nil)
  }

  @Test func withoutAForgeABranchIsMovedForAReasonOnly() throws {
    var plain = bot
    var branches = plain.bot
    branches.forge = nil
    branches.policy.hasForge = false
    plain = SimulatedWorld.Instance(
      bot: branches, planner: bot.planner, faults: bot.faults, folder: bot.folder)
    #expect(try run(plain)["migrate/gamma"]?.action == .created)
    try changeBase("D.swift") { "// note\n" + $0 }
    #expect(try run(plain)["migrate/alpha"]?.reason == "upToDate")
    try changeBase("A.swift") { $0.replacing("{ oldA(", with: "{ /* x */ oldA(") }
    #expect(try run(plain)["migrate/alpha"]?.steps == ["push conflicts"])
    #expect(world.server.state.withLock { $0.log.isEmpty })
  }
}
