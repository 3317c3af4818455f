import MigrateKit
import Testing

@Suite struct ProjectDiagnosisTests {
  @Test func saysWhatIsKnownAndWhatToDo() {
    var project = XcodeFixture([("Release", "SDKROOT = iphoneos;")])
    project.add(
      toMainGroup: "F1", "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; ")
    project.addTarget(
      "App",
      settings: [("Release", "INFOPLIST_KEY_UIDesignRequiresCompatibility = YES;")],
      sources: ["F1"])
    let paths = ["A.swift"]
    let model = ProjectFixture(files: ["App.xcodeproj/project.pbxproj": project.text])
      .model(sources: paths)
    let diagnosis = ProjectDiagnosis(of: model, swiftFiles: paths)
    #expect(diagnosis.level == .warning)
    #expect(
      diagnosis.lines.map(\.message) == [
        "'App': iOS of unknown version",
        "'App' keeps the old look with 'UIDesignRequiresCompatibility'; recipes that remove, "
          + "clear or move something only report there, so remove the key to migrate",
        "platforms are known of 1 of 1 Swift files",
        "target 'App' sets no lowest version for iOS; set 'IPHONEOS_DEPLOYMENT_TARGET' or give "
          + "'--minimum iOS=<version>'",
      ])
  }

  @Test func aRepositoryWithoutProjectIsAWarningAndABrokenOneAnError() {
    let none = ProjectFixture(files: [:]).model(sources: ["A.swift"])
    #expect(ProjectDiagnosis(of: none, swiftFiles: ["A.swift"]).level == .warning)
    let broken = ProjectFixture(files: ["App.xcodeproj/project.pbxproj": "{"]).model()
    #expect(ProjectDiagnosis(of: broken, swiftFiles: []).level == .error)
  }
}
