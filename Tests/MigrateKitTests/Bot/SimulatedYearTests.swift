import Foundation
import MigrateKit
import Testing

/// A year in the life of the bot, with people, a forge that fails, and kills at random points.
@Suite struct SimulatedYearTests {

  /// Lives through the weeks; returns the world for the end.
  private func live(
    seed: UInt64, weeks: Int, isStacked: Bool = false, hasRival: Bool = false
  ) throws -> (SimulatedWorld, SimulatedWorld.Instance) {
    let world = try SimulatedWorld()
    var generator = SeededGenerator(seed)
    let first = try world.bot("one", seed: seed &+ 1, isStacked: isStacked)
    let second =
      hasRival
      ? try world.bot("two", seed: seed &+ 2, isStacked: isStacked, versions: first.planner) : nil
    for week in 0..<weeks {
      try world.moveBase(&generator)
      if week == weeks / 3 || week == weeks * 2 / 3 {
        first.planner.versions.withLock { $0["alpha", default: 1] += 1 }
        world.happened()
      }
      for _ in 0..<2 where !generator.isOne(in: 3) {
        if let pull = world.openPulls.randomElement(using: &generator) {
          try world.react(to: pull, &generator)
        }
      }
      if generator.isOne(in: 4) { try world.lookBack(&generator) }
      world.advance(3 * 86_400)
      first.faults.state.withLock { state in
        state.isDead = false
        state.failureRate = 10
        state.stepsToLive =
          generator.isOne(in: 5) ? Int.random(in: 0..<40, using: &generator) : nil
        if let second {
          second.faults.state.withLock { $0.failureRate = 10 }
          state.interruption = (
            Int.random(in: 0..<30, using: &generator), { run(second, world) }
          )
        }
      }
      run(first, world)
      check(world)
      if generator.isOne(in: 4) {
        world.advance(3600)
        revive(first)
        run(first, world)
        check(world)
      }
      world.advance(4 * 86_400)
    }
    revive(first)
    first.faults.state.withLock { $0.failureRate = 0 }
    return (world, first)
  }

  private func revive(_ instance: SimulatedWorld.Instance) {
    instance.faults.state.withLock { state in
      state.isDead = false
      state.stepsToLive = nil
      state.interruption = nil
    }
  }

  /// One run, whose end by a fault is its own business.
  private func run(_ instance: SimulatedWorld.Instance, _ world: SimulatedWorld) {
    do {
      let report = try instance.bot.perform(try instance.bot.prepare())
      let words = try JSONText.encode(report)
      if words.contains(SimulatedWorld.secret) { world.note("the token is in a report") }
    } catch {
      if "\(error)".contains(SimulatedWorld.secret) { world.note("the token is in '\(error)'") }
      switch error {
      case is ForgeError: return
      case let error as GitError where error.cause == .remote: return
      default: world.note("unexpected: \(error)")
      }
    }
  }

  /// What holds at every step.
  private func check(_ world: SimulatedWorld) {
    let (problems, human) = world.state.withLock { ($0.problems, $0.human) }
    for problem in problems { Issue.record("\(problem)") }
    world.state.withLock { $0.problems = [] }
    do {
      let all = try world.repository.git("rev-list", "--all").split(separator: "\n")
      let lost = human.subtracting(all.compactMap { ObjectID($0) })
      #expect(lost.isEmpty, "commits of people are lost: \(lost)")
    } catch {
      Issue.record(error)
    }
    world.server.state.withLock { state in
      var heads: Set<String> = []
      for pull in state.pulls.values.filter(\.isOpen) {
        #expect(heads.insert(pull.head).inserted, "two pull requests from \(pull.head)")
      }
      for pull in state.pulls.values {
        let marks = pull.comments.compactMap { $0.split(separator: "\n").last }
        for mark in Set(marks) {
          #expect(
            marks.count { $0 == mark } <= 1, "said twice in #\(pull.number): \(mark)")
        }
      }
      let times = state.pulls.values.map(\.openedAt)
      for time in times {
        #expect(
          times.count { $0 > time - 3600 && $0 <= time } <= 2,
          "more pull requests within the hour than allowed")
      }
      let most = state.openedBeside.max() ?? 0
      #expect(most < 3, "more open pull requests than allowed")
    }
  }

  /// People now want everything: all boxes ticked, every label off, everything merged.
  private func finish(_ world: SimulatedWorld, _ instance: SimulatedWorld.Instance) throws {
    var generator = SeededGenerator(1)
    instance.planner.versions.withLock { versions in
      for id in versions.keys { versions[id, default: 1] += 1 }
    }
    world.happened()
    for _ in 0..<40 {
      world.advance(86_400)
      run(instance, world)
      check(world)
      for pull in world.openPulls {
        world.edit(pull.number) { $0.labels.remove("migrate:stop") }
        if try !world.merge(pull, deleting: false) {
          world.edit(pull.number) { $0.labels.insert("migrate:rebuild") }
        }
      }
      let left = try world.leftOnBase()
      if left.isEmpty, world.openPulls.isEmpty { break }
      world.tick(share: 1, &generator)
    }
    world.advance(86_400)
    run(instance, world)
    let left = try world.leftOnBase()
    #expect(left.isEmpty, "what could be migrated is not: \(left)\n\(story(world, instance))")
    #expect(world.openPulls.isEmpty)
    let writes = world.server.state.withLock { $0.writes }
    let pushes = world.state.withLock { $0.pushes.count }
    world.advance(86_400)
    run(instance, world)
    #expect(world.server.state.withLock { $0.writes } == writes, "it does not come to rest")
    #expect(world.state.withLock { $0.pushes.count } == pushes, "it does not come to rest")
  }

  /// What a reader of a failure needs to know.
  private func story(_ world: SimulatedWorld, _ instance: SimulatedWorld.Instance) -> String {
    var lines: [String] = []
    do {
      let preparation = try instance.bot.prepare()
      lines += preparation.actions.map { "\($0.branch): \($0.code)" }
      for (branch, state) in preparation.observation.branches {
        lines.append("\(branch): \(state)")
      }
      lines.append("\(preparation.observation.requests)")
    } catch {
      lines.append("\(error)")
    }
    world.server.state.withLock { state in
      for pull in state.pulls.values.sorted(by: { $0.number < $1.number }).suffix(12) {
        lines.append(
          "#\(pull.number) \(pull.head) → \(pull.base) open \(pull.isOpen) merged "
            + "\(pull.isMerged) \(pull.labels.sorted()) \(pull.body.suffix(200))")
      }
      for issue in state.issues.values { lines.append("\(issue.number) \(issue.body)") }
    }
    return lines.joined(separator: "\n")
  }

  /// The token is in nothing that was written: requests, clones, the repository.
  private func searchForSecret(_ world: SimulatedWorld) throws {
    let secret = SimulatedWorld.secret
    world.server.state.withLock { state in
      #expect(!state.log.contains { $0.contains(secret) })
      #expect(!state.pulls.values.contains { "\($0)".contains(secret) })
      #expect(!state.issues.values.contains { "\($0)".contains(secret) })
    }
    let files = try Subprocess(
      "grep", ["-rlF", secret, world.repository.container],
      environment: world.repository.environment
    ).run()
    #expect(files.standardOutput.isEmpty)
    let objects = try Subprocess(
      "sh", ["-c", "git cat-file --batch --batch-all-objects --buffer"],
      environment: world.repository.environment, workingFolder: world.repository.path
    ).run()
    #expect(objects.standardOutput.firstRange(of: Array(secret.utf8)) == nil)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func aYearEndsWithEverythingMigratedAndNothingLost(seed: UInt64) throws {
    let (world, instance) = try live(seed: seed, weeks: 52)
    try finish(world, instance)
    try searchForSecret(world)
  }

  @Test func aYearWithTwoBotsAtOnceEndsTheSameWay() throws {
    let (world, instance) = try live(seed: 21, weeks: 52, hasRival: true)
    try finish(world, instance)
    try searchForSecret(world)
  }

  @Test func aStackLivesThroughSomeMonths() throws {
    let (world, instance) = try live(seed: 31, weeks: 20, isStacked: true)
    try finish(world, instance)
  }
}
