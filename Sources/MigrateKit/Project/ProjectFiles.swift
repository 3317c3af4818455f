/// Reads project files, each once, and collects what is wrong with them.
final class ProjectFiles {
  /// The most bytes that are read of one file.
  private static let limit = 32 << 20

  let paths: RepositoryPaths
  private(set) var problems: Set<ProjectProblem> = []
  private let read: (String) throws -> [UInt8]
  private var propertyLists: [String: PropertyList?] = [:]
  private var configurations: [String: BuildSettings.Layer] = [:]

  init(paths: RepositoryPaths, read: @escaping (String) throws -> [UInt8]) {
    self.paths = paths
    self.read = read
  }

  /// Adds a problem; the same one counts once.
  func report(
    _ reason: ProjectProblem.Reason, in path: String, target: String = "", _ message: String
  ) {
    problems.insert(
      ProjectProblem(path: path, reason: reason, target: target, message: message))
  }

  /// The bytes of a file; nil, with a problem, when it cannot be read.
  func bytes(of path: String) -> [UInt8]? {
    let bytes: [UInt8]
    do {
      bytes = try read(path)
    } catch {
      report(
        .unreadable, in: path,
        "cannot be read (\(error)); its targets are not known, so give '--minimum'")
      return nil
    }
    guard bytes.count <= Self.limit else {
      report(
        .tooLarge, in: path,
        "has \(bytes.count) bytes, over the limit of \(Self.limit); give '--minimum'")
      return nil
    }
    return bytes
  }

  /// The value of a property list; nil, with a problem, when it cannot be read.
  func propertyList(at path: String) -> PropertyList? {
    if let known = propertyLists[path] { return known }
    var value: PropertyList?
    if let bytes = bytes(of: path) {
      do {
        value = try PropertyList.parse(bytes)
      } catch {
        report(.notParsed, in: path, "\(error.explanation); repair it or give '--minimum'")
      }
    }
    propertyLists[path] = .some(value)
    return value
  }

  /// The settings of a configuration file with everything that it includes.
  func configuration(at path: String) -> BuildSettings.Layer {
    if let known = configurations[path] { return known }
    var reader = ConfigurationFileReader(files: self)
    let layer = reader.read(path)
    configurations[path] = layer
    return layer
  }
}
