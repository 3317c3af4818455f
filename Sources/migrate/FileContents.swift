import MigrateKit

/// Reads single files of a snapshot again, for reports that need their text.
final class FileContents {
  private let snapshot: Snapshot
  private var reader: SnapshotReader

  init(_ snapshot: Snapshot) throws(GitError) {
    self.snapshot = snapshot
    reader = try SnapshotReader(snapshot)
  }

  /// The bytes of a file; nil when it cannot be read any more.
  func bytes(of path: String) -> [UInt8]? {
    guard let entry = snapshot[path] else { return nil }
    do { return try reader.read(entry) } catch { return nil }
  }
}
