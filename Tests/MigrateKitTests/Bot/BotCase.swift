import MigrateKit

/// One observation, plan and policy, changed by the test that needs another.
struct BotCase {
  static let branch = "migrate/r"
  static let base = id("b")
  static let tip = id("c")
  static let blobs = ["A.swift": id("1")]
  static let sites: Set<String> = ["11111111aa", "22222222bb"]
  static let now: Int64 = 1_800_000_000

  static func id(_ digit: String) -> ObjectID {
    ObjectID(String(repeating: digit, count: 40)) ?? .zero
  }

  var observation = BotObservation(base: "main")
  var units = [unit()]
  var policy = BotPolicy()
  var now = BotCase.now

  var actions: [BotAction] {
    BotDecision.decide(
      observation, BotPlan(base: Self.base, units: units), policy, now: now)
  }

  /// What reports call each of the actions.
  var verbs: [String] { actions.map(\.code) }

  static func unit(
    _ recipe: String = "r", version: Int = 1, sites: Set<String> = sites,
    blobs: [String: ObjectID] = blobs, below: String? = nil, declined: Int = 0,
    needsReview: Bool = false, text: String = "What changes"
  ) -> BotUnit {
    BotUnit(
      recipe: recipe, version: version, title: "Title", branch: "migrate/\(recipe)",
      below: below, sites: sites, declined: declined, blobs: blobs, needsReview: needsReview,
      words: PullRequestWords(title: "Adapt \(recipe)", section: text))
  }

  static let empty = unit(sites: [], blobs: [:])

  static func commit(
    recipe: String = "r", version: Int = 1, base: ObjectID = base,
    sites: Set<String> = sites, contents: [String: ObjectID]? = blobs, conflicts: Bool = false,
    tip: ObjectID = tip
  ) -> BotCommit {
    BotCommit(
      tip: tip, recipe: recipe, version: version, base: base,
      sites: BotUnit.digest(of: sites), contents: contents, conflicts: conflicts)
  }

  static func record(
    version: Int = 1, sites: Set<String> = sites, base: String = "main", isDraft: Bool = false,
    closed: String? = nil, reopened: String? = nil, recipe: String = "r"
  ) -> PullRequestRecord {
    PullRequestRecord(
      recipe: recipe, version: version, sites: SiteSet(sites), base: base, isDraft: isDraft,
      title: Digest.short("Adapt \(recipe)"), section: "", closed: closed, reopened: reopened)
  }

  static func pull(
    _ number: Int = 7, _ state: PullRequest.State = .open, record: PullRequestRecord? = record(),
    base: String = "main", labels: Set<String> = [], isDraft: Bool = false,
    text: String = "What changes", openedAt: Int64 = now - 90_000, closedAt: Int64? = nil,
    recipe: String = "r"
  ) -> PullRequest {
    let body =
      record.map { PullRequestBody(section: text, record: $0).text } ?? "words of a person"
    return PullRequest(
      number: number, head: "migrate/\(recipe)", base: base, title: "Adapt \(recipe)", body: body,
      state: state, isDraft: isDraft, labels: labels, openedAt: openedAt, closedAt: closedAt)
  }

  /// A branch of ours with a pull request, up to date.
  static let settled: BotCase = {
    var settled = BotCase()
    settled.observation.branches = [branch: .own(commit())]
    settled.observation.pulls = [branch: [pull()]]
    return settled
  }()

  static func settled(_ change: (inout BotCase) -> Void) -> BotCase {
    var changed = settled
    change(&changed)
    return changed
  }

  static func fresh(_ change: (inout BotCase) -> Void) -> BotCase {
    var changed = BotCase()
    change(&changed)
    return changed
  }
}
