/// Writes recipes' changes to the files of a working tree, and takes them back.
///
/// Files are replaced one by one, each in one step, after a record of all of them was kept; links
/// are never followed. For one thread; other runs are held off until it ends.
public struct WorkingTreeWriter: ~Copyable {
  private let repository: Repository
  private let records: AppliedRecords
  private let lock: FileDescriptorBox
  private let uncommitted: Set<String>
  private var folder: WorkingTreeFolder

  /// Locks the working tree and looks which files have uncommitted changes.
  ///
  /// - Parameter allowsUncommitted: Whether files with uncommitted changes may be written.
  /// - Throws: `GitError.Cause.locked` while another run writes, `noWorkingTree` when bare.
  public init(_ location: RepositoryLocation, allowsUncommitted: Bool) throws(GitError) {
    guard let root = location.workFolder else {
      throw GitError(
        .noWorkingTree, at: location.root, "the repository is bare",
        remedy: "use 'migrate branch', which needs no working tree")
    }
    let opened = try Repository(location)
    var folder = try WorkingTreeFolder(root)
    let records = AppliedRecords(of: location)
    let lock = try records.lock()
    let changed = allowsUncommitted ? [] : try WorkingTreeStatus(of: location).changedPaths
    for (_, record) in try records.all() {
      // A leftover is tidied where it can be: a folder that is gone holds none, and one that stays
      // is found again by the next run.
      for file in record.files { try? folder.removeLeftover(file.path) }
    }
    repository = opened
    self.records = records
    self.lock = lock
    uncommitted = Set(changed)
    self.folder = folder
  }

  /// Writes the changes of one recipe.
  ///
  /// For several recipes, call once for each; `original` is then what the one before left.
  /// - Returns: One outcome per file, in the order given.
  /// - Throws: `GitError` when nothing could be written, or the record could not be kept.
  public mutating func apply(
    _ changes: [FileChange], recipe: String
  ) throws(GitError) -> [FileOutcome] {
    var refusals: [String: FileOutcome.Reason] = [:]
    var record = AppliedRecord(recipe: recipe, files: [])
    for change in changes {
      if uncommitted.contains(change.path) {
        refusals[change.path] = .uncommittedChanges
      } else if let reason = try reason(against: change.original, at: change.path) {
        refusals[change.path] = reason
      } else {
        let before = try repository.blobID(of: change.original)
        try records.keep(change.original, id: before)
        record.files.append(
          AppliedRecord.File(
            path: change.path, before: before, after: try repository.blobID(of: change.updated)))
      }
    }
    let name = record.files.isEmpty ? nil : try records.add(record)
    var outcomes: [FileOutcome] = []
    for change in changes {
      var reason = refusals[change.path]
      if reason == nil {
        reason = try replace(change.path, expecting: change.original, with: change.updated)
        if reason != nil { record.files.removeAll { $0.path == change.path } }
      }
      outcomes.append(FileOutcome(path: change.path, action: .written, reason: reason))
    }
    if let name { try records.replace(name, by: record) }
    return outcomes
  }

  /// Takes back what was applied for a recipe, newest first, where files have not changed since.
  ///
  /// - Returns: One outcome per recorded file; none when nothing was recorded.
  public mutating func undo(recipe: String) throws(GitError) -> [FileOutcome] {
    var outcomes: [FileOutcome] = []
    for (name, record) in try records.all().reversed() where record.recipe == recipe {
      var left = record
      for file in record.files {
        let reason = try restore(file)
        if reason == nil { left.files.removeAll { $0 == file } }
        outcomes.append(FileOutcome(path: file.path, action: .restored, reason: reason))
      }
      if left != record { try records.replace(name, by: left) }
    }
    try records.removeUnnamed()
    return outcomes
  }

  private mutating func restore(
    _ file: AppliedRecord.File
  ) throws(GitError) -> FileOutcome.Reason? {
    let current: [UInt8]
    do {
      current = try folder.read(file.path, limit: 1 << 30)
    } catch {
      return FileOutcome.Reason(error)
    }
    let id = try repository.blobID(of: current)
    if id == file.before { return nil }
    guard id == file.after else { return .changedSince }
    guard let original = records.kept(file.before),
      try repository.blobID(of: original) == file.before
    else { return .originalLost }
    return try replace(file.path, expecting: current, with: original)
  }

  private mutating func reason(
    against original: [UInt8], at path: String
  ) throws(GitError) -> FileOutcome.Reason? {
    do {
      return try folder.read(path, limit: original.count + 1) == original ? nil : .changedSince
    } catch {
      return FileOutcome.Reason(error)
    }
  }

  private mutating func replace(
    _ path: String, expecting original: [UInt8], with updated: [UInt8]
  ) throws(GitError) -> FileOutcome.Reason? {
    do {
      return try folder.replace(path, expecting: original, with: updated) ? nil : .changedSince
    } catch {
      return FileOutcome.Reason(error)
    }
  }
}

@available(*, unavailable)
extension WorkingTreeWriter: Sendable {}
