/// One thing wrong in a recipe or configuration file, with its place.
public struct FileProblem: Error, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The path of the file, as the user would write it.
  public var file: String
  /// Where in the file; nil when it concerns the file as a whole.
  public var position: LinePosition?
  /// What is wrong and what to do: lowercase start, code in single quotes, no final stop.
  public var message: String

  /// Makes a problem.
  public init(file: String, at position: LinePosition? = nil, _ message: String) {
    self.file = file
    self.position = position
    self.message = message
  }

  /// `file:line:column: message`, or `file: message`.
  public var description: String {
    guard let position else { return "\(file): \(message)" }
    return "\(file):\(position.line):\(position.column): \(message)"
  }

  /// Orders by file, position, message.
  public static func < (left: FileProblem, right: FileProblem) -> Bool {
    let first = LinePosition(line: 0, column: 0)
    return (left.file, left.position ?? first, left.message)
      < (right.file, right.position ?? first, right.message)
  }
}

/// Everything wrong in a set of recipe or configuration files.
public struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, by file and position; never empty when thrown.
  public var problems: [FileProblem]

  /// Makes a list, sorted, without repetitions.
  public init(_ problems: [FileProblem]) {
    self.problems = Set(problems).sorted()
  }

  /// One line for each problem.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

/// Collects the problems of one file while it is read.
struct ProblemCollector: Sendable {
  /// The path of the file, for messages.
  let file: String
  private(set) var problems: [FileProblem] = []

  init(file: String) {
    self.file = file
  }

  mutating func report(_ message: String, at position: LinePosition?) {
    problems.append(FileProblem(file: file, at: position, message))
  }

  /// Whether something of a mapping that starts at a place was found wrong, so that what it lacks
  /// need not be said.
  func hasProblem(near start: LinePosition) -> Bool {
    problems.contains { problem in
      guard let position = problem.position else { return false }
      return (start.line...(start.line + 2)).contains(position.line)
        && position.column >= start.column
    }
  }

  mutating func add(_ others: [FileProblem]) {
    problems += others
  }
}
