/// What became of one branch in one run, as the command reports it.
public struct BotOutcome: Codable, Hashable, Sendable {
  /// The recipe's id.
  public var recipe: String
  /// The name of the branch.
  public var branch: String
  /// The commit that it holds now, where it is ours.
  public var commit: ObjectID?
  /// The number of the pull request.
  public var pullRequest: Int?
  /// The page of the pull request.
  public var page: String?
  /// What was done.
  public var action: BranchOutcome.Action
  /// A stable reason code; empty when something was done.
  public var reason: String
  /// The reason for a person.
  public var detail: String
  /// Every step, in order, as codes such as `push new` and `open`.
  public var steps: [String]

  /// Makes an outcome of nothing.
  public init(recipe: String, branch: String, commit: ObjectID? = nil) {
    self.recipe = recipe
    self.branch = branch
    self.commit = commit
    action = .unchanged
    reason = ""
    detail = ""
    steps = []
  }

  /// Notes why nothing more was done.
  mutating func stop(_ reason: BotReason) {
    self.reason = reason.code
    detail = reason.description
  }
}

/// What one run of the bot came to.
public struct BotReport: Codable, Hashable, Sendable {
  /// The base that branches were made on.
  public var base: String
  /// Its commit.
  public var commit: ObjectID
  /// One entry per branch, in the order of the plan.
  public var branches: [BotOutcome]
  /// The number of the dashboard's issue.
  public var dashboard: Int?
  /// What did not concern one branch alone, in the words of the remote or the forge.
  public var problems: [String]
  /// What was not as it should be and kept nothing from being done.
  public var notes: [String] = []
  /// The seconds after which the forge wants to be asked again; nil when it did not say so.
  public var retryAfter: Int64?

  /// Whether the remote or the forge refused anything.
  public var isRefused: Bool {
    !problems.isEmpty || branches.contains { $0.action == .refused }
  }
}
