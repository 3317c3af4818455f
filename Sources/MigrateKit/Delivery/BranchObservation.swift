/// What stands in a repository where a recipe's branch would be.
public struct BranchObservation: Hashable, Sendable {
  /// A branch that was made here and that nobody added to.
  public struct Own: Hashable, Sendable {
    /// The commit at the tip.
    public var commit: ObjectID
    /// What the commit says of itself.
    public var trailers: DeliveryTrailers
    /// The new blob of every path that the commit changes; nil when it changes more than contents.
    public var contents: [String: ObjectID]?

    /// Makes a value.
    public init(
      commit: ObjectID, trailers: DeliveryTrailers, contents: [String: ObjectID]?
    ) {
      self.commit = commit
      self.trailers = trailers
      self.contents = contents
    }
  }

  /// What the branch's name stands for.
  public enum State: Hashable, Sendable {
    /// Nothing.
    case missing
    /// Nothing, and another reference makes the name impossible.
    case blocked(by: String)
    /// A commit made here.
    case own(Own)
    /// A commit that was not made here, or was changed since.
    case foreign(ObjectID)
    /// Another reference, or an object that is not a commit.
    case notACommit(String)
  }

  /// The name of the branch, without `refs/heads/`.
  public var branch: String
  /// What the name stands for.
  public var state: State
  /// The folder of a working tree that has the branch checked out.
  public var checkedOutIn: String?

  /// Makes a value.
  public init(branch: String, state: State, checkedOutIn: String? = nil) {
    self.branch = branch
    self.state = state
    self.checkedOutIn = checkedOutIn
  }

  /// Looks at the repository.
  public init(branch: String, in repository: borrowing Repository) throws(GitError) {
    self.branch = branch
    checkedOutIn = try CheckedOutBranches(of: repository.location).folder(of: branch)
    switch try repository.target(ofBranch: branch) {
    case .missing:
      let blocking = try repository.reference(blockingBranch: branch)
      state = blocking.map { .blocked(by: $0) } ?? .missing
    case .other(let target):
      state = .notACommit(target)
    case .commit(let commit):
      guard let trailers = DeliveryTrailers(try repository.contents(of: commit)) else {
        state = .foreign(commit)
        return
      }
      // A shallow clone may hold the commit without its parent; the contents then do not matter.
      var contents: [String: ObjectID]?
      do {
        contents = try repository.changedContents(from: trailers.base, to: commit)
      } catch  where error.cause == .missingObject {
        contents = nil
      }
      state = .own(Own(commit: commit, trailers: trailers, contents: contents))
    }
  }
}
