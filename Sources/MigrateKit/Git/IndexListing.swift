import CGit2

extension Repository {
  /// Every path that the index tracks, in no order.
  func trackedPathsOfIndex() throws(GitError) -> [TrackedPath] {
    var index: OpaquePointer?
    let code = git_repository_index(&index, handle)
    defer { git_index_free(index) }
    guard code == 0, let index else {
      git_error_clear()
      // Split and sparse indexes are forms that only the git program reads.
      return try listedByProgram()
    }
    var paths: [TrackedPath] = []
    let written = FileStamp.ofFile(at: location.gitFolder + "/index")
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position)?.pointee, let name = entry.path
      else { continue }
      var path = TrackedPath(
        Array(cString: name), mode: entry.mode,
        id: ObjectID(entry.id))
      let stamp = FileStamp(entry)
      if let written, stamp.isOlder(than: written) { path.stamp = stamp }
      let extended = UInt32(entry.flags_extended)
      path.isIntentToAdd = extended & GIT_INDEX_ENTRY_INTENT_TO_ADD.rawValue != 0
      path.isSkippedBySparseCheckout = extended & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
      path.isUnmerged = Int32(entry.flags) & GIT_INDEX_ENTRY_STAGEMASK != 0
      paths.append(path)
    }
    return paths
  }

  /// Reads `git ls-files`, whose records are `<tag> <mode> <id> <stage>\t<path>\0`.
  private func listedByProgram() throws(GitError) -> [TrackedPath] {
    let output = try location.git.output(
      ["ls-files", "-z", "-t", "--stage", "--full-name"], of: location)
    var paths: [TrackedPath] = []
    for record in output.split(separator: 0) {
      guard let tab = record.firstIndex(of: 0x09) else { continue }
      let fields = record[..<tab].split(separator: 0x20).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard fields.count == 4, let mode = UInt32(fields[1], radix: 8),
        let id = ObjectID(fields[2])
      else {
        throw GitError(
          .gitProgram, at: location.root, "'git ls-files' wrote something unexpected")
      }
      var path = TrackedPath(Array(record[(tab + 1)...]), mode: mode, id: id)
      path.isSkippedBySparseCheckout = fields[0] == "S"
      path.isUnmerged = fields[3] != "0"
      paths.append(path)
    }
    return paths
  }
}
