import MigrateKit
import Testing

/// The behaviours that the users of dependency bots asked for, each by its name.
@Suite struct BotDecisionTests {
  private typealias Case = BotCase
  private static let branch = BotCase.branch
  private static let other = BotCase.id("e")

  @Test func opensOneBranchAndOnePullRequestPerRecipe() {
    #expect(BotCase().verbs == ["push new", "open"])
    #expect(BotCase.settled.verbs == ["leave upToDate"])
  }

  @Test func createsABranchOnlyWhereThereIsNone() {
    #expect(
      BotCase().actions.first
        == .push(BotPush(branch: Self.branch, from: nil, cause: .new)))
  }

  @Test func pushesNothingWhenTheTreeIsUnchanged() {
    let newer = BotCase.settled { $0.units = [BotCase.unit(version: 2)] }
    #expect(!newer.verbs.contains { $0.hasPrefix("push") })
    let asked = BotCase.settled { $0.observation.requests = [.rebuild(Self.branch)] }
    #expect(asked.verbs == ["leave upToDate"])
  }

  @Test func neverMovesABranchWithAPersonsCommitAndSaysSoOnce() {
    for branch in [
      BotBranch.people(tip: Self.other, on: BotCase.commit()),
      .people(tip: Self.other, on: nil), .stranger(Self.other),
    ] {
      var blocked = BotCase.settled { $0.observation.branches = [Self.branch: branch] }
      #expect(blocked.verbs == ["say people", "leave people"])
      guard case .say(_, _, let notice) = blocked.actions[0] else { continue }
      blocked.observation.said = [7: [notice.code]]
      #expect(blocked.verbs == ["leave people"])
    }
  }

  @Test(arguments: ["label", "box", "dashboard"])
  func rebuildsOnRequestAndKeepsThePersonsCommits(way: String) {
    let blocked = BotCase.settled {
      $0.observation.branches = [Self.branch: .people(tip: Self.other, on: BotCase.commit())]
      var pull = BotCase.pull()
      switch way {
      case "label": pull.labels = ["migrate:rebuild"]
      case "box": pull.body = pull.body.replacing("- [ ] <!--", with: "- [x] <!--")
      default: $0.observation.requests = [.rebuild(Self.branch)]
      }
      $0.observation.pulls = [Self.branch: [pull]]
    }
    #expect(blocked.verbs.prefix(1) == ["push asked keeping"])
    #expect(blocked.verbs.contains("say rebuilt"))
    #expect(blocked.verbs.contains("unlabel") == (way == "label"))
    guard case .push(let push) = blocked.actions[0] else { return }
    #expect(push.from == Self.other && push.keeps == Self.other)
  }

  @Test func leavesANameThatAPersonsBranchHas() {
    let taken = BotCase.fresh { $0.observation.branches = [Self.branch: .stranger(Self.other)] }
    #expect(taken.verbs == ["leave nameTaken"])
    var asked = taken
    asked.observation.requests = [.rebuild(Self.branch)]
    #expect(asked.verbs == ["leave nameTaken"])
    let blocked = BotCase.fresh { $0.observation.branches = [Self.branch: .blocked(by: "x")] }
    #expect(blocked.verbs == ["leave blocked"])
  }

  @Test func finishesWhatAKilledRunBegan() {
    let pushed = BotCase.settled { $0.observation.pulls = [:] }
    #expect(pushed.verbs == ["open"])
    let closed = BotCase.settled {
      $0.units = [BotCase.empty]
      $0.observation.pulls = [
        Self.branch: [BotCase.pull(7, .closed, record: BotCase.record(closed: "nothingLeft"))]
      ]
    }
    #expect(closed.verbs == ["remove"])
    let unsaid = BotCase.settled { $0.units = [BotCase.unit(text: "Other words")] }
    #expect(unsaid.verbs == ["refresh"])
  }

  @Test func closesItsPullRequestAndRemovesTheBranchWhenNothingIsLeft() {
    let done = BotCase.settled { $0.units = [BotCase.empty] }
    #expect(done.verbs == ["say closed", "close nothingLeft", "remove"])
    let touched = BotCase.settled {
      $0.units = [BotCase.empty]
      $0.observation.branches = [Self.branch: .people(tip: Self.other, on: BotCase.commit())]
    }
    #expect(touched.verbs == ["leave people"])
    let merged = BotCase.settled {
      $0.units = [BotCase.empty]
      $0.observation.pulls = [Self.branch: [BotCase.pull(7, .merged)]]
    }
    #expect(merged.verbs == ["remove"])
  }

  @Test func takesAwayWhatIsNoLongerConfigured() {
    let gone = BotCase.settled { $0.units = [] }
    #expect(gone.verbs == ["say closed", "close noLongerConfigured", "remove"])
    let partial = BotCase.settled {
      $0.units = []
      $0.policy.removesLeftovers = false
    }
    #expect(partial.verbs.isEmpty, "a run for other recipes leaves it")
    let touched = BotCase.settled {
      $0.units = []
      $0.observation.branches = [Self.branch: .people(tip: Self.other, on: BotCase.commit())]
    }
    #expect(touched.verbs == ["leave people"])
    let strangers = BotCase.fresh {
      $0.units = []
      $0.observation.branches = [Self.branch: .stranger(Self.other)]
    }
    #expect(strangers.verbs.isEmpty)
  }

  @Test func aBranchDeletedByAPersonMeansNo() {
    let deleted = BotCase.settled { $0.observation.branches = [:] }
    #expect(deleted.verbs == ["say closed", "close branchDeleted", "leave branchDeleted"])
  }

  @Test func rebuildsWhenItConflictsOrItsSitesChangeAndOtherwiseOnRequestOnly() {
    let moved = BotCase.id("d")
    func verbs(_ commit: BotCommit, _ change: (inout BotCase) -> Void = { _ in }) -> [String] {
      var changed = BotCase.settled { $0.observation.branches = [Self.branch: .own(commit)] }
      change(&changed)
      return changed.verbs
    }
    #expect(verbs(BotCase.commit(base: moved)) == ["leave upToDate"])
    #expect(verbs(BotCase.commit(base: moved)) { $0.policy.keepsCurrent = true } == ["push behind"])
    #expect(
      verbs(BotCase.commit(base: moved)) {
        $0.observation.pulls = [Self.branch: [BotCase.pull(labels: ["migrate:keep-current"])]]
      } == ["push behind"])
    #expect(
      verbs(BotCase.commit(base: moved)) { $0.observation.requests = [.rebuild(Self.branch)] }
        == ["push asked"])
    #expect(verbs(BotCase.commit(base: moved, conflicts: true)) == ["push conflicts"])
    #expect(verbs(BotCase.commit(base: moved, sites: ["3"])) == ["push sitesChanged"])
    #expect(
      verbs(BotCase.commit(base: moved)) { $0.units[0].version = 2 }.first == "push recipeChanged")
    #expect(
      verbs(BotCase.commit(base: moved)) { $0.units[0].configuration = "x" } == [
        "push recipeChanged"
      ])
    #expect(verbs(BotCase.commit(contents: nil)) == ["push sitesChanged"])
    #expect(verbs(BotCase.commit(version: 9)) == ["leave newerVersion"])
  }

  @Test func keepsWithinItsLimits() {
    let open = (1...5).map { BotCase.pull($0, recipe: "o\($0)") }
    let full = BotCase.fresh {
      for pull in open { $0.observation.pulls[pull.head] = [pull] }
    }
    #expect(full.verbs == ["leave openLimit"])
    let many = BotCase.fresh { $0.units = (1...4).map { BotCase.unit("r\($0)") } }
    #expect(
      many.verbs == [
        "push new", "open", "push new", "open", "leave pullRequestLimit",
        "leave pullRequestLimit",
      ])
    let recent = BotCase.fresh {
      $0.observation.pulls = [
        "migrate/q": [
          BotCase.pull(1, .merged, openedAt: Case.now - 60, recipe: "q"),
          BotCase.pull(2, .closed, openedAt: Case.now - 60, recipe: "q"),
        ]
      ]
    }
    #expect(recent.verbs == ["leave pullRequestLimit"])
  }

  @Test func countsPushesPerHourByTheDatesOfItsCommits() {
    let busy = BotCase.fresh {
      $0.policy.pushesPerHour = 2
      $0.observation.pushes = [Case.now - 10, Case.now - 3599, Case.now - 3600]
    }
    #expect(busy.verbs == ["leave pushLimit"])
    var later = busy
    later.now += 3600
    #expect(later.verbs == ["push new", "open"])
  }

  @Test func stopsAtTheLabel() {
    let stopped = BotCase.settled {
      $0.units = [BotCase.unit(sites: ["9"])]
      $0.observation.pulls = [Self.branch: [BotCase.pull(labels: ["migrate:stop"])]]
    }
    #expect(stopped.verbs == ["leave stopped"])
  }

  @Test func writesNothingOutsideTheScheduleUpdatesIncluded() throws {
    let window = try #require(BotWindow("sat,sun"))
    // 2027-01-15, a Friday.
    let weekday = BotCase.settled {
      $0.policy.schedule.allowed = [window]
      $0.units = [
        BotCase.unit(sites: ["9"], blobs: ["A.swift": Self.other]), BotCase.unit("s"),
      ]
      $0.observation.branches["migrate/t"] = .own(BotCase.commit(recipe: "t"))
    }
    #expect(Set(weekday.verbs) == ["leave outsideSchedule"])
    var saturday = weekday
    saturday.now += 86_400
    #expect(saturday.verbs.contains("push sitesChanged"))
  }

  @Test func pausesWhenNobodyReactsAndGoesOnWhenSomebodyDoes() {
    var quiet = BotCase.settled {
      $0.policy.pauseAfterDays = 30
      $0.units = [BotCase.unit("s")]
      $0.observation.pulls = [
        Self.branch: [BotCase.pull(openedAt: Case.now - 40 * 86_400)]
      ]
    }
    #expect(Set(quiet.verbs) == ["leave inactive"])
    var reacted = quiet
    reacted.observation.pulls["migrate/q"] = [
      BotCase.pull(3, .merged, closedAt: Case.now - 86_400, recipe: "q")
    ]
    #expect(reacted.verbs.contains("push new"))
    quiet.observation.requests = [.resume]
    #expect(quiet.verbs.contains("push new"))
  }

  @Test func waitsForApprovalWhereThePolicyAsksForIt() {
    var waiting = BotCase.fresh { $0.policy.needsApproval = true }
    #expect(waiting.verbs == ["leave approvalNeeded"])
    waiting.observation.requests = [.approve(Self.branch)]
    #expect(waiting.verbs == ["push new", "open"])
  }

  @Test func withoutAForgeThereAreOnlyBranches() {
    var plain = BotCase.fresh { $0.policy.hasForge = false }
    #expect(plain.verbs == ["push new"])
    plain.observation.branches = [Self.branch: .own(BotCase.commit())]
    #expect(plain.verbs == ["leave upToDate"])
  }

  @Test func aStackAboveAPersonsCommitWaits() {
    let stack = [BotCase.unit("r"), BotCase.unit("s", below: Self.branch)]
    var case_ = BotCase.settled {
      $0.units = stack
      $0.policy.isStacked = true
      $0.observation.branches = [Self.branch: .people(tip: Self.other, on: BotCase.commit())]
    }
    #expect(case_.verbs.last == "leave waitsFor")
    case_.observation.branches = [Self.branch: .own(BotCase.commit())]
    #expect(case_.verbs == ["leave upToDate", "push new", "open"])
    // What stands on a branch that moves is rebuilt with it.
    case_.observation.branches = [
      Self.branch: .own(BotCase.commit(base: Self.other)),
      "migrate/s": .own(BotCase.commit(recipe: "s", base: BotCase.tip)),
    ]
    case_.observation.pulls["migrate/s"] = [
      BotCase.pull(
        8, record: BotCase.record(base: Self.branch, recipe: "s"), base: Self.branch, recipe: "s")
    ]
    #expect(case_.verbs == ["push behind", "push baseChanged"])
  }
}
