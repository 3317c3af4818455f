/// What happened to one file of a working tree.
public struct FileOutcome: Hashable, Sendable {
  /// What was to be done.
  public enum Action: String, Sendable {
    case written
    case restored
  }

  /// Why a file is as it was.
  public enum Reason: Hashable, Sendable {
    /// It has changes that are not committed.
    case uncommittedChanges
    /// Its contents are not the ones that were expected.
    case changedSince
    /// The contents from before were not kept.
    case originalLost
    /// It could not be read or written.
    case failed(GitError)

    init(_ error: GitError) {
      self = error.cause == .tooLarge ? .changedSince : .failed(error)
    }

    /// A stable code in lower camel case.
    public var code: String {
      switch self {
      case .uncommittedChanges: "uncommittedChanges"
      case .changedSince: "changedSince"
      case .originalLost: "originalLost"
      case .failed(let error): error.cause.rawValue
      }
    }
  }

  /// The path from the root.
  public var path: String
  /// What was to be done.
  public var action: Action
  /// Why it was not; nil when it was, or was so already.
  public var reason: Reason?

  /// Makes an outcome.
  public init(path: String, action: Action, reason: Reason?) {
    self.path = path
    self.action = action
    self.reason = reason
  }
}

extension FileOutcome.Reason: CustomStringConvertible {
  /// What is so and what to do about it.
  public var description: String {
    switch self {
    case .uncommittedChanges:
      "the file has uncommitted changes; commit or stash them, or add '--allow-dirty'"
    case .changedSince:
      "the file has changed since; run the command again, or restore it with 'git restore'"
    case .originalLost:
      "the contents from before are lost; restore the file with 'git restore'"
    case .failed(let error):
      error.remedy.isEmpty ? error.detail : "\(error.detail); \(error.remedy)"
    }
  }
}
