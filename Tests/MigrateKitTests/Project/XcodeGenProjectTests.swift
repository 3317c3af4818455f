import MigrateKit
import Testing

@Suite struct XcodeGenProjectTests {
  private func names(_ model: ProjectModel, _ path: String) -> [String] {
    model.targets(of: path).map(\.name)
  }

  @Test func readsTargetsPlatformsAndSources() {
    let spec = """
      name: App
      options:
        deploymentTarget: {iOS: '17.6', macOS: 14.6}
      settings:
        SUPPORTS_MACCATALYST: false
      targets:
        App:
          type: application
          platform: iOS
          sources:
            - App/Sources
            - path: Shared
              excludes: ["Old/**", "*Mock.swift"]
            - path: Scripts
              buildPhase: none
          info: {path: App/Info.plist, properties: {UIDesignRequiresCompatibility: true}}
        Kit:
          type: framework
          platform: [iOS, tvOS]
          deploymentTarget: {tvOS: 16.0}
          sources: Shared
        Mac:
          type: tool
          platform: macOS
          deploymentTarget: "13.0"
          sources: [{path: Tool, includes: ["**/*.swift"]}]
      """
    let model = ProjectFixture(files: ["ios/project.yml": spec]).model(
      sources: [
        "ios/App/Sources/A.swift", "ios/Shared/S.swift", "ios/Shared/Old/O.swift",
        "ios/Shared/AMock.swift", "ios/Scripts/X.swift", "ios/Tool/a/T.swift",
      ])
    #expect(names(model, "ios/App/Sources/A.swift") == ["App"])
    #expect(model.platforms(of: "ios/App/Sources/A.swift").minimums == [.iOS: .init(17, 6)])
    #expect(model.platforms(of: "ios/App/Sources/A.swift").requiresCompatibility)
    #expect(names(model, "ios/Shared/S.swift") == ["App", "Kit_iOS", "Kit_tvOS"])
    #expect(
      model.platforms(of: "ios/Shared/S.swift").minimums
        == [.iOS: .init(17, 6), .tvOS: .init(16)])
    #expect(names(model, "ios/Shared/Old/O.swift") == ["Kit_iOS", "Kit_tvOS"])
    #expect(names(model, "ios/Shared/AMock.swift") == ["Kit_iOS", "Kit_tvOS"])
    #expect(names(model, "ios/Scripts/X.swift") == [])
    #expect(model.platforms(of: "ios/Tool/a/T.swift").minimums == [.macOS: .init(13)])
    #expect(model.problems.map(\.reason) == [.filesInNoTarget])
  }

  @Test func followsIncludesTemplatesGroupsAndConfigurationFiles() {
    let files = [
      "project.yml": """
      name: App
      include:
        - path: App/Supporting/target.yml
        - Missing.yml
      configs: {Dev: debug, Prod: release}
      configFiles: {Dev: Config/Dev.xcconfig}
      settingGroups:
        platforms:
          base: {IPHONEOS_DEPLOYMENT_TARGET: 16.0}
          configs: {prod: {IPHONEOS_DEPLOYMENT_TARGET: 16.4}}
      targetTemplates:
        Module:
          type: framework
          platform: auto
          supportedDestinations: [iOS, macCatalyst, visionOS]
          sources: ["Modules/${target_name}/Sources"]
          settings: {groups: [platforms]}
      targets:
        Login: {templates: [Module], settings: {base: {XROS_DEPLOYMENT_TARGET: 1.2}}}
      """,
      "App/Supporting/target.yml": """
      targets:
        App: {type: application, platform: iOS, sources: [../Sources]}
      """,
      "Config/Dev.xcconfig": "IPHONEOS_DEPLOYMENT_TARGET = 15.0",
    ]
    let model = ProjectFixture(files: files)
      .model(sources: ["App/Sources/A.swift", "Modules/Login/Sources/L.swift"])
    #expect(names(model, "App/Sources/A.swift") == ["App"])
    #expect(
      model.platforms(of: "Modules/Login/Sources/L.swift").minimums
        == [.iOS: .init(16), .macCatalyst: .init(16), .visionOS: .init(1, 2)])
    #expect(model.problems.contains { $0.reason == .missingFile && $0.path == "project.yml" })
    #expect(model.problems.contains { $0.reason == .configurationsDiffer && $0.target == "Login" })
    #expect(model.problems.contains { $0.reason == .noMinimum || $0.target == "App" })
  }

  @Test func otherFilesOfThatNameAreNoneOfOurs() {
    for text in ["", "a: b", "- x", "name: x\nversion: 1", "title: [", "name: &a *a"] {
      let model = ProjectFixture(files: ["docs/project.yml": text]).model()
      #expect(model.targets == [])
    }
  }
}
