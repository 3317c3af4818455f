/// Whether anybody still reacts to the bot.
enum BotActivity {
  /// Whether a pull request has been open for longer than the policy allows without a person
  /// having merged, closed or pushed anything since, or having asked to go on.
  static func isPaused(_ observation: BotObservation, _ policy: BotPolicy, now: Int64) -> Bool {
    guard let days = policy.pauseAfterDays, !observation.requests.contains(.resume) else {
      return false
    }
    let limit = now - Int64(days) * 86_400
    let pulls = observation.pulls.values.joined()
    guard pulls.contains(where: { $0.state == .open && $0.openedAt < limit }) else { return false }
    let reactions = pulls.compactMap { pull -> Int64? in
      guard pull.state != .open else { return nil }
      let isOurs = pull.state == .closed && PullRequestBody(pull.body).record?.closed != nil
      return isOurs ? nil : pull.closedAt
    }
    let last = (reactions + [observation.lastPersonalCommit ?? .min]).max() ?? .min
    return last < limit
  }
}
