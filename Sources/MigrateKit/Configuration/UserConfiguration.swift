/// What a person asks of every run on every repository: the contents of their `config.yml`.
public struct UserConfiguration: Sendable {
  /// The plugins to start.
  public internal(set) var plugins: [PluginReference] = []

  /// The path of the file below the folder of a user's configurations.
  public static let relativePath = "migrate/config.yml"

  private struct Contents: Sendable {
    var plugins: [Located<PluginEntry>] = []
  }

  private static let table = FieldTable(
    Contents(), [PluginEntry.field(into: \.plugins)])

  /// Reads a file's bytes; an empty file asks for nothing.
  ///
  /// - Parameter folder: the absolute path of the file's folder.
  /// - Throws: everything wrong with it.
  public init(_ bytes: [UInt8], file: String, folder: String) throws(FileProblems) {
    let document = YAMLReader.read(bytes, file: file)
    var collector = ProblemCollector(file: file)
    collector.add(document.problems)
    if let root = document.root {
      let contents = Self.table.read(root, name: "", problems: &collector)
      plugins = PluginEntry.references(
        contents.plugins, file: file, folder: folder, &collector)
    }
    if !collector.problems.isEmpty { throw FileProblems(collector.problems) }
  }
}
