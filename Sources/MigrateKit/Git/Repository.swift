import CGit2

/// An open repository; for one thread, which every method blocks.
///
/// Each worker opens its own from the `location`, which is cheap.
public struct Repository: ~Copyable {
  /// Where the repository is.
  public let location: RepositoryLocation
  let handle: OpaquePointer

  /// Opens the repository that holds a path.
  ///
  /// - Parameters:
  ///   - path: A working tree, a folder inside one, a linked working tree, a submodule, or a bare
  ///     repository.
  ///   - environment: Where the git program finds its configuration.
  /// - Throws: `GitError` with the command to run next when the repository cannot be used.
  public init(at path: String, environment: [String: String]) throws(GitError) {
    try GitLibrary.start()
    guard !path.utf8.contains(0) else {
      throw GitError(.notARepository, at: path, "the path holds a NUL byte")
    }
    let opened = try OpenedHandle(path: path)
    let location = try opened.location(of: path, git: GitProgram(environment: environment))
    try RepositoryOwnership.check(location)
    self.location = location
    handle = opened.release()
  }

  /// Opens a known repository once more, for another thread.
  public init(_ location: RepositoryLocation) throws(GitError) {
    try GitLibrary.start()
    // A working tree that only 'core.worktree' names has no '.git' to be found by.
    let hasLink = location.workFolder.map { FileDescriptor.exists($0 + "/.git") } ?? false
    let opened = try OpenedHandle(path: hasLink ? location.root : location.gitFolder)
    self.location = location
    handle = opened.release()
  }

  deinit {
    git_repository_free(handle)
  }

  /// The commit that HEAD points to.
  ///
  /// - Throws: `GitError.Cause.unbornHead` when the current branch has no commit yet.
  public func head() throws(GitError) -> ObjectID {
    try commit("HEAD")
  }

  /// The commit that a revision names, by git's own rules: a branch, a tag, an abbreviated id,
  /// `HEAD~2`.
  public func commit(_ revision: String) throws(GitError) -> ObjectID {
    guard !revision.isEmpty, !revision.utf8.contains(0) else {
      throw GitError(.unknownRevision, at: revision, "not a revision")
    }
    var object: OpaquePointer?
    let code = git_revparse_single(&object, handle, revision)
    defer { git_object_free(object) }
    if code == GIT_ENOTFOUND.rawValue, git_repository_head_unborn(handle) == 1,
      revision == "@" || revision.hasPrefix("HEAD")
    {
      throw GitError(
        .unbornHead, at: location.root, "the current branch has no commit yet",
        remedy: "make a first commit, or name a commit with '--base'")
    }
    if code == GIT_EAMBIGUOUS.rawValue {
      throw GitError(
        .ambiguousRevision, at: revision, "the revision names more than one object",
        remedy: "give more digits, or run 'git rev-parse \(revision)' to see them")
    }
    guard code >= 0, let object else {
      throw GitError(
        .unknownRevision, at: revision, "no such revision in \(location.root)",
        remedy: location.isShallow
          ? "the history is cut off here: run 'git fetch --unshallow'"
          : "run 'git log --oneline --all' to see what there is")
    }
    var commit: OpaquePointer?
    guard git_object_peel(&commit, object, GIT_OBJECT_COMMIT) == 0, let commit else {
      git_error_clear()
      throw GitError(
        .notACommit, at: revision, "the revision does not name a commit",
        remedy: "run 'git cat-file -t \(revision)' to see what it is")
    }
    defer { git_object_free(commit) }
    return ObjectID(git_object_id(commit).pointee)
  }

  /// The tree of a commit.
  public func tree(of commit: ObjectID) throws(GitError) -> ObjectID {
    var id = commit.raw
    var object: OpaquePointer?
    try GitError.check(git_commit_lookup(&object, handle, &id), at: commit.description)
    defer { git_commit_free(object) }
    return ObjectID(git_commit_tree_id(object).pointee)
  }
}

@available(*, unavailable)
extension Repository: Sendable {}

/// A libgit2 handle on its way into a `Repository`.
struct OpenedHandle: ~Copyable {
  private let handle: OpaquePointer

  init(path: String) throws(GitError) {
    var opened: OpaquePointer?
    let code = git_repository_open_ext(&opened, path, 0, nil)
    guard code >= 0, let opened else { throw Self.refusal(code, path: path) }
    handle = opened
  }

  deinit {
    git_repository_free(handle)
  }

  consuming func release() -> OpaquePointer {
    let result = handle
    discard self
    return result
  }

  private static func refusal(_ code: Int32, path: String) -> GitError {
    if code == GIT_ENOTFOUND.rawValue {
      git_error_clear()
      return GitError(
        .notARepository, at: path, "no git repository here or above",
        remedy: "name a folder inside one, or run 'git init'")
    }
    var error = GitError.last(code, at: path)
    guard let name = error.detail.split(separator: "extensions.").dropFirst().first else {
      return error
    }
    switch name.trimmingPrefix("'").prefix(while: \.isLetter).lowercased() {
    case "objectformat":
      error.cause = .unsupportedObjectFormat
      error.detail = "the repository names objects by SHA-256, which libgit2 does not read"
      error.remedy = "work in a SHA-1 clone"
    case "refstorage":
      error.cause = .unsupportedExtension
      error.detail = "the repository keeps references in a form that libgit2 does not read"
      error.remedy = "run 'git refs migrate --ref-format=files'"
    case let other:
      error.cause = .unsupportedExtension
      error.detail = "the repository uses the unknown extension '\(other)'"
      error.remedy = "work in a fresh clone without 'extensions.\(other)'"
    }
    return error
  }

  func location(of path: String, git: GitProgram) throws(GitError) -> RepositoryLocation {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? {
      guard let pointer else { return nil }
      var text = String(cString: pointer)
      while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
      return text
    }
    guard let gitFolder = text(git_repository_path(handle)) else {
      throw GitError(.notARepository, at: path, "the repository has no folder")
    }
    let workFolder = isBare(gitFolder) ? nil : text(git_repository_workdir(handle))
    return RepositoryLocation(
      gitFolder: gitFolder, commonFolder: text(git_repository_commondir(handle)) ?? gitFolder,
      workFolder: workFolder, scope: Self.scope(of: path, in: workFolder),
      isShallow: git_repository_is_shallow(handle) == 1, promisorRemote: promisorRemote(),
      git: git.without(filters: filters()))
  }

  /// Whether git sees no working tree; a repository without `core.bare` is bare when its folder
  /// is not called `.git` and nothing points to a working tree, where libgit2 assumes the parent.
  private func isBare(_ gitFolder: String) -> Bool {
    if git_repository_is_bare(handle) == 1 { return true }
    if gitFolder.hasSuffix("/.git") || git_repository_is_worktree(handle) == 1 { return false }
    var config: OpaquePointer?
    guard git_repository_config_snapshot(&config, handle) == 0 else { return true }
    defer { git_config_free(config) }
    var value: Int32 = 0
    var folder: UnsafePointer<CChar>?
    return git_config_get_bool(&value, config, "core.bare") != 0
      && git_config_get_string(&folder, config, "core.worktree") != 0
  }

  private static func scope(of path: String, in workFolder: String?) -> String {
    guard let workFolder, let root = FileDescriptor.realPath(workFolder),
      let folder = FileDescriptor.realPath(path), folder.hasPrefix(root + "/")
    else { return "" }
    let scope = String(folder.dropFirst(root.count + 1))
    return scope == ".git" || scope.hasPrefix(".git/") ? "" : scope
  }

  private func promisorRemote() -> String? {
    var config: OpaquePointer?
    guard git_repository_config_snapshot(&config, handle) == 0 else { return nil }
    defer { git_config_free(config) }
    var value: UnsafePointer<CChar>?
    if git_config_get_string(&value, config, "extensions.partialclone") == 0, let value {
      return Self.remote(String(cString: value))
    }
    let name = Self.keys(matching: "^remote\\..*\\.promisor$", in: config).first
    return name.flatMap { Self.remote(String($0.dropFirst("remote.".count).dropLast(9))) }
  }

  /// A name that the git program takes for a remote and not for an option.
  private static func remote(_ name: String) -> String? {
    name.isEmpty || name.hasPrefix("-") ? nil : name
  }

  /// The names of the filters that the configuration has commands for.
  private func filters() -> Set<String> {
    var config: OpaquePointer?
    guard git_repository_config_snapshot(&config, handle) == 0 else { return [] }
    defer { git_config_free(config) }
    let keys = Self.keys(matching: "^filter\\..*\\.(clean|smudge|process)$", in: config)
    return Set(
      keys.compactMap { key in
        let name = key.dropFirst("filter.".count)
        return name.lastIndex(of: ".").map { String(name[..<$0]) }
      })
  }

  private static func keys(matching pattern: String, in config: OpaquePointer?) -> [String] {
    var iterator: OpaquePointer?
    guard git_config_iterator_glob_new(&iterator, config, pattern) == 0 else { return [] }
    defer { git_config_iterator_free(iterator) }
    var found: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0 {
      if let name = entry?.pointee.name { found.append(String(cString: name)) }
    }
    git_error_clear()
    return found
  }
}
