/// The help texts, made from the tables of commands and options.
enum HelpText {
  /// What `migrate help` prints.
  static var overview: String {
    var lines = [
      "adapts an iOS repository to a new platform, one reviewed branch per recipe", "",
      "usage: migrate <command> [<options>] [<repository>]", "",
    ]
    let width = CommandName.allCases.map(\.rawValue.count).max() ?? 0
    for command in CommandName.allCases {
      lines.append("  \(pad(command.rawValue, width))  \(command.summary)")
    }
    lines += [
      "", "'migrate help <command>' lists the options of a command", "",
      "exit status: 0 done, 1 with '--check': there is something to do, 2 usage, 3 recipe or",
      "configuration, 4 git, 5 with '--strict': files were skipped for a fault, 6 a plugin did not",
      "start, 7 forge or remote refused, 8 a file, 70 a bug, 128+n ended by signal n",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What `migrate help <command>` prints.
  static func text(for command: CommandName) -> String {
    var lines = [
      command.summary, "", "usage: migrate \(command.rawValue) [<options>] \(command.operands)", "",
    ]
    if !command.details.isEmpty { lines += command.details + [""] }
    let options = command.options.map { option in
      (option.valueName.map { "--\(option.rawValue) <\($0)>" } ?? "--\(option.rawValue)", option)
    }
    let width = options.map(\.0.count).max() ?? 0
    for (title, option) in options {
      var help = option.help
      if option == .format { help += ": " + command.formats.joined(separator: ", ") }
      lines.append("  \(pad(title, width))  \(help)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
