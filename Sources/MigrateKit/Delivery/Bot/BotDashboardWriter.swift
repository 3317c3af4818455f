/// Brings the dashboard up to date; the oldest open one, should there be more.
struct BotDashboardWriter {
  let bot: Bot
  let preparation: BotPreparation
  let outcomes: [BotOutcome]
  let forge: any Forge

  /// Writes what has changed, and returns the number of the issue.
  func write() throws(ForgeError) -> Int? {
    guard let dashboards = preparation.dashboards else { return nil }
    let entries = entries(asking: preparation.observation.requests)
    var text = text(entries)
    guard let current = dashboards.first(where: \.isOpen) else {
      // A closed dashboard is a no; without anything to tell there is no need for one.
      guard dashboards.isEmpty, !entries.isEmpty else { return nil }
      return try forge.openIssue(
        title: BotDashboard.title, body: text, label: bot.policy.labels.own
      ).number
    }
    for duplicate in dashboards where duplicate.isOpen && duplicate.number != current.number {
      try forge.changeIssue(duplicate, body: nil, isOpen: false)
    }
    guard !Self.isSame(current.body, text) else { return current.number }
    // A run takes its time: what people ticked since it looked stays ticked.
    let now =
      try forge.issues(.labelled(bot.policy.labels.own))
      .first { $0.number == current.number } ?? current
    text = self.text(self.entries(asking: BotDashboard.requests(in: now.body)))
    if !Self.isSame(now.body, text) { try forge.changeIssue(current, body: text, isOpen: nil) }
    return current.number
  }

  /// What would be done, in words, and the text that would be written; nil when nothing would.
  var rehearsal: (summary: String?, text: String?) {
    guard let dashboards = preparation.dashboards else { return (nil, nil) }
    let entries = entries(asking: preparation.observation.requests)
    let text = text(entries)
    guard let current = dashboards.first(where: \.isOpen) else {
      guard dashboards.isEmpty, !entries.isEmpty else { return (nil, nil) }
      return ("open an issue with the title '\(BotDashboard.title)'", text)
    }
    if Self.isSame(current.body, text) { return (nil, nil) }
    return ("change issue #\(current.number)", text)
  }

  /// Forges change line ends and white space at the ends.
  private static func isSame(_ kept: String, _ text: String) -> Bool {
    kept.replacing("\r\n", with: "\n").trimmingLines() == text.trimmingLines()
  }

  private func text(_ entries: [BotDashboardEntry]) -> String {
    let isPaused = outcomes.contains { $0.reason == BotReason.inactive(days: 0).code }
    return bot.wording.dashboard(entries, isPaused: isPaused, limits: forge.limits)
      + "\n" + BotDashboard.mark + "\n"
  }

  /// The lines of the dashboard.
  ///
  /// - Parameter asked: what people ask for now.
  private func entries(asking asked: Set<BotRequest>) -> [BotDashboardEntry] {
    let seen = preparation.observation.requests
    let titles = Dictionary(
      preparation.works.map { ($0.unit.branch, $0.unit) }, uniquingKeysWith: { first, _ in first })
    return outcomes.compactMap { outcome in
      guard let group = Self.group(of: outcome) else { return nil }
      let unit = titles[outcome.branch]
      let request: BotRequest =
        outcome.reason == BotReason.approvalNeeded.code
        ? .approve(outcome.branch) : .rebuild(outcome.branch)
      let isOpen = [BotRequest.rebuild(outcome.branch), .approve(outcome.branch)].contains {
        asked.contains($0) && (!seen.contains($0) || Self.waiting.contains(outcome.reason))
      }
      let isRequestable = outcome.reason != "nameTaken" && outcome.reason != "blocked"
      return BotDashboardEntry(
        group: group, branch: outcome.branch, title: unit?.title ?? outcome.recipe,
        number: outcome.pullRequest,
        detail: outcome.reason == BotReason.upToDate.code ? "" : outcome.detail,
        page: group == .blocked && outcome.pullRequest == nil && outcome.commit != nil
          ? forge.page(toOpen: outcome.branch, into: preparation.observation.base) : nil,
        request: isRequestable ? request : nil, isTicked: isOpen)
    }
  }

  /// The reasons after which a request is still to be done.
  private static let waiting: Set<String> = [
    "pushLimit", "openLimit", "pullRequestLimit", "waitsFor", "inactive", "refused", "lost",
    "stopped",
  ]

  /// The heading of a branch; nil when there is nothing to say of it.
  static func group(of outcome: BotOutcome) -> BotDashboardEntry.Group? {
    switch outcome.reason {
    case "nothingToDo", "nothingLeft", "noLongerConfigured": return nil
    case "declined", "branchDeleted": return .declined
    case "openLimit", "pullRequestLimit", "pushLimit": return .limited
    case "approvalNeeded", "waitsFor", "inactive", "outsideSchedule":
      return outcome.pullRequest == nil ? .pending : .open
    case "people", "nameTaken", "blocked", "stopped", "retargeted", "reopened", "newerVersion",
      "lost", "refused":
      return .blocked
    default: return outcome.action == .removed ? nil : .open
    }
  }
}
