/// Reads an `.xcconfig` file and the files that it includes.
struct ConfigurationFileReader {
  private static let maximumDepth = 32
  private static let maximumFiles = 1_000

  private let files: ProjectFiles
  private var layer: BuildSettings.Layer = [:]
  private var open: [String] = []
  private var count = 0

  /// Makes a reader of the files of a repository.
  init(files: ProjectFiles) {
    self.files = files
  }

  /// The assignments in the order in which they take effect.
  mutating func read(_ path: String) -> BuildSettings.Layer {
    include(path)
    return layer
  }

  private mutating func include(_ path: String) {
    count += 1
    guard open.count < Self.maximumDepth, count <= Self.maximumFiles, !open.contains(path) else {
      files.report(
        .notParsed, in: path, "'#include' lines lead back to the file or too deep; break the cycle")
      return
    }
    guard let bytes = files.bytes(of: path) else { return }
    open.append(path)
    defer { open.removeLast() }
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      read(line: Self.withoutComment(String(decoding: line, as: UTF8.self)), of: path)
    }
  }

  private mutating func read(line: String, of path: String) {
    if line.hasPrefix("#include") {
      let rest = line.dropFirst("#include".count)
      let isOptional = rest.hasPrefix("?")
      let parts = rest.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count >= 3 else { return }
      let name = String(parts[1])
      let target = ProjectPath.resolve(name, in: ProjectPath.folder(of: path))
      if let target, files.paths.all.contains(target) {
        include(target)
      } else if !isOptional {
        files.report(
          .missingFile, in: path,
          "includes '\(name)', which is not in the repository; settings in it are not known")
      }
      return
    }
    guard let equals = Self.indexOfAssignment(in: line) else { return }
    let (name, conditions) = BuildSettings.splitKey(String(line[..<equals]))
    var value = line[line.index(after: equals)...].trimmed
    while value.hasSuffix(";") { value = value.dropLast().trimmed }
    if name.isEmpty || name.contains(" ") { return }
    layer[name, default: []].append(
      BuildSettings.Assignment(conditions: conditions, value: value))
  }

  /// The `=` of the assignment, past those inside square brackets.
  private static func indexOfAssignment(in line: String) -> String.Index? {
    var depth = 0
    return line.indices.first { index in
      switch line[index] {
      case "[": depth += 1
      case "]": depth -= 1
      case "=": return depth <= 0
      default: break
      }
      return false
    }
  }

  private static func withoutComment(_ line: String) -> String {
    var previous: Character?
    for index in line.indices {
      if line[index] == "/", previous == "/" { return line[..<line.index(before: index)].trimmed }
      previous = line[index]
    }
    return line.trimmed
  }
}
