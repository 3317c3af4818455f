import Synchronization

/// Keeps the trees of parsed files from one round of a run to the next.
///
/// Parsing is nearly the whole cost of a run, and a file that a collector asked for is mostly
/// asked for again. Trees are immutable values, so that threads may share them; what is kept is
/// bounded by the size of the sources, and a file that finds no room is parsed again.
final class TreeStore: Sendable {
  /// The most source bytes whose trees are kept: a tree with what is worked out of it takes some
  /// hundred times its source.
  static let limit = 2 << 20

  private struct Kept {
    var files: [String: ParsedFile] = [:]
    var bytes = 0
  }

  private let kept = Mutex(Kept())

  deinit { kept.withLock { kept in kept.files.values.forEach { $0.memo.clear() } } }

  /// The tree of a file, kept from before or parsed now.
  func parsed(
    path: String, bytes: [UInt8], sizeLimit: Int
  ) throws(SourceError) -> ParsedFile {
    if let known = kept.withLock({ $0.files[path] }), known.source.bytes == bytes { return known }
    let file = ParsedFile(try SourceFile(path: path, bytes: bytes, limit: sizeLimit))
    kept.withLock { kept in
      guard kept.files[path] == nil, kept.bytes + bytes.count <= Self.limit else { return }
      kept.files[path] = file
      kept.bytes += bytes.count
    }
    return file
  }

  /// Lets a tree go that nothing asks for again.
  func forget(_ path: String) {
    let file = kept.withLock { kept in
      let file = kept.files.removeValue(forKey: path)
      kept.bytes -= file?.source.bytes.count ?? 0
      return file
    }
    file?.memo.clear()
  }

  /// Lets go what was worked out of a file for which there was no room.
  func release(_ file: ParsedFile) {
    let isKept = kept.withLock { $0.files[file.source.path]?.memo === file.memo }
    if !isKept { file.memo.clear() }
  }
}
