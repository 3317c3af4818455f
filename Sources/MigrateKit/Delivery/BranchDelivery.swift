/// Performs what was decided about a recipe's branch.
///
/// Objects are written first and the reference moves last, in one step, so that an end at any
/// moment leaves the branch as it was and at most objects that nothing names. The working tree,
/// the index and HEAD are never touched.
public struct BranchDelivery: Sendable {
  /// Where the repository is.
  public let location: RepositoryLocation
  /// Who is recorded in the commits.
  public let identity: CommitIdentity

  /// Makes a delivery; nothing is opened yet.
  public init(_ location: RepositoryLocation, identity: CommitIdentity) {
    self.location = location
    self.identity = identity
  }

  /// The name of a recipe's branch; a slice of a split recipe follows two hyphens, since a
  /// reference cannot be a folder of another.
  public static func branch(
    prefix: String = "migrate/", recipe: String, slice: String? = nil
  ) -> String {
    prefix + recipe + (slice.map { "--" + $0 } ?? "")
  }

  /// The id of the new contents of every changed path; nothing is written.
  public static func blobs(
    of change: RecipeChange, in repository: borrowing Repository
  ) throws(GitError) -> [String: ObjectID] {
    var blobs: [String: ObjectID] = [:]
    for file in change.changes where file.updated != file.original {
      blobs[file.path] = try repository.blobID(of: file.updated)
    }
    return blobs
  }

  /// Performs one action.
  ///
  /// - Throws: `GitError` when something cannot be written; the branch is then as it was.
  public func perform(
    _ action: BranchAction, _ change: RecipeChange, branch: String
  ) throws(GitError) -> BranchOutcome {
    switch action {
    case .keep(let reason, let commit):
      return BranchOutcome(
        recipe: change.recipe, branch: branch, commit: commit, action: .unchanged,
        reason: reason)
    case .refuse(let reason):
      return BranchOutcome(
        recipe: change.recipe, branch: branch, commit: nil, action: .refused, reason: reason)
    case .create:
      return try move(change, branch: branch, from: nil)
    case .update(let old):
      return try move(change, branch: branch, from: old)
    }
  }

  /// Writes the commit of a change; no reference moves.
  ///
  /// - Throws: `GitError` when something cannot be written.
  public func writeCommit(_ change: RecipeChange) throws(GitError) -> ObjectID {
    let writer = try CommitWriter(location, identity: identity)
    var updates: [TreeUpdate] = []
    for file in change.changes where file.updated != file.original {
      updates.append(TreeUpdate(path: file.path, blob: try writer.writeBlob(file.updated)))
    }
    let tree = try writer.writeTree(of: change.base, updating: updates)
    return try writer.writeCommit(
      tree: tree, parent: change.base, message: CommitMessage(change, tree: tree).text)
  }

  private func move(
    _ change: RecipeChange, branch: String, from old: ObjectID?
  ) throws(GitError) -> BranchOutcome {
    let repository = try Repository(location)
    let commit = try writeCommit(change)
    let word = old == nil ? "create" : "update"
    do {
      try repository.moveBranch(
        branch, to: commit, expecting: old, message: "migrate: \(word) \(change.recipe)",
        identity: identity)
    } catch  where error.cause == .referenceMoved {
      return BranchOutcome(
        recipe: change.recipe, branch: branch, commit: nil, action: .refused, reason: .moved)
    }
    return BranchOutcome(
      recipe: change.recipe, branch: branch, commit: commit,
      action: old == nil ? .created : .updated)
  }
}
