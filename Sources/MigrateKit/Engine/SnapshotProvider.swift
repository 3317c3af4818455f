/// The Swift files of a git snapshot, and what else recipes look at.
public struct SnapshotProvider: SourceProvider {
  /// The paths of the files, sorted by bytes.
  public let paths: [String]
  private let entries: [SnapshotEntry]
  private let snapshot: Snapshot
  private let sizeLimit: Int
  private let matters: @Sendable (String) -> Bool

  /// Takes the Swift files of a snapshot; files with more bytes are skips.
  ///
  /// - Parameters:
  ///   - reads: whether a file that is not Swift is taken as well.
  ///   - matters: whether platforms may depend on what stands in a file.
  public init(
    _ snapshot: Snapshot, sizeLimit: Int = 4 << 20,
    reads: (String) -> Bool = { _ in false },
    matters: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.snapshot = snapshot
    self.matters = matters
    self.sizeLimit = sizeLimit
    entries = snapshot.entries.filter { $0.path.hasSuffix(".swift") || reads($0.path) }
    paths = entries.map(\.path)
  }

  /// The folder of the repository that all its working trees share.
  public var cacheName: String? { snapshot.location.commonFolder }

  /// The commit, or what the other files are on disk.
  public func surroundings() -> String? {
    switch snapshot.source {
    case .commit(let id):
      return id.description
    case .workingTree:
      do {
        var reader = try SnapshotReader(snapshot)
        return try snapshot.entries.filter { !$0.path.hasSuffix(".swift") }.map { entry in
          guard matters(entry.path) else { return entry.path }
          if let known = reader.knownID(of: entry) {
            return entry.path + "\0" + known.description
          }
          return entry.path + "\0" + (try reader.blobID(of: reader.read(entry))).description
        }.joined(separator: "\n")
      } catch {
        return nil
      }
    }
  }

  /// Opens the repository for one worker.
  public func makeReader() throws -> any SourceReader {
    Reader(try SnapshotReader(snapshot), entries, sizeLimit)
  }

  /// Whether the snapshot is a commit.
  public var recordsIDs: Bool {
    switch snapshot.source {
    case .commit: true
    case .workingTree: false
    }
  }

  private final class Reader: SourceReader {
    private var reader: SnapshotReader
    private let entries: [SnapshotEntry]
    private let sizeLimit: Int

    init(_ reader: consuming SnapshotReader, _ entries: [SnapshotEntry], _ sizeLimit: Int) {
      self.reader = reader
      self.entries = entries
      self.sizeLimit = sizeLimit
    }

    func identify(_ index: Int) throws(ReadFailure) -> ObjectID? {
      if let known = reader.knownID(of: entries[index]) { return known }
      return ObjectID.hash(of: try read(index))
    }

    func read(_ index: Int) throws(ReadFailure) -> [UInt8] {
      do {
        return try reader.read(entries[index], limit: sizeLimit)
      } catch {
        throw ReadFailure(
          reason: error.cause.rawValue, detail: error.description, isFault: error.isFault)
      }
    }
  }
}
