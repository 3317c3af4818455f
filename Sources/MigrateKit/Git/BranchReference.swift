import CGit2

/// What a branch name stands for.
public enum BranchTarget: Hashable, Sendable {
  /// No such branch.
  case missing
  /// A commit.
  case commit(ObjectID)
  /// Another reference, or an object that is not a commit.
  case other(String)
}

extension Repository {
  /// The full name of a branch, such as `refs/heads/migrate/title-view`.
  ///
  /// - Throws: `GitError.Cause.invalidReference` when git does not accept the name.
  public static func branchReference(_ branch: String) throws(GitError) -> String {
    let name = "refs/heads/" + branch
    var isValid: Int32 = 0
    guard !branch.utf8.contains(0), !branch.hasPrefix("-"), branch != "HEAD",
      git_reference_name_is_valid(&isValid, name) == 0, isValid == 1
    else {
      throw GitError(
        .invalidReference, at: branch, "git does not accept this branch name",
        remedy: "choose another with '--branch-prefix'")
    }
    return name
  }

  /// What a branch holds.
  public func target(ofBranch branch: String) throws(GitError) -> BranchTarget {
    let name = try Self.branchReference(branch)
    var reference: OpaquePointer?
    let code = git_reference_lookup(&reference, handle, name)
    defer { git_reference_free(reference) }
    if code == GIT_ENOTFOUND.rawValue {
      git_error_clear()
      return .missing
    }
    try GitError.check(code, at: branch)
    guard let id = git_reference_target(reference) else {
      return .other(git_reference_symbolic_target(reference).map { String(cString: $0) } ?? "")
    }
    var object: OpaquePointer?
    var raw = id.pointee
    guard git_commit_lookup(&object, handle, &raw) == 0 else {
      git_error_clear()
      return .other(ObjectID(id.pointee).description)
    }
    git_commit_free(object)
    return .commit(ObjectID(id.pointee))
  }

  /// The reference that makes a branch name impossible, since a reference cannot be a folder of
  /// another; nil when there is none.
  public func reference(blockingBranch branch: String) throws(GitError) -> String? {
    let name = try Self.branchReference(branch)
    var parts = name.split(separator: "/")
    while parts.count > 3 {
      parts.removeLast()
      let parent = parts.joined(separator: "/")
      var id = git_oid()
      let code = git_reference_name_to_id(&id, handle, parent)
      git_error_clear()
      if code != GIT_ENOTFOUND.rawValue { return parent }
    }
    return try references(matching: name + "/*").first?.name
  }

  /// References by glob, sorted by name; symbolic ones are followed.
  func references(
    matching glob: String
  ) throws(GitError) -> [(name: String, target: ObjectID)] {
    var iterator: OpaquePointer?
    try GitError.check(
      git_reference_iterator_glob_new(&iterator, handle, glob), at: location.root)
    defer { git_reference_iterator_free(iterator) }
    var found: [(name: String, target: ObjectID)] = []
    var reference: OpaquePointer?
    while git_reference_next(&reference, iterator) == 0 {
      defer { git_reference_free(reference) }
      guard let name = git_reference_name(reference) else { continue }
      var id = git_oid()
      if git_reference_name_to_id(&id, handle, name) == 0 {
        found.append((String(cString: name), ObjectID(id)))
      }
    }
    git_error_clear()
    return found.sorted { $0.name < $1.name }
  }

  /// The first reference whose history holds a commit below its tip; nil when there is none.
  public func reference(builtOn commit: ObjectID) throws(GitError) -> String? {
    // The git program walks the history once for all references.
    let output = try location.git.output(
      [
        "for-each-ref", "--contains=\(commit)",
        "--format=%(refname) %(objectname) %(*objectname)",
      ], of: location)
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard let name = fields.first else { continue }
      if !fields.dropFirst().contains(where: { $0 == commit.description }) { return String(name) }
    }
    return nil
  }

  /// The branches whose names start with a prefix, sorted, without `refs/heads/`.
  public func branches(withPrefix prefix: String) throws(GitError) -> [String] {
    let start = "refs/heads/"
    return try references(matching: start + "*").map { String($0.name.dropFirst(start.count)) }
      .filter { $0.hasPrefix(prefix) }
  }

  /// Moves or creates a branch in one step, if it still holds what it held.
  ///
  /// - Parameters:
  ///   - expected: What the branch must hold; nil when it must not exist.
  ///   - message: The line of the reference's log.
  /// - Throws: `referenceMoved` when it holds something else by now, `checkedOut` when a working
  ///   tree has it checked out, `referenceBlocked` when another reference is in the way.
  public func moveBranch(
    _ branch: String, to commit: ObjectID, expecting expected: ObjectID?, message: String,
    identity: CommitIdentity
  ) throws(GitError) {
    let name = try Self.branchReference(branch)
    try refuseCheckedOut(branch)
    if let blocking = try reference(blockingBranch: branch) {
      throw GitError(
        .referenceBlocked, at: branch, "the reference '\(blocking)' is in the way",
        remedy: "rename it with 'git branch -m', or choose another '--branch-prefix'")
    }
    try GitError.check(
      git_repository_set_ident(handle, identity.committer.name, identity.committer.email),
      at: location.root)
    let lock = try BranchLock(location)
    try lock.begin(name, to: commit)
    defer { lock.end() }
    var id = commit.raw
    var old = (expected ?? .zero).raw
    var reference: OpaquePointer?
    let code = git_reference_create_matching(&reference, handle, name, &id, 1, &old, message)
    git_reference_free(reference)
    try checkMove(code, branch: branch)
  }

  /// Deletes a branch if it still holds what it held and is not checked out anywhere.
  public func deleteBranch(_ branch: String, expecting expected: ObjectID) throws(GitError) {
    let name = try Self.branchReference(branch)
    try refuseCheckedOut(branch)
    let lock = try BranchLock(location)
    try lock.begin(name, to: expected)
    defer { lock.end() }
    var reference: OpaquePointer?
    try checkMove(git_reference_lookup(&reference, handle, name), branch: branch)
    defer { git_reference_free(reference) }
    guard let held = git_reference_target(reference), ObjectID(held.pointee) == expected else {
      throw Self.moved(branch)
    }
    try checkMove(git_reference_delete(reference), branch: branch)
  }

  private func refuseCheckedOut(_ branch: String) throws(GitError) {
    if let folder = try CheckedOutBranches(of: location).folder(of: branch) {
      throw GitError(
        .checkedOut, at: branch, "the branch is checked out in '\(folder)'",
        remedy: "switch to another branch there with 'git switch'")
    }
  }

  private func checkMove(_ code: Int32, branch: String) throws(GitError) {
    switch git_error_code(code) {
    case GIT_EMODIFIED, GIT_ENOTFOUND, GIT_EEXISTS:
      git_error_clear()
      throw Self.moved(branch)
    case GIT_ELOCKED:
      let file = "\(location.commonFolder)/refs/heads/\(branch).lock"
      throw .last(
        code, at: branch, .locked,
        remedy: "wait for other git processes; if there are none, run 'rm \(file)'")
    default:
      try GitError.check(code, at: branch)
    }
  }

  private static func moved(_ branch: String) -> GitError {
    GitError(
      .referenceMoved, at: branch, "the branch changed while it was being worked on",
      remedy: "run the command again")
  }
}
