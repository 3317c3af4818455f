/// The targets of an XcodeGen specification, as the build settings of the project it generates.
struct XcodeGenProject {
  /// The path of the specification.
  private let path: String
  /// The folder that the project is generated in.
  let folder: String
  private let files: ProjectFiles
  private let spec: XcodeGenSpec

  /// Reads a specification; nil when the file is none.
  init?(path: String, files: ProjectFiles) {
    guard let spec = XcodeGenSpec(path: path, files: files) else { return nil }
    self.path = path
    self.folder = ProjectPath.folder(of: path)
    self.files = files
    self.spec = spec
  }

  /// Whether a file name is one that specifications have.
  static func isSpecification(_ name: String) -> Bool {
    name.hasPrefix("project") && (name.hasSuffix(".yml") || name.hasSuffix(".yaml"))
  }

  /// Every target, one for each platform where it lists several.
  func targets() -> [TargetDraft] {
    spec.targets.flatMap { name, node -> [TargetDraft] in
      let target = spec.target(name, node)
      let platforms = target["platform"].map { $0.items?.compactMap(\.text) ?? [$0.text ?? ""] }
      let found = sources(of: target)
      return (platforms ?? [""]).map { platform in
        let unique = (platforms?.count ?? 0) > 1 ? "\(name)_\(platform)" : name
        return draft(of: target, named: unique, platform: platform, sources: found)
      }
    }
  }

  private func draft(
    of target: YAMLNode, named name: String, platform: String, sources: [String]
  ) -> TargetDraft {
    let resolution = XcodePlatforms(files: files, path: path, target: name, sourceRoot: folder)
    let names = spec.configurations.isEmpty ? ["Debug", "Release"] : spec.configurations
    let configurations = names.map { configuration in
      settings(of: target, named: name, platform: platform, configuration: configuration)
    }
    return TargetDraft(
      target: ProjectTarget(
        name: name, kind: XcodeProject.kind(ofProduct: target["type"]?.text ?? ""),
        declaredIn: path, platforms: resolution.platforms(configurations)),
      files: sources)
  }

  // MARK: Settings

  private func settings(
    of target: YAMLNode, named name: String, platform: String, configuration: String
  ) -> BuildSettings {
    var layers = spec.options.map { deploymentTargets($0["deploymentTarget"], platform: "") }
    if let file = spec.configurationFiles[configuration] { layers += layer(ofFile: file) }
    layers += spec.settings.flatMap { self.layers(of: $0, configuration: configuration) }
    layers.append(platformLayer(of: target, platform: platform))
    layers.append(deploymentTargets(target["deploymentTarget"], platform: platform))
    layers.append(informationLayer(of: target))
    if let file = target["configFiles"]?[configuration]?.text { layers += layer(ofFile: file) }
    if let node = target["settings"] {
      layers += self.layers(of: node, configuration: configuration)
    }
    let root = ProjectPath.rootMarker + "/" + folder
    return BuildSettings(
      layers: layers,
      builtIns: [
        "SRCROOT": root, "PROJECT_DIR": root, "PROJECT_NAME": spec.name, "TARGET_NAME": name,
        "PRODUCT_NAME": name, "CONFIGURATION": configuration,
      ],
      configuration: configuration)
  }

  private func platformLayer(of target: YAMLNode, platform: String) -> BuildSettings.Layer {
    var values: [String: String] = [:]
    values["SDKROOT"] = PackageManifest.platform(named: platform).map(XcodePlatforms.sdk)
    let destinations = target["supportedDestinations"]?.items?.compactMap(\.text) ?? []
    let platforms = Set(destinations.compactMap(PackageManifest.platform(named:)))
    if !platforms.isEmpty {
      values["SUPPORTED_PLATFORMS"] = platforms.subtracting([.macCatalyst]).sorted()
        .map(XcodePlatforms.sdk).joined(separator: " ")
      values["SUPPORTS_MACCATALYST"] = platforms.contains(.macCatalyst) ? "YES" : "NO"
    }
    return layer(values)
  }

  /// What `deploymentTarget` sets: a version of the target's platform, or one for each.
  private func deploymentTargets(_ node: YAMLNode?, platform: String) -> BuildSettings.Layer {
    var values: [String: String] = [:]
    for entry in node?.entries ?? [] {
      guard let platform = PackageManifest.platform(named: entry.key) else { continue }
      values[XcodePlatforms.setting(of: platform)] = entry.value.text
    }
    if let text = node?.text, let platform = PackageManifest.platform(named: platform) {
      values[XcodePlatforms.setting(of: platform)] = text
    }
    return layer(values)
  }

  private func informationLayer(of target: YAMLNode) -> BuildSettings.Layer {
    let key = InformationPropertyList.compatibilityKey
    var values: [String: String] = [:]
    values["INFOPLIST_FILE"] = target["info"]?["path"]?.text
    values["INFOPLIST_KEY_" + key] = target["info"]?["properties"]?[key]?.text
    return layer(values)
  }

  /// The layers of a `settings` mapping: groups, then what holds always, then the configuration's.
  private func layers(of node: YAMLNode, configuration: String, depth: Int = 0)
    -> [BuildSettings.Layer]
  {
    guard depth < 8, let entries = node.entries else { return [] }
    let structure: Set<String> = ["base", "configs", "groups", "presets"]
    guard entries.contains(where: { structure.contains($0.key) }) else {
      return [layer(entries)]
    }
    let groups = node["groups"].map { $0.items?.compactMap(\.text) ?? [$0.text ?? ""] } ?? []
    var result = groups.compactMap { spec.settingGroups[$0] }.flatMap {
      layers(of: $0, configuration: configuration, depth: depth + 1)
    }
    result.append(layer(node["base"]?.entries ?? []))
    let configs = node["configs"]?.entries ?? []
    let own =
      configs.first { $0.key == configuration }
      ?? configs.first { configuration.lowercased().contains($0.key.lowercased()) }
    if let own { result += layers(of: own.value, configuration: configuration, depth: depth + 1) }
    return result
  }

  private func layer(ofFile path: String) -> [BuildSettings.Layer] {
    guard let place = ProjectPath.resolve(path, in: folder), files.paths.all.contains(place) else {
      files.report(
        .missingFile, in: self.path,
        "names the configuration file '\(path.dropMarker)', which is not in the repository; "
          + "if it sets a platform or a lowest version, give '--minimum'")
      return []
    }
    return [files.configuration(at: place)]
  }

  private func layer(_ entries: [YAMLEntry]) -> BuildSettings.Layer {
    BuildSettings.layer(
      Dictionary(
        entries.map { entry in
          let texts = entry.value.items?.compactMap(\.text)
          return (entry.key, .string(texts?.joined(separator: " ") ?? entry.value.text ?? ""))
        }, uniquingKeysWith: { _, last in last }))
  }

  private func layer(_ values: [String: String]) -> BuildSettings.Layer {
    BuildSettings.layer(values.mapValues { .string($0) })
  }

  // MARK: Files

  private func sources(of target: YAMLNode) -> [String] {
    var found: Set<String> = []
    for item in target["sources"].map({ $0.items ?? [$0] }) ?? [] {
      guard let written = item.text ?? item["path"]?.text,
        let glob = ManifestGlob(written, in: folder), item["type"]?.text != "folder"
      else { continue }
      let phase = item["buildPhase"]?.text
      if let phase, phase != "sources" { continue }
      let included = globs(item["includes"], in: glob.folder)
      let excluded = globs(item["excludes"], in: glob.folder)
      found.formUnion(
        glob.files(in: files.paths).filter { file in
          (included.isEmpty || included.contains { $0.matches(file) })
            && !excluded.contains { $0.matches(file) }
        })
    }
    return found.sorted()
  }

  private func globs(_ node: YAMLNode?, in folder: String) -> [ManifestGlob] {
    (node?.items?.compactMap(\.text) ?? []).prefix(1_000).compactMap {
      ManifestGlob($0, in: folder)
    }
  }
}

extension String {
  /// A path without the marker of the root, for messages.
  fileprivate var dropMarker: String {
    guard hasPrefix(ProjectPath.rootMarker) else { return self }
    return ProjectPath.resolve(self, in: "") ?? self
  }
}
