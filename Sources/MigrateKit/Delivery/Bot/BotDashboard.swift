/// The one issue that lists what the bot does, and takes what people ask for.
public enum BotDashboard {
  /// What the issue is recognised by.
  public static let mark = "<!-- migrate:dashboard -->"
  /// Its title.
  public static let title = "Migration dashboard"

  /// A box that asks for something when it is ticked, as the beginning of a list item.
  public static func box(_ request: BotRequest, isTicked: Bool = false) -> String {
    let word =
      switch request {
      case .rebuild(let branch): "rebuild=\(branch)"
      case .approve(let branch): "approve=\(branch)"
      case .resume: "resume"
      }
    return "- [\(isTicked ? "x" : " ")] <!-- migrate:\(word) -->"
  }

  /// What the ticked boxes ask for.
  public static func requests(in body: String) -> Set<BotRequest> {
    var requests: Set<BotRequest> = []
    for line in body.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0.isWhitespace }
      guard line.hasPrefix("- [x] <!-- migrate:") || line.hasPrefix("- [X] <!-- migrate:"),
        let end = line.firstRange(of: " -->")
      else { continue }
      let word = line[..<end.lowerBound].dropFirst("- [x] <!-- migrate:".count)
      let parts = word.split(separator: "=", maxSplits: 1)
      switch (parts.first, parts.dropFirst().first) {
      case ("rebuild", let branch?): requests.insert(.rebuild(String(branch)))
      case ("approve", let branch?): requests.insert(.approve(String(branch)))
      case ("resume", nil): requests.insert(.resume)
      default: continue
      }
    }
    return requests
  }

  /// Whether an issue is a dashboard.
  static func isDashboard(_ issue: ForgeIssue) -> Bool { issue.body.contains(mark) }
}

/// One line of the dashboard.
public struct BotDashboardEntry: Hashable, Sendable {
  /// The heading that it stands under.
  public enum Group: String, CaseIterable, Sendable {
    case open
    case blocked
    case limited
    case pending
    case declined
  }

  /// The heading.
  public var group: Group
  /// The name of the branch.
  public var branch: String
  /// The recipe's title.
  public var title: String
  /// The number of the pull request.
  public var number: Int?
  /// Why it is there, for a person; empty when that is plain.
  public var detail: String
  /// The page on which a person opens the pull request by hand.
  public var page: String?
  /// What can be asked for, and whether it was and is still to be done.
  public var request: BotRequest?
  /// Whether the box stays ticked.
  public var isTicked: Bool

  /// Makes a value.
  public init(
    group: Group, branch: String, title: String, number: Int?, detail: String,
    page: String? = nil, request: BotRequest?, isTicked: Bool
  ) {
    self.group = group
    self.branch = branch
    self.title = title
    self.number = number
    self.detail = detail
    self.page = page
    self.request = request
    self.isTicked = isTicked
  }
}
