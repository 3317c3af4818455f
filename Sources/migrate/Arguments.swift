import MigrateKit

/// The arguments of one command, checked against the options it takes.
struct Arguments {
  private(set) var values: [Option: [String]] = [:]
  private(set) var operands: [String] = []

  /// Reads the arguments after the command's name.
  ///
  /// Long options take their value as `--option value` or `--option=value`; `--` ends options.
  init(_ words: some Sequence<String>, accepting options: [Option]) throws(CommandError) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let (name, attached) = Self.split(word)
      guard let option = Self.option(name, options) else {
        throw .usage(Self.unknown(name, options))
      }
      guard let valueName = option.valueName else {
        guard attached == nil else { throw .usage("option '\(name)' takes no value") }
        values[option, default: []].append("")
        continue
      }
      guard let value = attached ?? words.popFirst() else {
        throw .usage("option '\(name)' needs a value: \(name) <\(valueName)>")
      }
      values[option, default: []].append(value)
    }
  }

  /// Whether the option was given.
  func has(_ option: Option) -> Bool { values[option] != nil }
  /// The last value given.
  func last(_ option: Option) -> String? { values[option]?.last }
  /// Every value given, in order.
  func all(_ option: Option) -> [String] { values[option] ?? [] }

  /// The last value as one of a list of words.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ option: Option, _ type: Value.Type = Value.self
  ) throws(CommandError) -> Value? where Value.RawValue == String {
    guard let text = last(option) else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw .usage("'--\(option.rawValue)' cannot be '\(text)': use one of \(known)")
    }
    return value
  }

  /// The words that say the same without an option.
  func words(without left: Option) -> [String] {
    let options = values.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { option, values in
      option == left
        ? []
        : values.flatMap { value in
          ["--\(option.rawValue)"] + (option.valueName == nil ? [] : [value])
        }
    }
    return options + ["--"] + operands
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func option(_ name: String, _ options: [Option]) -> Option? {
    switch name {
    case "-h": return options.first { $0 == .help }
    case "-i": return options.first { $0 == .interactive }
    case "-q": return options.first { $0 == .quiet }
    case "-v": return options.first { $0 == .verbose }
    default: return options.first { "--\($0.rawValue)" == name }
    }
  }

  private static func unknown(_ name: String, _ options: [Option]) -> String {
    let names = options.map { "--\($0.rawValue)" }
    if let near = Spelling.nearest(to: name, in: names) {
      return "unknown option '\(name)': did you mean '\(near)'?"
    }
    return "unknown option '\(name)': 'migrate help' lists the options of each command"
  }
}
