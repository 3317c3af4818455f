import MigrateKit

/// The options of the program, each in one place.
enum Option: String, CaseIterable {
  case allowDirty = "allow-dirty"
  case base
  case baseURL = "base-url"
  case bless
  case branchPrefix = "branch-prefix"
  case check
  case color
  case config
  case every
  case exclude
  case executable
  case format
  case force
  case forge
  case help
  case interactive
  case jobs
  case minimum
  case noCache = "no-cache"
  case once
  case only
  case package
  case project
  case pushRemote = "push-remote"
  case quiet
  case recipe
  case recipes
  case rehearse
  case remote
  case safety
  case stack
  case stat
  case strict
  case swift
  case tokenEnv = "token-env"
  case typecheck
  case verbose
  case version
  case watch

  /// What the value is called, or nil for an option without one.
  var valueName: String? {
    switch self {
    case .base: "revision"
    case .baseURL: "url"
    case .branchPrefix: "prefix"
    case .color: "auto|always|never"
    case .config: "file"
    case .every: "minutes"
    case .exclude, .only: "glob"
    case .forge: ForgeKind.allCases.map(\.rawValue).joined(separator: "|")
    case .format: "format"
    case .jobs: "n"
    case .minimum: "platform=version"
    case .project: "owner/name"
    case .pushRemote, .remote: "name or url"
    case .package: "folder|address"
    case .recipe: "id"
    case .recipes: "folder"
    case .safety: "safe|review"
    case .tokenEnv: "variable"
    default: nil
    }
  }

  /// One line for the help text.
  var help: String {
    switch self {
    case .allowDirty: "edit files that have uncommitted changes, too"
    case .base: "read that commit instead of the working tree; for 'bot', the branch to go into"
    case .baseURL: "the address of the forge's API, for a server of your own"
    case .bless: "write what the recipe does now into its cases"
    case .branchPrefix: "begin of the branch names (default: migrate/)"
    case .check: "exit with 1 when there is something to do"
    case .color: "colour the output (default: on a terminal)"
    case .config: "read this configuration instead of .migrate.yml"
    case .every: "run again and again, with a pause in between, until a signal ends it"
    case .exclude: "leave these files out; gitignore style, repeatable"
    case .forge: "where pull requests are kept (default: by the remote's address)"
    case .executable: "begin with a rule in a program of its own, in Python"
    case .format: "how to print the result"
    case .force: "replace files that are in the way"
    case .help: "print this text"
    case .interactive: "ask for each fix"
    case .jobs: "number of threads (default: one per processor)"
    case .minimum: "lowest version a platform is built for, repeatable"
    case .noCache: "neither use nor keep results of earlier runs"
    case .once: "run once and end, which is the default: the schedule is cron's or CI's"
    case .only: "look at these files only; gitignore style, repeatable"
    case .project: "the project on the forge (default: by the remote's address)"
    case .pushRemote: "the fork that branches are pushed to (default: the remote itself)"
    case .package:
      "where the package of 'migrate' is, for '--swift'; an installed program does not know it"
    case .quiet: "print no progress and no hints"
    case .recipe: "run this recipe; repeatable, 'all' for every known one"
    case .recipes: "look for further recipes in this folder, repeatable"
    case .rehearse: "print what would be done and said, and only read from remote and forge"
    case .remote: "the remote whose branches are kept (default: origin)"
    case .safety: "the most a command may apply (default: review)"
    case .stack: "put each branch on top of the one before"
    case .stat: "print a summary of the changes instead of the diff"
    case .strict: "exit with 5 when a file was skipped for a fault"
    case .tokenEnv: "the variable that holds the forge's token"
    case .swift: "begin with a rule in a program of its own, in Swift"
    case .typecheck: "type-check the cases against SDK declarations"
    case .verbose: "print the sites left alone, too"
    case .version: "print the version"
    case .watch: "test again whenever a file changes"
    }
  }

  /// Those that every command which reads a repository takes.
  static let reading: [Option] = [
    .recipe, .base, .only, .exclude, .minimum, .safety, .recipes, .config, .jobs, .noCache, .format,
    .strict, .quiet, .verbose, .color,
  ]
}
