import MigrateKit

/// The commands, with the options each takes.
enum CommandName: String, CaseIterable {
  case scan
  case preview
  case apply
  case branch
  case bot
  case undo
  case recipes
  case doctor
  case completions

  /// One line for the overview.
  var summary: String {
    switch self {
    case .scan: "findings, and what would be done about each"
    case .preview: "the dry run: a diff that 'git apply' takes"
    case .apply: "edit the working tree"
    case .branch: "one branch and commit per recipe"
    case .bot: "keep branches and their pull requests current; for a schedule"
    case .undo: "take back what 'branch' or 'apply' did"
    case .recipes: "list, show, test and begin recipes"
    case .doctor: "check this machine, repository and configuration"
    case .completions: "print completions for bash, zsh or fish"
    }
  }

  /// What stands after the name in a usage line.
  var operands: String {
    switch self {
    case .recipes: "list | show <id> | test [<folder>] | new <id> | docs"
    case .completions: "bash | zsh | fish"
    case .scan: "[<repository>...]"
    default: "[<repository>]"
    }
  }

  /// What its operands do, where that needs words.
  var details: [String] {
    guard self == .recipes else { return [] }
    return [
      "test without a folder tests every known recipe; with one, the recipe in it or those one level",
      "below; new begins a recipe in a new folder, with '--swift' or '--executable' as a program",
    ]
  }

  /// The options the command takes.
  var options: [Option] {
    let common: [Option] = [.help]
    switch self {
    case .scan: return Option.reading + [.check] + common
    case .preview: return Option.reading + [.check, .stat] + common
    case .apply: return Option.reading + [.interactive, .allowDirty] + common
    case .branch: return Option.reading + [.branchPrefix, .stack] + common
    case .bot:
      return Option.reading + [
        .branchPrefix, .stack, .once, .every, .rehearse, .remote, .pushRemote, .forge, .project,
        .baseURL,
        .tokenEnv,
      ] + common
    case .undo:
      return [.recipe, .recipes, .branchPrefix, .config, .format, .quiet, .color] + common
    case .recipes:
      return [
        .recipes, .config, .bless, .typecheck, .watch, .swift, .executable, .package, .format,
        .quiet,
        .verbose, .color,
      ] + common
    case .doctor: return [.base, .minimum, .recipes, .config, .format, .quiet, .color] + common
    case .completions: return common
    }
  }

  /// The formats the command prints, the default one first.
  var formats: [String] {
    switch self {
    case .scan: ScanCommand.Format.allCases.map(\.rawValue)
    case .preview: PreviewCommand.Format.allCases.map(\.rawValue)
    case .completions: []
    default: OutcomeFormat.allCases.map(\.rawValue)
    }
  }

  /// Runs the command.
  func run(_ invocation: Invocation) throws -> ExitStatus {
    switch self {
    case .scan: try ScanCommand(invocation).run()
    case .preview: try PreviewCommand(invocation).run()
    case .apply: try ApplyCommand(invocation).run()
    case .branch: try BranchCommand(invocation).run()
    case .bot: try BotCommand(invocation).run()
    case .undo: try UndoCommand(invocation).run()
    case .recipes: try RecipesCommand(invocation).run()
    case .doctor: try DoctorCommand(invocation).run()
    case .completions: try CompletionsCommand(invocation).run()
    }
  }
}
