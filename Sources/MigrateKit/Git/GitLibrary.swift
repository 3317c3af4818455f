import CGit2

/// The process-wide state of libgit2, set up once before the first repository is opened.
enum GitLibrary {
  /// The code of `git_libgit2_init`: negative when the library cannot be used.
  private static let status: Int32 = {
    let code = git_libgit2_init()
    guard code >= 0 else { return code }
    migrate_git_declare_extensions()
    // Ownership is judged by RepositoryOwnership, as the git program does it.
    migrate_git_set_owner_validation(0)
    migrate_git_set_fsync(1)
    return code
  }()

  static func start() throws(GitError) {
    if status < 0 { throw .last(status, at: "libgit2") }
  }
}

extension [UInt8] {
  /// The bytes up to the NUL that ends a C string.
  init(cString: UnsafePointer<CChar>) {
    self.init()
    var position = cString
    while position.pointee != 0 {
      append(UInt8(bitPattern: position.pointee))
      position += 1
    }
  }
}
