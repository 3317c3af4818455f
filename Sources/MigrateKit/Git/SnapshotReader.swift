/// Reads the files of a snapshot; for one thread, each worker opens its own.
public struct SnapshotReader: ~Copyable {
  private let source: Snapshot.Source
  private let repository: Repository
  private var folder: WorkingTreeFolder?

  /// Opens the repository of the snapshot once more.
  public init(_ snapshot: Snapshot) throws(GitError) {
    let opened = try Repository(snapshot.location)
    let root = snapshot.location.workFolder
    if case .workingTree = snapshot.source, let root {
      folder = try WorkingTreeFolder(root)
    } else {
      folder = nil
    }
    source = snapshot.source
    repository = opened
  }

  /// The bytes of a file: the commit's blob, or what is on disk now.
  ///
  /// - Parameter limit: The most bytes that are read.
  /// - Throws: `GitError`; its cause says why the file is left out, such as `missing`, `symlink`,
  ///   `tooLarge` or `lfsPointer`.
  public mutating func read(
    _ entry: SnapshotEntry, limit: Int = 64 << 20
  ) throws(GitError) -> [UInt8] {
    let bytes: [UInt8]
    if folder != nil {
      bytes = try folder?.read(entry.path, limit: limit) ?? []
    } else {
      bytes = try repository.blob(entry.recordedID, at: entry.path, limit: limit)
    }
    if bytes.count < 1024, bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
      throw GitError(
        .lfsPointer, at: entry.path, "the contents are stored by Git LFS",
        remedy: "run 'git lfs pull'")
    }
    return bytes
  }

  /// The id of a file as it is now, where that is known without reading it.
  ///
  /// A file that was written with other line endings than its blob has, by attributes or a
  /// configuration that need not be there any more, has another size.
  public mutating func knownID(of entry: SnapshotEntry) -> ObjectID? {
    guard case .workingTree = source else { return entry.recordedID }
    guard let stamp = entry.stamp else { return nil }
    do {
      guard let status = try folder?.status(entry.path), status.stamp == stamp,
        try repository.blobSize(entry.recordedID) == status.size
      else { return nil }
      return entry.recordedID
    } catch {
      // What cannot be looked at is not known; whoever reads it is told why.
      return nil
    }
  }

  /// The id that bytes have as a blob; nothing is written.
  public func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try repository.blobID(of: bytes)
  }
}

@available(*, unavailable)
extension SnapshotReader: Sendable {}
