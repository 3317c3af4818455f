/// What the program tells its caller; scripts depend on the numbers.
enum ExitStatus: Int32 {
  /// Done, also when there are findings.
  case done = 0
  /// With `--check` only: there is something to do.
  case somethingToDo = 1
  /// The arguments are wrong.
  case usage = 2
  /// A recipe or the configuration is wrong.
  case badRecipe = 3
  /// Git refused or failed.
  case git = 4
  /// Done, but files were skipped for a fault (with `--strict`).
  case skippedFiles = 5
  /// A rule plugin could not start or shake hands.
  case plugin = 6
  /// The forge or the remote refused.
  case remote = 7
  /// A file could not be read or written.
  case fileAccess = 8
  /// A bug of ours.
  case bug = 70

  /// The status to report when both happened: the highest of 2–8 wins over 1.
  func combined(with other: ExitStatus) -> ExitStatus {
    rawValue >= other.rawValue ? self : other
  }
}

/// An error that ends a command: one line of what is wrong, where, and what to do about it.
struct CommandError: Error {
  var status: ExitStatus
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  static func usage(_ message: String) -> CommandError { CommandError(.usage, message) }
}
