/// Which bytes a run reads: a plain value that any thread may hold.
public struct Snapshot: Sendable {
  /// Where the bytes come from.
  public enum Source: Equatable, Sendable {
    /// The tree of a commit.
    case commit(ObjectID)
    /// The tracked files as they are on disk; the commit is HEAD's, nil before the first one.
    case workingTree(head: ObjectID?)
  }

  /// Where the repository is.
  public let location: RepositoryLocation
  /// Where the bytes come from.
  public let source: Source
  /// The regular files, sorted by the bytes of their paths.
  public let entries: [SnapshotEntry]
  /// What is tracked and cannot be read as text, sorted likewise: Swift files, links and
  /// submodules only.
  public let skips: [SnapshotSkip]
  /// The commit that is read, or that HEAD of the working tree points to.
  public var base: ObjectID? {
    switch source {
    case .commit(let id): id
    case .workingTree(let head): head
    }
  }

  /// The entry at a path.
  public subscript(path: String) -> SnapshotEntry? {
    var lower = 0
    var upper = entries.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].path.utf8.elementsEqual(path.utf8) { return entries[middle] }
      if PathOrder.precedes(entries[middle].path, path) {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return nil
  }
}

/// One regular file of a snapshot.
public struct SnapshotEntry: Hashable, Sendable {
  /// The path from the root, with `/` between components.
  public let path: String
  /// The id that the tree or the index records; what is on disk may be newer.
  public let recordedID: ObjectID
  /// Whether the file may be run.
  public let isExecutable: Bool
  /// What the file on disk has as long as its bytes are those of the recorded id.
  var stamp: FileStamp?
}

/// Something tracked that is not read, with the reason.
public struct SnapshotSkip: Hashable, Sendable {
  /// Why a tracked path is not read; the raw value is a stable reason code.
  public enum Reason: String, Codable, Sendable {
    /// Another repository's commit.
    case submodule
    /// A symbolic link.
    case symlink
    /// A pointer to contents that Git LFS stores.
    case lfsPointer
    /// A path that is not UTF-8.
    case nonUTF8Path
    /// A `filter`, `ident` or `working-tree-encoding` attribute changes bytes on their way.
    case filtered
    /// Not on disk.
    case missing
    /// Left out of a sparse checkout.
    case sparse
    /// A folder, pipe, socket or device on disk.
    case notRegularFile
    /// Added with the intent to stage it later; git has no contents of it yet.
    case intentToAdd
    /// In conflict after a merge.
    case unmerged
    /// A path that differs from another one only in its Unicode normalisation or in nothing.
    case ambiguousPath
    /// A path that leaves the working tree or enters git's own folder.
    case unsafePath
  }

  /// The path, with invalid UTF-8 repaired.
  public let path: String
  /// The bytes of the path in base64, where they are not UTF-8.
  public let pathBase64: String?
  /// Why it is not read.
  public let reason: Reason
  /// What exactly was found, such as the attribute; may be empty.
  public let detail: String
}

/// The order of paths: by their bytes, as git sorts files.
enum PathOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
