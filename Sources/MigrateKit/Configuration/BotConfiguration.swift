/// What a `.migrate.yml` says of the bot, checked for form.
struct BotConfiguration: Sendable {
  /// The names of labels.
  struct Labels: Sendable {
    var own = BotLabels().own
    var stop = BotLabels().stop
    var rebuild = BotLabels().rebuild
    var keepCurrent = BotLabels().keepCurrent
  }

  var base: String?
  var forge: String?
  var baseURL: Located<String>?
  var openPullRequests = BotPolicy().openLimit
  var pullRequestsPerHour = BotPolicy().pullRequestsPerHour
  var pushesPerHour = BotPolicy().pushesPerHour
  var keepCurrent = false
  var stack = false
  var approval = false
  var schedule: [Located<String>] = []
  var quiet: [Located<String>] = []
  var timeZone: Located<String>?
  var pauseAfterDays: Int?
  var draft = BotPolicy.Draft.review.rawValue
  var split = "none"
  var splitDepth = 1
  var dashboard = true
  var ignoredAuthors: [Located<String>] = []
  var labels = Labels()

  /// The keys under `bot`.
  static let table = FieldTable(BotConfiguration(), places + limits + times + forms)

  private static let places: [Field<BotConfiguration>] = [
    Field(
      "base", .line(), into: \.base, standard: "the remote's default branch",
      "the branch that pull requests go into"),
    Field(
      "forge", .oneOf(ForgeKind.allCases.map(\.rawValue)), into: \.forge,
      standard: "by the remote's address", "the kind of forge that pull requests are kept on"),
    Field(
      "base-url", FieldType.line().located, into: \.baseURL, standard: "by the remote's address",
      "the address of the forge's API, on the server of the remote; on another one only in a file "
        + "named with `--config`"),
  ]

  private static let limits: [Field<BotConfiguration>] = [
    Field(
      "open-pull-requests", .integer(0...1000), into: \.openPullRequests,
      standard: "`5`", "the most that are open at once"),
    Field(
      "pull-requests-per-hour", .integer(1...1000), into: \.pullRequestsPerHour,
      standard: "`2`", "the most that are opened in an hour"),
    Field(
      "pushes-per-hour", .integer(1...1000), into: \.pushesPerHour,
      standard: "`20`", "the most pushes in an hour"),
    Field(
      "keep-current", .boolean, into: \.keepCurrent, standard: "`false`",
      "whether a branch is rebuilt whenever its base has moved, not only when it must be"),
    Field(
      "stack", .boolean, into: \.stack, standard: "`false`",
      "whether each branch stands on the one before"),
    Field(
      "approval", .boolean, into: \.approval, standard: "`false`",
      "whether a person has to approve each branch on the dashboard first"),
  ]

  private static let times: [Field<BotConfiguration>] = [
    Field(
      "schedule", .list(of: FieldType.line().located), into: \.schedule,
      standard: "any time",
      "when something may be written, as `mon-fri 09:00-17:00`, `sat,sun` or `20:00-06:00`"),
    Field(
      "quiet", .list(of: FieldType.line().located), into: \.quiet,
      "when nothing may be written, in the same form"),
    Field(
      "time-zone", FieldType.line().located, into: \.timeZone, standard: "`UTC`",
      "the zone of both, such as `Europe/Berlin`"),
    Field(
      "pause-after-days", .integer(1...3650), into: \.pauseAfterDays, standard: "never",
      "after how many days without a reaction the bot pauses"),
  ]

  private static let forms: [Field<BotConfiguration>] = [
    Field(
      "draft", .oneOf(["review", "always", "never"]), into: \.draft,
      standard: "`review`",
      "when a pull request is a draft: while it holds fixes to review, or regardless of that"),
    Field(
      "split", .oneOf(["none", "folder", "codeowners"]), into: \.split, standard: "`none`",
      "how the change of a recipe is cut into branches"),
    Field(
      "split-depth", .integer(1...20), into: \.splitDepth, standard: "`1`",
      "the depth of the folders that it is cut by"),
    Field(
      "dashboard", .boolean, into: \.dashboard, standard: "`true`",
      "whether an issue lists what the bot does"),
    Field(
      "ignored-authors", .list(of: FieldType.line().located), into: \.ignoredAuthors,
      "addresses whose commits on a branch do not count as a person's; `*` is any text"),
    Field("labels", .object(labelTable), into: \.labels, "the names of labels"),
  ]

  private static let labelTable = FieldTable(
    Labels(),
    [
      Field(
        "own", .line(limit: 50), into: \.own, standard: "`migrate`",
        "on everything the bot opens"),
      Field(
        "stop", .line(limit: 50), into: \.stop, standard: "`migrate:stop`",
        "the bot does nothing more there"),
      Field(
        "rebuild", .line(limit: 50), into: \.rebuild, standard: "`migrate:rebuild`",
        "the bot rebuilds the branch once"),
      Field(
        "keep-current", .line(limit: 50), into: \.keepCurrent,
        standard: "`migrate:keep-current`",
        "the bot rebuilds the branch whenever its base has moved"),
    ])

  /// The policy, with what is wrong reported.
  func policy(_ problems: inout ProblemCollector) -> BotPolicy {
    var policy = BotPolicy()
    policy.openLimit = openPullRequests
    policy.pullRequestsPerHour = pullRequestsPerHour
    policy.pushesPerHour = pushesPerHour
    policy.keepsCurrent = keepCurrent
    policy.isStacked = stack
    policy.needsApproval = approval
    policy.pauseAfterDays = pauseAfterDays
    policy.draft = BotPolicy.Draft(rawValue: draft) ?? .review
    policy.hasDashboard = dashboard
    policy.ignoredAuthors = ignoredAuthors.map(\.value)
    for pattern in ignoredAuthors where pattern.value.allSatisfy({ "*@.".contains($0) }) {
      problems.report(
        "'bot.ignored-authors' must name somebody: '\(pattern.value)' is everyone, and their "
          + "commits would be overwritten", at: pattern.start)
    }
    policy.labels.own = labels.own
    policy.labels.stop = labels.stop
    policy.labels.rebuild = labels.rebuild
    policy.labels.keepCurrent = labels.keepCurrent
    if let baseURL, !baseURL.value.hasPrefix("https://"), !baseURL.value.hasPrefix("http://") {
      problems.report(
        "'bot.base-url' must begin with 'https://', not "
          + "'\(RemoteAddress.withoutCredentials(baseURL.value))'", at: baseURL.start)
    }
    switch split {
    case "folder": policy.split = .folder(depth: splitDepth)
    case "codeowners": policy.split = .codeOwners
    default: policy.split = .none
    }
    policy.schedule.allowed = Self.windows(schedule, "schedule", &problems)
    policy.schedule.quiet = Self.windows(quiet, "quiet", &problems)
    if let timeZone {
      policy.schedule.timeZone = timeZone.value
      if !BotSchedule.knows(timeZone: timeZone.value) {
        problems.report(
          "'bot.time-zone' must be a time zone such as 'Europe/Berlin', not '\(timeZone.value)'",
          at: timeZone.start)
      }
    }
    return policy
  }

  private static func windows(
    _ texts: [Located<String>], _ key: String, _ problems: inout ProblemCollector
  ) -> [BotWindow] {
    texts.compactMap { text in
      let window = BotWindow(text.value)
      if window == nil {
        problems.report(
          "'bot.\(key)' must be days, hours or both, such as 'mon-fri 09:00-17:00', "
            + "not '\(text.value)'", at: text.start)
      }
      return window
    }
  }
}

/// Commands that a commit of the bot has to pass before its pull request is opened as ready.
///
/// They run only when the configuration is that of whoever runs the bot.
public struct VerifyConfiguration: Hashable, Sendable {
  /// Lines for a shell.
  public internal(set) var commands: [String] = []
  /// How long all of them may take together.
  public internal(set) var minutes = 60

  static let table = FieldTable(
    VerifyConfiguration(),
    [
      Field(
        "commands", .list(of: .prose), into: \.commands, isRequired: true,
        "lines for a shell, run one after another in a temporary working tree"),
      Field(
        "minutes", .integer(1...1440), into: \.minutes, standard: "`60`",
        "how long all of them may take together"),
    ])
}
