internal import Foundation

/// Runs the commands that a commit has to pass, in a temporary working tree.
///
/// The commands come from whoever runs the bot, never from the repository. They see no token: the
/// environment has only names that are needed to build, and no value that holds a secret.
public struct BotVerifier: Sendable {
  /// The most characters of output that are kept, from the end.
  static let logLimit = 6000
  /// The most lines and characters of output that a report shows, from the end.
  static let shown = (lines: 20, characters: 2000)

  private let commands: [String]
  private let deadline: Duration
  private let environment: [String: String]
  private let temporaryFolder: String
  private let redact: @Sendable (String) -> String

  /// Prepares a verification.
  ///
  /// - Parameters:
  ///   - commands: lines for `sh -c`, run one after another until one fails.
  ///   - deadline: how long all of them may take together.
  ///   - environment: the caller's; what is passed on is chosen here.
  ///   - redact: takes what is secret out of texts of others.
  public init(
    commands: [String], deadline: Duration, environment: [String: String],
    temporaryFolder: String, redact: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.commands = commands
    self.deadline = deadline
    self.temporaryFolder = temporaryFolder
    self.redact = redact
    let passed: Set<String> = [
      "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "LANG", "DEVELOPER_DIR", "SDKROOT",
      "TOOLCHAINS", "TERM",
    ]
    self.environment = environment.filter {
      (passed.contains($0.key) || $0.key.hasPrefix("LC_")) && redact($0.value) == $0.value
    }
  }

  /// Runs the commands on a commit.
  ///
  /// - Throws: `GitError` when there can be no working tree; that is no verdict.
  public func verify(
    _ commit: ObjectID, in location: RepositoryLocation
  ) throws(GitError) -> BotVerification {
    let folder = temporaryFolder + "/migrate-verify-" + UUID().uuidString
    _ = try location.git.output(
      ["worktree", "add", "--quiet", "--detach", folder, commit.description], of: location,
      deadline: .seconds(600))
    let log = folder + ".log"
    defer {
      remove(folder, location)
      _ = unlink(log)
    }
    let end = ContinuousClock.now.advanced(by: deadline)
    for command in commands {
      let left = max(.milliseconds(1), ContinuousClock.now.duration(to: end))
      let process = Subprocess(
        "sh", ["-c", Self.script, log, command], environment: environment, workingFolder: folder,
        deadline: left, leadsSession: true)
      do throws(SubprocessError) {
        let result = try process.run()
        if result.succeeded { continue }
        return failure(command, "it ended with \(Self.word(result.termination))", log)
      } catch {
        guard case .timedOut = error else { return failure(command, error.description, log) }
        let seconds = deadline.components.seconds
        let time = seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
        return failure(command, "it was stopped after \(time), which all commands share", log)
      }
    }
    return BotVerification(passed: true, log: nil)
  }

  /// Runs the command `$1` with its output in the file `$0`, and asks what it leaves running to end;
  /// what does not is ended with the session.
  private static let script = """
    exec > "$0" 2>&1
    sh -c "$1"
    status=$?
    trap '' TERM
    kill -TERM 0
    exit $status
    """

  private func remove(_ folder: String, _ location: RepositoryLocation) {
    // What is left behind is in a temporary folder, and 'git worktree prune' forgets it.
    do throws(GitError) {
      _ = try location.git.output(["worktree", "remove", "--force", folder], of: location)
    } catch {
      return
    }
  }

  private static func word(_ end: SubprocessResult.Termination) -> String {
    switch end {
    case .exited(let status): "status \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }

  /// The end of a file, however long it is.
  private static func end(of path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    do {
      defer { file.closeFile() }
      let size = try file.seekToEnd()
      try file.seek(toOffset: size - min(size, UInt64(logLimit * 4)))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    } catch {
      return ""
    }
  }

  private func failure(_ command: String, _ what: String, _ log: String) -> BotVerification {
    let output = Self.end(of: log)
    var end = redact(output)[...]
    while end.last?.isNewline == true { end.removeLast() }
    let tail = String(end.suffix(Self.logLimit - 1000))
    let fence = String(repeating: "`", count: max(4, Self.longestRun(of: "`", in: tail) + 1))
    let line = redact(command).split(whereSeparator: \.isNewline).joined(separator: " ")
    let heading =
      "**Not verified.** A command of `verify` did not pass on this commit: \(what).\n\n"
      + "    \(line.prefix(500))"
    return BotVerification(
      passed: false, log: tail.isEmpty ? heading : "\(heading)\n\n\(fence)\n\(tail)\n\(fence)",
      problem: "'\(line.prefix(200))' did not pass: \(what)" + Self.lastLines(of: tail))
  }

  private static func lastLines(of text: String) -> String {
    let lines = text.suffix(shown.characters).split(whereSeparator: \.isNewline)
    return lines.isEmpty
      ? "" : ":" + lines.suffix(shown.lines).map { "\n  \($0)" }.joined()
  }

  private static func longestRun(of character: Character, in text: String) -> Int {
    var longest = 0
    var run = 0
    for each in text {
      run = each == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
