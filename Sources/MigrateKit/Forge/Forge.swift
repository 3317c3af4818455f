/// A place that keeps pull requests and issues of one project, whatever it calls them.
///
/// Every method is one or a few requests and blocks until it is answered. A forge does not decide
/// anything and remembers nothing but when it was last asked and the numbers of what has a name.
public protocol Forge: Sendable {
  /// The forge's name for people, such as `GitHub`.
  var name: String { get }
  /// How long texts may be.
  var limits: ForgeLimits { get }

  /// What the forge says of the project.
  func project() throws(ForgeError) -> ForgeProject
  /// The name of the account that the token belongs to; nil when the forge does not tell.
  func account() throws(ForgeError) -> String?
  /// Every pull request, open or not, whose head is one of some branches of the place that is
  /// pushed to; in the order of their numbers.
  func pullRequests(from branches: [String]) throws(ForgeError) -> [PullRequest]
  /// Opens a pull request.
  ///
  /// - Throws: `ForgeError.Cause.alreadyThere` when the branch has an open one.
  func open(_ request: NewPullRequest) throws(ForgeError) -> PullRequest
  /// Changes what is not nil, in as few requests as the forge allows.
  func change(_ pull: PullRequest, _ change: PullRequestChange) throws(ForgeError)
  /// The texts of the comments, oldest first.
  func comments(on pull: PullRequest) throws(ForgeError) -> [String]
  /// Adds a comment.
  func comment(_ text: String, on pull: PullRequest) throws(ForgeError)
  /// Takes a label away; nothing happens when it is not there.
  func removeLabel(_ label: String, from pull: PullRequest) throws(ForgeError)
  /// Issues, open or not, in the order of their numbers.
  ///
  /// - Throws: `ForgeError.Cause.gone` when the project has no issues.
  func issues(_ filter: ForgeIssueFilter) throws(ForgeError) -> [ForgeIssue]
  /// Opens an issue.
  func openIssue(title: String, body: String, label: String) throws(ForgeError) -> ForgeIssue
  /// Changes what is not nil.
  func changeIssue(_ issue: ForgeIssue, body: String?, isOpen: Bool?) throws(ForgeError)
  /// The page on which a person opens the pull request by hand; nil when there is none.
  func page(toOpen branch: String, into base: String) -> String?
}

/// How long texts may be, in characters.
public struct ForgeLimits: Hashable, Sendable {
  /// Of a title.
  public var title: Int
  /// Of the text of a pull request or an issue.
  public var body: Int
  /// Of a comment.
  public var comment: Int

  /// Makes a value.
  public init(title: Int, body: Int, comment: Int) {
    self.title = title
    self.body = body
    self.comment = comment
  }
}

/// What a forge says of a project.
public struct ForgeProject: Hashable, Sendable {
  /// The branch that pull requests go into unless told otherwise.
  public var defaultBranch: String
  /// Whether there can be issues.
  public var hasIssues: Bool
  /// Whether nothing can be written any more.
  public var isArchived: Bool

  /// Makes a value.
  public init(defaultBranch: String, hasIssues: Bool = true, isArchived: Bool = false) {
    self.defaultBranch = defaultBranch
    self.hasIssues = hasIssues
    self.isArchived = isArchived
  }
}

/// An issue.
public struct ForgeIssue: Hashable, Sendable {
  /// The number that people see.
  public var number: Int
  /// Its title.
  public var title: String
  /// Its text.
  public var body: String
  /// Whether it is open.
  public var isOpen: Bool

  /// Makes a value.
  public init(number: Int, title: String, body: String, isOpen: Bool) {
    self.number = number
    self.title = title
    self.body = body
    self.isOpen = isOpen
  }
}

/// Which issues are wanted.
public enum ForgeIssueFilter: Hashable, Sendable {
  /// Those with a label.
  case labelled(String)
  /// Those that an account opened.
  case openedBy(String)
}
