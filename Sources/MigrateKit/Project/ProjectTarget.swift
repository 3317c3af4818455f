/// Something that Swift files are built into.
public struct ProjectTarget: Hashable, Codable, Sendable {
  /// What a target makes.
  public enum Kind: String, Codable, Sendable {
    case application
    case appExtension
    case library
    case executable
    case test
    case macro
    case plugin
    /// Runs scripts or groups other targets; has no sources of its own.
    case aggregate
    case other
  }

  /// The name in the project or manifest.
  public var name: String
  /// What it makes.
  public var kind: Kind
  /// The path of the file that declares it.
  public var declaredIn: String
  /// The platforms it is built for with the lowest version of each, and its compatibility flag.
  public var platforms: FilePlatforms

  /// Makes a target.
  public init(name: String, kind: Kind, declaredIn: String, platforms: FilePlatforms) {
    self.name = name
    self.kind = kind
    self.declaredIn = declaredIn
    self.platforms = platforms
  }

  /// Whether it carries `UIDesignRequiresCompatibility`.
  public var requiresCompatibility: Bool { platforms.requiresCompatibility }
}

/// A target while its project is read, with the Swift files in it.
struct TargetDraft {
  var target: ProjectTarget
  var files: [String]
}

extension FilePlatforms {
  /// Adds what another target says: the union of the platforms, the lower version of each.
  mutating func formUnion(_ other: FilePlatforms) {
    minimums.merge(other.minimums) { min($0, $1) }
    requiresCompatibility = requiresCompatibility || other.requiresCompatibility
  }
}
