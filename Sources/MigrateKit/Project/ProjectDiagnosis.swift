/// What `doctor` says of a repository's project files, as lines for a person.
public struct ProjectDiagnosis: Hashable, Codable, Sendable {
  /// How much a line matters.
  public enum Level: String, Codable, Sendable {
    /// It is as it should be.
    case ok
    /// Something is assumed; results may be fewer or gates more than needed.
    case warning
    /// Something could not be read at all.
    case error
  }

  /// One line.
  public struct Line: Hashable, Codable, Sendable {
    /// How much it matters.
    public var level: Level
    /// What it is about: the path of a project file or folder; empty for the whole repository.
    public var path: String
    /// What is so, and what to do where something is to be done; no final stop.
    public var message: String

    /// Makes a line.
    public init(_ level: Level, path: String = "", _ message: String) {
      self.level = level
      self.path = path
      self.message = message
    }
  }

  /// The lines: what is known by project file, then the problems, each in the order of paths.
  public let lines: [Line]

  /// Diagnoses the project files of a repository.
  ///
  /// - Parameter paths: the paths of the Swift files in scope.
  public init(of model: ProjectModel, swiftFiles paths: some Sequence<String>) {
    var lines = Self.targetLines(of: model)
    if model.targets.isEmpty {
      lines.append(
        Line(
          .warning,
          "no project file was found; give '--minimum', for example '--minimum iOS=15.0'"))
    }
    lines += Self.fileLines(of: model, paths: paths)
    lines += Self.overrideLines(of: model)
    lines += model.problems.map { problem in
      Line(Self.level(of: problem.reason), path: problem.path, problem.message)
    }
    self.lines = lines
  }

  /// The highest level of any line.
  public var level: Level {
    if lines.contains(where: { $0.level == .error }) { return .error }
    return lines.contains { $0.level == .warning } ? .warning : .ok
  }

  private static func level(of reason: ProjectProblem.Reason) -> Level {
    switch reason {
    case .unreadable, .tooLarge, .notParsed: .error
    case .missingFile, .unresolvedVariable, .noMinimum, .noPlatform, .configurationsDiffer,
      .notLiteral, .filesInNoTarget:
      .warning
    }
  }

  // MARK: What is known

  /// One line for each project file, with its targets by what they are built for.
  private static func targetLines(of model: ProjectModel) -> [Line] {
    var order: [String] = []
    var groups: [String: [String: [String]]] = [:]
    for target in model.targets where target.kind != .aggregate {
      if groups[target.declaredIn] == nil { order.append(target.declaredIn) }
      let platforms = target.platforms.isKnown ? describe(target.platforms) : "unknown platforms"
      groups[target.declaredIn, default: [:]][platforms, default: []].append(target.name)
    }
    return order.flatMap { path -> [Line] in
      let byPlatforms = groups[path, default: [:]]
      return byPlatforms.keys.sorted().map { platforms in
        Line(.ok, path: path, "\(list(byPlatforms[platforms, default: []])): \(platforms)")
      } + compatibilityLines(of: model, in: path)
    }
  }

  private static func compatibilityLines(of model: ProjectModel, in path: String) -> [Line] {
    let names = model.targets.filter { $0.declaredIn == path && $0.requiresCompatibility }
      .map(\.name)
    if names.isEmpty { return [] }
    let key = InformationPropertyList.compatibilityKey
    return [
      Line(
        .warning, path: path,
        "\(list(names)) keep\(names.count == 1 ? "s" : "") the old look with '\(key)'; recipes "
          + "that remove, clear or move something only report there, so remove the key to migrate")
    ]
  }

  private static func fileLines(of model: ProjectModel, paths: some Sequence<String>) -> [Line] {
    var known = 0
    var total = 0
    for path in paths where path.hasSuffix(".swift") {
      total += 1
      if model.platforms(of: path).isKnown { known += 1 }
    }
    guard total > 0 else { return [Line(.warning, "no Swift file is in scope")] }
    let message = "platforms are known of \(known) of \(total) Swift files"
    return [Line(known == total ? .ok : .warning, message)]
  }

  private static func overrideLines(of model: ProjectModel) -> [Line] {
    model.overrides.sorted { $0.key < $1.key }.map { platform, version in
      Line(.ok, "'--minimum' sets the lowest version for \(platform) to \(version)")
    }
  }

  // MARK: Words

  /// The platforms as `iOS 15.0, macOS of unknown version`.
  private static func describe(_ platforms: FilePlatforms) -> String {
    platforms.minimums.sorted { $0.key < $1.key }.map { platform, version in
      version == PlatformVersion(0) ? "\(platform) of unknown version" : "\(platform) \(version)"
    }.joined(separator: ", ")
  }

  /// Up to five names in quotes, and how many more there are.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? shown + " and \(names.count - 5) more" : shown
  }
}
