/// What the project files of a repository say of its Swift files.
///
/// A pure function of the paths and the bytes given, in time linear in both.
public struct ProjectModel: Hashable, Codable, Sendable {
  /// The targets, in the order of the paths of the files that declare them.
  public let targets: [ProjectTarget]
  /// What could not be found out, sorted.
  public let problems: [ProjectProblem]
  /// The lowest versions that the user gave; they replace those of the project files.
  public let overrides: [Platform: PlatformVersion]

  /// The indices in `targets` of the targets that a file belongs to.
  private let membership: [String: [Int]]
  /// What is assumed of files in no target, by the folder of their project or package.
  private let fallbacks: [String: FilePlatforms]

  /// Reads the project files among the paths.
  ///
  /// - Parameters:
  ///   - paths: every path of the snapshot, in any order.
  ///   - overrides: lowest versions that count whatever the project files say.
  ///   - read: gives the bytes of a path; what it throws becomes a problem. It is only asked for
  ///     project files: `project.pbxproj`, manifests, and the files that those name.
  public init(
    paths: some Sequence<String>, overrides: [Platform: PlatformVersion] = [:],
    read: (String) throws -> [UInt8]
  ) {
    let paths = RepositoryPaths(paths)
    let reading = withoutActuallyEscaping(read) { read in
      var reading = ProjectReading(files: ProjectFiles(paths: paths, read: read))
      reading.run()
      return reading.result
    }
    self.targets = reading.targets
    self.problems = reading.problems
    self.membership = reading.membership
    self.fallbacks = reading.fallbacks
    self.overrides = overrides
  }

  /// The platforms of a file, with the lowest version of each over the targets it belongs to.
  ///
  /// A file in no target has what all targets of the project or package around it agree on; where
  /// there is none, or they do not, nothing is known of it.
  public func platforms(of path: String) -> FilePlatforms {
    var result = FilePlatforms()
    if let indices = membership[path] {
      for index in indices where targets.indices.contains(index) {
        result.formUnion(targets[index].platforms)
      }
    } else {
      result = fallback(for: path)
    }
    guard result.isKnown else {
      result.minimums = overrides
      return result
    }
    for (platform, version) in overrides where result.minimums[platform] != nil {
      result.minimums[platform] = version
    }
    return result
  }

  /// The targets that a file belongs to.
  public func targets(of path: String) -> [ProjectTarget] {
    membership[path, default: []].filter(targets.indices.contains).map { targets[$0] }
  }

  private func fallback(for path: String) -> FilePlatforms {
    for folder in ProjectPath.ancestors(ofFolder: ProjectPath.folder(of: path)) {
      if let known = fallbacks[folder] { return known }
    }
    return .unknown
  }
}
