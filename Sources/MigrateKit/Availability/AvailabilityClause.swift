import SwiftSyntax

/// One `#available(…)` or `#unavailable(…)`, read.
struct AvailabilityClause {
  /// What a clause says of one platform.
  enum Entry: Equatable {
    /// A version is listed for it.
    case listed(PlatformVersion)
    /// Only `*` covers it: true whenever the clause runs there.
    case unlisted
    /// Only its application-extension name is listed, which an app target does not heed.
    case unclear
  }

  /// Whether it is `#unavailable`.
  let isNegated: Bool
  private var versions: [Platform: PlatformVersion] = [:]
  private var extensionOnly: Set<Platform> = []

  init(_ syntax: AvailabilityConditionSyntax) {
    isNegated = syntax.availabilityKeyword.tokenKind == .poundUnavailable
    for argument in syntax.availabilityArguments {
      guard case .availabilityVersionRestriction(let restriction) = argument.argument,
        let platform = Platform(sourceName: restriction.platform.text),
        let version = PlatformVersion(tuple: restriction.version)
      else { continue }
      if restriction.platform.text.hasSuffix("ApplicationExtension") {
        extensionOnly.insert(platform)
      } else {
        versions[platform] = version.normalized(for: platform)
      }
    }
  }

  /// Whether a version is listed that no system is meant to reach, such as `visionOS 99999`.
  var listsUnreachableVersion: Bool { versions.values.contains { $0.major >= 100 } }

  func entry(for platform: Platform) -> Entry {
    if let version = versions[platform] { return .listed(version) }
    if platform == .macCatalyst, let version = versions[.iOS] { return .listed(version) }
    if extensionOnly.contains(platform) { return .unclear }
    return .unlisted
  }

  /// Adds what is known when the clause turned out true, or false.
  func constrain(_ bounds: inout PlatformBounds, on platform: Platform, holds: Bool) {
    switch entry(for: platform) {
    case .listed(let version):
      if holds != isNegated {
        bounds.require(atLeast: version)
      } else {
        bounds.require(below: version)
      }
    case .unlisted:
      if holds == isNegated { bounds.cutOff() }
    case .unclear: break
    }
  }
}

extension PlatformVersion {
  /// Reads a version as the parser sees it; nil when it is missing or malformed.
  init?(tuple: VersionTupleSyntax?) {
    guard let tuple else { return nil }
    self.init(tuple.trimmedText)
  }
}
