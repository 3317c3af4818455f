import MigrateKit

extension TemporaryRepository {
  /// A change of a few files at a commit, given as path and new text.
  func change(
    _ recipe: String, version: Int = 1, base: ObjectID, _ files: [String: String]
  ) throws -> RecipeChange {
    let repository = try open()
    let snapshot = try repository.snapshot(of: base)
    var reader = try SnapshotReader(snapshot)
    var changes: [FileChange] = []
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      guard let entry = snapshot[path] else { throw TestFailure("no \(path)") }
      changes.append(
        FileChange(
          path: path, original: try reader.read(entry), updated: Array(text.utf8), added: 1,
          removed: 1, resolved: [:]))
    }
    return RecipeChange(
      recipe: recipe, version: version, commitSubject: "Adapt \(recipe) to iOS 26",
      commitBody: "What changes for users, and what stays.", base: base, changes: changes)
  }

  /// Observes, decides and performs, as the command does.
  func deliver(_ change: RecipeChange, now: Int64 = 1_700_000_000) throws -> BranchOutcome {
    let repository = try open()
    let branch = BranchDelivery.branch(recipe: change.recipe)
    let observation = try BranchObservation(branch: branch, in: repository)
    let action = BranchDecision.decide(
      observation, change, blobs: try BranchDelivery.blobs(of: change, in: repository))
    let identity = try CommitIdentity(
      of: repository.location, environment: environment, now: Timestamp(seconds: now))
    return try BranchDelivery(repository.location, identity: identity)
      .perform(action, change, branch: branch)
  }
}
