/// Brings the dashboard up to date; the oldest open one, should there be more.
struct BotDashboardWriter {
  let bot: Bot
  let preparation: BotPreparation
  let outcomes: [BotOutcome]
  let forge: any Forge

  /// Writes what has changed, and returns the number of the issue.
  func write() throws(ForgeError) -> Int? {
    guard let dashboards = preparation.dashboards else { return nil }
    let entries = entries
    let isPaused = outcomes.contains { $0.reason == BotReason.inactive(days: 0).code }
    let text =
      bot.wording.dashboard(entries, isPaused: isPaused, limits: forge.limits)
      + "\n" + BotDashboard.mark + "\n"
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
    if current.body.replacing("\r\n", with: "\n").trimmingLines() != text.trimmingLines() {
      try forge.changeIssue(current, body: text, isOpen: nil)
    }
    return current.number
  }

  private var entries: [BotDashboardEntry] {
    let titles = Dictionary(
      preparation.works.map { ($0.unit.branch, $0.unit) }, uniquingKeysWith: { first, _ in first })
    return outcomes.compactMap { outcome in
      guard let group = Self.group(of: outcome) else { return nil }
      let unit = titles[outcome.branch]
      let request: BotRequest =
        outcome.reason == BotReason.approvalNeeded.code
        ? .approve(outcome.branch) : .rebuild(outcome.branch)
      let isAsked =
        preparation.observation.requests.contains(.rebuild(outcome.branch))
        || preparation.observation.requests.contains(.approve(outcome.branch))
      let isTicked = isAsked && Self.waiting.contains(outcome.reason)
      let isRequestable = outcome.reason != "nameTaken" && outcome.reason != "blocked"
      return BotDashboardEntry(
        group: group, branch: outcome.branch, title: unit?.title ?? outcome.recipe,
        number: outcome.pullRequest,
        detail: outcome.reason == BotReason.upToDate.code ? "" : outcome.detail,
        page: group == .blocked && outcome.pullRequest == nil && outcome.commit != nil
          ? forge.page(toOpen: outcome.branch, into: preparation.observation.base) : nil,
        request: isRequestable ? request : nil, isTicked: isTicked)
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
