/// What happened to a recipe's branch, as the commands report it.
public struct BranchOutcome: Codable, Hashable, Sendable {
  /// What was done.
  public enum Action: String, Codable, Sendable {
    case created
    case updated
    case unchanged
    case refused
    case removed
  }

  /// The recipe's id.
  public var recipe: String
  /// The name of the branch, without `refs/heads/`.
  public var branch: String
  /// The commit that the branch holds now; nil when there is none, or it is not ours.
  public var commit: ObjectID?
  /// What was done.
  public var action: Action
  /// A stable reason code; empty when something was done.
  public var reason: String
  /// The reason for a person; empty when something was done.
  public var detail: String

  /// The commit that the next branch of a stack starts from; nil when it starts where this one did.
  public var stackBase: ObjectID? {
    switch action {
    case .created, .updated: commit
    case .unchanged: reason == BranchReason.upToDate.code ? commit : nil
    case .refused, .removed: nil
    }
  }

  /// Makes an outcome.
  public init(
    recipe: String, branch: String, commit: ObjectID?, action: Action,
    reason: BranchReason? = nil
  ) {
    self.recipe = recipe
    self.branch = branch
    self.commit = commit
    self.action = action
    self.reason = reason?.code ?? ""
    detail = reason?.description ?? ""
  }
}
