#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Decides whether a repository's configuration may be trusted, as the git program does it.
enum RepositoryOwnership {
  /// Refuses a repository that belongs to another user, unless `safe.directory` lists it.
  ///
  /// The rules of `safe.directory` are the git program's own, so it is asked when they matter.
  static func check(_ location: RepositoryLocation) throws(GitError) {
    var folders = [location.gitFolder, location.commonFolder]
    if let workFolder = location.workFolder { folders += [workFolder, workFolder + "/.git"] }
    if folders.allSatisfy({ isOwn($0, environment: location.git.environment) }) { return }
    let result = try location.git.result(["rev-parse", "--git-dir"], in: location.root)
    if result.succeeded { return }
    throw GitError(
      .foreignOwner, at: location.root, "the repository belongs to another user",
      remedy: "trust it with 'git config --global --add safe.directory \(location.root)'")
  }

  private static func isOwn(_ path: String, environment: [String: String]) -> Bool {
    var status = stat()
    // What is not there has no owner to distrust.
    guard lstat(path, &status) == 0 else { return true }
    let user = geteuid()
    if status.st_uid == user { return true }
    guard user == 0, let invoker = environment["SUDO_UID"] else { return false }
    return invoker == String(status.st_uid)
  }
}
