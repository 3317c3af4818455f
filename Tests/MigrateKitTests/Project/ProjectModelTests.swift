import Foundation
import MigrateKit
import Testing

@Suite struct ProjectModelTests {
  private let package = """
    import PackageDescription
    let package = Package(
      name: "Kit", platforms: [.iOS(.v15), .macOS(.v13)], targets: [.target(name: "Kit")])
    """

  @Test func overridesReplaceTheMinimumOfPlatformsThatTheFileIsBuiltFor() {
    let model = ProjectFixture(files: ["Package.swift": package])
      .model(
        sources: ["Sources/Kit/A.swift"],
        overrides: [.iOS: PlatformVersion(17), .tvOS: PlatformVersion(18)])
    #expect(
      model.platforms(of: "Sources/Kit/A.swift").minimums
        == [.iOS: PlatformVersion(17), .macOS: PlatformVersion(13)])
  }

  @Test func overridesAreAllThatIsKnownOfAFileOfNoProject() {
    let model = ProjectFixture(files: [:])
      .model(sources: ["A.swift"], overrides: [.iOS: PlatformVersion(17)])
    #expect(model.platforms(of: "A.swift").minimums == [.iOS: PlatformVersion(17)])
  }

  @Test func librariesKeepTheOldLookWhereEveryApplicationDoes() {
    func model(_ second: String) -> ProjectModel {
      var project = XcodeFixture()
      let old = "INFOPLIST_KEY_UIDesignRequiresCompatibility = YES;"
      project.addTarget("App", settings: [("Release", old)])
      project.addTarget("Other", settings: [("Release", second)])
      return ProjectFixture(files: [
        "App.xcodeproj/project.pbxproj": project.text, "Kit/Package.swift": package,
      ]).model(sources: ["Kit/Sources/Kit/A.swift"])
    }
    let old = "INFOPLIST_KEY_UIDesignRequiresCompatibility = YES;"
    #expect(model(old).platforms(of: "Kit/Sources/Kit/A.swift").requiresCompatibility)
    #expect(!model("").platforms(of: "Kit/Sources/Kit/A.swift").requiresCompatibility)
  }

  @Test func whatCannotBeReadIsAProblem() {
    let model = ProjectModel(paths: ["Package.swift", "Sources/A.swift"]) { _ in
      throw ProjectFixture.Missing()
    }
    #expect(model.problems.map(\.reason) == [.filesInNoTarget, .unreadable])
  }

  @Test func theOrderOfThePathsDoesNotMatter() throws {
    var project = XcodeFixture()
    project.add(
      toMainGroup: "G",
      "isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = \"<group>\"; ")
    project.addTarget("App", synchronized: ["G"])
    project.addTarget("Other", synchronized: ["G"])
    let files = ["App.xcodeproj/project.pbxproj": project.text, "Kit/Package.swift": package]
    let paths =
      files.keys.sorted() + (0..<40).map { "App/\($0).swift" } + ["Kit/Sources/Kit/A.swift"]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let encoded = try [paths, paths.reversed(), paths.shuffled()].map { paths in
      try encoder.encode(ProjectModel(paths: paths) { Array((files[$0] ?? "").utf8) })
    }
    #expect(Set(encoded).count == 1)
    let decoded = try JSONDecoder().decode(ProjectModel.self, from: encoded[0])
    #expect(decoded == ProjectModel(paths: paths) { Array((files[$0] ?? "").utf8) })
  }

  @Test func asksForProjectFilesOnly() {
    let paths = ["Package.swift", "Sources/Kit/A.swift", "README.md", "a/b.plist"]
    var asked: [String] = []
    _ = ProjectModel(paths: paths) { path in
      asked.append(path)
      return Array(package.utf8)
    }
    #expect(asked == ["Package.swift"])
  }

  @Test func readsOverridesAsTyped() throws {
    #expect(
      try MinimumOverride.parse(["ios=15", "visionOS=1.0", "iOS=19.0"])
        == [.iOS: PlatformVersion(26), .visionOS: PlatformVersion(1)])
    #expect(throws: MinimumOverrideError.noVersion("iOS")) { try MinimumOverride("iOS") }
    #expect(throws: MinimumOverrideError.unknownPlatform("iPod")) { try MinimumOverride("iPod=1") }
    for bad in ["", "x", "1.2.3.4", "-1", "0"] {
      #expect(throws: MinimumOverrideError.badVersion(bad, .iOS)) {
        try MinimumOverride("iOS=\(bad)")
      }
    }
  }
}
