import Foundation
import MigrateKit
import Testing

/// A real repository in a temporary folder, made by the git program and removed at the end.
final class TemporaryRepository {
  /// The folder that holds everything of the test, the home folder too.
  let container: String
  /// The root of the working tree, or the bare repository.
  let path: String
  /// What the git program sees; also the environment to pass to the library.
  var environment: [String: String]

  /// Makes `<container>/app`; `arguments` go to `git init`.
  init(_ arguments: [String] = [], identity: Bool = true) throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    container = base + "/migrate-" + UUID().uuidString
    path = container + "/app"
    let home = container + "/home"
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true)
    environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home,
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": home + "/.gitconfig",
    ]
    var config =
      "[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n[core]\n\tfsync = none\n"
    if identity { config += "[user]\n\tname = Ada Test\n\temail = ada@example.org\n" }
    try config.write(toFile: home + "/.gitconfig", atomically: true, encoding: .utf8)
    try git(["init", "-q"] + arguments + [path], in: container)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: container)
  }

  /// Runs git and returns its output without the final newline.
  @discardableResult
  func git(
    _ arguments: [String], in folder: String? = nil, input: String = ""
  ) throws -> String {
    var seen = environment
    seen["GIT_AUTHOR_DATE"] = "1700000000 +0100"
    seen["GIT_COMMITTER_DATE"] = "1700000000 +0100"
    let result = try Subprocess(
      "git", arguments, environment: seen, workingFolder: folder ?? path
    ).run(standardInput: Array(input.utf8))
    guard result.succeeded else {
      throw TestFailure(
        "git \(arguments): \(String(decoding: result.standardError, as: UTF8.self))")
    }
    let output = result.standardOutput
    return String(decoding: output.last == 0x0A ? output.dropLast() : output[...], as: UTF8.self)
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String { try git(arguments) }

  /// Writes a file below the root, with its folders.
  func write(_ file: String, _ text: String) throws {
    try write(file, bytes: Array(text.utf8))
  }

  func write(_ file: String, bytes: [UInt8]) throws {
    let full = path + "/" + file
    try FileManager.default.createDirectory(
      atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: full))
  }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: path + "/" + file, encoding: .utf8)
  }

  /// Stages everything and commits it.
  @discardableResult
  func commitAll(_ message: String = "change") throws -> String {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
    return try git("rev-parse", "HEAD")
  }

  func open(_ folder: String? = nil) throws -> Repository {
    try Repository(at: folder ?? path, environment: environment)
  }

  /// Everything that a run must leave alone: files, index, HEAD, configuration.
  func untouchables() throws -> String {
    let result = try Subprocess(
      "sh",
      [
        "-c",
        """
        find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 cksum
        cksum .git/index .git/HEAD .git/config
        """,
      ], environment: environment, workingFolder: path
    ).run()
    return String(decoding: result.standardOutput, as: UTF8.self)
  }

  /// Lets the git program check everything that was written.
  func check(_ folder: String? = nil) throws {
    try git(["fsck", "--strict", "--no-dangling", "--full"], in: folder)
  }
}

/// A test's own error.
struct TestFailure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// The error that a closure throws, when it is git's.
func gitError(_ body: () throws -> Void) -> GitError? {
  do {
    try body()
    return nil
  } catch {
    return error as? GitError
  }
}
