import MigrateKit

/// Files of a made-up repository, with what a model says of them.
struct ProjectFixture {
  /// What a fixture throws for a path that it does not have.
  struct Missing: Error {}

  /// Contents by path.
  var files: [String: String]

  /// The model of the files; `sources` are further paths with no contents.
  func model(sources: [String] = [], overrides: [Platform: PlatformVersion] = [:])
    -> ProjectModel
  {
    ProjectModel(paths: Array(files.keys) + sources, overrides: overrides) { path in
      guard let text = files[path] else { throw Missing() }
      return Array(text.utf8)
    }
  }
}

/// An Xcode project in the old-style form, one dictionary of objects at a time.
struct XcodeFixture {
  private var objects: [String] = []
  private var targets: [String] = []
  private var groups: [String] = []
  private let projectSettings: [(name: String, settings: String)]
  private let projectExtra: String

  /// Makes a project with configurations; settings are written as in the file.
  init(_ settings: [(name: String, settings: String)], configuration: String = "") {
    projectSettings = settings
    projectExtra = configuration
  }

  /// Makes a project with one configuration.
  init(_ settings: String = "SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 15.0;") {
    self.init([("Release", settings)])
  }

  /// Adds an object in the main group.
  mutating func add(toMainGroup identifier: String, _ object: String) {
    groups.append(identifier)
    add(identifier, object)
  }

  /// Adds an object.
  mutating func add(_ identifier: String, _ object: String) {
    objects.append("\(identifier) /* \(identifier) */ = {\(object)};")
  }

  /// Adds a target with its settings by configuration and the references of its sources.
  mutating func addTarget(
    _ name: String, type: String = "application", isa: String = "PBXNativeTarget",
    settings: [(name: String, settings: String)] = [("Release", "")], sources: [String] = [],
    synchronized: [String] = [], extra: String = ""
  ) {
    targets.append("T_\(name)")
    let files = sources.map { "B_\(name)_\($0)" }
    for (file, source) in zip(files, sources) {
      add(file, "isa = PBXBuildFile; fileRef = \(source); ")
    }
    add("S_\(name)", "isa = PBXSourcesBuildPhase; files = (\(files.joined(separator: ", "))); ")
    addConfigurations("T_\(name)", settings, extra: extra)
    add(
      "T_\(name)",
      """
      isa = \(isa); name = "\(name)"; productType = "com.apple.product-type.\(type)";
      buildConfigurationList = L_T_\(name); buildPhases = (S_\(name), );
      fileSystemSynchronizedGroups = (\(synchronized.joined(separator: ", ")));
      """)
  }

  private mutating func addConfigurations(
    _ owner: String, _ settings: [(name: String, settings: String)], extra: String
  ) {
    let names = settings.indices.map { "C\($0)_\(owner)" }
    for (identifier, configuration) in zip(names, settings) {
      add(
        identifier,
        """
        isa = XCBuildConfiguration; name = \(configuration.name); \(extra)
        buildSettings = { \(configuration.settings) };
        """)
    }
    add(
      "L_\(owner)",
      "isa = XCConfigurationList; buildConfigurations = (\(names.joined(separator: ", "))); ")
  }

  /// The text of `project.pbxproj`.
  var text: String {
    var whole = self
    whole.addConfigurations("P", projectSettings, extra: projectExtra)
    whole.add(
      "M",
      "isa = PBXGroup; sourceTree = \"<group>\"; children = (\(groups.joined(separator: ", "))); ")
    whole.add(
      "P",
      """
      isa = PBXProject; mainGroup = M; buildConfigurationList = L_P; projectDirPath = "";
      targets = (\(targets.joined(separator: ", ")));
      """)
    return """
      // !$*UTF8*$!
      { archiveVersion = 1; classes = {}; objectVersion = 77; objects = {
      \(whole.objects.joined(separator: "\n"))
      }; rootObject = P /* Project object */; }
      """
  }
}
