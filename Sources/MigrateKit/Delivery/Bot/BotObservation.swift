/// Everything that the bot's decisions depend on besides the plan.
public struct BotObservation: Hashable, Sendable {
  /// The name of the branch that pull requests go into.
  public var base: String
  /// The branches of the remote that are named as ours are.
  public var branches: [String: BotBranch]
  /// The pull requests from those branches and from those of the plan, by branch and number.
  public var pulls: [String: [PullRequest]]
  /// What the bot has said in comments, by the number of the pull request.
  public var said: [Int: Set<String>]
  /// What people ask for on the dashboard.
  public var requests: Set<BotRequest>
  /// When the commits of ours that can be seen were made, in seconds since 1970.
  public var pushes: [Int64]
  /// The branches that a run announced to push within the hour, and that do not show it yet.
  public var pendingPushes: Set<String>
  /// The branches that a run announced to open within the hour, and that do not show it yet.
  public var pendingOpens: Set<String>
  /// When a person last pushed to one of the branches, in seconds since 1970.
  public var lastPersonalCommit: Int64?

  /// Makes an observation.
  public init(
    base: String, branches: [String: BotBranch] = [:], pulls: [String: [PullRequest]] = [:],
    said: [Int: Set<String>] = [:], requests: Set<BotRequest> = [], pushes: [Int64] = [],
    pendingPushes: Set<String> = [], pendingOpens: Set<String> = [],
    lastPersonalCommit: Int64? = nil
  ) {
    self.base = base
    self.branches = branches
    self.pulls = pulls
    self.said = said
    self.requests = requests
    self.pushes = pushes
    self.pendingPushes = pendingPushes
    self.pendingOpens = pendingOpens
    self.lastPersonalCommit = lastPersonalCommit
  }

  /// The open pull request of a branch; the newest, should there be more.
  public func openPull(of branch: String) -> PullRequest? {
    pulls[branch]?.last { $0.state == .open }
  }

  /// Whether a person asks for a branch to be rebuilt: by label, in the text, or on the dashboard.
  func asksForRebuild(of branch: String, _ labels: BotLabels) -> Bool {
    if requests.contains(.rebuild(branch)) { return true }
    guard let pull = openPull(of: branch) else { return false }
    return pull.labels.contains(labels.rebuild) || PullRequestBody(pull.body).asksForRebuild
  }
}

/// What a remote branch with a name of ours holds.
public enum BotBranch: Hashable, Sendable {
  /// A commit of ours, and nothing on it that a person made.
  case own(BotCommit)
  /// Commits of people, on one of ours where that can still be found.
  case people(tip: ObjectID, on: BotCommit?)
  /// Nothing of ours.
  case stranger(ObjectID)
  /// No branch, and another reference makes the name impossible.
  case blocked(by: String)

  /// Whether it is the bot's, or was until a person took it over.
  var isOurs: Bool {
    switch self {
    case .own, .people: true
    case .stranger, .blocked: false
    }
  }

  /// The commit of ours.
  var commit: BotCommit? {
    switch self {
    case .own(let commit): commit
    case .people(_, let commit): commit
    case .stranger, .blocked: nil
    }
  }
}

/// A commit that the bot made, at or below the tip of a branch.
public struct BotCommit: Hashable, Sendable {
  /// The tip of the branch: the commit itself, or one that nobody wrote by hand.
  public var tip: ObjectID
  /// The recipe's id.
  public var recipe: String
  /// The recipe's version.
  public var version: Int
  /// The commit that it was made on.
  public var base: ObjectID
  /// A digest of everything that was configured.
  public var configuration: String
  /// A digest of the sites it changes.
  public var sites: String
  /// The new blob of every path it changes; nil when that cannot be told.
  public var contents: [String: ObjectID]?
  /// Whether it conflicts with the base as it is now.
  public var conflicts: Bool

  /// Makes a value.
  public init(
    tip: ObjectID, recipe: String, version: Int = 1, base: ObjectID,
    configuration: String = "default", sites: String, contents: [String: ObjectID]?,
    conflicts: Bool = false
  ) {
    self.tip = tip
    self.recipe = recipe
    self.version = version
    self.base = base
    self.configuration = configuration
    self.sites = sites
    self.contents = contents
    self.conflicts = conflicts
  }
}

/// What a person asks for on the dashboard.
public enum BotRequest: Hashable, Sendable {
  /// A branch is to be rebuilt, also when it was declined or holds a person's commits.
  case rebuild(String)
  /// A branch may be opened.
  case approve(String)
  /// The bot is to go on after a pause.
  case resume
}
