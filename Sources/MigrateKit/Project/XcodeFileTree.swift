/// Where the file references and groups of an Xcode project lie in the repository.
struct XcodeFileTree {
  /// The paths of file references and groups by object identifier.
  private(set) var paths: [String: String] = [:]
  private let objects: [String: PropertyList]

  /// Walks the groups from the main one; references that lie outside the repository have no path.
  init(objects: [String: PropertyList], mainGroup: String, sourceRoot: String) {
    self.objects = objects
    // The folder is nil below a group whose place is not known; SOURCE_ROOT is known again there.
    var pending: [(id: String, folder: String?)] = [(mainGroup, sourceRoot)]
    var seen: Set<String> = [mainGroup]
    while let (id, folder) = pending.popLast() {
      guard let object = objects[id] else { continue }
      let path = Self.path(of: object, in: folder, sourceRoot: sourceRoot)
      if let path { paths[id] = path }
      for child in object["children"]?.texts ?? [] where seen.insert(child).inserted {
        pending.append((child, path))
      }
    }
  }

  /// The paths of the files that a reference stands for: itself, or the parts of a variant group.
  func files(of reference: String) -> [String] {
    let children = objects[reference]?["children"]?.texts ?? []
    return children.isEmpty
      ? paths[reference].map { [$0] } ?? [] : children.compactMap { paths[$0] }
  }

  private static func path(of object: PropertyList, in folder: String?, sourceRoot: String)
    -> String?
  {
    let path = object["path"]?.text ?? ""
    switch object["sourceTree"]?.text ?? "<group>" {
    case "<group>": return folder.flatMap { ProjectPath.resolve(path, in: $0) }
    case "SOURCE_ROOT": return ProjectPath.resolve(path, in: sourceRoot)
    default: return nil
    }
  }
}
