import Foundation
import MigrateKit
import Testing

/// A folder with a plugin made for a test, and a way to run it; nothing of it may outlive the test.
final class PluginFixture {
  /// A folder whose path is in the command line of everything that the plugin starts.
  let folder: String
  let host: PluginHost
  /// Deadlines that a test can wait for.
  var limits = PluginLimits()

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/plugin-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/tmp", withIntermediateDirectories: true)
    host = PluginHost(
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      temporaryFolder: folder + "/tmp")
    limits.handshake = .seconds(20)
    limits.reply = .seconds(10)
    limits.faults = 1_000
  }

  deinit {
    host.end()
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      Issue.record("the folder of the test cannot be removed: \(error)")
    }
  }

  /// Writes an executable file.
  @discardableResult
  func write(_ name: String, _ text: String, mode: Int = 0o755) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Writes a plugin in Python; `script` is what stands after the imports.
  func python(_ script: String) throws -> PluginReference {
    PluginReference(
      name: "hostile", path: try write("hostile.py", "#!/usr/bin/env python3\n" + script))
  }

  func start(_ reference: PluginReference, repository: [String] = []) throws -> Plugin {
    try host.start(reference, repository: repository, limits: limits)
  }

  /// The error that starting a plugin throws.
  func refusal(_ reference: PluginReference, repository: [String] = []) -> String {
    do {
      _ = try start(reference, repository: repository)
      return "(started)"
    } catch {
      return "\(error)"
    }
  }

  /// Runs the plugin's rules on files, as one recipe.
  func plan(
    _ plugin: Plugin, _ files: [String: String], workers: Int = 1,
    platforms: FilePlatforms = FilePlatforms([.iOS: PlatformVersion(15)])
  ) throws -> RecipePlan {
    let recipe = Recipe(
      id: "hostile", title: "Hostile", commitSubject: "Be hostile", rules: plugin.rules)
    var request = Engine.Request(recipes: [recipe], platforms: { _ in platforms })
    request.workers = workers
    let plan = try Engine(request).plan(
      for: InMemoryProject(files.mapValues { Array($0.utf8) }))
    return try #require(plan.recipes.first)
  }

  /// The command lines of the processes that name the folder.
  func remains() throws -> [String] {
    #if os(Linux)
      let names = try FileManager.default.contentsOfDirectory(atPath: "/proc")
      return names.filter { Int32($0) != nil }.compactMap { name in
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
          return nil
        }
        let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let line = words.joined(separator: " ")
        return line.contains(folder) ? line : nil
      }
    #else
      let result = try Subprocess(
        "/bin/ps", ["-A", "-o", "args="], environment: [:]
      ).run()
      return String(decoding: result.standardOutput, as: UTF8.self)
        .split(separator: "\n").map(String.init).filter { $0.contains(folder) }
    #endif
  }

  /// Ends the plugins and expects that no process and no file of theirs is left.
  func expectNothingRemains(_ name: String = "") throws {
    host.end()
    #expect(try remains() == [], "\(name)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp")
    #expect(left == [], "\(name)")
  }
}
