// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Where the SwiftSyntax family comes from: the modules and shared libraries that a swift.org
/// toolchain ships, or the `swift-syntax` package. `MIGRATE_SWIFT_SYNTAX` chooses: `toolchain`,
/// `package`, or the path of a checkout; unset, the toolchain is used where it has the modules.
enum SyntaxSource {
  case toolchain(host: String)
  case package
  case checkout(String)

  static func chosen() -> SyntaxSource {
    let choice = Context.environment["MIGRATE_SWIFT_SYNTAX"] ?? ""
    switch choice {
    case "package": return .package
    case "", "toolchain":
      if let host = toolchainHostFolder() { return .toolchain(host: host) }
      return .package
    default: return .checkout(choice)
    }
  }

  /// `lib/swift/host` of the toolchain that compiled this manifest, else of the one on `PATH`.
  static func toolchainHostFolder() -> String? {
    var candidates: [String] = []
    if let library = manifestLibraryPath() {
      // <toolchain>/usr/lib/swift/pm/ManifestAPI/libPackageDescription.so
      var folder = URL(fileURLWithPath: library).resolvingSymlinksInPath()
      for _ in 0..<3 { folder.deleteLastPathComponent() }
      candidates.append(folder.appendingPathComponent("host").path)
    }
    for folder in (Context.environment["PATH"] ?? "").split(separator: ":") {
      let compiler = URL(fileURLWithPath: String(folder)).appendingPathComponent("swiftc")
      guard FileManager.default.isExecutableFile(atPath: compiler.path) else { continue }
      let usr = compiler.resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent()
      candidates.append(usr.appendingPathComponent("lib/swift/host").path)
    }
    return candidates.first {
      FileManager.default.fileExists(atPath: $0 + "/SwiftParser.swiftmodule")
    }
  }

  /// The file that `PackageDescription` was loaded from.
  static func manifestLibraryPath() -> String? {
    #if canImport(Darwin)
      var image = Dl_info()
      let metadata = unsafeBitCast(Package.self as AnyClass, to: UnsafeRawPointer.self)
      guard dladdr(metadata, &image) != 0, let name = image.dli_fname else { return nil }
      return String(cString: name)
    #else
      guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else {
        return nil
      }
      let line = maps.split(separator: "\n").first { $0.contains("libPackageDescription") }
      guard let line, let start = line.firstIndex(of: "/") else { return nil }
      return String(line[start...])
    #endif
  }
}

let syntaxModules = [
  "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftOperators",
  "SwiftBasicFormat",
]

var packageDependencies: [Package.Dependency] = []
var syntaxDependencies: [Target.Dependency] = []
var syntaxSwiftSettings: [SwiftSetting] = []
var syntaxLinkerSettings: [LinkerSetting] = []

// Installed programs find every library under their own prefix, never in a build folder.
let isInstallBuild = Context.environment["MIGRATE_INSTALL_BUILD"] != nil

switch SyntaxSource.chosen() {
case .toolchain(let host):
  syntaxSwiftSettings = [.unsafeFlags(["-I", host])]
  syntaxLinkerSettings = [.unsafeFlags(["-L", host])]
  if !isInstallBuild {
    syntaxLinkerSettings.append(.unsafeFlags(["-Xlinker", "-rpath", "-Xlinker", host]))
  }
  syntaxLinkerSettings += syntaxModules.map { .linkedLibrary($0) }
case .package:
  packageDependencies = [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"700.0.0")
  ]
  syntaxDependencies = syntaxModules.map { .product(name: $0, package: "swift-syntax") }
case .checkout(let path):
  packageDependencies = [.package(name: "swift-syntax", path: path)]
  syntaxDependencies = syntaxModules.map { .product(name: $0, package: "swift-syntax") }
}

if isInstallBuild {
  #if os(Linux)
    syntaxLinkerSettings.append(
      .unsafeFlags([
        "-no-toolchain-stdlib-rpath", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/migrate",
      ]))
  #else
    syntaxLinkerSettings.append(
      .unsafeFlags(["-Xlinker", "-rpath", "-Xlinker", "@executable_path/../lib/migrate"]))
  #endif
}

var swiftSettings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
  ] + syntaxSwiftSettings
// Dependents that use this package by path must not inherit this, so only CI asks for it.
if Context.environment["MIGRATE_WARNINGS_AS_ERRORS"] != nil {
  swiftSettings.append(.treatAllWarnings(as: .error))
}

let package = Package(
  name: "migrate",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "migrate", targets: ["migrate"]),
    .library(name: "MigrateKit", targets: ["MigrateKit"]),
    .plugin(name: "migrate-adaptation", targets: ["MigrateAdaptation"]),
  ],
  dependencies: packageDependencies,
  targets: [
    .systemLibrary(
      name: "CGit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(
      name: "MigrateKit",
      dependencies: ["CGit2", "CYAML"] + syntaxDependencies,
      path: ".",
      exclude: [
        "Benchmarks", "CONTRIBUTING.md", "Documentation", "LICENSE", "Package.swift", "Plugins",
        "README.md", "Samples", "Scripts", "Sources/CGit2", "Sources/CYAML", "Sources/migrate",
        "Tests",
      ],
      sources: ["Sources/MigrateKit"],
      resources: [.copy("Recipes")],
      swiftSettings: swiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .executableTarget(
      name: "migrate",
      dependencies: ["MigrateKit"],
      swiftSettings: swiftSettings,
      linkerSettings: syntaxLinkerSettings),
    // No dependencies: the plugin runs an installed program, or builds one apart from the graph
    // of the package that uses it. 'swift package migrate' is a verb of SwiftPM.
    .plugin(
      name: "MigrateAdaptation",
      capability: .command(
        intent: .custom(
          verb: "migrate-adaptation",
          description: "Run 'migrate' on the package: scan, preview, apply, branch, …"))),
    // An example, and what the tests talk to.
    .executableTarget(
      name: "brand-bar-plugin",
      dependencies: ["MigrateKit"],
      path: "Samples/Plugins/swift",
      swiftSettings: swiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .testTarget(
      name: "MigrateKitTests",
      dependencies: ["MigrateKit", "migrate", "brand-bar-plugin"],
      exclude: ["SDK"],
      swiftSettings: swiftSettings,
      linkerSettings: syntaxLinkerSettings),
  ]
)
