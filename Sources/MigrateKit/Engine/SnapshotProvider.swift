/// The Swift files of a git snapshot.
public struct SnapshotProvider: SourceProvider {
  /// The paths of the files, sorted by bytes.
  public let paths: [String]
  private let entries: [SnapshotEntry]
  private let snapshot: Snapshot
  private let sizeLimit: Int

  /// Takes the Swift files of a snapshot; files with more bytes are skips.
  public init(_ snapshot: Snapshot, sizeLimit: Int = 4 << 20) {
    self.snapshot = snapshot
    self.sizeLimit = sizeLimit
    entries = snapshot.entries.filter { $0.path.hasSuffix(".swift") }
    paths = entries.map(\.path)
  }

  /// Opens the repository for one worker.
  public func makeReader() throws -> any SourceReader {
    Reader(try SnapshotReader(snapshot), entries, sizeLimit)
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
