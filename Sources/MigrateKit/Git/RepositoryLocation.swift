/// Where a repository is and what is known of its kind; enough for any thread to open it.
public struct RepositoryLocation: Sendable {
  /// The folder of this working tree's HEAD and index, without a final slash.
  public let gitFolder: String
  /// The folder of objects and references, shared by linked working trees.
  public let commonFolder: String
  /// Whether objects may be missing until they are fetched.
  public var isPartial: Bool { promisorRemote != nil }

  /// The root of the working tree, without a final slash; nil when the repository is bare.
  public let workFolder: String?
  /// The folder that was asked for, from the root; empty for the root itself.
  public let scope: String
  /// Whether the history is cut off.
  public let isShallow: Bool
  /// The remote that holds what a partial clone has not fetched yet; nil for a full clone.
  public let promisorRemote: String?
  /// The program for what libgit2 cannot do.
  public let git: GitProgram

  /// The root of the working tree, or git's own folder.
  public var root: String { workFolder ?? gitFolder }
}
