/// How a working tree differs from HEAD; found without a lock and without opening a handle, so it
/// may be asked for on any thread while others read.
public struct WorkingTreeStatus: Equatable, Sendable {
  /// The tracked paths that differ from HEAD, in the index or on disk, sorted.
  public let changedPaths: [String]
  /// How many Swift files git neither tracks nor ignores.
  public let untrackedSwiftFiles: Int

  /// Whether any tracked path differs.
  public var isDirty: Bool { !changedPaths.isEmpty }

  /// Asks the git program.
  ///
  /// - Throws: `GitError.Cause.noWorkingTree` for a bare repository, `gitProgram` when it fails.
  public init(of location: RepositoryLocation) throws(GitError) {
    guard location.workFolder != nil else {
      throw GitError(.noWorkingTree, at: location.root, "the repository is bare")
    }
    let output = try location.git.output(
      [
        "-c", "status.relativePaths=false", "-c", "core.quotePath=false", "status",
        "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all",
      ], of: location)
    var changed: [String] = []
    var untracked = 0
    for record in output.split(separator: 0) where record.count > 3 {
      let path = record.dropFirst(3)
      if record.starts(with: "??".utf8) {
        if path.suffix(6).elementsEqual(".swift".utf8) { untracked += 1 }
      } else {
        changed.append(String(decoding: path, as: UTF8.self))
      }
    }
    changedPaths = changed.sorted(by: PathOrder.precedes)
    untrackedSwiftFiles = untracked
  }

  /// The paths that differ on disk from a commit, sorted; for saying what a run on the commit
  /// does not see.
  ///
  /// - Throws: `GitError.Cause.noWorkingTree` for a bare repository, `gitProgram` when it fails.
  public static func paths(
    differingFrom commit: ObjectID, in location: RepositoryLocation
  ) throws(GitError) -> [String] {
    guard location.workFolder != nil else {
      throw GitError(.noWorkingTree, at: location.root, "the repository is bare")
    }
    let output = try location.git.output(
      [
        "diff", "--name-only", "-z", "--no-ext-diff", "--no-renames", "--no-relative",
        "--ignore-submodules=all", commit.description, "--",
      ], of: location)
    return output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .sorted(by: PathOrder.precedes)
  }
}
