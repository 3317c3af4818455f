/// Decides what the bot does; pure, and total over everything that can be observed.
public enum BotDecision {
  /// The steps, in the order they are to be performed.
  ///
  /// Every branch that is planned or ours has at least one step; the last one tells why nothing
  /// more is done where that needs a reason.
  ///
  /// - Parameter now: seconds since 1970.
  public static func decide(
    _ observation: BotObservation, _ plan: BotPlan, _ policy: BotPolicy, now: Int64
  ) -> [BotAction] {
    let leftovers = observation.branches.keys.sorted().compactMap { branch -> BotUnit? in
      guard policy.removesLeftovers, !plan.units.contains(where: { $0.branch == branch }),
        let commit = observation.branches[branch]?.commit
      else { return nil }
      return BotUnit(recipe: commit.recipe, version: commit.version, branch: branch)
    }
    var decider = BotDecider(observation, plan, policy, now: now)
    for unit in plan.units { decider.decide(unit, isConfigured: true) }
    for unit in leftovers {
      // A part of a recipe is planned only while there is something to do in it.
      let isPart =
        policy.split != .none && unit.branch.hasPrefix(policy.prefix + unit.recipe + "--")
      let isConfigured = isPart && plan.units.contains { $0.recipe == unit.recipe }
      decider.decide(unit, isConfigured: isConfigured)
    }
    // A branch that a pull request still goes into must not be gone before that is changed.
    return decider.actions + decider.removals
  }

  /// The sites of a recipe that people do not want changed, by the pull requests they closed or
  /// took back.
  ///
  /// Of the pull requests that hold a site the newest one counts. One of an older version of the
  /// recipe says nothing about the newer one, and neither does one that the bot closed. A merged
  /// one counts as taken back when at least half of its sites are there again.
  ///
  /// - Parameters:
  ///   - branches: the branches of the recipe, for pull requests whose note a person took out.
  ///   - sites: the fingerprints of all sites that the recipe would change now.
  public static func declined(
    _ observation: BotObservation, recipe: String, version: Int, branches: Set<String>,
    sites: Set<String>, labels: BotLabels = BotLabels()
  ) -> Set<String> {
    var declined: Set<String> = []
    var undecided = sites
    let pulls = observation.pulls.flatMap { branch, pulls in pulls.map { (branch, $0) } }
      .sorted { $0.1.number > $1.1.number }
    for (branch, pull) in pulls {
      let record = PullRequestBody(pull.body).record
      guard record.map({ $0.recipe == recipe }) ?? branches.contains(branch) else { continue }
      if pull.state != .open, observation.asksForRebuild(of: branch, labels) { continue }
      if let record, record.version < version { continue }
      let held = record.map { undecided.filter($0.sites.contains) } ?? undecided
      let total = record?.sites.count ?? 0
      switch pull.state {
      case .open: undecided.subtract(held)
      case .closed:
        undecided.subtract(held)
        if record?.closed == nil { declined.formUnion(held) }
      case .merged where record != nil && !held.isEmpty && held.count * 2 >= total:
        undecided.subtract(held)
        declined.formUnion(held)
      case .merged: continue
      }
    }
    return declined
  }
}

/// The state of one decision: what is left of the limits, and what lower branches come to.
struct BotDecider {
  let observation: BotObservation
  let plan: BotPlan
  let policy: BotPolicy
  let now: Int64
  var actions: [BotAction] = []
  var removals: [BotAction] = []
  private var budget: BotBudget
  private let isPaused: Bool
  private let mayWrite: Bool
  /// What the branches of a stack will hold: nil for a commit that is made in this run.
  private var standing: [String: ObjectID?] = [:]

  init(_ observation: BotObservation, _ plan: BotPlan, _ policy: BotPolicy, now: Int64) {
    self.observation = observation
    self.plan = plan
    self.policy = policy
    self.now = now
    budget = BotBudget(observation, policy, now: now)
    isPaused = BotActivity.isPaused(observation, policy, now: now)
    mayWrite = policy.schedule.isOpen(at: now)
  }

  /// What is known of one branch and its pull request.
  struct Subject {
    var unit: BotUnit
    var isConfigured: Bool
    var branch: BotBranch?
    var open: PullRequest?
    var record: PullRequestRecord?
    var isAsked: Bool
    var hasRebuildLabel: Bool
    var keepsCurrent: Bool
  }

  mutating func decide(_ unit: BotUnit, isConfigured: Bool) {
    let open = observation.openPull(of: unit.branch)
    let subject = Subject(
      unit: unit, isConfigured: isConfigured, branch: observation.branches[unit.branch],
      open: open, record: open.flatMap { PullRequestBody($0.body).record },
      isAsked: observation.asksForRebuild(of: unit.branch, policy.labels),
      hasRebuildLabel: open?.labels.contains(policy.labels.rebuild) ?? false,
      keepsCurrent: policy.keepsCurrent || policy.isStacked
        || open?.labels.contains(policy.labels.keepCurrent) ?? false)
    if let reason = barrier(subject) {
      leave(unit, reason)
    } else if unit.blobs.isEmpty {
      decideEmpty(subject)
    } else {
      decideFull(subject)
    }
  }

  private mutating func leave(_ unit: BotUnit, _ reason: BotReason) {
    actions.append(.leave(branch: unit.branch, reason))
  }

  /// Why nothing may happen to the branch, whatever it holds.
  private func barrier(_ subject: Subject) -> BotReason? {
    if !mayWrite { return .outsideSchedule }
    if let open = subject.open {
      if open.labels.contains(policy.labels.stop) { return .stopped(label: policy.labels.stop) }
      if subject.isConfigured, open.base != wantedBase(subject.unit),
        open.base != subject.record?.base
      {
        return .retargeted(open.base)
      }
    }
    if isPaused, !subject.isAsked, let days = policy.pauseAfterDays {
      return .inactive(days: days)
    }
    return nil
  }

  private func wantedBase(_ unit: BotUnit) -> String { unit.below ?? observation.base }

  // MARK: Nothing to do

  private mutating func decideEmpty(_ subject: Subject) {
    let unit = subject.unit
    let reason: BotReason = subject.isConfigured ? .nothingLeft : .noLongerConfigured
    switch subject.branch {
    case .own(let commit):
      if let open = subject.open {
        guard subject.record?.reopened != reason.code, subject.record?.closed == nil else {
          markReopened(subject, open)
          return leave(unit, .reopened)
        }
        close(open, of: unit, reason)
      } else if unit.declined > 0 {
        return leave(unit, .declined(unit.declined))
      }
      guard policy.removesBranches else { return leave(unit, reason) }
      removals.append(.removeBranch(unit.branch, expecting: commit.tip))
    case .people(let tip, _):
      leave(unit, subject.open == nil ? .nothingToDo : .people(tip))
    case .stranger, .blocked:
      leave(unit, .nothingToDo)
    case nil:
      if let open = subject.open, subject.record != nil {
        if subject.record?.reopened == reason.code || subject.record?.closed != nil {
          markReopened(subject, open)
          return leave(unit, .reopened)
        }
        close(open, of: unit, reason)
      } else {
        leave(unit, unit.declined > 0 ? .declined(unit.declined) : .nothingToDo)
      }
    }
  }

  private mutating func close(_ pull: PullRequest, of unit: BotUnit, _ reason: BotReason) {
    say(.closed(reason), in: pull, of: unit)
    actions.append(.close(branch: unit.branch, number: pull.number, reason))
  }

  private mutating func say(_ notice: BotNotice, in pull: PullRequest, of unit: BotUnit) {
    guard observation.said[pull.number]?.contains(notice.code) != true else { return }
    actions.append(.say(branch: unit.branch, number: pull.number, notice))
  }

  /// Notes that a person opened again what the bot had closed.
  private mutating func markReopened(_ subject: Subject, _ open: PullRequest) {
    guard var record = subject.record, let closed = record.closed else { return }
    record.reopened = closed
    record.closed = nil
    refresh(
      subject.unit, open, BotRefresh(words: nil, base: open.base, isDraft: nil, record: record))
  }

  private mutating func refresh(_ unit: BotUnit, _ pull: PullRequest, _ refresh: BotRefresh) {
    guard !refresh.change(of: pull).isEmpty else { return }
    actions.append(.refresh(branch: unit.branch, number: pull.number, refresh))
  }

  // MARK: Something to do

  private mutating func decideFull(_ subject: Subject) {
    let unit = subject.unit
    switch subject.branch {
    case .blocked(let reference):
      leave(unit, .blocked(by: reference))
    case .stranger(let tip):
      // With a pull request of ours it was ours: somebody rewrote every commit.
      let pulls = observation.pulls[unit.branch] ?? []
      if pulls.contains(where: { PullRequestBody($0.body).record != nil }) {
        decidePeople(subject, tip: tip, on: nil)
      } else {
        leave(unit, .nameTaken(tip))
      }
    case .people(let tip, let commit):
      decidePeople(subject, tip: tip, on: commit)
    case nil:
      if let open = subject.open {
        close(open, of: unit, .branchDeleted)
        leave(unit, .branchDeleted)
      } else {
        create(subject, from: nil, needsPush: true)
      }
    case .own(let commit):
      if commit.recipe == unit.recipe, commit.version > unit.version {
        return leave(unit, .newerVersion(commit.version))
      }
      if subject.open != nil || !policy.hasForge {
        update(subject, commit)
      } else {
        let isSame = holds(commit, unit)
        create(subject, from: commit.tip, needsPush: !isSame)
      }
    }
  }

  private mutating func decidePeople(_ subject: Subject, tip: ObjectID, on commit: BotCommit?) {
    let unit = subject.unit
    guard subject.isAsked else {
      if let open = subject.open { say(.people(on: commit?.tip), in: open, of: unit) }
      return leave(unit, .people(tip))
    }
    if let below = missing(below: unit) { return leave(unit, .waitsFor(below)) }
    guard budget.mayPush(unit.branch) else { return leave(unit, .pushLimit(policy.pushesPerHour)) }
    if subject.open == nil, opensRequests, let reason = budget.refusal(policy, toOpen: unit.branch)
    {
      return leave(unit, reason)
    }
    push(unit, BotPush(branch: unit.branch, from: tip, keeps: tip, cause: .asked))
    guard let open = subject.open else { return self.open(unit) }
    renew(subject, open, isPushed: true)
    say(.rebuilt(kept: tip), in: open, of: unit)
    clearLabel(subject, open)
  }

  private mutating func create(_ subject: Subject, from tip: ObjectID?, needsPush: Bool) {
    let unit = subject.unit
    let isApproved =
      subject.isAsked || observation.requests.contains(.approve(unit.branch))
      || !policy.needsApproval
    guard isApproved else { return leave(unit, .approvalNeeded) }
    if let below = missing(below: unit) { return leave(unit, .waitsFor(below)) }
    if opensRequests, let reason = budget.refusal(policy, toOpen: unit.branch) {
      return leave(unit, reason)
    }
    if needsPush {
      guard budget.mayPush(unit.branch) else {
        return leave(unit, .pushLimit(policy.pushesPerHour))
      }
      push(unit, BotPush(branch: unit.branch, from: tip, cause: .new))
    } else {
      standing[unit.branch] = .some(tip)
    }
    open(unit)
  }

  /// Whether something is opened for a branch, be it by the push itself.
  private var opensRequests: Bool { policy.hasForge || policy.proposesByPush }

  private mutating func open(_ unit: BotUnit) {
    if opensRequests { budget.open(unit.branch) }
    guard policy.hasForge else { return }
    actions.append(.open(branch: unit.branch))
  }

  private mutating func push(_ unit: BotUnit, _ push: BotPush) {
    budget.push(unit.branch)
    standing[unit.branch] = .some(nil)
    actions.append(.push(push))
  }

  private mutating func update(_ subject: Subject, _ commit: BotCommit) {
    let unit = subject.unit
    if let below = missing(below: unit) { return leave(unit, .waitsFor(below)) }
    let isSame = holds(commit, unit)
    let cause = isSame ? nil : cause(subject, commit)
    if let cause {
      guard budget.mayPush(unit.branch) else {
        return leave(unit, .pushLimit(policy.pushesPerHour))
      }
      push(unit, BotPush(branch: unit.branch, from: commit.tip, cause: cause))
    } else {
      standing[unit.branch] = .some(commit.tip)
    }
    let count = actions.count
    if let open = subject.open {
      renew(subject, open, isPushed: cause != nil || isSame)
      clearLabel(subject, open)
    }
    if cause == nil, actions.count == count { leave(unit, .upToDate) }
  }

  private mutating func clearLabel(_ subject: Subject, _ open: PullRequest) {
    guard subject.hasRebuildLabel else { return }
    actions.append(
      .removeLabel(
        branch: subject.unit.branch, number: open.number, policy.labels.rebuild))
  }

  /// Brings the pull request up to date with what the branch holds then.
  private mutating func renew(_ subject: Subject, _ open: PullRequest, isPushed: Bool) {
    let unit = subject.unit
    var record = BotDecider.record(of: unit, base: wantedBase(unit), policy)
    record.reopened = subject.record?.closed ?? subject.record?.reopened
    if !isPushed, let old = subject.record {
      // The branch stays as it is, and what is noted of it too.
      record.version = old.version
      record.sites = old.sites
    }
    refresh(
      unit, open,
      BotRefresh(
        words: isPushed ? unit.words : nil, base: wantedBase(unit),
        isDraft: isPushed ? policy.wantsDraft(unit) : nil, record: record))
  }

  /// What is noted in a pull request of a unit.
  static func record(of unit: BotUnit, base: String, _ policy: BotPolicy) -> PullRequestRecord {
    PullRequestRecord(
      recipe: unit.recipe, version: unit.version, sites: SiteSet(unit.sites), base: base,
      isDraft: policy.wantsDraft(unit), title: Digest.short(unit.words.title), section: "")
  }

  /// Whether the branch holds exactly what is planned, on the commit it is planned for.
  private func holds(_ commit: BotCommit, _ unit: BotUnit) -> Bool {
    guard commit.recipe == unit.recipe, commit.contents == unit.blobs else { return false }
    guard let below = unit.below else { return commit.base == plan.base }
    guard case .some(.some(let tip)) = standing[below] else { return false }
    return commit.base == tip
  }

  /// Why a branch of ours is rebuilt; nil when it may stay although the base has moved.
  private func cause(_ subject: Subject, _ commit: BotCommit) -> BotPush.Cause? {
    let unit = subject.unit
    if subject.isAsked { return .asked }
    let base = subject.open?.base ?? wantedBase(unit)
    if base != wantedBase(unit) || commit.recipe != unit.recipe { return .baseChanged }
    if commit.conflicts { return .conflicts }
    if commit.sites != unit.siteDigest { return .sitesChanged }
    if commit.version != unit.version || commit.configuration != unit.configuration {
      return .recipeChanged
    }
    if unit.below != nil { return .baseChanged }
    if commit.base == plan.base { return .sitesChanged }
    return subject.keepsCurrent ? .behind : nil
  }

  /// The branch below that is not there or not current; nil when the unit can be built.
  private func missing(below unit: BotUnit) -> String? {
    guard let below = unit.below, standing[below] == nil else { return nil }
    return below
  }
}
