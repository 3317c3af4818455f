/// Takes back the branch of a recipe.
public enum BranchRemoval {
  /// Removes the branch if it holds exactly what was made here and nothing was built on it.
  ///
  /// - Throws: `GitError` when the repository cannot be read or written.
  public static func remove(
    branch: String, recipe: String, in repository: borrowing Repository
  ) throws(GitError) -> BranchOutcome {
    let observation = try BranchObservation(branch: branch, in: repository)
    var builtOn: String?
    if case .own(let own) = observation.state {
      builtOn = try repository.reference(builtOn: own.commit)
    }
    switch BranchDecision.decideRemoval(observation, recipe: recipe, builtOn: builtOn) {
    case .failure(let refusal):
      return BranchOutcome(
        recipe: recipe, branch: branch, commit: nil, action: .refused, reason: refusal.reason)
    case .success(nil):
      return BranchOutcome(
        recipe: recipe, branch: branch, commit: nil, action: .unchanged, reason: .nothingToDo)
    case .success(let commit?):
      do {
        try repository.deleteBranch(branch, expecting: commit)
      } catch  where error.cause == .referenceMoved {
        return BranchOutcome(
          recipe: recipe, branch: branch, commit: nil, action: .refused, reason: .moved)
      }
      return BranchOutcome(recipe: recipe, branch: branch, commit: commit, action: .removed)
    }
  }
}
