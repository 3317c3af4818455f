/// Tells what the bot's branches hold: every commit is looked at.
struct BotBranchReader {
  /// The most commits of a branch that are looked at.
  static let limit = 200

  let location: RepositoryLocation
  let remote: RemoteObservation
  let policy: BotPolicy
  /// The address that the bot makes commits with.
  let committer: String

  /// A branch, and what its commits say about time.
  struct Reading {
    var branch: BotBranch
    /// When commits of ours were made.
    var pushes: [Int64] = []
    /// When a person last made a commit.
    var lastPersonal: Int64?
  }

  /// Reads one branch.
  func read(_ tip: ObjectID) throws(GitError) -> Reading {
    let repository = try Repository(location)
    let fork = try repository.mergeBase(tip, remote.baseCommit)
    var current: ObjectID? = tip
    var personal: [CommitContents] = []
    for _ in 0..<Self.limit {
      guard let commit = current, let contents = try Self.contents(of: commit, repository) else {
        break
      }
      if let trailers = BotTrailers(contents, committer: committer) {
        let own = try describe(contents, trailers, tip: tip, repository)
        return Reading(
          branch: personal.isEmpty ? .own(own) : .people(tip: tip, on: own),
          pushes: contents.committer.map { [$0.time.seconds] } ?? [],
          lastPersonal: personal.compactMap { $0.committer?.time.seconds }.max())
      }
      if commit == fork { break }
      if try !isNobodys(contents, repository) { personal.append(contents) }
      current = contents.parents.first
    }
    return Reading(
      branch: .stranger(tip), lastPersonal: personal.compactMap { $0.committer?.time.seconds }.max()
    )
  }

  /// Whether no person decided anything in a commit: a configured author made it, or it merges
  /// the base and holds exactly what git makes of that, as a forge's button does.
  private func isNobodys(
    _ commit: CommitContents, _ repository: borrowing Repository
  ) throws(GitError) -> Bool {
    if commit.parents.count == 1, let email = commit.author?.email {
      return policy.ignores(author: email)
    }
    guard commit.parents.count == 2,
      try repository.mergeBase(commit.parents[1], remote.baseCommit) == commit.parents[1]
    else { return false }
    return try repository.tree(merging: commit.parents[0], commit.parents[1]) == commit.tree
  }

  private func describe(
    _ contents: CommitContents, _ trailers: BotTrailers, tip: ObjectID,
    _ repository: borrowing Repository
  ) throws(GitError) -> BotCommit {
    let delivery = trailers.delivery
    var commit = BotCommit(
      tip: tip, recipe: delivery.recipe, version: delivery.version, base: delivery.base,
      configuration: delivery.configuration, sites: trailers.sites, contents: nil)
    do {
      commit.contents = try repository.changedContents(from: delivery.base, to: contents.id)
      if delivery.base != remote.baseCommit {
        commit.conflicts =
          try !repository.conflictingPaths(
            merging: tip, with: remote.baseCommit, base: delivery.base
          ).isEmpty
      }
    } catch  where error.cause == .missingObject {
      // A clone with a cut-off history may lack the commit below.
      return commit
    }
    return commit
  }

  private static func contents(
    of commit: ObjectID, _ repository: borrowing Repository
  ) throws(GitError) -> CommitContents? {
    do {
      return try repository.contents(of: commit)
    } catch  where error.cause == .missingObject {
      return nil
    }
  }
}
