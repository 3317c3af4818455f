/// What is known of a platform's version wherever a node runs.
public struct PlatformBounds: Hashable, Sendable {
  /// The lowest version that can reach the node; 0 when nothing is known.
  public internal(set) var atLeast: PlatformVersion
  /// The version that no system reaching the node has or exceeds, if there is one.
  public internal(set) var below: PlatformVersion?
  /// Whether the node is compiled for the platform at all.
  public internal(set) var isBuilt: Bool
  private var isCutOff = false

  init(atLeast: PlatformVersion, isBuilt: Bool = true) {
    self.atLeast = atLeast
    self.isBuilt = isBuilt
  }

  /// Whether any system of the platform can get here.
  public var isReachable: Bool {
    guard isBuilt, !isCutOff else { return false }
    guard let below else { return true }
    return atLeast < below
  }

  mutating func require(atLeast version: PlatformVersion) { atLeast = max(atLeast, version) }

  mutating func require(below version: PlatformVersion) {
    below = below.map { min($0, version) } ?? version
  }

  mutating func cutOff() { isCutOff = true }
}
