/// The options of the program, each in one place.
enum Option: String, CaseIterable {
  case allowDirty = "allow-dirty"
  case base
  case bless
  case branchPrefix = "branch-prefix"
  case check
  case color
  case config
  case exclude
  case format
  case force
  case help
  case interactive
  case jobs
  case minimum
  case noCache = "no-cache"
  case only
  case quiet
  case recipe
  case recipes
  case safety
  case stack
  case stat
  case strict
  case typecheck
  case verbose
  case version

  /// What the value is called, or nil for an option without one.
  var valueName: String? {
    switch self {
    case .base: "revision"
    case .branchPrefix: "prefix"
    case .color: "auto|always|never"
    case .config: "file"
    case .exclude, .only: "glob"
    case .format: "format"
    case .jobs: "n"
    case .minimum: "platform=version"
    case .recipe: "id"
    case .recipes: "folder"
    case .safety: "safe|review"
    default: nil
    }
  }

  /// One line for the help text.
  var help: String {
    switch self {
    case .allowDirty: "edit files that have uncommitted changes, too"
    case .base: "read that commit instead of the working tree"
    case .bless: "write what the recipe does now into its cases"
    case .branchPrefix: "begin of the branch names (default: migrate/)"
    case .check: "exit with 1 when there is something to do"
    case .color: "colour the output (default: on a terminal)"
    case .config: "read this configuration instead of .migrate.yml"
    case .exclude: "leave these files out; gitignore style, repeatable"
    case .format: "how to print the result"
    case .force: "replace files that are in the way"
    case .help: "print this text"
    case .interactive: "ask for each fix"
    case .jobs: "number of threads (default: one per processor)"
    case .minimum: "lowest version a platform is built for, repeatable"
    case .noCache: "neither use nor keep results of earlier runs"
    case .only: "look at these files only; gitignore style, repeatable"
    case .quiet: "print no progress and no hints"
    case .recipe: "run this recipe; repeatable, 'all' for every known one"
    case .recipes: "look for further recipes in this folder, repeatable"
    case .safety: "the most a command may apply (default: review)"
    case .stack: "put each branch on top of the one before"
    case .stat: "print a summary of the changes instead of the diff"
    case .strict: "exit with 5 when a file was skipped for a fault"
    case .typecheck: "type-check the cases against SDK declarations"
    case .verbose: "print the sites left alone, too"
    case .version: "print the version"
    }
  }

  /// Those that every command which reads a repository takes.
  static let reading: [Option] = [
    .recipe, .base, .only, .exclude, .minimum, .safety, .recipes, .config, .jobs, .noCache, .format,
    .strict, .quiet, .verbose, .color,
  ]
}
