/// One entry of `plugins`.
struct PluginEntry: Sendable {
  var id: String?
  var path = ""
  var sha256: Located<String>?
  var seconds: Int?

  /// The key of a configuration that holds plugins.
  static func field<Target>(
    into property: any WritableKeyPath<Target, [Located<PluginEntry>]> & Sendable
  ) -> Field<Target> {
    Field(
      "plugins", .list(of: FieldType.object(table).located), into: property,
      "programs with further rules; only in a file outside the repository, see"
        + " [PluginProtocol.md](PluginProtocol.md)")
  }

  private static let table = FieldTable(
    PluginEntry(),
    [
      Field(
        "path", .line(limit: 4_096), into: \.path, isRequired: true,
        "an executable file or a `.wasm` module, from the folder of this file"),
      Field(
        "sha256", FieldType.line(limit: 64).located, into: \.sha256,
        "the digest that the file must have; it then runs as a private copy"),
      Field(
        "id", FieldType.identifier, into: \.id, standard: "the file's name",
        "what the plugin is called in messages"),
      Field(
        "seconds", .integer(1...600), into: \.seconds, standard: "`10`",
        "how long an answer about one file may take"),
    ])

  /// The plugins of a file; problems are reported.
  ///
  /// - Parameters:
  ///   - file: The path of the file, for messages.
  ///   - folder: The absolute path of its folder.
  static func references(
    _ entries: [Located<PluginEntry>], file: String, folder: String,
    _ problems: inout ProblemCollector
  ) -> [PluginReference] {
    var references: [PluginReference] = []
    for entry in entries {
      let value = entry.value
      let digest = value.sha256.flatMap { SHA256(hexadecimal: $0.value) }
      if let text = value.sha256, digest == nil {
        problems.report(
          "'sha256' must be 64 hexadecimal digits, as 'sha256sum' prints them", at: text.start)
      }
      let name = value.id ?? name(of: value.path)
      if references.contains(where: { $0.name == name }) {
        problems.report("there are two plugins '\(name)': give one another 'id'", at: entry.start)
        continue
      }
      references.append(
        PluginReference(
          name: name, path: value.path.hasPrefix("/") ? value.path : folder + "/" + value.path,
          digest: digest, seconds: value.seconds,
          place: "\(file):\(entry.start.line):\(entry.start.column)"))
    }
    return references
  }

  /// The file's name without what follows its first dot.
  private static func name(of path: String) -> String {
    let last = path.split(separator: "/").last ?? ""
    return String(last.prefix { $0 != "." })
  }
}
