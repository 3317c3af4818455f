import MigrateKit

/// One table from errors to exit status and message.
enum ErrorTable {
  static func describe(_ error: any Error) -> (status: ExitStatus, message: String) {
    switch error {
    case let error as CommandError: (error.status, error.message)
    case let error as GitError: (.git, error.description)
    case let error as FileProblems: (.badRecipe, error.description)
    case let error as FileProblem: (.badRecipe, error.description)
    case let error as MinimumOverrideError: (.usage, error.description)
    case let error as PathGlobError: (.usage, error.description)
    default: (.bug, "unexpected: \(error); please report this")
    }
  }
}
