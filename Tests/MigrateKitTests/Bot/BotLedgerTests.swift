import Testing

@testable import MigrateKit

/// What runs announce to each other.
@Suite struct BotLedgerTests {
  private static let now = BotCase.now

  @Test func whatIsAnnouncedIsReadAgain() {
    var ledger = BotLedger()
    let steps: [BotLedger.Step] = [
      .push("migrate/a b"), .open("migrate/a b"), .say(7, "people-0123456789"),
    ]
    ledger.add(steps, at: Self.now)
    #expect(BotLedger.notes(in: ledger.message) == ledger.notes)
    #expect(ledger.notes.map(\.step) == steps)
    for hostile in ["", "x", "1 push", "y open z", "1 say x y", "1 say 7", "9 eat a"] {
      #expect(BotLedger.notes(in: hostile).isEmpty, "\(hostile)")
    }
  }

  @Test func notesExpire() {
    var ledger = BotLedger()
    ledger.add([.push("a")], at: Self.now)
    #expect(ledger.current(at: Self.now + 3599).count == 1)
    #expect(ledger.current(at: Self.now + 3600).isEmpty)
    ledger.add([.push("b")], at: Self.now + 3600)
    #expect(ledger.notes.map(\.step) == [.push("b")])
    #expect(ledger.current(at: Self.now - 100_000).isEmpty, "a clock that is far ahead")
  }

  @Test func whatCanBeSeenIsNotCountedTwice() {
    var ledger = BotLedger()
    ledger.add(
      [.push("seen"), .push("unseen"), .open("seen"), .open("unseen"), .say(7, "people-1")],
      at: Self.now - 60)
    var observation = BotObservation(base: "main")
    observation.pulls["seen"] = [
      PullRequest(
        number: 7, head: "seen", base: "main", title: "", body: "", openedAt: Self.now - 50)
    ]
    observation.pulls["unseen"] = [
      PullRequest(
        number: 6, head: "unseen", base: "main", title: "", body: "", state: .closed,
        openedAt: Self.now - 9000)
    ]
    ledger.complete(
      &observation, pushes: ["seen": [Self.now - 55], "unseen": [Self.now - 61]], now: Self.now)
    #expect(observation.pendingPushes == ["unseen"])
    #expect(observation.pendingOpens == ["unseen"])
    #expect(observation.said == [7: ["people-1"]])
  }

  @Test func whatOthersAnnouncedCountsAgainstTheLimits() {
    var row = BotCase.fresh {
      $0.policy.openLimit = 1
      $0.observation.pendingOpens = ["migrate/other"]
    }
    #expect(row.verbs == ["leave openLimit"])
    row.observation.pendingOpens = [BotCase.branch]
    #expect(row.verbs == ["push new", "open"], "the same thing is free")
    row.policy.openLimit = 5
    row.observation.pendingOpens = ["migrate/p", "migrate/q"]
    #expect(row.verbs == ["leave pullRequestLimit"])
    row.observation.pendingOpens = []
    row.policy.pushesPerHour = 1
    row.observation.pendingPushes = ["migrate/other"]
    #expect(row.verbs == ["leave pushLimit"])
    row.observation.pendingPushes = [BotCase.branch]
    #expect(row.verbs == ["push new", "open"])
  }
}
