/// What is left of the policy's limits.
struct BotBudget {
  private var openPulls: Int
  private var opened: Int
  private var pushes: Int
  private let policy: BotPolicy

  init(_ observation: BotObservation, _ policy: BotPolicy, now: Int64) {
    let pulls = observation.pulls.values.joined()
    let hourAgo = now - 3600
    openPulls = pulls.count { $0.state == .open }
    opened = pulls.count { $0.openedAt > hourAgo }
    pushes = observation.pushes.count { $0 > hourAgo }
    self.policy = policy
  }

  var mayPush: Bool { pushes < policy.pushesPerHour }

  /// Why no pull request may be opened.
  func refusal(_ policy: BotPolicy) -> BotReason? {
    if openPulls >= policy.openLimit { return .openLimit(policy.openLimit) }
    if opened >= policy.pullRequestsPerHour {
      return .pullRequestLimit(policy.pullRequestsPerHour)
    }
    return nil
  }

  mutating func push() { pushes += 1 }

  mutating func open() {
    openPulls += 1
    opened += 1
  }
}
