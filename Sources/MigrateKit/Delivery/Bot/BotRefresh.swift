/// How a pull request of ours is to look; what people changed themselves stays.
public struct BotRefresh: Hashable, Sendable {
  /// The words; nil to leave title and text.
  public var words: PullRequestWords?
  /// The branch it goes into.
  public var base: String
  /// Whether it is to be a draft because of what it holds; nil to leave that.
  public var isDraft: Bool?
  /// What is noted.
  public var record: PullRequestRecord

  /// Makes a value.
  public init(
    words: PullRequestWords?, base: String, isDraft: Bool?, record: PullRequestRecord
  ) {
    self.words = words
    self.base = base
    self.isDraft = isDraft
    self.record = record
  }

  /// What has to change of a pull request.
  ///
  /// - Parameter verification: the result for a commit that was pushed just now.
  public func change(
    of pull: PullRequest, verification: BotVerification? = nil
  ) -> PullRequestChange {
    var change = PullRequestChange()
    var body = PullRequestBody(pull.body)
    guard let old = body.record else {
      // A person took the note out: text, title and draft are theirs now.
      if pull.base != base { change.base = base }
      return change
    }
    var record = record
    record.title = old.title
    record.section = old.section
    record.isDraft = old.isDraft
    record.isVerified = verification?.passed ?? old.isVerified
    if pull.base != base { change.base = base }
    if let words {
      if old.title == Digest.short(pull.title), words.title != pull.title {
        change.title = words.title
      }
      record.title = Digest.short(change.title ?? pull.title)
    }
    if let isDraft, old.isDraft == pull.isDraft {
      let wanted = isDraft || record.isVerified == false
      if wanted != pull.isDraft { change.isDraft = wanted }
      record.isDraft = wanted
    }
    if let verification { body.log = verification.log }
    if let words, !body.isEdited {
      body = body.replacing(section: words.section, record: record)
    } else {
      body.record = record
    }
    // Title digests of titles that people gave stay what they were, so that they stay people's.
    if old.title != Digest.short(pull.title) { body.record?.title = old.title }
    let text = body.text
    if Self.normal(text) != Self.normal(pull.body) { change.body = text }
    return change
  }

  /// Forges change line ends and white space at the ends.
  private static func normal(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").trimmingLines()
  }
}

/// What the commands of `verify` said of a commit.
public struct BotVerification: Hashable, Sendable {
  /// Whether all of them ended with status 0.
  public var passed: Bool
  /// The tail of what they printed, in Markdown; nil when they passed.
  public var log: String?
  /// Which command failed, how, and its last lines, for a terminal; nil when they passed.
  public var problem: String?

  /// Makes a value.
  public init(passed: Bool, log: String?, problem: String? = nil) {
    self.passed = passed
    self.log = log
    self.problem = problem
  }
}
