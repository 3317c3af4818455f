import CGit2

/// Why something could not be done with a repository: what is wrong, where, and what to do next.
public struct GitError: Error, Hashable, Sendable {
  /// What kind of thing went wrong; the raw value is a stable reason code.
  public enum Cause: String, Codable, Sendable {
    /// No repository at the path or above it.
    case notARepository
    /// The folder belongs to another user and is not listed as safe.
    case foreignOwner
    /// The repository's object names are not SHA-1.
    case unsupportedObjectFormat
    /// The repository needs something that is not supported.
    case unsupportedExtension
    /// HEAD names a branch without a commit.
    case unbornHead
    /// A revision names nothing.
    case unknownRevision
    /// A revision names more than one thing.
    case ambiguousRevision
    /// A revision names something that is not a commit.
    case notACommit
    /// The repository is bare.
    case noWorkingTree
    /// An object is not in the repository.
    case missingObject
    /// A file that git tracks is not on disk.
    case missing
    /// A symbolic link stands where a file or folder was expected.
    case symlink
    /// Something else than a regular file stands on disk.
    case notRegularFile
    /// A path that leaves the working tree or enters git's own folder.
    case unsafePath
    /// More bytes or entries than are read.
    case tooLarge
    /// The contents are stored elsewhere by Git LFS.
    case lfsPointer
    /// No author or committer is known.
    case missingIdentity
    /// A reference name that git does not accept.
    case invalidReference
    /// The reference no longer holds what it held before.
    case referenceMoved
    /// Another reference makes the name impossible.
    case referenceBlocked
    /// A working tree has the branch checked out.
    case checkedOut
    /// Another process holds a lock.
    case locked
    /// The `git` program is missing, failed, or was ended.
    case gitProgram
    /// The remote cannot be reached or refuses.
    case remote
    /// Reading or writing a file failed.
    case inputOutput
    /// Anything else that libgit2 reports.
    case library
  }

  /// What kind of thing went wrong.
  public var cause: Cause
  /// The path, revision or reference.
  public var place: String
  /// What happened, for a person: lowercase start, no final stop.
  public var detail: String
  /// What to do about it, mostly a command to run; empty when nothing can be proposed.
  public var remedy: String

  /// Makes an error.
  public init(_ cause: Cause, at place: String, _ detail: String, remedy: String = "") {
    self.cause = cause
    self.place = place
    self.detail = detail
    self.remedy = remedy
  }

  /// Whether it is a fault rather than a kind of file that is left out by design.
  public var isFault: Bool {
    switch cause {
    case .missing, .symlink, .notRegularFile, .lfsPointer: false
    default: true
    }
  }

  /// Describes the failure that libgit2 has just reported on this thread.
  static func last(
    _ code: Int32, at place: String, _ cause: Cause? = nil, remedy: String = ""
  ) -> GitError {
    var detail = "libgit2 error \(code)"
    if let message = git_error_last()?.pointee.message { detail = String(cString: message) }
    detail = detail.prefix(1).lowercased() + detail.dropFirst()
    git_error_clear()
    let known: Cause =
      switch git_error_code(code) {
      case GIT_ENOTFOUND: .missingObject
      case GIT_EAMBIGUOUS: .ambiguousRevision
      case GIT_ELOCKED: .locked
      case GIT_EMODIFIED: .referenceMoved
      case GIT_EINVALIDSPEC: .invalidReference
      case GIT_EBAREREPO: .noWorkingTree
      case GIT_EOWNER: .foreignOwner
      default: .library
      }
    return GitError(cause ?? known, at: place, detail, remedy: remedy)
  }

  /// Throws what libgit2 has just reported when the code is a failure.
  static func check(
    _ code: Int32, at place: @autoclosure () -> String, _ cause: Cause? = nil
  ) throws(GitError) {
    if code < 0 { throw .last(code, at: place(), cause) }
  }
}

extension GitError: CustomStringConvertible {
  /// One line: the place, what is wrong, and what to do.
  public var description: String {
    let start = place.isEmpty ? detail : "\(place): \(detail)"
    return remedy.isEmpty ? start : "\(start); \(remedy)"
  }
}
