/// Something about the project that could not be found out.
public struct ProjectProblem: Hashable, Comparable, Codable, Sendable {
  /// What kind of problem it is; the raw value is a stable code.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// The file could not be read from the snapshot.
    case unreadable
    /// The file has more bytes than are read.
    case tooLarge
    /// The file is not of the form it should have.
    case notParsed
    /// A configuration file that the project names is not in the repository.
    case missingFile
    /// A setting that matters holds a variable that nothing defines.
    case unresolvedVariable
    /// A target is built for a platform, and no lowest version is set.
    case noMinimum
    /// Nothing says which platforms a target is built for.
    case noPlatform
    /// Build configurations of a target set different lowest versions.
    case configurationsDiffer
    /// A manifest computes what it should state.
    case notLiteral
    /// Swift files that belong to no target.
    case filesInNoTarget
  }

  /// The file that the problem is in, or a folder for files in no target.
  public var path: String
  /// What kind of problem it is.
  public var reason: Reason
  /// The name of the target concerned; empty where the problem is the whole file's.
  public var target: String
  /// What is so and what to do: lowercase start, code in single quotes, no final stop.
  public var message: String

  /// Makes a problem.
  public init(path: String, reason: Reason, target: String = "", message: String) {
    self.path = path
    self.reason = reason
    self.target = target
    self.message = message
  }

  /// Orders by path, target, reason, message.
  public static func < (left: ProjectProblem, right: ProjectProblem) -> Bool {
    (left.path, left.target, left.reason.rawValue, left.message)
      < (right.path, right.target, right.reason.rawValue, right.message)
  }
}
