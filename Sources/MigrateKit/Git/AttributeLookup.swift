import CGit2

/// Finds the attributes that make git change bytes between a blob and the working tree.
struct AttributeLookup: ~Copyable {
  /// Where attributes are read from besides the user's and the repository's own files.
  enum Source {
    case commit(ObjectID)
    case workingTree
  }

  static let names = ["filter", "ident", "working-tree-encoding"]

  private let repository: Repository
  private let source: Source

  /// Opens a handle of its own for the lookups.
  init(_ location: RepositoryLocation, source: Source) throws(GitError) {
    let opened = try Repository(location)
    if case .commit = source {
      // With an empty index and no working tree, only the commit's own attribute files count.
      var index: OpaquePointer?
      try GitError.check(git_index_new(&index), at: location.root)
      defer { git_index_free(index) }
      try GitError.check(git_repository_set_index(opened.handle, index), at: location.root)
    }
    repository = opened
    self.source = source
  }

  /// Whether an attributes file can set one of the attributes for a Swift file at all.
  ///
  /// Most files only name other kinds of files, such as `*.png filter=lfs`.
  ///
  /// - Parameter holdsSwift: Whether a Swift file is tracked in a folder, which is named from the
  ///   folder of the attributes file; asked about patterns that begin with one.
  static func mayMatter(
    _ bytes: [UInt8], holdsSwift: (String) -> Bool = { _ in true }
  ) -> Bool {
    var askedFolders = 0
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = String(decoding: line, as: UTF8.self)
      guard names.contains(where: text.contains), !text.hasPrefix("#") else { continue }
      let pattern = text.prefix { $0 != " " && $0 != "\t" }
      if text.hasPrefix("[") || text.hasPrefix("\"") { return true }
      if let folder = folder(of: pattern), askedFolders < folderLimit {
        askedFolders += 1
        if !holdsSwift(folder) { continue }
      }
      guard let dot = pattern.lastIndex(of: ".") else { return true }
      let ending = pattern[pattern.index(after: dot)...]
      if !ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) { return true }
      if ending.isEmpty || ending.lowercased() == "swift" { return true }
    }
    return false
  }

  /// The most patterns of a file whose folders are looked for among the paths.
  private static let folderLimit = 32

  /// The folder that everything a pattern matches is in; nil where that is not plain.
  private static func folder(of pattern: Substring) -> String? {
    let plain = pattern.prefix { !"*?[\\".contains($0) }
    guard let slash = plain.lastIndex(of: "/") else { return nil }
    let folder = plain[..<slash].drop { $0 == "/" }
    return folder.isEmpty ? nil : String(folder)
  }

  /// Whether an attributes file can make git write other line endings to disk than blobs have.
  static func mayChangeLineEndings(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return ["text", "eol", "crlf"].contains { text.contains($0) }
  }

  /// Whether an attributes file can set one of the attributes for any file.
  static func mayConvert(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return names.contains { text.contains($0) }
  }

  /// The first of the attributes that is set for the path, as `name` or `name=value`.
  func conversion(of path: [UInt8]) throws(GitError) -> String? {
    var options = git_attr_options()
    options.version = UInt32(GIT_ATTR_OPTIONS_VERSION)
    switch source {
    case .commit(let id):
      options.flags = UInt32(GIT_ATTR_CHECK_INDEX_ONLY | GIT_ATTR_CHECK_INCLUDE_COMMIT)
      options.attr_commit_id = id.raw
    case .workingTree:
      options.flags = UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX)
    }
    let cPath: [CChar] = path.map { CChar(bitPattern: $0) } + [0]
    var values = [UnsafePointer<CChar>?](repeating: nil, count: Self.names.count)
    let code = Self.withNames { names in
      git_attr_get_many_ext(
        &values, repository.handle, &options, cPath, Self.names.count, names)
    }
    try GitError.check(code, at: String(decoding: path, as: UTF8.self))
    for (name, value) in zip(Self.names, values) {
      switch git_attr_value(value) {
      case GIT_ATTR_VALUE_TRUE: return name
      case GIT_ATTR_VALUE_STRING: return value.map { "\(name)=\(String(cString: $0))" } ?? name
      default: continue
      }
    }
    return nil
  }

  private static func withNames<Result>(
    _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    names[0].withCString { first in
      names[1].withCString { second in
        names[2].withCString { third in
          var pointers: [UnsafePointer<CChar>?] = [first, second, third]
          return pointers.withUnsafeMutableBufferPointer { buffer in
            var none: UnsafePointer<CChar>?
            return withUnsafeMutablePointer(to: &none) { body(buffer.baseAddress ?? $0) }
          }
        }
      }
    }
  }
}
