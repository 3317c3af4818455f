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
  /// - Throws: `GitError.Cause.remote` when the remote cannot be reached.
  func push(
    _ commit: ObjectID?, to branch: String, expecting expected: ObjectID?
  ) throws(GitError) -> RemotePush
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

  /// Makes a value.
  public init(
    base: String, baseCommit: ObjectID, branches: [String: ObjectID], names: Set<String>
  ) {
    self.base = base
    self.baseCommit = baseCommit
    self.branches = branches
    self.names = names
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
}
