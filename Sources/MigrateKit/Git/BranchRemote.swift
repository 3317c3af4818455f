/// The branches of another repository, as the bot sees and moves them.
public protocol BranchRemote: Sendable {
  /// Looks at the remote and fetches the base and every branch with a prefix.
  ///
  /// - Parameter base: the name of the base; nil for the remote's default branch.
  func observe(base: String?, prefix: String) throws(GitError) -> RemoteObservation
  /// Moves, makes or removes one branch, if it holds what is expected.
  ///
  /// - Parameters:
  ///   - commit: what it is to hold; nil to remove it.
  ///   - expected: what it must hold; nil when it must not be there.
  ///   - proposal: what is said of it where the remote itself opens something for review.
  /// - Throws: `GitError.Cause.remote` when the remote cannot be reached.
  func push(
    _ commit: ObjectID?, to branch: String, expecting expected: ObjectID?,
    proposing proposal: PushProposal?
  ) throws(GitError) -> RemotePush
  /// Replaces the ledger, the reference of the remote that no branch is, if it holds what is
  /// expected.
  ///
  /// - Throws: `GitError.Cause.remote` when the remote cannot be reached.
  func announce(
    _ commit: ObjectID, expecting expected: ObjectID?
  ) throws(GitError) -> RemotePush
}

extension BranchRemote {
  /// Moves, makes or removes one branch, about which there is nothing to say.
  public func push(
    _ commit: ObjectID?, to branch: String, expecting expected: ObjectID?
  ) throws(GitError) -> RemotePush {
    try push(commit, to: branch, expecting: expected, proposing: nil)
  }
}

/// What a server that opens something for review when it is pushed to is told of it.
public struct PushProposal: Hashable, Sendable {
  /// One line.
  public var title: String
  /// One line of Markdown.
  public var text: String
  /// The branch that it goes into; in a stack the one below.
  public var base: String
  /// The branch that everything goes into in the end.
  public var trunk: String
  /// Whether it is not to be merged yet.
  public var isDraft: Bool
  /// Whether it is a draft, however it was before, since `verify` did not pass.
  public var isUnverified = false
  /// What marks everything that the bot opens.
  public var label: String

  /// Makes a value; line ends become spaces.
  public init(
    title: String, text: String, base: String, trunk: String, isDraft: Bool, label: String
  ) {
    self.title = Self.line(title)
    self.text = Self.line(text)
    self.base = base
    self.trunk = trunk
    self.isDraft = isDraft
    self.label = Self.line(label)
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The push options by which GitLab opens a merge request; none may hold a line end.
  var gitLabOptions: [String] {
    let prefix = "merge_request."
    var options = [
      prefix + "create", prefix + "target=" + base, prefix + "title=" + title,
      prefix + "description=" + text.prefix(2000), prefix + "remove_source_branch",
      prefix + "label=" + label,
    ]
    if isDraft { options.append(prefix + "draft") }
    return options
  }
}

/// What a remote held at one moment; the commits named are in the clone.
public struct RemoteObservation: Hashable, Sendable {
  /// The name of the base.
  public var base: String
  /// The commit that it holds.
  public var baseCommit: ObjectID
  /// The commits of the branches with the prefix, by name.
  public var branches: [String: ObjectID]
  /// The names of all branches, for those that are in the way.
  public var names: Set<String>
  /// The ledger, as it was before anything else was looked at; nil when there is none.
  public var ledger: ObjectID?
  /// The changes that stand for branches; nil where branches are branches.
  public var changes: ChangeIndex?

  /// Makes a value.
  public init(
    base: String, baseCommit: ObjectID, branches: [String: ObjectID], names: Set<String>,
    ledger: ObjectID? = nil
  ) {
    self.base = base
    self.baseCommit = baseCommit
    self.branches = branches
    self.names = names
    self.ledger = ledger
  }

  /// The branch that makes a name impossible, since a reference cannot be a folder of another.
  public func branch(blocking name: String) -> String? {
    var parts = name.split(separator: "/")
    while parts.count > 1 {
      parts.removeLast()
      let folder = parts.joined(separator: "/")
      if names.contains(folder) { return folder }
    }
    return names.filter { $0.hasPrefix(name + "/") }.min()
  }
}

/// How a remote answered a push.
public enum RemotePush: Hashable, Sendable {
  /// The branch holds what was pushed.
  case done
  /// The branch held something else by then.
  case moved
  /// The remote did not want it, in its own words.
  case refused(String)
  /// What it belongs to was closed by a person, in the remote's words.
  case closed(String)
}
