import CGit2

/// What a commit holds besides its files.
public struct CommitContents: Hashable, Sendable {
  /// The commit's own id.
  public var id: ObjectID
  /// The commit's tree.
  public var tree: ObjectID
  /// The parents, in order.
  public var parents: [ObjectID]
  /// The `Key: value` lines of the last paragraph, in order.
  public var trailers: [Trailer]
  /// The whole message, with invalid UTF-8 repaired.
  public var message: String
  /// Who wrote the change; nil when the commit is not known whole.
  public var author: Signature?
  /// Who made the commit; nil when the commit is not known whole.
  public var committer: Signature?

  /// One `Key: value` line at the end of a message.
  public struct Trailer: Hashable, Sendable {
    /// What stands before the colon.
    public var key: String
    /// What stands after the colon, without the space.
    public var value: String

    /// Makes a trailer.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// Makes the value.
  public init(
    id: ObjectID, tree: ObjectID, parents: [ObjectID], trailers: [Trailer], message: String = "",
    author: Signature? = nil, committer: Signature? = nil
  ) {
    self.id = id
    self.tree = tree
    self.parents = parents
    self.trailers = trailers
    self.message = message
    self.author = author
    self.committer = committer
  }

  /// The value of the only trailer with a key; nil when there is none or more than one.
  public func trailer(_ key: String) -> String? {
    let matches = trailers.filter { $0.key == key }
    return matches.count == 1 ? matches.first?.value : nil
  }
}

extension Repository {
  /// Reads a commit.
  public func contents(of commit: ObjectID) throws(GitError) -> CommitContents {
    var id = commit.raw
    var object: OpaquePointer?
    try GitError.check(git_commit_lookup(&object, handle, &id), at: "commit \(commit)")
    defer { git_commit_free(object) }
    var parents: [ObjectID] = []
    for index in 0..<git_commit_parentcount(object) {
      if let parent = git_commit_parent_id(object, index) {
        parents.append(ObjectID(parent.pointee))
      }
    }
    var trailers: [CommitContents.Trailer] = []
    var list = git_message_trailer_array()
    if let message = git_commit_message(object), git_message_trailers(&list, message) == 0 {
      for index in 0..<list.count {
        let trailer = list.trailers[index]
        guard let key = trailer.key, let value = trailer.value else { continue }
        trailers.append(
          CommitContents.Trailer(String(cString: key), String(cString: value)))
      }
      git_message_trailer_array_free(&list)
    }
    return CommitContents(
      id: commit, tree: ObjectID(git_commit_tree_id(object).pointee), parents: parents,
      trailers: trailers, message: git_commit_message(object).map { String(cString: $0) } ?? "",
      author: Signature(git_commit_author(object)),
      committer: Signature(git_commit_committer(object)))
  }

  /// How one commit's tree differs from another's.
  ///
  /// - Returns: The new blob of every path whose contents alone changed; nil as soon as anything
  ///   else differs, such as a mode, an added or a removed path.
  func changedContents(
    from old: ObjectID, to new: ObjectID
  ) throws(GitError) -> [String: ObjectID]? {
    var changed: [String: ObjectID] = [:]
    for change in try treeChanges(from: old, to: new) {
      guard change.isContentsOnly else { return nil }
      changed[change.path] = change.newBlob
    }
    return changed
  }

  /// The paths that differ between the trees of two commits.
  func treeChanges(from old: ObjectID, to new: ObjectID) throws(GitError) -> [TreeChange] {
    var oldID = try tree(of: old).raw
    var newID = try tree(of: new).raw
    var oldTree: OpaquePointer?
    var newTree: OpaquePointer?
    defer {
      git_tree_free(oldTree)
      git_tree_free(newTree)
    }
    try GitError.check(git_tree_lookup(&oldTree, handle, &oldID), at: "commit \(old)")
    try GitError.check(git_tree_lookup(&newTree, handle, &newID), at: "commit \(new)")
    var difference: OpaquePointer?
    defer { git_diff_free(difference) }
    var options = git_diff_options()
    git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
    options.flags |= GIT_DIFF_INCLUDE_TYPECHANGE.rawValue
    try GitError.check(
      git_diff_tree_to_tree(&difference, handle, oldTree, newTree, &options),
      at: "commit \(new)")
    var changes: [TreeChange] = []
    for index in 0..<git_diff_num_deltas(difference) {
      guard let delta = git_diff_get_delta(difference, index)?.pointee,
        let path = delta.new_file.path ?? delta.old_file.path
      else { continue }
      changes.append(
        TreeChange(
          path: String(cString: path), oldBlob: ObjectID(delta.old_file.id),
          newBlob: ObjectID(delta.new_file.id),
          isContentsOnly: delta.status == GIT_DELTA_MODIFIED
            && delta.old_file.mode == delta.new_file.mode))
    }
    return changes
  }
}

extension Signature {
  /// Copies a signature of libgit2.
  fileprivate init?(_ raw: UnsafePointer<git_signature>?) {
    guard let raw = raw?.pointee, let name = raw.name, let email = raw.email else { return nil }
    self.init(
      name: String(cString: name), email: String(cString: email),
      time: Timestamp(seconds: raw.when.time, offsetInMinutes: Int(raw.when.offset)))
  }
}

/// One path that differs between two trees; an id of zero means that the path is not there.
struct TreeChange: Hashable {
  var path: String
  var oldBlob: ObjectID
  var newBlob: ObjectID
  var isContentsOnly: Bool
}
