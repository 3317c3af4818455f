internal import Foundation

/// What one `apply` of one recipe did to the working tree; a JSON file in git's own folder.
public struct AppliedRecord: Codable, Hashable, Sendable {
  /// One file that was written.
  public struct File: Codable, Hashable, Sendable {
    /// The path from the root.
    public var path: String
    /// The blob id of the contents before.
    public var before: ObjectID
    /// The blob id of the contents after.
    public var after: ObjectID
  }

  /// The version of the form.
  public var schema = 1
  /// The recipe's id.
  public var recipe: String
  /// The files, by path.
  public var files: [File]
}

/// The records of a working tree, under `migrate` in its git folder.
///
/// A record is there before the first file is written, so what is on disk after an end at any
/// moment is told by comparing contents with both ids. The contents from before are kept beside
/// the records, since nothing else may hold them.
struct AppliedRecords {
  private let folder: String

  init(of location: RepositoryLocation) {
    folder = location.gitFolder + "/migrate"
  }

  /// The records in the order they were made, with their names.
  func all() throws(GitError) -> [(name: String, record: AppliedRecord)] {
    let names = try Self.names(in: folder + "/applied")
    var records: [(name: String, record: AppliedRecord)] = []
    for name in names.sorted() where name.hasSuffix(".json") {
      let path = folder + "/applied/" + name
      guard let bytes = FileDescriptor.contents(of: path, limit: 64 << 20) else { continue }
      do {
        records.append((name, try JSONDecoder().decode(AppliedRecord.self, from: Data(bytes))))
      } catch {
        throw GitError(
          .inputOutput, at: path, "the record cannot be read",
          remedy: "remove it to give up undoing what it records")
      }
    }
    return records
  }

  /// Adds a record and returns its name.
  func add(_ record: AppliedRecord) throws(GitError) -> String {
    let last = try all().last?.name.prefix { $0.isNumber }
    let number = String((last.flatMap { Int($0) } ?? 0) + 1)
    let name =
      String(repeating: "0", count: max(0, 6 - number.count)) + number + "-"
      + record.recipe.filter { $0.isLetter || $0.isNumber || $0 == "-" } + ".json"
    try replace(name, by: record)
    return name
  }

  /// Writes a record, or removes it when no file is left in it.
  func replace(_ name: String, by record: AppliedRecord) throws(GitError) {
    let path = folder + "/applied/" + name
    if record.files.isEmpty {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw GitError(.inputOutput, at: path, FileDescriptor.message(errno))
      }
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try write(Array(try encoder.encode(record)) + [0x0A], to: path)
    } catch let error as GitError {
      throw error
    } catch {
      throw GitError(.inputOutput, at: path, "the record cannot be written: \(error)")
    }
  }

  /// Keeps contents so that they can be brought back.
  func keep(_ bytes: [UInt8], id: ObjectID) throws(GitError) {
    let path = folder + "/originals/" + id.description
    if FileDescriptor.contents(of: path, limit: bytes.count) == bytes { return }
    try write(bytes, to: path, isFlushed: false)
  }

  /// Contents that were kept; nil when they are gone.
  func kept(_ id: ObjectID) -> [UInt8]? {
    FileDescriptor.contents(of: folder + "/originals/" + id.description, limit: 1 << 30)
  }

  /// Removes contents that no record names any more.
  func removeUnnamed() throws(GitError) {
    let named = Set(try all().flatMap { $0.record.files.map(\.before.description) })
    let originals = folder + "/originals"
    for name in try Self.names(in: originals) where !named.contains(name) {
      unlink(originals + "/" + name)
    }
  }

  /// The names in a folder; none when there is no folder, since nothing was applied then. A folder
  /// that cannot be read is an error: taken for empty, contents still needed would be removed.
  private static func names(in folder: String) throws(GitError) -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw GitError(
        .inputOutput, at: folder, "the records of 'apply' cannot be read",
        remedy: "check the folder's permissions")
    }
  }

  /// Holds other runs off this working tree until the descriptor closes, also by an end.
  func lock() throws(GitError) -> FileDescriptorBox {
    try makeFolder(folder)
    let path = folder + "/lock"
    let number = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw GitError(.inputOutput, at: path, FileDescriptor.message(errno))
    }
    let lock = FileDescriptorBox(owning: number)
    guard FileLock.take(number, milliseconds: 1000) else {
      throw GitError(
        .locked, at: path, "another 'migrate' is writing this working tree",
        remedy: "wait for it to end")
    }
    return lock
  }

  private func write(
    _ bytes: [UInt8], to path: String, isFlushed: Bool = true
  ) throws(GitError) {
    try makeFolder((path as NSString).deletingLastPathComponent)
    try FileReplacement.write(
      bytes, folder: AT_FDCWD, name: path, temporary: path + ".tmp", mode: 0o600,
      isFlushed: isFlushed)
  }

  private func makeFolder(_ path: String) throws(GitError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw GitError(.inputOutput, at: path, "the folder cannot be made: \(error)")
    }
  }
}
