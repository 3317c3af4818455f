/// The targets of an Xcode project with their Swift files.
struct XcodeProject {
  private static let maximumTargets = 2_000

  /// The path of `project.pbxproj`.
  private let path: String
  /// The folder that relative paths start from (`SRCROOT`).
  let sourceRoot: String
  private let files: ProjectFiles
  private let objects: [String: PropertyList]
  private let project: PropertyList
  private let tree: XcodeFileTree

  /// Reads a project; nil, with a problem, when the file is not one.
  init?(path: String, files: ProjectFiles) {
    guard let root = files.propertyList(at: path) else { return nil }
    let objects = root["objects"]?.entries ?? [:]
    guard let project = root["rootObject"]?.text.flatMap({ objects[$0] }) else {
      files.report(.notParsed, in: path, "has no root object; repair it or give '--minimum'")
      return nil
    }
    let folder = ProjectPath.folder(of: ProjectPath.folder(of: path))
    self.path = path
    self.files = files
    self.objects = objects
    self.project = project
    self.sourceRoot =
      ProjectPath.resolve(project["projectDirPath"]?.text ?? "", in: folder) ?? folder
    self.tree = XcodeFileTree(
      objects: objects, mainGroup: project["mainGroup"]?.text ?? "", sourceRoot: sourceRoot)
  }

  /// Every target, in the order of the project.
  func targets() -> [TargetDraft] {
    let shared = configurations(of: project)
    let identifiers = project["targets"]?.texts ?? []
    if identifiers.count > Self.maximumTargets {
      files.report(
        .tooLarge, in: path,
        "has \(identifiers.count) targets, and \(Self.maximumTargets) are read; give '--minimum'")
    }
    let extra = addedByException()
    return identifiers.prefix(Self.maximumTargets).compactMap { identifier in
      guard let object = objects[identifier] else { return nil }
      return draft(of: object, identifier: identifier, shared: shared, extra: extra)
    }
  }

  private func draft(
    of object: PropertyList, identifier: String, shared: [Configuration],
    extra: [String: [String]]
  ) -> TargetDraft {
    let name = object["name"]?.text ?? identifier
    let kind = Self.kind(of: object)
    guard kind != .aggregate else {
      return TargetDraft(
        target: ProjectTarget(
          name: name, kind: kind, declaredIn: path, platforms: .unknown), files: [])
    }
    let resolution = XcodePlatforms(files: files, path: path, target: name, sourceRoot: sourceRoot)
    let platforms = resolution.platforms(settings(of: object, named: name, shared: shared))
    return TargetDraft(
      target: ProjectTarget(name: name, kind: kind, declaredIn: path, platforms: platforms),
      files: sources(of: object, identifier: identifier) + (extra[identifier] ?? []))
  }

  // MARK: Files

  private func sources(of object: PropertyList, identifier: String) -> [String] {
    var found: Set<String> = []
    for phase in object["buildPhases"]?.texts ?? [] {
      guard objects[phase]?["isa"]?.text == "PBXSourcesBuildPhase" else { continue }
      for buildFile in objects[phase]?["files"]?.texts ?? [] {
        guard let reference = objects[buildFile]?["fileRef"]?.text else { continue }
        found.formUnion(tree.files(of: reference))
      }
    }
    for group in object["fileSystemSynchronizedGroups"]?.texts ?? [] {
      guard let folder = tree.paths[group] else { continue }
      var excluded = (objects[group]?["explicitFolders"]?.texts ?? []).compactMap {
        ProjectPath.resolve($0, in: folder)
      }
      excluded += exceptions(of: group, in: folder)
        .filter { $0.target == identifier }.flatMap(\.paths)
      found.formUnion(files.paths.swiftFiles(under: folder, excluding: Set(excluded)))
    }
    return found.filter(files.paths.all.contains)
  }

  /// Files of a synchronised group that are in a target which does not have the group: there, an
  /// exception adds instead of taking away.
  private func addedByException() -> [String: [String]] {
    var added: [String: [String]] = [:]
    for group in objects.keys.sorted() {
      guard objects[group]?["isa"]?.text == "PBXFileSystemSynchronizedRootGroup",
        let folder = tree.paths[group]
      else { continue }
      for exception in exceptions(of: group, in: folder) {
        let owned = objects[exception.target]?["fileSystemSynchronizedGroups"]?.texts ?? []
        if owned.contains(group) { continue }
        for path in exception.paths {
          added[exception.target, default: []] +=
            files.paths.all.contains(path) ? [path] : files.paths.swiftFiles(under: path)
        }
      }
    }
    return added
  }

  private func exceptions(of group: String, in folder: String)
    -> [(target: String, paths: [String])]
  {
    (objects[group]?["exceptions"]?.texts ?? []).compactMap { identifier in
      guard let set = objects[identifier], let target = set["target"]?.text,
        set["isa"]?.text == "PBXFileSystemSynchronizedBuildFileExceptionSet"
      else { return nil }
      let paths = (set["membershipExceptions"]?.texts ?? []).compactMap {
        ProjectPath.resolve($0, in: folder)
      }
      return (target, paths)
    }
  }

  // MARK: Settings

  /// One build configuration: its name and its layers, weakest first.
  private struct Configuration {
    var name: String
    var layers: [BuildSettings.Layer]
  }

  private func configurations(of object: PropertyList) -> [Configuration] {
    let list = object["buildConfigurationList"]?.text.flatMap { objects[$0] }
    return (list?["buildConfigurations"]?.texts ?? []).compactMap { identifier in
      guard let configuration = objects[identifier] else { return nil }
      let own = BuildSettings.layer(configuration["buildSettings"]?.entries ?? [:])
      return Configuration(
        name: configuration["name"]?.text ?? "",
        layers: [configurationFile(of: configuration), own].compactMap { $0 })
    }
  }

  private func configurationFile(of configuration: PropertyList) -> BuildSettings.Layer? {
    var place: String?
    var name: String?
    if let reference = configuration["baseConfigurationReference"]?.text {
      place = tree.paths[reference]
      name = place ?? objects[reference]?["path"]?.text
    } else if let anchor = configuration["baseConfigurationReferenceAnchor"]?.text,
      let relative = configuration["baseConfigurationReferenceRelativePath"]?.text
    {
      place = tree.paths[anchor].flatMap { ProjectPath.resolve(relative, in: $0) }
      name = place ?? relative
    }
    guard let name else { return nil }
    if let place, files.paths.all.contains(place) { return files.configuration(at: place) }
    // What 'pod install' writes is usually not committed and sets no platform.
    if !name.contains("Target Support Files/Pods-") {
      files.report(
        .missingFile, in: path,
        "names the configuration file '\(name)', which is not in the repository; "
          + "if it sets a platform or a lowest version, give '--minimum'")
    }
    return nil
  }

  private func settings(of target: PropertyList, named name: String, shared: [Configuration])
    -> [BuildSettings]
  {
    let defaultName = project["buildConfigurationList"]?.text.flatMap { objects[$0] }?[
      "defaultConfigurationName"]?.text
    return configurations(of: target).map { configuration in
      let inherited =
        shared.first { $0.name == configuration.name }
        ?? shared.first { $0.name == defaultName } ?? shared.first
      let root = ProjectPath.rootMarker + "/" + sourceRoot
      let projectName = ProjectPath.name(of: ProjectPath.folder(of: path))
      return BuildSettings(
        layers: (inherited?.layers ?? []) + configuration.layers,
        builtIns: [
          "SRCROOT": root, "SOURCE_ROOT": root, "PROJECT_DIR": root,
          "PROJECT_FILE_PATH": ProjectPath.rootMarker + "/" + ProjectPath.folder(of: path),
          "PROJECT_NAME": String(projectName.prefix { $0 != "." }),
          "TARGET_NAME": name, "TARGETNAME": name, "PRODUCT_NAME": name,
          "CONFIGURATION": configuration.name,
        ],
        configuration: configuration.name)
    }
  }

  private static func kind(of target: PropertyList) -> ProjectTarget.Kind {
    if ["PBXAggregateTarget", "PBXLegacyTarget"].contains(target["isa"]?.text) {
      return .aggregate
    }
    return kind(ofProduct: target["productType"]?.text ?? "")
  }

  /// The kind of a product type, with or without `com.apple.product-type.` before it.
  static func kind(ofProduct type: String) -> ProjectTarget.Kind {
    if type.contains("test") { return .test }
    if type.contains("extension") { return .appExtension }
    if type.contains("application") { return .application }
    if type.contains("framework") || type.contains("library") { return .library }
    return type.hasSuffix("tool") ? .executable : .other
  }
}
