import Foundation
import PackagePlugin

/// `swift package migrate-adaptation <command> …`: runs `migrate` on the package.
///
/// An installed program is used where there is one; otherwise one is built, in a folder of the
/// plugin's own, so that modules of the package's graph and those of `migrate` never meet.
@main
struct MigrateAdaptation: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let folder = context.package.directoryURL
    if let command = arguments.first(where: { !$0.hasPrefix("-") }),
      Self.writing.contains(command), !Self.isWritable(folder)
    {
      throw Failure(
        "'\(command)' writes to the package: run 'swift package"
          + " --allow-writing-to-package-directory migrate-adaptation \(command)'")
    }
    let environment = ProcessInfo.processInfo.environment
    let program = try installed(environment) ?? build(context, environment)
    let status = try Self.run(
      program, arguments.isEmpty ? ["help"] : arguments, in: folder, environment)
    if status != 0 {
      throw Failure("'migrate \(arguments.joined(separator: " "))' ended with status \(status)")
    }
  }

  /// The commands that write, which the sandbox of macOS allows only when asked.
  private static let writing = ["apply", "branch", "undo"]

  private static func isWritable(_ folder: URL) -> Bool {
    let probe = folder.appendingPathComponent(
      ".migrate-\(ProcessInfo.processInfo.globallyUniqueString)")
    guard FileManager.default.createFile(atPath: probe.path, contents: nil) else { return false }
    do { try FileManager.default.removeItem(at: probe) } catch { return false }
    return true
  }

  // MARK: Programs

  /// The program that `MIGRATE_PROGRAM` names, else one on `PATH`.
  private func installed(_ environment: [String: String]) throws -> URL? {
    if let path = environment["MIGRATE_PROGRAM"], !path.isEmpty {
      let program = URL(fileURLWithPath: path)
      guard Self.isOurs(program, environment) else {
        throw Failure("MIGRATE_PROGRAM: '\(path)' is no program called 'migrate' of this package")
      }
      return program
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let program = URL(fileURLWithPath: String(folder)).appendingPathComponent("migrate")
      // Other tools are called so, too.
      if Self.isOurs(program, environment) { return program }
    }
    return nil
  }

  private static func isOurs(_ program: URL, _ environment: [String: String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return false }
    let output = Pipe()
    let process = Process()
    process.executableURL = program
    process.arguments = ["--version"]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      let text = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let words = text.split(whereSeparator: \.isWhitespace)
      return process.terminationStatus == 0 && words.count == 2 && words[0] == "migrate"
    } catch {
      return false
    }
  }

  /// Builds the program from the package that the plugin came with.
  private func build(_ context: PluginContext, _ environment: [String: String]) throws -> URL {
    guard let package = Self.ownPackage(in: context.package) else {
      throw Failure("no 'migrate' is installed, and its package is not among the dependencies")
    }
    let scratch = context.pluginWorkDirectoryURL.appendingPathComponent("build")
    let program = scratch.appendingPathComponent("release/migrate")
    Diagnostics.remark(
      "no 'migrate' is installed: building one, which takes minutes the first time")
    let swift = try context.tool(named: "swift").url
    // The plugin is in a sandbox itself, and sandboxes do not nest.
    let arguments = [
      "build", "--package-path", package.directoryURL.path, "--scratch-path", scratch.path,
      "--cache-path", context.pluginWorkDirectoryURL.appendingPathComponent("cache").path,
      "--disable-sandbox", "--configuration", "release", "--product", "migrate",
    ]
    let status = try Self.run(swift, arguments, in: package.directoryURL, environment)
    guard status == 0, FileManager.default.isExecutableFile(atPath: program.path) else {
      throw Failure(
        "'migrate' cannot be built here: install it with 'Scripts/install' of its package, or name"
          + " the program in MIGRATE_PROGRAM")
    }
    return program
  }

  /// The package of this plugin in the graph of another one.
  private static func ownPackage(in root: Package) -> Package? {
    var pending = [root]
    var seen: Set<String> = []
    while let package = pending.popLast() {
      guard seen.insert(package.id).inserted else { continue }
      if package.targets.contains(where: { $0.name == "MigrateKit" }) { return package }
      pending += package.dependencies.map(\.package)
    }
    return nil
  }

  private static func run(
    _ program: URL, _ arguments: [String], in folder: URL, _ environment: [String: String]
  ) throws -> Int32 {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}

/// What went wrong, for a person.
private struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
