/// The `git` program, for what libgit2 cannot do.
///
/// The child sees a scrubbed environment, takes no optional lock, runs no hook, no file system
/// monitor and no filter of the repository, and never asks on a terminal.
public struct GitProgram: Sendable {
  /// What the child sees.
  let environment: [String: String]

  /// Keeps of the caller's environment what git needs to find its configuration and credentials.
  public init(environment: [String: String]) {
    var scrubbed = environment.filter { Self.isPassed($0.key) }
    scrubbed["LC_ALL"] = "C"
    scrubbed["GIT_OPTIONAL_LOCKS"] = "0"
    scrubbed["GIT_TERMINAL_PROMPT"] = "0"
    // libgit2 knows no replacement objects, and both must read the same.
    scrubbed["GIT_NO_REPLACE_OBJECTS"] = "1"
    self.environment = scrubbed
  }

  private static let passed: Set<String> = [
    "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR",
    "SUDO_UID", "SSH_AUTH_SOCK", "SSH_ASKPASS", "GIT_ASKPASS", "GIT_SSH", "GIT_SSH_COMMAND",
    "GIT_SSL_CAINFO", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_EXEC_PATH", "DEVELOPER_DIR",
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT",
  ]

  private static func isPassed(_ name: String) -> Bool {
    passed.contains(name) || name.lowercased().hasSuffix("_proxy")
      || name.hasPrefix("GIT_CONFIG_KEY_") || name.hasPrefix("GIT_CONFIG_VALUE_")
  }

  /// The version of the program, such as `2.39.5`.
  ///
  /// - Throws: `GitError.Cause.gitProgram` when it cannot be run.
  public func version() throws(GitError) -> String {
    let result = try result(["version"], in: "/")
    let words = String(decoding: result.standardOutput, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    return words.count > 2 ? String(words[2]) : ""
  }

  /// The same program with further variables.
  func adding(_ variables: [String: String]) -> GitProgram {
    GitProgram(unchecked: environment.merging(variables) { $1 })
  }

  /// The same program without the filters that a configuration names, which `status` and `diff`
  /// would run on files whose contents they compare.
  func without(filters names: Set<String>) -> GitProgram {
    guard !names.isEmpty else { return self }
    var variables: [String: String] = [:]
    var count = environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    for name in names.sorted() {
      let silent = [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")]
      for (key, value) in silent {
        variables["GIT_CONFIG_KEY_\(count)"] = "filter.\(name).\(key)"
        variables["GIT_CONFIG_VALUE_\(count)"] = value
        count += 1
      }
    }
    variables["GIT_CONFIG_COUNT"] = String(count)
    return adding(variables)
  }

  private init(unchecked environment: [String: String]) {
    self.environment = environment
  }

  /// Runs git in a folder; any status is a result.
  ///
  /// - Parameter runsHooks: whether the hooks of the clone run, as they do for its owner.
  func result(
    _ arguments: [String], in folder: String, standardInput: [UInt8] = [],
    deadline: Duration = .seconds(120), runsHooks: Bool = false
  ) throws(GitError) -> SubprocessResult {
    let quiet = runsHooks ? [] : ["-c", "core.hooksPath=/dev/null"]
    let request = Subprocess(
      "git", quiet + ["-c", "core.fsmonitor=false"] + arguments, environment: environment,
      workingFolder: folder, deadline: deadline)
    do {
      return try request.run(standardInput: standardInput)
    } catch {
      throw GitError(.gitProgram, at: folder, error.description)
    }
  }

  /// Runs git on a repository and returns what it wrote; a status other than 0 is an error.
  func output(
    _ arguments: [String], of location: RepositoryLocation, standardInput: [UInt8] = [],
    deadline: Duration = .seconds(120)
  ) throws(GitError) -> [UInt8] {
    let result = try result(
      ["--git-dir=" + location.gitFolder] + arguments,
      in: location.workFolder ?? location.gitFolder, standardInput: standardInput,
      deadline: deadline)
    guard result.succeeded else {
      let verb = arguments.first { !$0.hasPrefix("-") } ?? ""
      throw GitError(
        .gitProgram, at: location.root, "'git \(verb)' failed: \(result.lastErrorLine)",
        remedy: "run 'git \(arguments.joined(separator: " "))' there to see why")
    }
    return result.standardOutput
  }
}
