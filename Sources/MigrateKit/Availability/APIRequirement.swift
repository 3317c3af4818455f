/// The version of each platform from which something can be used.
///
/// A platform that is not listed does not have it: no run-time check helps there, only `#if`.
public struct APIRequirement: Hashable, Sendable {
  /// The first version by platform.
  public var versions: [Platform: PlatformVersion]

  /// Makes a requirement.
  public init(_ versions: [Platform: PlatformVersion]) {
    self.versions = versions.reduce(into: [:]) { $0[$1.key] = $1.value.normalized(for: $1.key) }
  }

  /// Makes a requirement of iOS and Mac Catalyst alone.
  public static func iOS(_ major: Int, _ minor: Int = 0) -> APIRequirement {
    let version = PlatformVersion(major, minor)
    return APIRequirement([.iOS: version, .macCatalyst: version])
  }

  /// The look of iOS 26 where it has no API of its own: iOS and Mac Catalyst 26.0.
  public static let liquidGlass = APIRequirement.iOS(26)

  /// SwiftUI's glass and the button styles of it: 26.0 everywhere but on visionOS, which has none.
  public static let glass = APIRequirement([
    .iOS: PlatformVersion(26), .macCatalyst: PlatformVersion(26), .macOS: PlatformVersion(26),
    .tvOS: PlatformVersion(26), .watchOS: PlatformVersion(26),
  ])

  /// The first version on a platform, or nil where it does not exist.
  public func version(on platform: Platform) -> PlatformVersion? { versions[platform] }

  /// What both need: the platforms that have both, each with the later version.
  public func and(_ other: APIRequirement) -> APIRequirement {
    var both: [Platform: PlatformVersion] = [:]
    for (platform, version) in versions {
      if let second = other.versions[platform] { both[platform] = max(version, second) }
    }
    return APIRequirement(both)
  }
}
