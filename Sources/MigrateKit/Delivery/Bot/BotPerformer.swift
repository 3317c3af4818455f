/// Does what was decided, one step after another, and notes what came of it.
///
/// A branch whose step is refused is left for this run; a forge or remote that cannot be asked any
/// more ends the run. Nothing is taken back: the next run starts from what there is.
struct BotPerformer {
  private let bot: Bot
  private let preparation: BotPreparation
  private let works: [String: BotWork]
  private var order: [String] = []
  private var outcomes: [String: BotOutcome] = [:]
  /// Branches of which nothing more is done in this run.
  private var settled: Set<String> = []
  private var pushed: [String: ObjectID] = [:]
  private var kept: [String: String] = [:]
  private var pulls: [String: PullRequest] = [:]
  private var verifications: [String: BotVerification] = [:]
  /// What did not pass `verify`, for the report.
  private var unverified: [String] = []
  /// What the forge said when it did not let a pull request be opened.
  private var refusalToOpen: String?
  private var problems: [String] = []
  private var retryAfter: Int64?
  private var isOver = false
  private var announcer: BotAnnouncer

  init(bot: Bot, _ preparation: BotPreparation) {
    self.bot = bot
    self.preparation = preparation
    announcer = BotAnnouncer(bot: bot, preparation)
    works = Dictionary(preparation.works.map { ($0.unit.branch, $0) }) { first, _ in first }
    (order, outcomes) = Self.outcomes(of: preparation)
    for branch in order { pulls[branch] = preparation.observation.openPull(of: branch) }
  }

  /// What there is of each branch before anything is done, in the order of the actions.
  static func outcomes(of preparation: BotPreparation) -> ([String], [String: BotOutcome]) {
    var order: [String] = []
    var outcomes: [String: BotOutcome] = [:]
    for action in preparation.actions where outcomes[action.branch] == nil {
      let branch = action.branch
      let commit = preparation.observation.branches[branch]?.commit
      let work = preparation.works.first { $0.unit.branch == branch }
      var outcome = BotOutcome(
        recipe: work?.unit.recipe ?? commit?.recipe ?? "", branch: branch, commit: commit?.tip)
      let pull = preparation.observation.openPull(of: branch)
      outcome.pullRequest = pull?.number
      outcome.page = pull?.page
      order.append(branch)
      outcomes[branch] = outcome
    }
    return (order, outcomes)
  }

  mutating func run() throws -> BotReport {
    for action in preparation.actions where !settled.contains(action.branch) {
      if !isOver, bot.isToStop() {
        end("the run was told to stop; the next one goes on", after: nil)
      }
      guard !isOver else {
        settle(action.branch, .refused("the run ended before: \(problems.last ?? "")"))
        continue
      }
      try step(action)
    }
    // A run that others got ahead of has seen nothing that it could tell the dashboard.
    var report = BotReport(
      base: preparation.observation.base, commit: preparation.plan.base,
      branches: order.compactMap { outcomes[$0] }, dashboard: nil, problems: problems,
      notes: announcer.notes + unverified + earlierFailures, retryAfter: retryAfter)
    if !isOver, !announcer.isOvertaken { writeDashboard(&report) }
    return report
  }

  /// What earlier runs noted in pull requests that are still open.
  private var earlierFailures: [String] {
    order.compactMap { branch in
      guard verifications[branch] == nil, let pull = pulls[branch],
        PullRequestBody(pull.body).record?.isVerified == false
      else { return nil }
      return "'\(branch)' did not pass 'verify' when it was pushed: #\(pull.number) has the log"
    }
  }

  private mutating func step(_ action: BotAction) throws {
    do {
      guard try announcer.admits(action) else { return settle(action.branch, .overtaken) }
      switch action {
      case .push(let push): try self.push(push)
      case .open(let branch): try open(branch)
      case .refresh(let branch, _, let refresh):
        guard let pull = try current(branch) else { return settle(branch, .lost) }
        try change(pull, refresh.change(of: pull, verification: verifications[branch]), branch)
      case .say(let branch, _, let notice): try say(notice, branch)
      case .close(let branch, _, let reason): try close(branch, reason)
      case .removeBranch(let branch, let commit): try remove(branch, expecting: commit)
      case .removeLabel(let branch, _, let label):
        if let pull = pulls[branch] { try bot.forge?.removeLabel(label, from: pull) }
      case .leave(let branch, let reason): outcomes[branch]?.stop(reason)
      }
      if !settled.contains(action.branch) { outcomes[action.branch]?.steps.append(action.code) }
    } catch let error as ForgeError {
      refused(action, by: error)
    } catch let error as GitError where error.cause == .remote {
      end(error.description, after: nil)
      settle(action.branch, .refused(error.description))
    }
  }

  // MARK: Refusals

  private mutating func settle(_ branch: String, _ reason: BotReason) {
    settled.insert(branch)
    // Whoever comes second has not been refused anything.
    if case .refused = reason { outcomes[branch]?.action = .refused }
    outcomes[branch]?.stop(reason)
  }

  private mutating func end(_ problem: String, after seconds: Int64?) {
    isOver = true
    problems.append(problem)
    retryAfter = seconds
  }

  private mutating func refused(_ action: BotAction, by error: ForgeError) {
    switch error.cause {
    case .limited, .unauthorized, .unavailable, .malformed:
      end(error.description, after: error.cause == .limited ? error.retryAfter : nil)
      settle(action.branch, .refused(error.description))
    case .alreadyThere:
      settle(action.branch, .lost)
    case .forbidden, .notFound, .gone, .invalid:
      if case .open = action, error.cause == .forbidden { refusalToOpen = error.description }
      settle(action.branch, .refused(error.description))
    }
  }

  // MARK: Branches

  private mutating func push(_ push: BotPush) throws(GitError) {
    guard var change = works[push.branch]?.change else { return }
    if let refusalToOpen, push.from == nil {
      return settle(push.branch, .refused(refusalToOpen))
    }
    if let below = works[push.branch]?.unit.below {
      guard let commit = pushed[below] ?? preparation.observation.branches[below]?.commit?.tip
      else { return settle(push.branch, .waitsFor(below)) }
      change.base = commit
    }
    let commit = try BranchDelivery(bot.location, identity: identity).writeCommit(change)
    try verify(commit, for: push.branch)
    if let person = push.keeps {
      let name = Self.keptName(push.branch, person)
      guard try bot.remote.push(person, to: name, expecting: nil) != .moved else {
        return settle(push.branch, .lost)
      }
      kept[push.branch] = name
    }
    let answer = try bot.remote.push(
      commit, to: push.branch, expecting: push.from, proposing: proposal(push.branch))
    switch answer {
    case .moved: settle(push.branch, .lost)
    case .closed(let words):
      settled.insert(push.branch)
      outcomes[push.branch]?.stop(.abandoned(words))
    case .refused(let words): settle(push.branch, .refused(words))
    case .done:
      pushed[push.branch] = commit
      outcomes[push.branch]?.commit = commit
      outcomes[push.branch]?.action = push.from == nil ? .created : .updated
    }
  }

  /// What a server that opens something by itself is told of a branch.
  private func proposal(_ branch: String) -> PushProposal? {
    guard bot.policy.proposesByPush, let unit = works[branch]?.unit else { return nil }
    let first = unit.words.section.firstRange(of: "\n\n")?.lowerBound
    var proposal = PushProposal(
      title: unit.words.title,
      text: String(unit.words.section[..<(first ?? unit.words.section.endIndex)]),
      base: unit.below ?? preparation.observation.base, trunk: preparation.observation.base,
      isDraft: bot.policy.wantsDraft(unit) || verifications[branch]?.passed == false,
      label: bot.policy.labels.own)
    proposal.isUnverified = verifications[branch]?.passed == false
    return proposal
  }

  private var identity: CommitIdentity {
    var identity = bot.identity
    identity.author.time.seconds = bot.now()
    identity.committer.time.seconds = bot.now()
    return identity
  }

  /// The name that a person's commits are kept under; outside the prefix, so that it is left alone.
  static func keptName(_ branch: String, _ commit: ObjectID) -> String {
    "kept/\(branch)/\(commit.abbreviated)"
  }

  private mutating func verify(_ commit: ObjectID, for branch: String) throws(GitError) {
    guard let verifier = bot.verifier, verifications[branch] == nil else { return }
    let verification = try verifier.verify(commit, in: bot.location)
    verifications[branch] = verification
    if let problem = verification.problem {
      unverified.append("'\(branch)' \(commit.abbreviated) is not verified: \(problem)")
    }
  }

  private mutating func remove(_ branch: String, expecting commit: ObjectID) throws(GitError) {
    switch try bot.remote.push(nil, to: branch, expecting: commit) {
    case .moved: settle(branch, .lost)
    case .refused(let words), .closed(let words): settle(branch, .refused(words))
    case .done:
      outcomes[branch]?.action = .removed
      outcomes[branch]?.commit = nil
    }
  }

  // MARK: Pull requests

  private mutating func open(_ branch: String) throws {
    guard let forge = bot.forge, let work = works[branch] else { return }
    if let refusalToOpen { return settle(branch, .refused(refusalToOpen)) }
    if let commit = outcomes[branch]?.commit { try verify(commit, for: branch) }
    let verification = verifications[branch]
    let unit = work.unit
    let base = unit.below ?? preparation.observation.base
    var record = BotDecider.record(of: unit, base: base, bot.policy)
    record.isDraft = record.isDraft || verification?.passed == false
    record.isVerified = verification?.passed
    let body = PullRequestBody(
      section: unit.words.section, log: verification?.log, record: record)
    let pull = try forge.open(
      NewPullRequest(
        head: branch, base: base, title: unit.words.title, body: body.text,
        isDraft: record.isDraft, labels: [bot.policy.labels.own]))
    pulls[branch] = pull
    outcomes[branch]?.pullRequest = pull.number
    outcomes[branch]?.page = pull.page
    if outcomes[branch]?.action == .unchanged { outcomes[branch]?.action = .created }
  }

  /// The open pull request as it is now: a run takes its time, and what people edited since it
  /// looked stays.
  private mutating func current(_ branch: String) throws(ForgeError) -> PullRequest? {
    guard let pull = pulls[branch], let forge = bot.forge else { return nil }
    let now = try forge.pullRequests(from: [branch]).first { $0.number == pull.number }
    pulls[branch] = now?.state == .open ? now : nil
    return pulls[branch]
  }

  private mutating func change(
    _ pull: PullRequest, _ change: PullRequestChange, _ branch: String
  ) throws(ForgeError) {
    if change.isEmpty { return }
    try bot.forge?.change(pull, change)
    pulls[branch]?.body = change.body ?? pull.body
    if outcomes[branch]?.action == .unchanged { outcomes[branch]?.action = .updated }
  }

  private mutating func say(_ notice: BotNotice, _ branch: String) throws(ForgeError) {
    guard let pull = pulls[branch] else { return }
    let text = bot.wording.notice(notice, kept: kept[branch])
    try bot.forge?.comment(text + "\n\n" + notice.mark + "\n", on: pull)
  }

  private mutating func close(_ branch: String, _ reason: BotReason) throws(ForgeError) {
    guard let unit = works[branch]?.unit ?? leftover(branch) else { return }
    guard let pull = try current(branch) else { return settle(branch, .lost) }
    var body = PullRequestBody(pull.body)
    var record = body.record ?? BotDecider.record(of: unit, base: pull.base, bot.policy)
    // What a person wanted is theirs to take back; everything else may be asked for again.
    if reason != .branchDeleted { record.closed = reason.code }
    record.reopened = nil
    body.record = record
    try change(pull, PullRequestChange(body: body.text, closes: true), branch)
    outcomes[branch]?.stop(reason)
    pulls[branch] = nil
  }

  private func leftover(_ branch: String) -> BotUnit? {
    preparation.observation.branches[branch]?.commit.map {
      BotUnit(recipe: $0.recipe, version: $0.version, branch: branch)
    }
  }

  // MARK: The dashboard

  private mutating func writeDashboard(_ report: inout BotReport) {
    guard let forge = bot.forge, bot.policy.hasDashboard,
      bot.policy.schedule.isOpen(at: bot.now())
    else { return }
    let writer = BotDashboardWriter(
      bot: bot, preparation: preparation, outcomes: report.branches, forge: forge)
    do throws(ForgeError) {
      report.dashboard = try writer.write()
    } catch {
      // A project without issues, or a token without access to them, is no reason to fail.
      if [.gone, .forbidden, .notFound].contains(error.cause) { return }
      report.problems.append(error.description)
      report.retryAfter = error.retryAfter ?? report.retryAfter
    }
  }
}
