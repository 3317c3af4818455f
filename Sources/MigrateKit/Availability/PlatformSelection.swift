/// The platforms of a file that a gate is for, and those it must keep away from.
struct PlatformSelection {
  /// The platforms with the version, in order.
  let gated: [Platform]
  /// The platforms of the file without it.
  let absent: [Platform]
  let requirement: APIRequirement

  init(_ requirement: APIRequirement, in context: AvailabilityContext) {
    self.init(
      requirement, among: context.platforms.platforms.filter { context.isBuilt(for: $0) })
  }

  init(_ requirement: APIRequirement, among built: [Platform]) {
    self.requirement = requirement
    gated = built.filter { requirement.version(on: $0) != nil }
    absent = built.filter { requirement.version(on: $0) == nil }
  }

  /// `iOS 26.0, macOS 26.0`, without `*`; Mac Catalyst is named only where it differs from iOS.
  var versionList: String {
    gated.compactMap { platform in
      guard let version = requirement.version(on: platform) else { return nil }
      if platform == .macCatalyst, gated.contains(.iOS),
        requirement.version(on: .iOS) == version
      {
        return nil
      }
      return "\(platform.rawValue) \(version)"
    }.joined(separator: ", ")
  }

  /// The `#if` condition that is true on the gated platforms and false on the absent ones.
  var buildCondition: String {
    let absentNames = Self.osNames(absent)
    let gatedNames = Self.osNames(gated)
    if Set(absentNames).isDisjoint(with: gatedNames), absentNames.count == 1,
      gatedNames.count > 1
    {
      return "!os(\(absentNames[0]))"
    }
    return gatedNames.map { name in
      guard name == "iOS", absent.contains(where: { $0.osName == "iOS" }) else {
        return "os(\(name))"
      }
      return gated.contains(.iOS)
        ? "os(iOS) && !targetEnvironment(macCatalyst)" : "targetEnvironment(macCatalyst)"
    }.joined(separator: " || ")
  }

  private static func osNames(_ platforms: [Platform]) -> [String] {
    var names: [String] = []
    for platform in platforms where !names.contains(platform.osName) {
      names.append(platform.osName)
    }
    return names
  }
}
