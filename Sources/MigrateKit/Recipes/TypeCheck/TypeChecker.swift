import Foundation

/// Type-checks Swift code for Apple platforms on any machine with a swift.org toolchain for Linux.
///
/// The toolchain's standard library is compiled from its text for each platform, and the SDK is a
/// folder of declarations. Errors about availability are the compiler's own. What the code does
/// when it runs is not looked at, nor are the checks that need function bodies in SIL form, such
/// as definite initialisation.
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
      files: [String: [UInt8]], platform: Platform, version: PlatformVersion,
      languageMode: String = "5", conditions: [String] = []
    ) {
      self.files = files
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
    var pathByName: [String: String] = [:]
    for (index, path) in request.files.keys.sorted().enumerated() {
      let isMain = path == "main.swift" || path.hasSuffix("/main.swift")
      let name = isMain && !pathByName.keys.contains("main.swift") ? "main.swift" : "\(index).swift"
      pathByName[name] = path
      do {
        try Data(request.files[path] ?? []).write(to: URL(filePath: "\(scratch)/\(name)"))
      } catch {
        throw .file(path: "\(scratch)/\(name)", reason: error.localizedDescription)
      }
    }
    let target = CompilerTarget(
      request.platform, request.version, architecture: cache.toolchain.architecture)
    var arguments = ["-typecheck"] + pathByName.keys.sorted()
    if pathByName["main.swift"] == nil { arguments.append("-parse-as-library") }
    arguments += ["-target", target.triple, "-module-name", "Checked"]
    arguments += ["-swift-version", request.languageMode]
    arguments += request.conditions.map { "-D\($0)" }
    arguments += Frontend.interoperability + folders.flatMap { ["-I", $0] }
    let frontend = Frontend(toolchain: cache.toolchain, headerModules: cache.headerModules)
    return try frontend.run(arguments, in: scratch, deadline: .seconds(600)).map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.path = pathByName[diagnostic.path] ?? diagnostic.path
      return diagnostic
    }
  }

  /// The errors in the code, in the compiler's order.
  ///
  /// - Throws: `TypeCheckError` when the compiler could not be asked, or crashed.
  public func errors(in request: Request) throws(TypeCheckError) -> [CompilerDiagnostic] {
    try diagnostics(for: request).filter { $0.severity == .error }
  }
}
