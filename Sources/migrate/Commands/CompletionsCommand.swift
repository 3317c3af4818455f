/// `migrate completions bash|zsh|fish`: prints a script for the shell, made from the tables.
struct CompletionsCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  private enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  func run() throws -> ExitStatus {
    let operands = invocation.arguments.operands
    guard operands.count == 1, let shell = Shell(rawValue: operands[0]) else {
      throw CommandError.usage("say which shell: 'migrate completions bash', 'zsh' or 'fish'")
    }
    switch shell {
    case .bash: invocation.terminal.output(Self.bash)
    case .zsh:
      invocation.terminal.output("autoload -U +X bashcompinit && bashcompinit\n" + Self.bash)
    case .fish: invocation.terminal.output(Self.fish)
    }
    return .done
  }

  private static var bash: String {
    var cases: [String] = []
    for command in CommandName.allCases {
      let words = command.options.map { "--\($0.rawValue)" }.joined(separator: " ")
      cases.append("    \(command.rawValue)) options=\"\(words)\" ;;")
    }
    let commands = CommandName.allCases.map(\.rawValue).joined(separator: " ")
    return """
      _migrate() {
        local word=${COMP_WORDS[COMP_CWORD]} options=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(commands) help" -- "$word"))
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
        esac
        case $word in
          -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
          *) COMPREPLY=($(compgen -f -- "$word")) ;;
        esac
      }
      complete -o filenames -F _migrate migrate

      """
  }

  private static var fish: String {
    var lines = ["complete -c migrate -n __fish_use_subcommand -f"]
    for command in CommandName.allCases {
      lines.append(
        "complete -c migrate -n __fish_use_subcommand -a \(command.rawValue) "
          + "-d '\(quoted(command.summary))'")
      for option in command.options {
        let value = option.valueName == nil ? "" : " -r"
        lines.append(
          "complete -c migrate -n '__fish_seen_subcommand_from \(command.rawValue)' "
            + "-l \(option.rawValue)\(value) -d '\(quoted(option.help))'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }
}
