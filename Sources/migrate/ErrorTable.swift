import MigrateKit

/// One table from errors to exit status and message.
enum ErrorTable {
  /// The status and one line for the problem, or one line for each of several.
  static func describe(_ error: any Error) -> (status: ExitStatus, message: String) {
    let (status, problems) = entry(error)
    return (status, problems.map(PrintableText.line).joined(separator: "\n"))
  }

  private static func entry(_ error: any Error) -> (status: ExitStatus, problems: [String]) {
    switch error {
    case let error as CommandError: (error.status, [error.message])
    case let error as GitError:
      (error.cause == .remote ? .remote : .git, [error.description])
    case let error as ForgeError: (.remote, [error.description])
    case let error as FileProblems: (.badRecipe, error.problems.map(\.description))
    case let error as FileProblem: (.badRecipe, [error.description])
    case let error as MinimumOverrideError: (.usage, [error.description])
    case let error as PluginError: (.plugin, [error.description])
    case let error as TypeCheckError: (.fileAccess, [error.description])
    case let error as PathGlobError: (.usage, [error.description])
    default: (.bug, ["unexpected: \(error); please report this"])
    }
  }
}
