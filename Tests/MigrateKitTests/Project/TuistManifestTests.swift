import MigrateKit
import Testing

@Suite struct TuistManifestTests {
  @Test func readsTargetsWithTheConstantsOfHelpers() {
    let files = [
      "Project.swift": """
      import ProjectDescription
      import ProjectDescriptionHelpers

      let name = "App"
      let information: [String: Plist.Value] = ["UIDesignRequiresCompatibility": .boolean(true)]

      let project = Project(
        name: name,
        targets: [
          .target(
            name: name, destinations: [.iPhone, .iPad, .macCatalyst, .macWithiPadDesign],
            product: .app, bundleId: "a", deploymentTargets: .iOS("15.0"),
            infoPlist: .extendingDefault(with: information),
            sources: ["App/**", .glob("Shared/**/*.swift", excluding: ["Shared/Old/**"])],
            dependencies: [.target(name: "Kit")]),
          Target.target(
            name: "Kit", destinations: .app, product: .framework, bundleId: "b",
            deploymentTargets: Oldest.versions, buildableFolders: ["Kit"]),
          Target(
            name: "Old", platform: .tvOS, product: .unitTests, bundleId: "c",
            deploymentTarget: .tvOS(targetVersion: "16.0"), sources: "Old/**"),
        ])
      """,
      "Tuist/ProjectDescriptionHelpers/Oldest.swift": """
      import ProjectDescription
      let oldest = "17.0"
      enum Oldest {
        static let versions = DeploymentTargets.multiplatform(iOS: oldest, macOS: "14.0")
      }
      extension Set where Element == Destination {
        static var app: Destinations { [.iPhone, .mac] }
      }
      """,
    ]
    let model = ProjectFixture(files: files).model(
      sources: [
        "App/A.swift", "Shared/S.swift", "Shared/Old/O.swift", "Kit/a/K.swift", "Old/T.swift",
      ])
    #expect(
      model.platforms(of: "App/A.swift")
        == FilePlatforms(
          [.iOS: .init(15), .macCatalyst: .init(15)], requiresCompatibility: true))
    #expect(model.targets(of: "Shared/S.swift").map(\.name) == ["App"])
    #expect(model.targets(of: "Shared/Old/O.swift") == [])
    #expect(
      model.platforms(of: "Kit/a/K.swift").minimums == [.iOS: .init(17), .macOS: .init(14)])
    #expect(model.targets(of: "Old/T.swift").map(\.kind) == [.test])
    #expect(model.platforms(of: "Old/T.swift").minimums == [.tvOS: .init(16)])
  }

  @Test func assumesWhatIsStatedAnywhereWhenFunctionsMakeTheTargets() {
    let files = [
      "Features/Login/Project.swift": """
      import ProjectDescription
      import ProjectDescriptionHelpers
      let project = Project.feature(name: "Login")
      """,
      "Tuist/ProjectDescriptionHelpers/Project+Feature.swift": """
      import ProjectDescription
      extension Project {
        static func feature(
          name: String, oldest: DeploymentTargets = .multiplatform(iOS: "15.0")
        ) -> Project {
          Project(name: name, targets: [
            .target(
              name: name, destinations: .iOS, product: .framework, bundleId: "a.\\(name)",
              deploymentTargets: .iOS("16.0"), sources: ["Sources/**"])
          ])
        }
      }
      """,
    ]
    let model = ProjectFixture(files: files).model(sources: ["Features/Login/Sources/L.swift"])
    #expect(model.platforms(of: "Features/Login/Sources/L.swift").minimums == [.iOS: .init(15)])
    #expect(model.problems.map(\.reason) == [.notLiteral])
  }

  @Test func aSourceFileOfThatNameIsNoManifest() {
    let model = ProjectFixture(files: ["App/Project.swift": "struct Project { let name = 1 }"])
      .model()
    #expect(model.targets == [])
  }
}
