import MigrateKit
import Testing

@Suite struct PackageManifestTests {
  private func model(_ manifest: String, sources: [String]) -> ProjectModel {
    ProjectFixture(files: ["Kit/Package.swift": manifest]).model(sources: sources)
  }

  @Test func readsPlatformsInEveryForm() {
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let oldest: [SupportedPlatform] = [
        .iOS(.v15), .macOS("13.3"), .macCatalyst(.v15), .custom("xros", versionString: "1.3"),
        .tvOS(SupportedPlatform.TVOSVersion.v16), .macOS(.v10_15),
      ]
      let package = Package(
        name: "Kit", platforms: oldest, products: [.library(name: "Kit", targets: ["Kit"])],
        targets: [.target(name: "Kit")])
      """
    let model = model(manifest, sources: ["Kit/Sources/Kit/A.swift"])
    #expect(
      model.platforms(of: "Kit/Sources/Kit/A.swift").minimums == [
        .iOS: PlatformVersion(15), .macOS: PlatformVersion(10, 15),
        .macCatalyst: PlatformVersion(15), .visionOS: PlatformVersion(1, 3),
        .tvOS: PlatformVersion(16),
      ])
    #expect(model.problems == [])
  }

  @Test func findsTheFilesOfTargets() {
    let manifest = """
      import PackageDescription
      let package = Package(
        name: "Kit", platforms: [.iOS(.v16)],
        targets: [
          .target(name: "Kit", dependencies: [.target(name: "Core")], exclude: ["Old"]),
          .target(name: "Core", path: "Other/Core", sources: ["In", "One.swift"]),
          .testTarget(name: "KitTests", dependencies: ["Kit"]),
          .macro(name: "Macros"),
        ])
      """
    let model = model(
      manifest,
      sources: [
        "Kit/Sources/Kit/A.swift", "Kit/Sources/Kit/Old/B.swift", "Kit/Other/Core/In/C.swift",
        "Kit/Other/Core/One.swift", "Kit/Other/Core/Two.swift", "Kit/Tests/KitTests/T.swift",
        "Kit/Sources/Macros/M.swift", "Elsewhere/E.swift",
      ])
    let names = { (path: String) in model.targets(of: path).map(\.name) }
    #expect(names("Kit/Sources/Kit/A.swift") == ["Kit"])
    #expect(names("Kit/Sources/Kit/Old/B.swift") == [])
    #expect(names("Kit/Other/Core/In/C.swift") == ["Core"])
    #expect(names("Kit/Other/Core/One.swift") == ["Core"])
    #expect(names("Kit/Other/Core/Two.swift") == [])
    #expect(names("Kit/Tests/KitTests/T.swift") == ["KitTests"])
    #expect(model.platforms(of: "Kit/Sources/Macros/M.swift").minimums == [.macOS: .init(0)])
    #expect(model.platforms(of: "Kit/Sources/Kit/Old/B.swift").minimums == [.iOS: .init(16)])
    #expect(!model.platforms(of: "Elsewhere/E.swift").isKnown)
    #expect(
      model.problems.map(\.path) == ["", "Kit"]
        && model.problems.allSatisfy { $0.reason == .filesInNoTarget })
  }

  @Test func aPackageWithoutPlatformsMayBeBuiltForAll() {
    let model = model(
      "import PackageDescription\nlet package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])",
      sources: ["Kit/Sources/A.swift"])
    #expect(
      model.platforms(of: "Kit/Sources/A.swift").platforms == Platform.allCases)
    #expect(model.problems.map(\.reason) == [.noPlatform])
  }

  @Test func noNestingTraps() {
    let deep = [
      "let a = x" + String(repeating: ".b", count: 20_000),
      "let a = " + String(repeating: "[", count: 20_000),
      "let a = " + String(repeating: "f(", count: 20_000),
      "let a = " + String(repeating: "a<", count: 20_000),
      "let a = " + String(repeating: "try ", count: 20_000),
      String(repeating: "#if a\n", count: 30_000),
      "let package = Package(platforms: package)\nlet b = a\nlet a = b",
    ]
    for text in deep {
      _ = model(text, sources: ["Kit/Sources/A.swift"])
    }
  }
}
