import Foundation
import MigrateKit

/// The program: argv → command → exit status.
@main
struct Migrate {
  static func main() {
    let environment = ProcessInfo.processInfo.environment
    let status = run(
      Array(CommandLine.arguments.dropFirst()), program: CommandLine.arguments.first ?? "migrate",
      environment: environment)
    switch Terminal.failureOfOutput {
    case 0: exit(status.rawValue)
    // Where the signal is ignored, its status still says that nobody reads any more.
    case EPIPE: exit(128 + SIGPIPE)
    case let code:
      Terminal(color: .auto, quiet: false, environment: environment).problem(
        "error",
        "the output cannot be written: \(String(cString: strerror(code))); "
          + "free some space or write elsewhere")
      exit(status.combined(with: .fileAccess).rawValue)
    }
  }

  static func run(
    _ words: [String], program: String, environment: [String: String]
  ) -> ExitStatus {
    let plain = Terminal(color: .auto, quiet: false, environment: environment)
    guard let name = words.first else {
      plain.output(HelpText.overview)
      return .usage
    }
    switch name {
    case "help", "--help", "-h":
      return help(words.dropFirst().first, plain)
    case "--version", "version":
      plain.output("migrate \(Version.current)\n")
      return .done
    default: break
    }
    guard let command = CommandName(rawValue: name) else {
      let near = Spelling.nearest(to: name, in: CommandName.allCases.map(\.rawValue))
      let hint =
        near.map { "did you mean 'migrate \($0)'?" } ?? "'migrate help' lists the commands"
      plain.problem("error", "unknown command '\(name)': \(hint)")
      return .usage
    }
    if words.contains("--help") || words.contains("-h") {
      return help(name, plain)
    }
    do {
      let arguments = try Arguments(words.dropFirst(), accepting: command.options)
      let color: Terminal.ColorMode = try arguments.choice(.color) ?? .auto
      let terminal = Terminal(
        color: color, quiet: arguments.has(.quiet), environment: environment)
      let plugins = PluginHost(
        searchPath: environment["PATH"] ?? "", temporaryFolder: temporaryFolder(environment))
      let interruption = Interruption(plugins)
      defer {
        // What fails because a signal has ended the plugins is not the outcome: the signal is.
        interruption.hold()
        plugins.end()
      }
      let invocation = Invocation(
        arguments: arguments, terminal: terminal, program: program, environment: environment,
        folder: FileManager.default.currentDirectoryPath, plugins: plugins,
        interruption: interruption)
      return try command.run(invocation)
    } catch {
      let failure = ErrorTable.describe(error)
      plain.problem("error", failure.message)
      return failure.status
    }
  }

  private static func temporaryFolder(_ environment: [String: String]) -> String {
    if let folder = environment["TMPDIR"], folder.hasPrefix("/") {
      return folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }
    return "/tmp"
  }

  private static func help(_ topic: String?, _ terminal: Terminal) -> ExitStatus {
    guard let topic else {
      terminal.output(HelpText.overview)
      return .done
    }
    guard let command = CommandName(rawValue: topic) else {
      terminal.problem(
        "error", "no help for '\(topic)': 'migrate help' lists the commands")
      return .usage
    }
    terminal.output(HelpText.text(for: command))
    return .done
  }
}
