import MigrateKit
import Testing

@Suite struct XcodeProjectTests {
  private func model(
    _ project: XcodeFixture, sources: [String] = [], files: [String: String] = [:]
  ) -> ProjectModel {
    var all = files
    all["App.xcodeproj/project.pbxproj"] = project.text
    return ProjectFixture(files: all).model(sources: sources)
  }

  private func withFile(_ settings: String) -> XcodeFixture {
    var project = XcodeFixture(settings)
    project.add(
      toMainGroup: "F1",
      "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; ")
    project.addTarget("App", sources: ["F1"])
    return project
  }

  private func minimums(_ settings: String) -> [Platform: PlatformVersion] {
    model(withFile(settings), sources: ["A.swift"]).platforms(of: "A.swift").minimums
  }

  @Test func readsTheMinimumThatTargetsInherit() {
    #expect(
      minimums("SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 15.6;")
        == [.iOS: PlatformVersion(15, 6)])
  }

  @Test func readsEverySupportedPlatformWithItsOwnMinimum() {
    let settings = """
      SDKROOT = auto; SUPPORTED_PLATFORMS = "iphoneos iphonesimulator macosx xros xrsimulator";
      IPHONEOS_DEPLOYMENT_TARGET = 17.0; MACOSX_DEPLOYMENT_TARGET = 14.0;
      XROS_DEPLOYMENT_TARGET = 1.0; TVOS_DEPLOYMENT_TARGET = 17.0;
      """
    #expect(
      minimums(settings) == [
        .iOS: PlatformVersion(17), .macOS: PlatformVersion(14), .visionOS: PlatformVersion(1),
      ])
  }

  @Test func buildsForCatalystFromTheMinimumOfIOSAndNotBelowItsFirstVersion() {
    let settings = "SDKROOT = iphoneos; SUPPORTS_MACCATALYST = YES; IPHONEOS_DEPLOYMENT_TARGET = "
    #expect(
      minimums(settings + "12.0;")
        == [.iOS: PlatformVersion(12), .macCatalyst: PlatformVersion(13, 1)])
    #expect(
      minimums(settings + "16.0;")
        == [.iOS: PlatformVersion(16), .macCatalyst: PlatformVersion(16)])
  }

  @Test func countsTheAnnouncedVersionAsTheOneThatShipped() {
    #expect(
      minimums("SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 19.0;")
        == [.iOS: PlatformVersion(26)])
  }

  @Test func prefersTheValueOfTheSDKThatIsBuiltFor() {
    let settings = """
      SDKROOT = iphoneos; SUPPORTS_MACCATALYST = YES; IPHONEOS_DEPLOYMENT_TARGET = 15.0;
      "IPHONEOS_DEPLOYMENT_TARGET[sdk=macosx*]" = 17.0;
      """
    #expect(
      minimums(settings) == [.iOS: PlatformVersion(15), .macCatalyst: PlatformVersion(17)])
  }

  @Test func replacesVariablesAndInheritedValues() {
    let settings = """
      OLDEST = 14; IPHONEOS_DEPLOYMENT_TARGET = "$(OLDEST:default=9).${MINOR}"; MINOR = 2;
      SUPPORTED_PLATFORMS = "$(inherited) iphoneos";
      """
    #expect(minimums(settings) == [.iOS: PlatformVersion(14, 2)])
  }

  @Test func saysWhichVariableNothingDefines() {
    let model = model(
      withFile("SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = \"$(RECOMMENDED)\";"),
      sources: ["A.swift"])
    #expect(model.platforms(of: "A.swift").minimums == [.iOS: PlatformVersion(0)])
    #expect(model.problems.contains { $0.reason == .unresolvedVariable && $0.target == "App" })
  }

  @Test func survivesVariablesThatNameEachOther() {
    #expect(
      minimums(
        "SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = \"$(A)$(A)\"; A = \"$(B)$(B)\"; "
          + "B = \"$(A)$(A)\";") == [.iOS: PlatformVersion(0)])
  }

  @Test func takesTheLowestOfDifferingConfigurationsAndSaysSo() {
    var project = XcodeFixture([
      ("Debug", "SDKROOT = iphoneos;"), ("Release", "SDKROOT = iphoneos;"),
    ])
    project.add(
      toMainGroup: "F1", "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; ")
    project.addTarget(
      "App",
      settings: [
        ("Debug", "IPHONEOS_DEPLOYMENT_TARGET = 17.0;"),
        ("Release", "IPHONEOS_DEPLOYMENT_TARGET = 15.0;"),
      ], sources: ["F1"])
    let model = model(project, sources: ["A.swift"])
    #expect(model.platforms(of: "A.swift").minimums == [.iOS: PlatformVersion(15)])
    #expect(model.problems.map(\.reason) == [.configurationsDiffer])
  }

  @Test func findsFilesThroughGroupsAndSourceRoot() {
    var project = XcodeFixture()
    project.add(
      toMainGroup: "G",
      "isa = PBXGroup; path = Sources; sourceTree = \"<group>\"; children = (N, F3, V); ")
    project.add(
      "N", "isa = PBXGroup; name = Logical; sourceTree = \"<group>\"; children = (F1, G, ); ")
    project.add("F1", "isa = PBXFileReference; path = \"A B.swift\"; sourceTree = \"<group>\"; ")
    project.add("F3", "isa = PBXFileReference; path = ../C.swift; sourceTree = SOURCE_ROOT; ")
    project.add(
      "V", "isa = PBXVariantGroup; path = en; sourceTree = \"<group>\"; children = (F4); ")
    project.add("F4", "isa = PBXFileReference; path = D.swift; sourceTree = \"<group>\"; ")
    project.addTarget("App", sources: ["F1", "F3", "V"])
    let model = ProjectFixture(files: ["Folder/App.xcodeproj/project.pbxproj": project.text])
      .model(sources: ["Folder/Sources/A B.swift", "C.swift", "Folder/Sources/en/D.swift"])
    for path in ["Folder/Sources/A B.swift", "C.swift", "Folder/Sources/en/D.swift"] {
      #expect(model.targets(of: path).map(\.name) == ["App"], "\(path)")
    }
  }

  @Test func exceptionsOfASynchronisedGroupTakeAwayFromItsTargetAndAddToOthers() {
    var project = XcodeFixture()
    project.add(
      toMainGroup: "G",
      """
      isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>";
      exceptions = (E1, E2);
      """)
    let isa = "isa = PBXFileSystemSynchronizedBuildFileExceptionSet; "
    project.add("E1", isa + "target = T_App; membershipExceptions = (Shared/Only.swift, Old); ")
    project.add("E2", isa + "target = T_Widget; membershipExceptions = (Shared/Only.swift); ")
    project.addTarget("App", synchronized: ["G"])
    project.addTarget("Widget", type: "app-extension")
    let model = model(
      project, sources: ["App/A.swift", "App/Shared/Only.swift", "App/Old/B.swift"])
    #expect(model.targets(of: "App/A.swift").map(\.name) == ["App"])
    #expect(model.targets(of: "App/Shared/Only.swift").map(\.name) == ["Widget"])
    #expect(model.targets(of: "App/Old/B.swift").isEmpty)
  }

  @Test func aFileOfSeveralTargetsHasTheUnionAndTheLowest() {
    var project = XcodeFixture("SDKROOT = iphoneos;")
    project.add(
      toMainGroup: "F1", "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; ")
    project.addTarget(
      "App", settings: [("Release", "IPHONEOS_DEPLOYMENT_TARGET = 16.0;")], sources: ["F1"])
    project.addTarget(
      "Clip", settings: [("Release", "IPHONEOS_DEPLOYMENT_TARGET = 15.0;")], sources: ["F1"])
    project.addTarget(
      "TV", settings: [("Release", "SDKROOT = appletvos; TVOS_DEPLOYMENT_TARGET = 17.0;")],
      sources: ["F1"])
    #expect(
      model(project, sources: ["A.swift"]).platforms(of: "A.swift").minimums
        == [.iOS: PlatformVersion(15), .tvOS: PlatformVersion(17)])
  }

  @Test func readsConfigurationFilesWithWhatTheyInclude() {
    var project = XcodeFixture([("Release", "SDKROOT = iphoneos;")])
    project.add(
      toMainGroup: "X",
      "isa = PBXFileReference; path = Config/App.xcconfig; sourceTree = \"<group>\"; ")
    project.add(
      toMainGroup: "F1", "isa = PBXFileReference; path = A.swift; sourceTree = \"<group>\"; ")
    project.addTarget("App", sources: ["F1"], extra: "baseConfigurationReference = X;")
    let files = [
      "Config/App.xcconfig": """
      #include "../Shared.xcconfig"
      #include? "Missing.xcconfig"
      OLDEST = 15 // since spring
      """,
      "Shared.xcconfig":
        "IPHONEOS_DEPLOYMENT_TARGET = $(OLDEST).4;\r\n#include \"Config/App.xcconfig\"\r\n",
    ]
    let model = model(project, sources: ["A.swift"], files: files)
    #expect(model.platforms(of: "A.swift").minimums == [.iOS: PlatformVersion(15, 4)])
    #expect(model.problems.map(\.reason) == [.notParsed])
  }

  @Test func aTargetWithTheCompatibilityKeyPassesItToItsFiles() {
    for (settings, plist) in [
      ("INFOPLIST_FILE = \"$(SRCROOT)/App/Info.plist\";", "<true/>"),
      ("INFOPLIST_FILE = App/Info.plist; OLD = YES;", "<string>$(OLD)</string>"),
      ("INFOPLIST_KEY_UIDesignRequiresCompatibility = YES;", "<false/>"),
    ] {
      let project = withFile("SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 15.0; " + settings)
      let file = """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "a" "b">
        <plist version="1.0"><dict><!-- note --><key>UIDesignRequiresCompatibility</key>\(plist)
        <key>Other</key><array><string>a &amp; b</string></array></dict></plist>
        """
      let model = model(project, sources: ["A.swift"], files: ["App/Info.plist": file])
      #expect(model.platforms(of: "A.swift").requiresCompatibility, "\(settings)")
      #expect(model.problems == [])
    }
  }

  @Test func whatIsNoProjectIsAProblemAndNoTrap() {
    let broken = [
      "", "{", "{ a = ", "{ a = b", "(((", "{objects = {};}", "\"", "/*", "bplist00", "<plist>",
      "<plist><dict>", "<<<<<<< HEAD\n{}", String(repeating: "(", count: 100_000),
      String(repeating: "<dict><key>a</key>", count: 100_000), "{ a = <12; }", "\u{FEFF}{",
    ]
    for text in broken {
      let model = ProjectFixture(files: ["App.xcodeproj/project.pbxproj": text])
        .model(sources: ["A.swift"])
      #expect(!model.platforms(of: "A.swift").isKnown)
      #expect(model.problems.contains { $0.reason == .notParsed }, "\(text.prefix(20))")
    }
  }
}
