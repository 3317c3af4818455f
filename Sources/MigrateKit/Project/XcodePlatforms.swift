/// Finds the platforms of an Xcode target, with the lowest version of each, in its build settings.
struct XcodePlatforms {
  let files: ProjectFiles
  /// The path of the project file, for problems.
  let path: String
  /// The name of the target, for problems.
  let target: String
  /// The folder that `INFOPLIST_FILE` starts from.
  let sourceRoot: String

  /// The union over the configurations of a target, and the lowest version of each platform.
  func platforms(_ configurations: [BuildSettings]) -> FilePlatforms {
    let all = configurations.map { settings in
      (settings.configuration, platforms(in: settings))
    }
    var result = FilePlatforms()
    for (_, platforms) in all { result.formUnion(platforms) }
    guard !result.minimums.isEmpty else {
      files.report(
        .noPlatform, in: path, target: target,
        "target '\(target)' does not say what it is built for; set 'SDKROOT' or give '--minimum'")
      return result
    }
    for (platform, minimum) in result.minimums {
      if minimum == PlatformVersion(0) {
        files.report(
          .noMinimum, in: path, target: target,
          "target '\(target)' sets no lowest version for \(platform); set "
            + "'\(Self.setting(of: platform))' or give '--minimum \(platform)=<version>'")
      }
      let versions = all.compactMap { name, platforms in
        platforms.minimums[platform].map { "\($0) in '\(name)'" }
      }
      if Set(all.compactMap { $0.1.minimums[platform] }).count > 1 {
        files.report(
          .configurationsDiffer, in: path, target: target,
          "target '\(target)' is built for \(platform) \(versions.joined(separator: ", ")); "
            + "the lowest counts, make them equal if that is not meant")
      }
    }
    return result
  }

  private func platforms(in settings: BuildSettings) -> FilePlatforms {
    var result = FilePlatforms()
    for platform in builtPlatforms(in: settings) {
      result.minimums[platform] = minimum(of: platform, in: settings)
    }
    result.requiresCompatibility = requiresCompatibility(settings)
    return result
  }

  // MARK: Platforms

  private func builtPlatforms(in settings: BuildSettings) -> Set<Platform> {
    var platforms: Set<Platform> = []
    if let value = resolved("SUPPORTED_PLATFORMS", in: settings) {
      for name in value.split(separator: " ") {
        if let platform = Self.platform(ofSDK: String(name)) { platforms.insert(platform) }
      }
    }
    if platforms.isEmpty {
      platforms = sdkPlatforms(in: settings)
    }
    if platforms.contains(.iOS), settings.isOn("SUPPORTS_MACCATALYST") {
      platforms.insert(.macCatalyst)
    }
    return platforms
  }

  /// The platform of `SDKROOT`; where that says nothing, those with a deployment target.
  private func sdkPlatforms(in settings: BuildSettings) -> Set<Platform> {
    let root = resolved("SDKROOT", in: settings) ?? ""
    if let platform = Self.platform(ofSDK: ProjectPath.name(of: root)) {
      let family = resolved("TARGETED_DEVICE_FAMILY", in: settings) ?? ""
      let hasVision = family.split { ", ".contains($0) }.contains("7")
      return platform == .iOS && hasVision ? [.iOS, .visionOS] : [platform]
    }
    let stated: [Platform] = [.iOS, .macOS, .tvOS, .watchOS, .visionOS]
    return Set(stated.filter { settings.value(of: Self.setting(of: $0)) != nil })
  }

  private static func platform(ofSDK name: String) -> Platform? {
    let name = name.lowercased()
    if name.hasPrefix("iphone") { return .iOS }
    if name.hasPrefix("macosx") { return .macOS }
    if name.hasPrefix("appletv") { return .tvOS }
    if name.hasPrefix("watch") { return .watchOS }
    return name.hasPrefix("xros") || name.hasPrefix("xrsimulator") ? .visionOS : nil
  }

  // MARK: Versions

  /// The setting with the lowest version; Mac Catalyst is built with that of iOS.
  static func setting(of platform: Platform) -> String {
    switch platform {
    case .iOS, .macCatalyst: "IPHONEOS_DEPLOYMENT_TARGET"
    case .macOS: "MACOSX_DEPLOYMENT_TARGET"
    case .tvOS: "TVOS_DEPLOYMENT_TARGET"
    case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
    case .visionOS: "XROS_DEPLOYMENT_TARGET"
    }
  }

  /// The SDK that a platform is built with.
  static func sdk(of platform: Platform) -> String {
    switch platform {
    case .iOS: "iphoneos"
    case .macCatalyst, .macOS: "macosx"
    case .tvOS: "appletvos"
    case .watchOS: "watchos"
    case .visionOS: "xros"
    }
  }

  /// The lowest version in one configuration, 0 when it is not known.
  private func minimum(of platform: Platform, in settings: BuildSettings) -> PlatformVersion {
    let key = Self.setting(of: platform)
    guard let text = resolved(key, in: settings, sdk: Self.sdk(of: platform)), !text.isEmpty else {
      return PlatformVersion(0)
    }
    guard let version = PlatformVersion(text) else {
      files.report(
        .unresolvedVariable, in: path, target: target,
        "target '\(target)' sets '\(key)' to '\(text)', which is no version; "
          + "give '--minimum \(platform)=<version>'")
      return PlatformVersion(0)
    }
    let lowest = platform == .macCatalyst ? PlatformVersion(13, 1) : PlatformVersion(0)
    return max(version.normalized(for: platform), lowest)
  }

  /// The value of a setting; a variable in it that nothing defines is a problem.
  private func resolved(_ key: String, in settings: BuildSettings, sdk: String = "") -> String? {
    guard let value = settings.value(of: key, sdk: sdk) else { return nil }
    for variable in value.unresolved {
      files.report(
        .unresolvedVariable, in: path, target: target,
        "target '\(target)' sets '\(key)' from '$(\(variable))', which nothing in the repository "
          + "defines; give '--minimum'")
    }
    return value.text
  }

  // MARK: Compatibility

  private func requiresCompatibility(_ settings: BuildSettings) -> Bool {
    let key = InformationPropertyList.compatibilityKey
    if settings.isOn("INFOPLIST_KEY_" + key) { return true }
    guard let name = settings.value(of: "INFOPLIST_FILE"), !name.text.isEmpty,
      let file = ProjectPath.resolve(name.text, in: sourceRoot), files.paths.all.contains(file)
    else { return false }
    return InformationPropertyList.requiresCompatibility(file, files: files) { text in
      let variables = BuildSettings(
        layers: settings.layers + [[key: [.init(conditions: [], value: text)]]],
        builtIns: settings.builtIns, configuration: settings.configuration)
      return variables.isOn(key)
    }
  }
}

/// What the information property list of a target says.
enum InformationPropertyList {
  /// The key that keeps the look of the systems before 26.
  static let compatibilityKey = "UIDesignRequiresCompatibility"

  /// Whether the list asks for the look of the systems before 26.
  ///
  /// A text value is given to `isTrue`, since it may hold build settings.
  static func requiresCompatibility(
    _ path: String, files: ProjectFiles, isTrue: (String) -> Bool
  ) -> Bool {
    switch files.propertyList(at: path)?[compatibilityKey] {
    case .boolean(let value)?: value
    case .string(let text)?: isTrue(text)
    default: false
    }
  }
}
