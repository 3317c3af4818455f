import Foundation

/// Type-checks Swift code for Apple platforms on any machine with a swift.org toolchain for Linux.
///
/// The toolchain's standard library is compiled from its text for each platform, and the SDK is a
/// folder of declarations. Errors about availability are the compiler's own. The check goes as far
/// as flow: a missing `return` and a variable without a value are found. `#Preview` macros are left
/// out, since their expansion needs Apple's plug-ins; other macros of Apple's are unknown names.
public struct TypeChecker: Sendable {
  private let cache: ModuleCache

  /// Prepares checks; nothing is built before the first one.
  ///
  /// - Parameters:
  ///   - toolchain: the compiler and its interfaces.
  ///   - declarations: the folder of SDK declarations.
  ///   - cache: a folder for compiled modules; it is made where missing and may be shared.
  public init(toolchain: SwiftToolchain, declarations: String, cache: String) {
    self.cache = ModuleCache(toolchain: toolchain, declarations: declarations, folder: cache)
  }

  /// Some code and what it is to be compiled for.
  public struct Request: Hashable, Sendable {
    /// The files of one module, by the path to be named in diagnostics.
    public var files: [String: [UInt8]]
    /// The paths of the files to be checked; the others only declare what these use. Nil for all
    /// files, which are then checked for flow too.
    public var focus: Set<String>?
    /// The platform.
    public var platform: Platform
    /// The deployment target; versions below the lowest that is checked count as that.
    public var version: PlatformVersion
    /// The language mode: `5` or `6`.
    public var languageMode: String
    /// Compilation conditions that are true, such as `DEBUG`.
    public var conditions: [String]

    /// Makes a request.
    public init(
      files: [String: [UInt8]], focus: Set<String>? = nil, platform: Platform,
      version: PlatformVersion, languageMode: String = "5", conditions: [String] = []
    ) {
      self.files = files
      self.focus = focus
      self.platform = platform
      self.version = version
      self.languageMode = languageMode
      self.conditions = conditions
    }
  }

  /// What the compiler says of the code, in its order, notes included.
  ///
  /// - Throws: `TypeCheckError` when the compiler could not be asked, or crashed.
  public func diagnostics(
    for request: Request
  ) throws(TypeCheckError) -> [CompilerDiagnostic] {
    guard !request.files.isEmpty else { return [] }
    let folders = try cache.searchFolders(for: request.platform)
    let scratch = try Files.makeScratchFolder(beside: cache.folder + "/check")
    defer { Files.discard(scratch) }
    let pathByName = try write(request.files, to: scratch)
    let target = CompilerTarget(
      request.platform, request.version, architecture: cache.toolchain.architecture)
    var arguments = pathByName.keys.sorted().flatMap { name in
      request.focus?.contains(pathByName[name] ?? "") == true ? ["-primary-file", name] : [name]
    }
    if pathByName["main.swift"] == nil { arguments.append("-parse-as-library") }
    arguments += ["-target", target.triple, "-module-name", "Checked"]
    arguments += ["-swift-version", request.languageMode]
    arguments += request.conditions.map { "-D\($0)" }
    arguments += Frontend.interoperability + folders.flatMap { ["-I", $0] }
    let said = try run(arguments, checksFlow: request.focus == nil, in: scratch)
    return said.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.path = pathByName[diagnostic.path] ?? diagnostic.path
      return diagnostic
    }
  }

  /// Checks flow too, and types alone where the compiler cannot go that far without Apple's SDK.
  private func run(
    _ arguments: [String], checksFlow: Bool, in folder: String
  ) throws(TypeCheckError) -> [CompilerDiagnostic] {
    let frontend = Frontend(toolchain: cache.toolchain, headerModules: cache.headerModules)
    let onlyTypes = ["-typecheck"] + arguments
    guard checksFlow else {
      return try frontend.run(onlyTypes, in: folder, deadline: .seconds(600))
    }
    do throws(TypeCheckError) {
      return try frontend.run(
        ["-emit-sil", "-o", "/dev/null"] + arguments, in: folder, deadline: .seconds(600))
    } catch .compiler {
      return try frontend.run(onlyTypes, in: folder, deadline: .seconds(600))
    } catch {
      throw error
    }
  }

  /// Writes the files under names without meaning, and returns their paths by name.
  private func write(
    _ files: [String: [UInt8]], to folder: String
  ) throws(TypeCheckError) -> [String: String] {
    var pathByName: [String: String] = [:]
    for (index, path) in files.keys.sorted().enumerated() {
      let isMain = path == "main.swift" || path.hasSuffix("/main.swift")
      let name = isMain && pathByName["main.swift"] == nil ? "main.swift" : "\(index).swift"
      pathByName[name] = path
      let bytes = PreviewMacros.blanked(in: files[path] ?? [])
      do {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
      } catch {
        throw .file(path: "\(folder)/\(name)", reason: error.localizedDescription)
      }
    }
    return pathByName
  }

  /// The errors in the code, in the compiler's order.
  ///
  /// - Throws: `TypeCheckError` when the compiler could not be asked, or crashed.
  public func errors(in request: Request) throws(TypeCheckError) -> [CompilerDiagnostic] {
    try diagnostics(for: request).filter { $0.severity == .error }
  }
}

extension TypeChecker {
  /// Where the SDK declarations may lie, the likeliest first: beside an installed program, in the
  /// folder it shares, and in the package of a program that was just built.
  ///
  /// - Parameter programFolder: the folder of the program itself, links resolved.
  public static func declarationFolderCandidates(programFolder: String) -> [String] {
    [
      programFolder + "/SDK",
      programFolder + "/../share/migrate/SDK",
      programFolder + "/../../../Tests/MigrateKitTests/SDK",
    ]
  }

  /// The folder of SDK declarations that belongs to a program, nil when it is missing.
  ///
  /// - Parameter programPath: the path of the program's file; links are followed.
  public static func declarationsFolder(programPath: String) -> String? {
    RecipeFolder.resolved(parentOf: programPath)
      .flatMap(declarationFolderCandidates(programFolder:))
      .first { FileManager.default.fileExists(atPath: $0 + "/" + DeclaredModule.listName) }
  }
}
