/// Arithmetic on paths from the root of the repository.
enum ProjectPath {
  /// What stands for the root of the repository in the value of a build setting.
  static let rootMarker = "/<repository>"

  /// The path of a file or folder named relative to a folder; `""` is the root.
  ///
  /// Nil when it lies outside the repository, or is absolute without the root's marker.
  static func resolve(_ path: String, in folder: String) -> String? {
    var whole = folder.isEmpty ? path : folder + "/" + path
    if path.hasPrefix(rootMarker) {
      whole = String(path.dropFirst(rootMarker.count))
    } else if path.hasPrefix("/") || path.hasPrefix("~") {
      return nil
    }
    var components: [Substring] = []
    for component in whole.split(separator: "/") {
      switch component {
      case ".": continue
      case "..":
        guard components.popLast() != nil else { return nil }
      default: components.append(component)
      }
    }
    return components.joined(separator: "/")
  }

  /// The folder of a file; `""` at the root.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  /// The last component.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The folder itself and every folder around it, innermost first, down to `""`.
  static func ancestors(ofFolder folder: String) -> [String] {
    var result = [folder]
    var current = folder
    while !current.isEmpty {
      current = Self.folder(of: current)
      result.append(current)
    }
    return result
  }
}
