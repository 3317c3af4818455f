/// What is left of the policy's limits.
///
/// What a run announced and cannot be seen yet counts as done; doing that very thing is free then.
struct BotBudget {
  private var openPulls: Int
  private var opened: Int
  private var pushes: Int
  private var pendingOpens: Set<String>
  private var pendingPushes: Set<String>
  private let policy: BotPolicy

  init(_ observation: BotObservation, _ policy: BotPolicy, now: Int64) {
    let pulls = observation.pulls.values.joined()
    let hourAgo = now - 3600
    pendingOpens = observation.pendingOpens
    pendingPushes = observation.pendingPushes
    let recent = observation.pushes.count { $0 > hourAgo }
    pushes = recent + pendingPushes.count
    if policy.proposesByPush {
      // Nothing tells of what a server made of a push but the branches.
      pendingOpens.subtract(observation.branches.keys)
      openPulls = observation.branches.values.count(where: \.isOurs) + pendingOpens.count
      opened = max(recent, observation.pendingOpens.count)
    } else {
      openPulls = pulls.count { $0.state == .open } + pendingOpens.count
      opened = pulls.count { $0.openedAt > hourAgo } + pendingOpens.count
    }
    self.policy = policy
  }

  /// Whether a branch may be pushed.
  func mayPush(_ branch: String) -> Bool {
    pushes < policy.pushesPerHour || pendingPushes.contains(branch)
  }

  /// Why no pull request may be opened for a branch.
  func refusal(_ policy: BotPolicy, toOpen branch: String) -> BotReason? {
    if pendingOpens.contains(branch) { return nil }
    if openPulls >= policy.openLimit { return .openLimit(policy.openLimit) }
    if opened >= policy.pullRequestsPerHour {
      return .pullRequestLimit(policy.pullRequestsPerHour)
    }
    return nil
  }

  mutating func push(_ branch: String) {
    if pendingPushes.remove(branch) == nil { pushes += 1 }
  }

  mutating func open(_ branch: String) {
    if pendingOpens.remove(branch) != nil { return }
    openPulls += 1
    opened += 1
  }
}
