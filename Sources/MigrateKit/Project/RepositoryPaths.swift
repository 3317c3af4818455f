/// The paths of a repository, with its Swift files by folder.
struct RepositoryPaths {
  /// Every path that was given.
  let all: Set<String>
  /// The paths of Swift files, sorted.
  let swiftFiles: [String]
  private var filesByFolder: [String: [String]] = [:]
  private var subfolders: [String: [String]] = [:]
  private var folders: Set<String> = [""]

  /// Indexes the paths in time linear in their number.
  init(_ paths: some Sequence<String>) {
    self.all = Set(paths)
    self.swiftFiles = all.filter { $0.hasSuffix(".swift") }.sorted()
    for path in swiftFiles {
      let folder = ProjectPath.folder(of: path)
      filesByFolder[folder, default: []].append(path)
      var child = folder
      while folders.insert(child).inserted {
        let parent = ProjectPath.folder(of: child)
        subfolders[parent, default: []].append(child)
        child = parent
      }
    }
  }

  /// Whether the folder holds a Swift file at any depth.
  func containsFolder(_ folder: String) -> Bool { folders.contains(folder) }

  /// The Swift files in a folder at any depth, leaving out the files and folders excluded.
  func swiftFiles(under folder: String, excluding excluded: Set<String> = []) -> [String] {
    var found: [String] = []
    var pending = [folder]
    while let next = pending.popLast() {
      if excluded.contains(next) { continue }
      found += filesByFolder[next, default: []].filter { !excluded.contains($0) }
      pending += subfolders[next, default: []]
    }
    return found
  }
}
