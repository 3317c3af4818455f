/// An Apple platform as `#available` and `@available` name it.
public enum Platform: String, CaseIterable, Hashable, Comparable, Codable, CodingKeyRepresentable,
  Sendable
{
  case iOS
  case macCatalyst
  case macOS
  case tvOS
  case watchOS
  case visionOS

  /// Reads a name as written in source; application-extension names count as their platform.
  public init?(sourceName: String) {
    let name =
      sourceName.hasSuffix("ApplicationExtension")
      ? String(sourceName.dropLast("ApplicationExtension".count)) : sourceName
    switch name {
    case "OSX": self = .macOS
    case "iPadOS": self = .iOS
    case "xrOS": self = .visionOS
    default: self.init(rawValue: name)
    }
  }

  /// The name that `#if os(…)` uses; Mac Catalyst is `iOS` there.
  public var osName: String { self == .macCatalyst ? "iOS" : rawValue }

  /// Orders as declared.
  public static func < (left: Platform, right: Platform) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

/// A version of a platform: major, minor and patch.
///
/// The numbers that were announced for the 2025 systems before they were renamed count as 26:
/// iOS, macCatalyst, tvOS 19, macOS 16, watchOS 12 and visionOS 3 (API facts, section 5.2).
public struct PlatformVersion: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The first number.
  public var major: Int
  /// The second number.
  public var minor: Int
  /// The third number.
  public var patch: Int

  /// Makes a version.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `26`, `26.0` or `26.0.0`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } && part.count < 10 ? Int(part) : nil
    }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
  }

  /// The version with the platform's announced number replaced by the one that shipped.
  public func normalized(for platform: Platform) -> PlatformVersion {
    let announced: Int =
      switch platform {
      case .iOS, .macCatalyst, .tvOS: 19
      case .macOS: 16
      case .watchOS: 12
      case .visionOS: 3
      }
    return major == announced ? PlatformVersion(26, minor, patch) : self
  }

  /// `26.0`, or `26.0.1` where there is a third number.
  public var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }

  /// Orders by major, minor, patch.
  public static func < (left: PlatformVersion, right: PlatformVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

/// The platforms a file is built for, with the lowest version of each.
///
/// A version of 0 means that the platform is known and its minimum is not.
public struct FilePlatforms: Hashable, Codable, Sendable {
  /// The lowest version by platform; empty when nothing is known of the file.
  public var minimums: [Platform: PlatformVersion]
  /// Whether a target of the file carries `UIDesignRequiresCompatibility`.
  public var requiresCompatibility: Bool

  /// Makes the platforms of a file.
  public init(
    _ minimums: [Platform: PlatformVersion] = [:], requiresCompatibility: Bool = false
  ) {
    self.minimums = minimums
    self.requiresCompatibility = requiresCompatibility
  }

  /// What is assumed of a file whose target was not found: iOS, of a version not known.
  public static let unknown = FilePlatforms([:])

  /// Whether the platforms of the file are known.
  public var isKnown: Bool { !minimums.isEmpty }
  /// The platforms the file is built for; iOS when nothing is known.
  public var platforms: [Platform] { isKnown ? minimums.keys.sorted() : [.iOS] }
  /// The lowest version of a platform, 0 when not known.
  public func minimum(of platform: Platform) -> PlatformVersion {
    minimums[platform] ?? PlatformVersion(0)
  }
}
