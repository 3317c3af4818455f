import Foundation

/// A folder of results that may be thrown away at any time.
///
/// Every file carries a digest of its contents and is put in place by a rename, so that concurrent
/// runs and killed ones leave whole files or none; a damaged one is removed when it is read. What
/// fails here fails quietly: the run does its work again.
public struct CacheFolder: Sendable {
  /// The folder; it is made when the first file is written.
  public let path: String
  /// The most bytes that the files may take together.
  public let limit: Int

  /// How the names of our files begin; others in the folder are somebody's.
  private static let ownNames = ["files-", "plan-", "tmp-"]

  private static let magic = Array("migrate-cache-1\n".utf8)

  /// Names a folder; nothing is read or written yet.
  public init(_ path: String, limit: Int = 256 << 20) {
    self.path = path
    self.limit = limit
  }

  /// The contents of a file; nil when there is none or it is damaged.
  func read(_ name: String) -> [UInt8]? {
    let file = path + "/" + name
    guard let stored = FileManager.default.contents(atPath: file) else { return nil }
    let header = Self.magic.count + 20
    let contents = Array(stored.dropFirst(header))
    guard stored.count >= header, stored.starts(with: Self.magic),
      let digest = ObjectID.hash(of: contents),
      stored.dropFirst(Self.magic.count).prefix(20).elementsEqual(digest.bytes)
    else {
      remove(file)
      return nil
    }
    // The files that were not asked for longest go first.
    utimes(file, nil)
    return contents
  }

  /// Puts a file in place.
  func write(_ contents: [UInt8], to name: String) {
    guard let digest = ObjectID.hash(of: contents) else { return }
    let manager = FileManager.default
    do {
      try manager.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      // Without a folder nothing is kept, and the next run does its work again.
      return
    }
    var template = Array((path + "/tmp-XXXXXX").utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { return }
    let temporary = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(Self.magic + digest.bytes + contents))
      try handle.close()
    } catch {
      remove(temporary)
      return
    }
    if rename(temporary, path + "/" + name) != 0 { remove(temporary) }
    prune()
  }

  /// Removes the files that were not used longest until the rest fits.
  private func prune() {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: URL(filePath: path, directoryHint: .isDirectory),
        includingPropertiesForKeys: Array(keys))
    } catch {
      // Whoever took the folder away has pruned it.
      return
    }
    var known: [(file: String, size: Int, used: Date)] = []
    for file in files where Self.ownNames.contains(where: file.lastPathComponent.hasPrefix) {
      // A file that another run removed meanwhile has no values.
      guard let values = try? file.resourceValues(forKeys: keys), let size = values.fileSize,
        let used = values.contentModificationDate
      else { continue }
      known.append((file.path, size, used))
    }
    var total = known.reduce(0) { $0 + $1.size }
    guard total > limit else { return }
    for entry in known.sorted(by: { $0.used < $1.used }) where total > limit / 4 * 3 {
      remove(entry.file)
      total -= entry.size
    }
  }

  private func remove(_ file: String) {
    // Another run may have removed it first.
    unlink(file)
  }
}
