/// Keeps branches and pull requests of recipes current: observe, plan, decide, perform.
///
/// It remembers nothing. All state is in the commits and branches of the remote and in the texts
/// of the forge, so a run that ends anywhere is finished by the next one.
public struct Bot: Sendable {
  /// The clone it works in.
  public var location: RepositoryLocation
  /// The branches it keeps.
  public var remote: any BranchRemote
  /// Where pull requests are kept; nil for branches only.
  public var forge: (any Forge)?
  /// What the team asks for.
  public var policy: BotPolicy
  /// The branch that pull requests go into; nil for the remote's default branch.
  public var base: String?
  /// Runs the recipes.
  public var planner: any BotPlanner
  /// Writes what people read.
  public var wording: any BotWording
  /// What every commit has to pass; nil for nothing.
  public var verifier: BotVerifier?
  /// Who makes the commits; the times are set for each.
  public var identity: CommitIdentity
  /// The time, in seconds since 1970.
  public var now: @Sendable () -> Int64
  /// Whether the run is to end after the step that it is at.
  public var isToStop: @Sendable () -> Bool = { false }

  /// Makes a bot; nothing is contacted.
  public init(
    location: RepositoryLocation, remote: any BranchRemote, forge: (any Forge)?,
    policy: BotPolicy, base: String? = nil, planner: any BotPlanner, wording: any BotWording,
    verifier: BotVerifier? = nil, identity: CommitIdentity, now: @escaping @Sendable () -> Int64
  ) {
    self.location = location
    self.remote = remote
    self.forge = forge
    self.policy = policy
    self.policy.hasForge = forge != nil
    self.base = base
    self.planner = planner
    self.wording = wording
    self.verifier = verifier
    self.identity = identity
    self.now = now
  }

  /// The texts' limits where there is no forge.
  static let standardLimits = ForgeLimits(title: 256, body: 65_536, comment: 65_536)

  /// Looks at everything and decides; remote and forge are only read.
  ///
  /// - Throws: `GitError`, `ForgeError`, and what the planner throws.
  public func prepare() throws -> BotPreparation {
    var remote = try self.remote.observe(base: base, prefix: policy.prefix)
    let slices = BotSlices(split: policy.split, owners: try owners(at: remote.baseCommit))
    let planning = BotPlanning(
      policy: policy, slices: slices, wording: wording,
      limits: forge?.limits ?? Self.standardLimits, location: location)
    let recipes = try planning.recipes(at: remote.baseCommit, planner)
    let planned = planning.branches(of: recipes)
    remote.adoptChanges(for: planned)
    let ledger = try BotLedger(remote.ledger, in: location)
    let observer = BotObserver(bot: self, remote: remote, ledger: ledger)
    let (observation, dashboards) = try observer.observe(planned)
    var works = try planning.works(observation, recipes, at: remote.baseCommit, planner)
    for index in works.indices {
      works[index].change.trailers = remote.trailers(for: works[index].unit.branch)
    }
    let plan = BotPlan(base: remote.baseCommit, units: works.map(\.unit))
    return BotPreparation(
      observation: observation, works: works, plan: plan,
      actions: BotDecision.decide(observation, plan, policy, now: now()), dashboards: dashboards,
      ledger: ledger)
  }

  /// Does what was decided.
  ///
  /// - Throws: `GitError` when the clone cannot be written; what remote and forge refuse is in the
  ///   report.
  public func perform(_ preparation: BotPreparation) throws -> BotReport {
    var performer = BotPerformer(bot: self, preparation)
    return try performer.run()
  }

  private func owners(at base: ObjectID) throws(GitError) -> CodeOwners {
    guard policy.split == .codeOwners else { return CodeOwners() }
    let snapshot = try Repository(location).snapshot(of: base)
    var reader = try SnapshotReader(snapshot)
    for path in CodeOwners.paths {
      guard let entry = snapshot[path] else { continue }
      return CodeOwners(String(decoding: try reader.read(entry, limit: 4 << 20), as: UTF8.self))
    }
    return CodeOwners()
  }
}

/// What the bot saw and decided, before it does anything.
public struct BotPreparation: Sendable {
  /// What it saw.
  public var observation: BotObservation
  /// The branches it wants.
  public var works: [BotWork]
  /// What was decided about.
  public var plan: BotPlan
  /// What it is going to do, in order.
  public var actions: [BotAction]
  /// The issues that are dashboards, by number; nil where there can be none.
  public var dashboards: [ForgeIssue]?
  /// What runs announced, as it was seen before anything else.
  public var ledger = BotLedger()
}
