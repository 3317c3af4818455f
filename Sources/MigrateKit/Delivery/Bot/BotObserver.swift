/// Looks at remote and forge for the bot.
struct BotObserver {
  let bot: Bot
  let remote: RemoteObservation
  let ledger: BotLedger

  /// What there is, and the issues that are dashboards; nil where there can be none.
  ///
  /// - Parameter planned: the names of the branches that are going to be wanted.
  func observe(_ planned: Set<String>) throws -> (BotObservation, [ForgeIssue]?) {
    var observation = BotObservation(base: remote.base)
    var pushes: [String: [Int64]] = [:]
    try read(remote.branches, into: &observation, &pushes)
    for branch in planned where observation.branches[branch] == nil {
      guard let blocking = remote.branch(blocking: branch) else { continue }
      observation.branches[branch] = .blocked(by: "refs/heads/" + blocking)
    }
    guard let forge = bot.forge else {
      ledger.complete(&observation, pushes: pushes, now: bot.now())
      return (observation, nil)
    }
    let project = try forge.project()
    if project.isArchived {
      throw ForgeError(
        .forbidden, at: forge.name, "the project is archived", remedy: "stop the schedule")
    }
    // Requests first: what another bot does about them meanwhile then shows in what comes after.
    let dashboards = project.hasIssues ? try self.dashboards(forge) : nil
    if let dashboard = dashboards?.first(where: \.isOpen) {
      observation.requests = BotDashboard.requests(in: dashboard.body)
    }
    let names = planned.union(observation.branches.keys).sorted()
    for pull in try forge.pullRequests(from: names) {
      observation.pulls[pull.head, default: []].append(pull)
    }
    try lookAgain(&observation, &pushes)
    for pull in observation.pulls.values.joined() where pull.state == .open {
      let texts = try forge.comments(on: pull)
      observation.said[pull.number] = Set(texts.compactMap(BotNotice.code(in:)))
    }
    ledger.complete(&observation, pushes: pushes, now: bot.now())
    return (observation, dashboards)
  }

  private func read(
    _ branches: [String: ObjectID], into observation: inout BotObservation,
    _ pushes: inout [String: [Int64]]
  ) throws(GitError) {
    let reader = BotBranchReader(
      location: bot.location, remote: remote, policy: bot.policy,
      committer: bot.identity.committer.email)
    for (branch, tip) in branches.sorted(by: { $0.key < $1.key }) {
      let reading = try reader.read(tip)
      observation.branches[branch] = reading.branch
      // A change is found by what only the bot gives it: somebody wrote it anew.
      if remote.changes != nil, case .stranger(let tip) = reading.branch {
        observation.branches[branch] = .people(tip: tip, on: nil)
      }
      observation.pushes += reading.pushes
      pushes[branch, default: []] += reading.pushes
      observation.lastPersonalCommit = [observation.lastPersonalCommit, reading.lastPersonal]
        .compactMap { $0 }.max()
    }
  }

  /// Looks at the remote again for branches that have a pull request and were not there: another
  /// bot may have made them since, and a branch that is really gone means something.
  private func lookAgain(
    _ observation: inout BotObservation, _ pushes: inout [String: [Int64]]
  ) throws(GitError) {
    let missing = observation.pulls.keys.filter {
      observation.branches[$0] == nil && observation.openPull(of: $0) != nil
    }
    guard !missing.isEmpty else { return }
    let again = try bot.remote.observe(base: bot.base, prefix: bot.policy.prefix)
    try read(again.branches.filter { missing.contains($0.key) }, into: &observation, &pushes)
  }

  /// The dashboards by label, or by account where somebody took the label away.
  private func dashboards(_ forge: any Forge) throws(ForgeError) -> [ForgeIssue]? {
    guard bot.policy.hasDashboard else { return nil }
    do throws(ForgeError) {
      let labelled = try forge.issues(.labelled(bot.policy.labels.own))
        .filter(BotDashboard.isDashboard)
      if !labelled.isEmpty { return labelled }
      guard let account = try forge.account() else { return [] }
      return try forge.issues(.openedBy(account)).filter(BotDashboard.isDashboard)
    } catch  where error.cause == .gone {
      return nil
    }
  }
}

extension BotNotice {
  /// What the comment ends in.
  var mark: String { "<!-- migrate:said \(code) -->" }

  /// What a comment was recognised by; nil when it is not the bot's.
  static func code(in comment: String) -> String? {
    let start = "<!-- migrate:said "
    guard let first = comment.ranges(of: start).last,
      let end = comment[first.upperBound...].firstRange(of: " -->")
    else { return nil }
    return String(comment[first.upperBound..<end.lowerBound])
  }
}
