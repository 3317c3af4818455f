/// One step of the bot; performing it is one change of the remote or the forge.
public enum BotAction: Hashable, Sendable {
  /// A branch is made or moved.
  case push(BotPush)
  /// A pull request is opened for a branch.
  case open(branch: String)
  /// A pull request is brought up to date.
  case refresh(branch: String, number: Int, BotRefresh)
  /// Something is said in a pull request, once.
  case say(branch: String, number: Int, BotNotice)
  /// A pull request of ours is closed.
  case close(branch: String, number: Int, BotReason)
  /// A branch of ours is removed, if it still holds a commit.
  case removeBranch(String, expecting: ObjectID)
  /// A label that asked for something is taken away.
  case removeLabel(branch: String, number: Int, String)
  /// Nothing happens to a branch.
  case leave(branch: String, BotReason)

  /// The branch that it is about.
  public var branch: String {
    switch self {
    case .push(let push): push.branch
    case .open(let branch), .refresh(let branch, _, _), .say(let branch, _, _),
      .close(let branch, _, _), .removeBranch(let branch, _), .removeLabel(let branch, _, _),
      .leave(let branch, _):
      branch
    }
  }
}

extension BotAction {
  /// A few words for reports: what is done, and why where that is not plain.
  public var code: String {
    switch self {
    case .push(let push): "push \(push.cause.rawValue)\(push.keeps == nil ? "" : " keeping")"
    case .open: "open"
    case .refresh: "refresh"
    case .say(_, _, let notice): "say " + notice.code.prefix { $0 != "-" }
    case .close(_, _, let reason): "close \(reason.code)"
    case .removeBranch: "remove"
    case .removeLabel: "unlabel"
    case .leave(_, let reason): "leave \(reason.code)"
    }
  }
}

/// A branch to be made or moved.
public struct BotPush: Hashable, Sendable {
  /// Why it is moved.
  public enum Cause: String, Codable, Sendable {
    case new
    case asked
    case conflicts
    case sitesChanged
    case recipeChanged
    case behind
    case baseChanged
  }

  /// The name of the branch.
  public var branch: String
  /// What the branch must hold; nil when it must not be there.
  public var from: ObjectID?
  /// A person's commit that is kept under another name in the same step.
  public var keeps: ObjectID?
  /// Why it is moved.
  public var cause: Cause

  /// Makes a value.
  public init(branch: String, from: ObjectID?, keeps: ObjectID? = nil, cause: Cause) {
    self.branch = branch
    self.from = from
    self.keeps = keeps
    self.cause = cause
  }
}

/// What the bot says in a pull request.
public enum BotNotice: Hashable, Sendable {
  /// The branch holds a person's commits and is not touched any more.
  case people(on: ObjectID?)
  /// The branch was rebuilt on request; a person's commits are under another name.
  case rebuilt(kept: ObjectID)
  /// The pull request is closed.
  case closed(BotReason)

  /// What the comment is recognised by; it is not said again.
  public var code: String {
    switch self {
    case .people(let commit): "people-\(commit?.abbreviated ?? "all")"
    case .rebuilt(let kept): "rebuilt-\(kept.abbreviated)"
    case .closed(let reason): "closed-\(reason.code)"
    }
  }
}
