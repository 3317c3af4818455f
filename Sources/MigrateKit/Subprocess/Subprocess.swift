/// A program to run to its end, with everything it may see given by the caller.
///
/// The child gets the environment given and nothing else, no descriptors beyond 0 to 2, default
/// signal handling, and a process group of its own, which the deadline ends as a whole.
public struct Subprocess: Sendable {
  /// A path, or a name to be looked up in the `PATH` of `environment`.
  public var program: String
  /// The arguments, without the program's name.
  public var arguments: [String]
  /// The whole environment of the child.
  public var environment: [String: String]
  /// The folder the child starts in; the caller's current one when nil.
  public var workingFolder: String?
  /// How long the child may run.
  public var deadline: Duration
  /// The most bytes of standard output that are taken before the child is ended.
  public var outputLimit: Int
  /// The most bytes of standard error that are kept; the rest is read and dropped.
  public var errorLimit: Int
  /// Whether the child leads a session, which ends with it: with everything that was started in it,
  /// and on Linux with what left it, too.
  public var leadsSession: Bool

  /// Describes a run without starting it.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String],
    workingFolder: String? = nil, deadline: Duration = .seconds(60),
    outputLimit: Int = 256 << 20, errorLimit: Int = 64 << 10,
    leadsSession: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.deadline = deadline
    self.outputLimit = max(outputLimit, 0)
    self.errorLimit = max(errorLimit, 0)
    self.leadsSession = leadsSession
  }

  /// Runs the program and waits for its end; a status other than 0 is a result, not an error.
  ///
  /// - Parameter standardInput: What the child reads; an empty input is at its end at once.
  /// - Throws: `SubprocessError` when the program cannot be started, passes its deadline, or
  ///   writes more than the limit; the child is then ended and reaped.
  public func run(standardInput: [UInt8] = []) throws(SubprocessError) -> SubprocessResult {
    let path = try resolvedProgram()
    var child = try ChildProcess(self, path: path)
    return try child.finish(self, standardInput: standardInput)
  }

  /// The path of the program: as given when it holds a slash, else the first match in `PATH`.
  func resolvedProgram() throws(SubprocessError) -> String {
    if program.utf8.contains(UInt8(ascii: "/")) { return program }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let candidate = folder + "/" + program
      if FileDescriptor.isExecutableFile(String(candidate)) { return String(candidate) }
    }
    throw .notFound(program: program)
  }
}

/// How a child ended and what it wrote.
public struct SubprocessResult: Equatable, Sendable {
  /// How a process ends.
  public enum Termination: Equatable, Sendable {
    /// It ended by itself with a status from 0 to 255.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)
  }

  /// How the child ended.
  public var termination: Termination
  /// Everything the child wrote to standard output.
  public var standardOutput: [UInt8]
  /// What the child wrote to standard error, up to the limit.
  public var standardError: [UInt8]

  /// Whether the child ended by itself with status 0.
  public var succeeded: Bool { termination == .exited(0) }

  /// The last line of standard error that is not empty, with invalid UTF-8 repaired.
  public var lastErrorLine: String {
    let text = String(decoding: standardError, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
  }
}

/// Why a program has no result.
public enum SubprocessError: Error, Equatable, Sendable {
  /// No folder of the given `PATH` holds the program.
  case notFound(program: String)
  /// The system refused to start it.
  case notStarted(program: String, reason: String)
  /// It ran longer than allowed and was ended.
  case timedOut(program: String, deadline: Duration)
  /// It wrote more bytes than allowed and was ended.
  case outputTooLarge(program: String, limit: Int)
  /// Talking to it failed, and it was ended.
  case inputOutput(program: String, reason: String)
}

extension SubprocessError: CustomStringConvertible {
  /// One line for a person: what happened and what to do next.
  public var description: String {
    switch self {
    case .notFound(let program):
      "cannot find '\(program)' in 'PATH'; install it or add its folder to 'PATH'"
    case .notStarted(let program, let reason):
      "cannot start '\(program)': \(reason)"
    case .timedOut(let program, let deadline):
      "'\(program)' did not finish within \(deadline.components.seconds) seconds and was ended"
    case .outputTooLarge(let program, let limit):
      "'\(program)' wrote more than \(limit) bytes and was ended"
    case .inputOutput(let program, let reason):
      "cannot talk to '\(program)': \(reason)"
    }
  }
}
