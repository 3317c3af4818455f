import CGit2

/// One file of a tree that gets new contents and keeps its mode.
public struct TreeUpdate: Hashable, Sendable {
  /// The path from the root.
  public var path: String
  /// The new contents.
  public var blob: ObjectID

  /// Makes an update.
  public init(path: String, blob: ObjectID) {
    self.path = path
    self.blob = blob
  }
}

/// Writes blobs, trees and commits; no reference moves.
///
/// Every object is written to a temporary file and renamed, and only after the objects it names,
/// so that an end at any moment leaves at most unreachable objects.
public struct CommitWriter: ~Copyable {
  private let repository: Repository
  private let identity: CommitIdentity

  /// Opens the repository once more.
  public init(_ location: RepositoryLocation, identity: CommitIdentity) throws(GitError) {
    let opened = try Repository(location)
    repository = opened
    self.identity = identity
  }

  /// Writes contents unless the repository holds them already.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    try write(bytes, type: GIT_OBJECT_BLOB)
  }

  /// Writes the tree of a commit with some files changed; only their folders are written.
  ///
  /// - Throws: `GitError.Cause.missing` when the commit has no such file.
  public func writeTree(
    of commit: ObjectID, updating updates: [TreeUpdate]
  ) throws(GitError) -> ObjectID {
    let root = try repository.tree(of: commit)
    if updates.isEmpty { return root }
    var id = root.raw
    var tree: OpaquePointer?
    try GitError.check(git_tree_lookup(&tree, repository.handle, &id), at: "tree \(root)")
    defer { git_tree_free(tree) }

    var names: [UnsafeMutablePointer<CChar>] = []
    defer { for name in names { name.deallocate() } }
    var changes: [git_tree_update] = []
    for update in updates {
      var change = git_tree_update()
      change.action = GIT_TREE_UPDATE_UPSERT
      change.id = update.blob.raw
      change.filemode = try mode(of: update.path, in: tree)
      let name = update.path.allocatedCString()
      names.append(name)
      change.path = UnsafePointer(name)
      changes.append(change)
    }
    var written = git_oid()
    try GitError.check(
      git_tree_create_updated(&written, repository.handle, tree, changes.count, changes),
      at: "tree \(root)")
    return ObjectID(written)
  }

  /// Writes a commit with one parent.
  public func writeCommit(
    tree: ObjectID, parent: ObjectID, message: String
  ) throws(GitError) -> ObjectID {
    var treeID = tree.raw
    var treeObject: OpaquePointer?
    try GitError.check(
      git_tree_lookup(&treeObject, repository.handle, &treeID), at: "tree \(tree)")
    defer { git_tree_free(treeObject) }
    var parentID = parent.raw
    var parentObject: OpaquePointer?
    try GitError.check(
      git_commit_lookup(&parentObject, repository.handle, &parentID), at: "commit \(parent)")
    defer { git_commit_free(parentObject) }
    let author = try RawSignature(identity.author)
    let committer = try RawSignature(identity.committer)
    var parents: [OpaquePointer?] = [parentObject]
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try GitError.check(
      git_commit_create_buffer(
        &buffer, repository.handle, author.pointer, committer.pointer, nil, message, treeObject, 1,
        &parents), at: "commit")
    let bytes = Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
    return try write(bytes, type: GIT_OBJECT_COMMIT)
  }

  private func write(_ bytes: [UInt8], type: git_object_t) throws(GitError) -> ObjectID {
    let place = repository.location.root
    var id = git_oid()
    try GitError.check(
      bytes.withUnsafeBytes { git_odb_hash(&id, $0.baseAddress, $0.count, type) }, at: place)
    if try repository.holds(ObjectID(id)) { return ObjectID(id) }
    var objects: OpaquePointer?
    try GitError.check(git_repository_odb(&objects, repository.handle), at: place)
    defer { git_odb_free(objects) }
    try GitError.check(
      bytes.withUnsafeBytes { git_odb_write(&id, objects, $0.baseAddress, $0.count, type) },
      at: place)
    return ObjectID(id)
  }

  private func mode(of path: String, in tree: OpaquePointer?) throws(GitError) -> git_filemode_t {
    var entry: OpaquePointer?
    let code = git_tree_entry_bypath(&entry, tree, path)
    if code == GIT_ENOTFOUND.rawValue {
      git_error_clear()
      throw GitError(.missing, at: path, "the base commit has no such file")
    }
    try GitError.check(code, at: path)
    defer { git_tree_entry_free(entry) }
    let mode = git_tree_entry_filemode(entry)
    guard mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE else {
      throw GitError(.notRegularFile, at: path, "the base commit has no regular file there")
    }
    return mode
  }
}

@available(*, unavailable)
extension CommitWriter: Sendable {}

/// A signature in libgit2's form.
private struct RawSignature: ~Copyable {
  let pointer: UnsafeMutablePointer<git_signature>

  init(_ signature: Signature) throws(GitError) {
    var made: UnsafeMutablePointer<git_signature>?
    let code = git_signature_new(
      &made, signature.name, signature.email, signature.time.seconds,
      Int32(clamping: signature.time.offsetInMinutes))
    guard code >= 0, let made else {
      throw GitError.last(
        code, at: "\(signature.name) <\(signature.email)>", .missingIdentity,
        remedy: "set another name or address with 'git config'")
    }
    pointer = made
  }

  deinit { git_signature_free(pointer) }
}

extension String {
  /// A copy of the bytes with a final NUL; the caller deallocates it.
  fileprivate func allocatedCString() -> UnsafeMutablePointer<CChar> {
    let bytes = utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { copy[index] = byte }
    return copy
  }
}
