import Foundation
import MigrateKit
import Synchronization

/// A project for a year: a bare repository, its forge, a clock, and people whose acts a seed
/// decides.
final class SimulatedWorld: @unchecked Sendable {
  static let secret = "ghp_PlantedSecret0123456789"

  struct State {
    /// Counts everything that gives the bot a reason to act.
    var events = 0
    /// The commits that people made and want to keep.
    var human: Set<ObjectID> = []
    /// For what event a branch was pushed last, and what it was made to hold.
    var lastPush: [String: (event: Int, commit: ObjectID?)] = [:]
    var pushes: [Int64] = []
    var problems: [String] = []
    var counter = 0
  }

  let state = Mutex(State())
  let repository: TemporaryRepository
  let location: RepositoryLocation
  let server: FakeGitHub
  let person: Signature
  let clock: ForgeClock

  init() throws {
    let temporary = try TemporaryRepository(["--bare"])
    repository = temporary
    var stream = "commit refs/heads/main\ncommitter Ada <ada@example.org> 1790000000 +0000\n"
    stream += "data 5\nstart\n"
    for name in ["A", "B", "C", "D"] {
      let text = Self.file(name)
      stream += "M 100644 inline \(name).swift\ndata \(text.utf8.count)\n\(text)\n"
    }
    try temporary.git(["fast-import", "--quiet"], input: stream)
    location = try temporary.open().location
    person = Signature(name: "Ada", email: "ada@example.org", time: Timestamp(seconds: 0))
    let clockState = ClockState()
    time = clockState
    clock = ForgeClock(
      now: { clockState.seconds.withLock { $0 } },
      wait: { seconds in clockState.seconds.withLock { $0 += seconds } })
    let bare = location
    server = FakeGitHub(secret: Self.secret, now: clock.now) { branch in
      do {
        guard case .commit(let id) = try Repository(bare).target(ofBranch: branch) else {
          return nil
        }
        return id.description
      } catch {
        return nil
      }
    }
  }

  /// The one clock of everybody.
  final class ClockState: Sendable {
    let seconds = Mutex<Int64>(1_800_000_000)
  }

  let time: ClockState

  func advance(_ seconds: Int64) { time.seconds.withLock { $0 += seconds } }

  private static func file(_ name: String) -> String {
    """
    // \(name)
    func first\(name)() { oldA(1) }

    func second\(name)() { oldB(2) }

    func third\(name)() { oldC(3) }

    // end

    """
  }

  func note(_ problem: String) { state.withLock { $0.problems.append(problem) } }

  func happened() { state.withLock { $0.events += 1 } }

  // MARK: Bots

  /// A bot with a clone of its own.
  struct Instance: Sendable {
    let bot: Bot
    let planner: SimulatedPlanner
    let faults: Faults
    let folder: String
  }

  func bot(
    _ name: String, seed: UInt64, isStacked: Bool = false, versions: SimulatedPlanner? = nil,
    arguments: [String] = []
  ) throws -> Instance {
    let folder = repository.container + "/" + name
    try repository.git(
      ["clone", "-q", "--bare"] + arguments + ["file://" + repository.path, folder])
    let clone = try repository.open(folder).location
    let faults = Faults(seed: seed)
    var policy = BotPolicy()
    policy.openLimit = 3
    policy.isStacked = isStacked
    policy.ignoredAuthors = ["format@ci"]
    let planner = versions ?? SimulatedPlanner()
    let signature = Signature(
      name: "Bot", email: "bot@example.org", time: Timestamp(seconds: 0))
    let remote = MortalRemote(remote: try GitRemote(clone, remote: "origin"), faults: faults) {
      [self] branch, commit, _ in
      pushed(branch, commit)
    }
    let bot = Bot(
      location: clone, remote: remote,
      forge: server.forge(
        through: FaultyTransport(server: server, faults: faults, secret: Self.secret),
        clock: clock), policy: policy, planner: planner.at(clone),
      wording: BotWords(), identity: CommitIdentity(author: signature, committer: signature),
      now: clock.now)
    return Instance(bot: bot, planner: planner, faults: faults, folder: folder)
  }

  private func pushed(_ branch: String, _ commit: ObjectID?) {
    let now = clock.now()
    state.withLock { state in
      if branch.hasPrefix("kept/") { return }
      let last = state.lastPush[branch]
      // Two bots that do the same in the same second make the same commit: nothing is pushed.
      if last?.commit == commit, commit != nil { return }
      if last?.event == state.events, commit != nil {
        state.problems.append("\(branch) was pushed twice without a reason")
      }
      state.lastPush[branch] = (state.events, commit)
      guard commit != nil else { return }
      state.pushes.append(now)
      if state.pushes.count(where: { $0 > now - 3600 }) > 20 {
        state.problems.append("more pushes within the hour than allowed")
      }
    }
  }

  // MARK: People

  func tip(_ branch: String) throws -> ObjectID? {
    guard case .commit(let id) = try Repository(location).target(ofBranch: branch) else {
      return nil
    }
    return id
  }

  func text(_ path: String, at commit: ObjectID) throws -> String {
    let snapshot = try Repository(location).snapshot(of: commit)
    var reader = try SnapshotReader(snapshot)
    guard let entry = snapshot[path] else { return "" }
    return String(decoding: try reader.read(entry), as: UTF8.self)
  }

  private func writer(_ signature: Signature? = nil) throws -> CommitWriter {
    var signature = signature ?? person
    signature.time = Timestamp(seconds: clock.now())
    return try CommitWriter(
      location, identity: CommitIdentity(author: signature, committer: signature))
  }

  func commit(
    on parent: ObjectID, _ files: [String: String], by signature: Signature? = nil,
    parent recorded: ObjectID? = nil
  ) throws -> ObjectID {
    let writer = try writer(signature)
    let updates = try files.sorted { $0.key < $1.key }.map {
      TreeUpdate(path: $0.key, blob: try writer.writeBlob(Array($0.value.utf8)))
    }
    let tree = try writer.writeTree(of: parent, updating: updates)
    let number = state.withLock { state -> Int in
      state.counter += 1
      return state.counter
    }
    return try writer.writeCommit(
      tree: tree, parent: recorded ?? parent, message: "Work \(number)\n")
  }

  func move(_ branch: String, to commit: ObjectID?) throws {
    if let commit {
      try repository.git("update-ref", "refs/heads/\(branch)", commit.description)
    } else {
      try repository.git("update-ref", "-d", "refs/heads/\(branch)")
    }
    server.settleBranches()
    happened()
  }

  /// The tree of two commits merged, nil when they conflict.
  func merged(_ first: ObjectID, _ second: ObjectID) throws -> String? {
    do {
      return try repository.git(
        "merge-tree", "--write-tree", first.description, second.description)
    } catch is TestFailure {
      return nil
    }
  }

  func commit(tree: String, parents: [ObjectID], by email: String = "ada@example.org") throws
    -> ObjectID?
  {
    var arguments = ["-c", "user.name=Ada", "-c", "user.email=\(email)", "commit-tree", tree]
    for parent in parents { arguments += ["-p", parent.description] }
    return ObjectID(try repository.git(arguments + ["-m", "Merge"]))
  }
}

extension SimulatedPlanner {
  /// The same recipes, read in another clone.
  func at(_ location: RepositoryLocation) -> any BotPlanner { Elsewhere(self, location) }

  private struct Elsewhere: BotPlanner {
    let planner: SimulatedPlanner
    let location: RepositoryLocation

    init(_ planner: SimulatedPlanner, _ location: RepositoryLocation) {
      self.planner = planner
      self.location = location
    }

    func recipes(
      at base: ObjectID, excluding excluded: Set<String>, isStacked: Bool
    ) throws -> [BotRecipe] {
      try planner.recipes(
        at: base, excluding: excluded, isStacked: isStacked, in: location)
    }
  }
}
