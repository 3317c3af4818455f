/// What the info string of a case's block says after its language and role.
struct CaseAttributes: Sendable {
  var path: String?
  var left: [String] = []
  var safety: [Safety] = []
  var platforms: FilePlatforms?
  var options: [String: String] = [:]
  var gateStyle = GateStyle()
  var compiles = true

  /// The platforms of a file whose block names none.
  static let standardPlatforms = FilePlatforms([.iOS: PlatformVersion(15)])

  /// Reads the words after the role, and reports those that mean nothing.
  init(_ words: [Word], problems: inout ProblemCollector) {
    for word in words {
      guard let equals = word.text.firstIndex(of: "=") else {
        problems.report(
          "'\(word.text)' has no value; write 'key=value'", at: word.start)
        continue
      }
      let key = String(word.text[..<equals])
      let value = String(word.text[word.text.index(after: equals)...])
      if let objection = read(key, value) { problems.report(objection, at: word.start) }
    }
  }

  private mutating func read(_ key: String, _ value: String) -> String? {
    switch key {
    case "path":
      path = value
      return value.isEmpty || value.hasPrefix("/") ? "'path' must be relative" : nil
    case "left":
      left = value.split(separator: ",").map(String.init)
      return nil
    case "safety":
      let names = value.split(separator: ",").map(String.init)
      safety = names.compactMap(Safety.init(rawValue:))
      return safety.count == names.count && !names.isEmpty
        ? nil : "'safety' must be 'safe', 'review' or 'advice', or a list of them"
    case "also-if":
      gateStyle.extraCondition = value
      return nil
    case "compiler-gate":
      gateStyle.compilerGate = value == "true"
      return value == "true" || value == "false" ? nil : "'\(key)' must be 'true' or 'false'"
    case "compiles":
      compiles = value != "false"
      return value == "true" || value == "false" ? nil : "'\(key)' must be 'true' or 'false'"
    case "compatibility":
      platforms = platforms ?? Self.standardPlatforms
      platforms?.requiresCompatibility = value == "true"
      return value == "true" || value == "false" ? nil : "'\(key)' must be 'true' or 'false'"
    case "platforms":
      platforms = .unknown
      return value == "unknown"
        ? nil : "'platforms' can only be 'unknown'; name known ones as in 'iOS=15.0'"
    default:
      return readOther(key, value)
    }
  }

  private mutating func readOther(_ key: String, _ value: String) -> String? {
    if key.hasPrefix("option.") {
      options[String(key.dropFirst("option.".count))] = value
      return nil
    }
    if let platform = Platform(rawValue: key) {
      guard let version = value == "unknown" ? PlatformVersion(0) : PlatformVersion(value) else {
        return "'\(key)' must be a version such as '15.0', or 'unknown'"
      }
      var minimums = platforms?.minimums ?? [:]
      if !namesPlatforms { minimums = [:] }
      namesPlatforms = true
      minimums[platform] = version
      platforms = FilePlatforms(
        minimums, requiresCompatibility: platforms?.requiresCompatibility ?? false)
      return nil
    }
    let known =
      [
        "path", "left", "safety", "also-if", "compiler-gate", "compatibility", "compiles",
        "platforms",
      ]
      + Platform.allCases.map(\.rawValue)
    return "unknown attribute '\(key)'" + Spelling.hint(for: key, in: known)
  }

  private var namesPlatforms = false

  /// One word of an info string.
  struct Word: Hashable, Sendable {
    /// The word, without quotes.
    var text: String
    /// Where it starts.
    var start: LinePosition

    /// Splits an info string at white space; double quotes keep a value together.
    static func all(in info: String, at start: LinePosition) -> [Word] {
      var words: [Word] = []
      var text = ""
      var wordStart: Int?
      var isQuoted = false
      var column = start.column
      for character in info {
        if character == "\"" {
          isQuoted.toggle()
          wordStart = wordStart ?? column
        } else if !isQuoted, character == " " || character == "\t" {
          if let known = wordStart {
            words.append(Word(text: text, start: LinePosition(line: start.line, column: known)))
          }
          text = ""
          wordStart = nil
        } else {
          text.append(character)
          wordStart = wordStart ?? column
        }
        column += character.utf8.count
      }
      if let known = wordStart {
        words.append(Word(text: text, start: LinePosition(line: start.line, column: known)))
      }
      return words
    }
  }
}
