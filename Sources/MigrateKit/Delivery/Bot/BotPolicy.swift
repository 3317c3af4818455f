/// What a team asks of the bot.
public struct BotPolicy: Hashable, Sendable {
  /// How a recipe's change is cut into branches.
  public enum Split: Hashable, Sendable {
    /// One branch per recipe.
    case none
    /// One per folder of some depth.
    case folder(depth: Int)
    /// One per list of owners in the repository's `CODEOWNERS`.
    case codeOwners
  }

  /// When a pull request is a draft.
  public enum Draft: String, CaseIterable, Sendable {
    /// While it holds a fix that a person has to judge.
    case review
    case always
    case never
  }

  /// The beginning of the names of branches.
  public var prefix = "migrate/"
  /// The most pull requests that are open at once.
  public var openLimit = 5
  /// The most pull requests that are opened within an hour.
  public var pullRequestsPerHour = 2
  /// The most pushes within an hour.
  public var pushesPerHour = 20
  /// Whether a branch is rebuilt whenever its base has moved, not only when that is needed.
  public var keepsCurrent = false
  /// Whether each branch stands on the one before.
  public var isStacked = false
  /// Whether a person has to approve each branch on the dashboard first.
  public var needsApproval = false
  /// When something may be written.
  public var schedule = BotSchedule()
  /// After how many days without any reaction the bot pauses; nil for never.
  public var pauseAfterDays: Int?
  /// When a pull request is a draft.
  public var draft = Draft.review
  /// How changes are cut.
  public var split = Split.none
  /// Whether branches that are not planned are taken away; not so in a run for some recipes only.
  public var removesLeftovers = true
  /// Whether there is a forge; without one there are only branches.
  public var hasForge = true
  /// Whether the remote opens something for review itself when a branch is pushed.
  public var proposesByPush = false
  /// Whether the remote can take a branch away by a push.
  public var removesBranches = true
  /// Whether an issue lists what the bot does.
  public var hasDashboard = true
  /// Addresses whose commits on a branch of ours do not count as people's; `*` is any text.
  public var ignoredAuthors: [String] = []
  /// The labels that people and the bot talk by.
  public var labels = BotLabels()

  /// The policy where nothing else is asked for.
  public init() {}

  /// Whether commits of an author do not count as a person's.
  public func ignores(author email: String) -> Bool {
    ignoredAuthors.contains { pattern in
      // Addresses of apps hold brackets, as in 'renovate[bot]'.
      var scalars: [Unicode.Scalar] = []
      for scalar in pattern.lowercased().unicodeScalars {
        if "[?\\".unicodeScalars.contains(scalar) { scalars.append("\\") }
        scalars.append(scalar)
      }
      guard let tokens = GlobToken.all(in: scalars) else { return false }
      return GlobToken.match(tokens, Array(email.lowercased().unicodeScalars))
    }
  }

  /// Whether a unit's pull request is to be a draft.
  func wantsDraft(_ unit: BotUnit) -> Bool {
    switch draft {
    case .always: true
    case .never: false
    case .review: unit.needsReview
    }
  }
}

/// The names of the labels that the bot reads and sets.
public struct BotLabels: Hashable, Sendable {
  /// On everything that the bot opens.
  public var own = "migrate"
  /// The bot does nothing more to the pull request.
  public var stop = "migrate:stop"
  /// The bot rebuilds the branch once.
  public var rebuild = "migrate:rebuild"
  /// The bot rebuilds the branch whenever its base has moved.
  public var keepCurrent = "migrate:keep-current"

  /// The standard names.
  public init() {}
}
