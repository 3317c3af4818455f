import Foundation

/// A module of the SDK declarations: what it declares and the platforms that have it.
struct DeclaredModule: Hashable, Sendable {
  var name: String
  var platforms: Set<Platform>
  /// The paths of its files, sorted.
  var files: [String]

  /// The name of the file that lists the modules.
  static let listName = "Modules"

  /// Reads the modules of a folder of SDK declarations, in the order they are built.
  ///
  /// - Throws: `TypeCheckError.file` when the list or a module's folder cannot be read.
  static func all(in folder: String) throws(TypeCheckError) -> [DeclaredModule] {
    let list = folder + "/" + listName
    let text = try Files.text(of: list)
    var modules: [DeclaredModule] = []
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first else { continue }
      let platforms = words.dropFirst().compactMap(Platform.init(rawValue:))
      guard platforms.count == words.count - 1 else {
        throw .file(path: list, reason: "a word of '\(line)' names no platform")
      }
      modules.append(
        DeclaredModule(
          name: name, platforms: Set(platforms.isEmpty ? Platform.allCases : platforms),
          files: try Files.interfaces(in: folder + "/" + name)))
    }
    return modules
  }

  /// The files as one interface; diagnostics still name the files themselves.
  func interface() throws(TypeCheckError) -> String {
    var text = "import Swift\nimport _Concurrency\n"
    for file in files {
      text += "#sourceLocation(file: \"\(file)\", line: 1)\n"
      text += try Files.text(of: file)
      text += "\n#sourceLocation()\n"
    }
    return text
  }
}
