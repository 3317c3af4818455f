import MigrateKit
import Testing

/// Every combination of what can be observed, held against what must never happen.
@Suite struct BotTableTests {
  private static let branch = BotCase.branch
  private static let moved = BotCase.id("d")
  private static let person = BotCase.id("e")

  private static let branches: [BotBranch?] = [
    nil, .own(BotCase.commit()), .own(BotCase.commit(base: moved)),
    .own(BotCase.commit(base: moved, conflicts: true)), .own(BotCase.commit(contents: nil)),
    .own(BotCase.commit(sites: ["9"])), .own(BotCase.commit(version: 9)),
    .own(BotCase.commit(recipe: "q")), .people(tip: person, on: BotCase.commit()),
    .people(tip: person, on: nil), .stranger(person), .blocked(by: "refs/heads/migrate"),
  ]

  private static let pulls: [[PullRequest]] = [
    [], [BotCase.pull()], [BotCase.pull(record: nil)],
    [BotCase.pull(labels: ["migrate:stop"])], [BotCase.pull(labels: ["migrate:rebuild"])],
    [BotCase.pull(labels: ["migrate:keep-current"])], [BotCase.pull(base: "release")],
    [BotCase.pull(record: BotCase.record(closed: "nothingLeft"))],
    [BotCase.pull(record: BotCase.record(reopened: "nothingLeft"))],
    [BotCase.pull(6, .closed)], [BotCase.pull(6, .merged)],
    [BotCase.pull(6, .closed), BotCase.pull()], [BotCase.pull(6, .closed, record: nil)],
  ]

  private static let units: [[BotUnit]] = [
    [], [BotCase.unit()], [BotCase.unit(text: "Other words")],
    [BotCase.unit(sites: [], blobs: [:])], [BotCase.unit(sites: [], blobs: [:], declined: 3)],
    [BotCase.unit(), BotCase.unit("s", below: branch)],
  ]

  private static let requests: [Set<BotRequest>] = [
    [], [.rebuild(branch)], [.approve(branch)], [.resume],
  ]

  private static let policies: [BotPolicy] = {
    var policies = [BotPolicy()]
    func add(_ change: (inout BotPolicy) -> Void) {
      var policy = BotPolicy()
      change(&policy)
      policies.append(policy)
    }
    add { $0.openLimit = 1 }
    add { $0.pushesPerHour = 0 }
    add { $0.keepsCurrent = true }
    add { $0.needsApproval = true }
    add { $0.hasForge = false }
    add { $0.pauseAfterDays = 1 }
    add { $0.isStacked = true }
    add { $0.schedule.allowed = BotWindow("sun").map { [$0] } ?? [] }
    return policies
  }()

  private static var all: [BotCase] {
    var all: [BotCase] = []
    for branch in branches {
      for pulls in pulls {
        for units in units {
          for policy in policies {
            // What is asked for, and what was said, matter only where something depends on it.
            let requests = requests.filter {
              ($0 != [.approve(Self.branch)] || policy.needsApproval)
                && ($0 != [.resume] || policy.pauseAfterDays != nil)
            }
            for requests in requests {
              for said in pulls.contains(where: { $0.state == .open }) ? [false, true] : [false] {
                var row = BotCase()
                row.observation.branches[Self.branch] = branch
                row.observation.pulls[Self.branch] = pulls
                row.observation.requests = requests
                row.observation.said =
                  said ? [7: ["people-cccccccccc", "people-all", "closed-nothingLeft"]] : [:]
                row.units = units
                row.policy = policy
                all.append(row)
              }
            }
          }
        }
      }
    }
    return all
  }

  @Test func nothingForbiddenHappensInAnyCombination() {
    var seen: Set<String> = []
    for row in Self.all {
      let actions = row.actions
      let objections = Self.objections(to: actions, row)
      #expect(objections.isEmpty, "\(row.verbs) on \(row.observation) with \(row.units)")
      seen.formUnion(row.verbs)
      if !objections.isEmpty { return }
    }
    // The table reaches everything that the bot can do.
    for verb in [
      "push new", "push asked", "push asked keeping", "push conflicts", "push sitesChanged",
      "push baseChanged", "push behind", "open", "refresh", "say people", "say rebuilt",
      "say closed", "close nothingLeft", "close noLongerConfigured", "close branchDeleted",
      "remove", "unlabel", "leave upToDate", "leave declined", "leave people", "leave nameTaken",
      "leave blocked", "leave stopped", "leave retargeted", "leave reopened",
      "leave newerVersion", "leave approvalNeeded", "leave openLimit", "leave pushLimit",
      "leave waitsFor", "leave inactive", "leave outsideSchedule", "leave nothingToDo",
    ] {
      #expect(seen.contains(verb), "no row leads to '\(verb)'")
    }
  }

  /// What is wrong with the actions on one observation.
  private static func objections(to actions: [BotAction], _ row: BotCase) -> [String] {
    var objections: [String] = []
    let branch = row.observation.branches[Self.branch]
    let open = row.observation.openPull(of: Self.branch)
    let isStopped = open?.labels.contains("migrate:stop") ?? false
    let isAsked =
      row.observation.requests.contains(.rebuild(Self.branch))
      || open?.labels.contains("migrate:rebuild") ?? false
    for unit in row.units where !actions.contains(where: { $0.branch == unit.branch }) {
      objections.append("nothing is said of \(unit.branch)")
    }
    var pushed: Set<String> = []
    for action in actions {
      switch action {
      case .push(let push):
        if !pushed.insert(push.branch).inserted { objections.append("two pushes") }
        guard push.branch == Self.branch else { continue }
        switch branch {
        case nil: if push.from != nil { objections.append("a lease without a branch") }
        case .own(let commit):
          if push.from != commit.tip || push.keeps != nil { objections.append("a wrong lease") }
          if commit.version == 9 { objections.append("an older version pushes") }
        case .people(let tip, _), .stranger(let tip):
          if !isAsked || push.from != tip || push.keeps != tip {
            objections.append("a person's commit is lost")
          }
        case .blocked: objections.append("a push to a name that cannot be")
        }
      case .removeBranch(_, let commit):
        guard case .own(let own) = branch, own.tip == commit else {
          objections.append("somebody else's branch is removed")
          continue
        }
      case .open(let opened):
        if row.observation.openPull(of: opened) != nil { objections.append("a duplicate") }
        if !row.policy.hasForge { objections.append("a pull request without a forge") }
        if row.observation.branches[opened] == nil, !pushed.contains(opened) {
          objections.append("a pull request without a branch")
        }
      case .close(_, let number, _):
        if number != open?.number { objections.append("what is not open is closed") }
      case .say(_, let number, let notice):
        if row.observation.said[number]?.contains(notice.code) == true {
          objections.append("something is said twice")
        }
      case .refresh(_, _, let refresh):
        if let open, refresh.change(of: open).isEmpty { objections.append("an empty change") }
      case .removeLabel: if !isAsked { objections.append("a label of others") }
      case .leave: continue
      }
      if isStopped { objections.append("a stopped pull request is touched") }
      if row.policy.schedule != BotSchedule() { objections.append("written out of hours") }
    }
    return objections
  }

  @Test func windowsAreReadStrictly() {
    for good in ["mon-fri 09:00-17:00", "sat,sun", "20:00-06:00", "fri-mon 22:00-24:00"] {
      #expect(BotWindow(good) != nil, "\(good)")
    }
    for bad in [
      "", "monday", "mon-", "9:00-17:00", "09:00", "09:00-09:00", "mon 25:00-26:00",
      "09:00-17:00 mon", "mon fri", "24:30-25:00", "mon-fri 09:00-17:00 x",
    ] {
      #expect(BotWindow(bad) == nil, "\(bad)")
    }
  }

  @Test func hoursPastMidnightBelongToTheDayTheyBegan() throws {
    var schedule = BotSchedule()
    schedule.allowed = [try #require(BotWindow("fri 22:00-06:00"))]
    schedule.timeZone = "Europe/Berlin"
    // 2027-01-15 21:00 UTC is Friday 22:00 in Berlin.
    let friday: Int64 = 1_800_046_800
    #expect(schedule.isOpen(at: friday))
    #expect(!schedule.isOpen(at: friday - 60))
    #expect(schedule.isOpen(at: friday + 8 * 3600 - 60))
    #expect(!schedule.isOpen(at: friday + 8 * 3600))
    #expect(!schedule.isOpen(at: friday + 24 * 3600))
    schedule.quiet = [try #require(BotWindow("23:00-23:30"))]
    #expect(!schedule.isOpen(at: friday + 3600))
    #expect(schedule.isOpen(at: friday + 5400))
    schedule.timeZone = "Nowhere/Land"
    #expect(!schedule.isOpen(at: friday))
  }

  @Test func addressesOfAppsAreIgnoredByPattern() {
    var policy = BotPolicy()
    policy.ignoredAuthors = ["*+pre-commit-ci[bot]@users.noreply.github.com", "format@ci"]
    #expect(policy.ignores(author: "66+Pre-Commit-CI[bot]@users.noreply.github.com"))
    #expect(policy.ignores(author: "format@ci"))
    #expect(!policy.ignores(author: "ada@example.org"))
  }
}
