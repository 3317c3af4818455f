import Foundation

/// The parts of an installed Swift toolchain that type-checking for Apple platforms needs.
///
/// A toolchain for Linux ships its standard library as text, which can be compiled for any
/// platform; an Xcode toolchain does not.
public struct SwiftToolchain: Hashable, Sendable {
  /// The path of `swift-frontend`.
  public let frontend: String
  /// The folder with the textual interfaces, one `.swiftmodule` folder for each module.
  public let interfaces: String
  /// The processor that the interfaces were printed for.
  public let architecture: Architecture

  /// A processor that interfaces can be printed for.
  public enum Architecture: String, Hashable, Sendable, CaseIterable {
    case x86_64
    case aarch64

    /// The name in the triples of Apple platforms.
    var appleName: String { self == .aarch64 ? "arm64" : rawValue }
  }

  /// The modules of the standard library that are needed, each after those it imports.
  static let standardModules = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing"]

  /// Looks at the toolchain that a compiler belongs to.
  ///
  /// - Parameter compiler: the path of `swiftc`, `swift` or `swift-frontend`; links are followed.
  /// - Throws: `TypeCheckError.noToolchain` or `.noInterfaces` with what is missing.
  public init(compiler: String) throws(TypeCheckError) {
    let programs = URL(filePath: compiler).resolvingSymlinksInPath().deletingLastPathComponent()
    let frontend = programs.appending(path: "swift-frontend").path
    guard FileManager.default.isExecutableFile(atPath: frontend) else {
      throw .noToolchain(searched: compiler)
    }
    let library = programs.deletingLastPathComponent().appending(path: "lib/swift/linux").path
    let found = Architecture.allCases.first { architecture in
      Self.standardModules.allSatisfy { module in
        FileManager.default.isReadableFile(
          atPath: Self.interface(of: module, for: architecture, in: library))
      }
    }
    guard let architecture = found else { throw .noInterfaces(folder: library) }
    self.frontend = frontend
    self.interfaces = library
    self.architecture = architecture
  }

  /// Looks at the first toolchain in the folders of a search path.
  ///
  /// - Parameter searchPath: folders separated by colons, the value of `PATH`.
  /// - Throws: `TypeCheckError.noToolchain` or `.noInterfaces` with what is missing.
  public init(searchPath: String) throws(TypeCheckError) {
    for folder in searchPath.split(separator: ":") {
      let compiler = String(folder) + "/swiftc"
      guard FileManager.default.isExecutableFile(atPath: compiler) else { continue }
      try self.init(compiler: compiler)
      return
    }
    throw .noToolchain(searched: searchPath)
  }

  /// The path of a module's textual interface.
  func interface(of module: String) -> String {
    Self.interface(of: module, for: architecture, in: interfaces)
  }

  private static func interface(
    of module: String, for architecture: Architecture, in folder: String
  ) -> String {
    "\(folder)/\(module).swiftmodule/\(architecture.rawValue)-unknown-linux-gnu.swiftinterface"
  }
}
