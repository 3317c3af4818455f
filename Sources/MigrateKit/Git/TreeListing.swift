import CGit2

extension Repository {
  /// The most paths that one tree or index may hold.
  static var pathLimit: Int { 2_000_000 }
  /// The most folders that one path may pass through.
  static var depthLimit: Int { 2048 }

  /// Every path of a commit's tree that is not a folder, in no order.
  func trackedPaths(ofCommit commit: ObjectID) throws(GitError) -> [TrackedPath] {
    let root = try tree(of: commit)
    do {
      return try walk(root)
    } catch  where error.cause == .missingObject && location.isPartial {
      // Listing with the git program fetches the folders that a tree-less clone lacks.
      _ = try location.git.output(
        ["ls-tree", "-r", "-t", "-z", "--full-tree", "--name-only", commit.description],
        of: location, deadline: .seconds(600))
      try refreshObjects()
      return try walk(root)
    }
  }

  private func walk(_ root: ObjectID) throws(GitError) -> [TrackedPath] {
    var paths: [TrackedPath] = []
    var pending: [(prefix: [UInt8], id: ObjectID, depth: Int)] = [([], root, 0)]
    while let folder = pending.popLast() {
      guard folder.depth < Self.depthLimit else {
        throw GitError(
          .tooLarge, at: String(decoding: folder.prefix.prefix(200), as: UTF8.self),
          "folders nest deeper than \(Self.depthLimit) levels")
      }
      var id = folder.id.raw
      var tree: OpaquePointer?
      try GitError.check(git_tree_lookup(&tree, handle, &id), at: "tree \(folder.id)")
      defer { git_tree_free(tree) }
      for index in 0..<git_tree_entrycount(tree) {
        guard let entry = git_tree_entry_byindex(tree, index),
          let name = git_tree_entry_name(entry), let entryID = git_tree_entry_id(entry)
        else { continue }
        var path = folder.prefix
        path.append(contentsOf: Array(cString: name))
        let mode = git_tree_entry_filemode_raw(entry).rawValue
        if mode & 0o170000 == 0o040000 {
          path.append(0x2F)
          pending.append((path, ObjectID(entryID.pointee), folder.depth + 1))
        } else {
          paths.append(TrackedPath(path, mode: UInt32(mode), id: ObjectID(entryID.pointee)))
        }
      }
      guard paths.count + pending.count <= Self.pathLimit else {
        throw GitError(
          .tooLarge, at: "tree \(root)", "the tree lists more than \(Self.pathLimit) paths")
      }
    }
    return paths
  }

  /// Makes objects visible that another process has just added.
  func refreshObjects() throws(GitError) {
    var objects: OpaquePointer?
    try GitError.check(git_repository_odb(&objects, handle), at: location.root)
    defer { git_odb_free(objects) }
    try GitError.check(git_odb_refresh(objects), at: location.root)
  }
}
