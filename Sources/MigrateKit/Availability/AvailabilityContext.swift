public import SwiftSyntax

/// What is known of the running system at one node of a file.
///
/// It follows from the file's minimum versions and from everything around and before the node:
/// `#available` and `#unavailable` in `if`, `guard` and `while`, early exits, `@available`, and
/// the conditions of `#if`.
public struct AvailabilityContext: Sendable {
  /// The platforms of the file.
  public let platforms: FilePlatforms
  private let known: [Platform: PlatformBounds]

  /// Finds out what is known at a node; the attributes of the node itself count.
  public init(at node: some SyntaxProtocol, platforms: FilePlatforms) {
    self.platforms = platforms
    var known: [Platform: PlatformBounds] = [:]
    for platform in Platform.allCases {
      let isBuilt = platforms.platforms.contains(platform)
      var bounds = PlatformBounds(
        atLeast: platforms.minimum(of: platform).normalized(for: platform), isBuilt: isBuilt)
      if isBuilt {
        AvailabilityClimb(platform: platform).constrain(&bounds, at: Syntax(node))
      }
      known[platform] = bounds
    }
    self.known = known
  }

  /// What is known of one platform.
  public func bounds(of platform: Platform) -> PlatformBounds {
    known[platform] ?? PlatformBounds(atLeast: PlatformVersion(0), isBuilt: false)
  }

  /// Whether the node is compiled for the platform.
  public func isBuilt(for platform: Platform) -> Bool { bounds(of: platform).isBuilt }

  /// The platforms the node is compiled for and can be reached on.
  public var reachablePlatforms: [Platform] {
    platforms.platforms.filter { bounds(of: $0).isReachable }
  }

  /// Whether every system that gets here has what is required.
  public func proves(_ requirement: APIRequirement) -> Bool {
    let reachable = reachablePlatforms
    return !reachable.isEmpty
      && reachable.allSatisfy { platform in
        guard let version = requirement.version(on: platform) else { return false }
        return bounds(of: platform).atLeast >= version
      }
  }

  /// Whether no system that gets here has what is required: the node only runs before it, or on
  /// platforms without it, or never.
  public func isBelow(_ requirement: APIRequirement) -> Bool {
    reachablePlatforms.allSatisfy { platform in
      guard let version = requirement.version(on: platform) else { return true }
      guard let below = bounds(of: platform).below else { return false }
      return below <= version
    }
  }
}

extension AvailabilityContext {
  /// Whether an `#if` around the node already chooses between platforms.
  func isEnclosedByPlatformCondition(_ node: some SyntaxProtocol) -> Bool {
    var next = Syntax(node).parent
    while let parent = next {
      if let clause = parent.as(IfConfigClauseSyntax.self), let condition = clause.condition,
        BuildCondition(platform: .iOS).truth(of: condition) == .yes,
        BuildCondition(platform: .macOS).truth(of: condition) == .no
      {
        return true
      }
      next = parent.parent
    }
    return false
  }
}
