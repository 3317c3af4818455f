import Foundation
import Synchronization

/// The compiled modules of the standard library and of the SDK declarations, one set for each
/// platform, kept between runs.
///
/// The name of a set is made of everything it was compiled from, so a set never goes stale. Sets
/// are built under another name and renamed, so that processes can share a cache.
final class ModuleCache: Sendable {
  let toolchain: SwiftToolchain
  let declarations: String
  let folder: String
  private let sets: [Platform: PlatformSet]

  init(toolchain: SwiftToolchain, declarations: String, folder: String) {
    self.toolchain = toolchain
    self.declarations = declarations
    self.folder = folder
    sets = Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, PlatformSet()) })
  }

  /// What one platform's modules are found in; one thread builds them, the others wait.
  private final class PlatformSet: Sendable {
    let folders = Mutex<[String]?>(nil)
  }

  /// The folder for modules that the compiler makes of C headers.
  var headerModules: String { folder + "/headers" }

  /// The folders to search for a platform's modules; they are built where they are missing.
  ///
  /// - Throws: what kept a module from being built.
  func searchFolders(for platform: Platform) throws(TypeCheckError) -> [String] {
    guard let set = sets[platform] else { return [] }
    let result = set.folders.withLock { known -> Result<[String], TypeCheckError> in
      if let known { return .success(known) }
      do throws(TypeCheckError) {
        let folders = try build(platform)
        known = folders
        return .success(folders)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func build(_ platform: Platform) throws(TypeCheckError) -> [String] {
    try Files.makeFolder(folder)
    let target = CompilerTarget(lowestOf: platform, architecture: toolchain.architecture)
    var digest = ContentDigest()
    digest.add(Self.revision)
    digest.add(target.triple)
    var interfaces: [(module: String, text: String)] = []
    for module in SwiftToolchain.standardModules {
      let text = try Files.text(of: toolchain.interface(of: module))
      digest.add(text)
      interfaces.append((module, text))
    }
    let standard = "\(folder)/\(platform.rawValue)-library-\(digest.name)"
    if !Files.isFolder(standard) {
      let scratch = try Files.makeScratchFolder(beside: standard)
      do throws(TypeCheckError) {
        for (module, text) in interfaces {
          try compile(standardModule: module, text, for: target, into: scratch)
        }
      } catch {
        Files.discard(scratch)
        throw error
      }
      try Files.publish(scratch, as: standard)
    }

    let modules = try DeclaredModule.all(in: declarations).filter {
      $0.platforms.contains(platform)
    }
    var texts: [(module: DeclaredModule, text: String)] = []
    for module in modules {
      let text = try module.interface()
      digest.add(module.name)
      digest.add(text)
      texts.append((module, text))
    }
    let declared = "\(folder)/\(platform.rawValue)-declarations-\(digest.name)"
    if !Files.isFolder(declared) {
      let scratch = try Files.makeScratchFolder(beside: declared)
      do throws(TypeCheckError) {
        for (module, text) in texts {
          try compile(module, text, for: target, library: standard, into: scratch)
        }
      } catch {
        Files.discard(scratch)
        throw error
      }
      try Files.publish(scratch, as: declared)
    }
    return [standard, declared]
  }

  /// Raised when modules are compiled in another way.
  private static let revision = "1"

  /// Compiles a module of the standard library for an Apple platform, without its bodies.
  private func compile(
    standardModule module: String, _ interface: String, for target: CompilerTarget,
    into scratch: String
  ) throws(TypeCheckError) {
    let text = interface.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("@backDeployed(before") }.joined(separator: "\n")
    var flags: [String] = []
    for line in text.split(separator: "\n").prefix(8) {
      for header in ["// swift-module-flags: ", "// swift-module-flags-ignorable: "]
      where line.hasPrefix(header) {
        flags += line.dropFirst(header.count).split(separator: " ").map(String.init)
      }
    }
    while let index = flags.firstIndex(of: "-target"), index + 1 < flags.count {
      flags.removeSubrange(index...(index + 1))
    }
    try compile(
      text, module: module,
      flags + [
        "-disable-implicit-concurrency-module-import",
        "-disable-implicit-string-processing-module-import",
      ], for: target, search: [scratch], into: scratch)
  }

  private func compile(
    _ module: DeclaredModule, _ interface: String, for target: CompilerTarget, library: String,
    into scratch: String
  ) throws(TypeCheckError) {
    try compile(
      interface, module: module.name,
      ["-module-name", module.name, "-swift-version", "5"] + Frontend.interoperability,
      for: target, search: [library, scratch], into: scratch)
  }

  /// Bodies are skipped: they are most of the work, and nothing is run.
  private func compile(
    _ text: String, module: String, _ flags: [String], for target: CompilerTarget,
    search: [String], into scratch: String
  ) throws(TypeCheckError) {
    let source = "\(scratch)/\(module).swiftinterface"
    try Files.write(text, to: source)
    try Files.makeFolder("\(scratch)/\(module).swiftmodule")
    let arguments =
      ["-emit-module", source, "-target", target.triple] + flags
      + ["-experimental-skip-all-function-bodies", "-disable-availability-checking"]
      + search.flatMap { ["-I", $0] }
      + ["-o", "\(scratch)/\(module).swiftmodule/\(target.moduleFileName).swiftmodule"]
    let frontend = Frontend(toolchain: toolchain, headerModules: headerModules)
    let problems = try frontend.run(arguments, in: scratch, deadline: .seconds(300))
      .filter { $0.severity == .error }
    guard problems.isEmpty else {
      throw .declarations(
        module: module, platform: target.platform, problems: problems.map(\.description))
    }
    Files.discard(source)
  }
}
