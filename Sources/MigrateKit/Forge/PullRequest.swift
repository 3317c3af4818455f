/// A pull request as a forge keeps it; GitLab calls it a merge request, Gerrit a change.
public struct PullRequest: Hashable, Sendable {
  /// How it stands.
  public enum State: String, Codable, Sendable {
    case open
    case closed
    case merged
  }

  /// The number that people see.
  public var number: Int
  /// The forge's own name for it, where it needs one besides the number.
  public var reference: String
  /// The branch it takes commits from, without an owner.
  public var head: String
  /// The commit at its head, as 40 hexadecimal digits; empty when the forge does not tell.
  public var headCommit: String
  /// The branch it goes into.
  public var base: String
  /// Its title, without what marks a draft.
  public var title: String
  /// Its text.
  public var body: String
  /// How it stands.
  public var state: State
  /// Whether it is a draft.
  public var isDraft: Bool
  /// The names of its labels.
  public var labels: Set<String>
  /// When it was opened, in seconds since 1970.
  public var openedAt: Int64
  /// When it was closed or merged, in seconds since 1970.
  public var closedAt: Int64?
  /// Its page.
  public var page: String

  /// Makes a value.
  public init(
    number: Int, reference: String = "", head: String, headCommit: String = "", base: String,
    title: String, body: String, state: State = .open, isDraft: Bool = false,
    labels: Set<String> = [], openedAt: Int64 = 0, closedAt: Int64? = nil, page: String = ""
  ) {
    self.number = number
    self.reference = reference
    self.head = head
    self.headCommit = headCommit
    self.base = base
    self.title = title
    self.body = body
    self.state = state
    self.isDraft = isDraft
    self.labels = labels
    self.openedAt = openedAt
    self.closedAt = closedAt
    self.page = page
  }
}

/// A pull request to be opened.
public struct NewPullRequest: Hashable, Sendable {
  /// The branch it takes commits from, without an owner.
  public var head: String
  /// The branch it goes into.
  public var base: String
  /// Its title.
  public var title: String
  /// Its text.
  public var body: String
  /// Whether it is a draft; a forge without drafts opens it as ready.
  public var isDraft: Bool
  /// The labels it gets.
  public var labels: [String]

  /// Makes a value.
  public init(
    head: String, base: String, title: String, body: String, isDraft: Bool, labels: [String] = []
  ) {
    self.head = head
    self.base = base
    self.title = title
    self.body = body
    self.isDraft = isDraft
    self.labels = labels
  }
}

/// What is to change of a pull request; nil leaves as it is.
public struct PullRequestChange: Hashable, Sendable {
  /// The new title.
  public var title: String?
  /// The new text.
  public var body: String?
  /// The new branch it goes into.
  public var base: String?
  /// Whether it is a draft.
  public var isDraft: Bool?
  /// Whether it is closed.
  public var closes: Bool

  /// Makes a value.
  public init(
    title: String? = nil, body: String? = nil, base: String? = nil, isDraft: Bool? = nil,
    closes: Bool = false
  ) {
    self.title = title
    self.body = body
    self.base = base
    self.isDraft = isDraft
    self.closes = closes
  }

  /// Whether nothing is to change.
  public var isEmpty: Bool {
    title == nil && body == nil && base == nil && isDraft == nil && !closes
  }
}
