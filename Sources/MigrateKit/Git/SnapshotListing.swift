import CGit2

extension Repository {
  /// Lists the tree of a commit.
  ///
  /// - Throws: `GitError` when the commit or one of its folders cannot be read.
  public func snapshot(of commit: ObjectID) throws(GitError) -> Snapshot {
    let paths = try trackedPaths(ofCommit: commit)
    var sorter = SnapshotSorter()
    if try attributesMayMatter(in: paths, folder: nil) {
      let lookup = try AttributeLookup(location, source: .commit(commit))
      for path in paths {
        try sorter.add(path, conversion: path.isSwift ? lookup.conversion(of: path.bytes) : nil)
      }
    } else {
      for path in paths { sorter.add(path, conversion: nil) }
    }
    return sorter.snapshot(location, source: .commit(commit))
  }

  /// Lists the files that the index tracks, as they are on disk now.
  ///
  /// Only Swift files are looked at here; other entries may turn out to be missing when read.
  /// - Throws: `GitError.Cause.noWorkingTree` for a bare repository.
  public func snapshotOfWorkingTree() throws(GitError) -> Snapshot {
    guard let workFolder = location.workFolder else {
      throw GitError(
        .noWorkingTree, at: location.root, "the repository is bare",
        remedy: "name a commit with '--base'")
    }
    var folder = try WorkingTreeFolder(workFolder)
    var paths = try trackedPathsOfIndex()
    paths.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let base: ObjectID?
    do {
      base = try head()
    } catch  where error.cause == .unbornHead {
      base = nil
    }

    var changesLineEndings = try convertsLineEndings()
    var converts = false
    let attributesMatter = try attributesMayMatter(in: paths, folder: workFolder) { bytes in
      changesLineEndings = changesLineEndings || AttributeLookup.mayChangeLineEndings(bytes)
      converts = converts || AttributeLookup.mayConvert(bytes)
    }
    let lookup = attributesMatter ? try AttributeLookup(location, source: .workingTree) : nil
    var sorter = SnapshotSorter()
    sorter.keepsSwift = !attributesMatter && !changesLineEndings
    sorter.keepsOthers = sorter.keepsSwift && !converts
    for path in paths {
      guard path.isSwift, let text = path.text, path.kind == .regular || path.kind == .executable
      else {
        sorter.add(path, conversion: nil)
        continue
      }
      do {
        var found = path
        found.kind = try folder.status(text).isExecutable ? .executable : .regular
        sorter.add(found, conversion: try lookup?.conversion(of: path.bytes))
      } catch {
        sorter.add(path, onDisk: error)
      }
    }
    return sorter.snapshot(location, source: .workingTree(head: base))
  }

  /// Whether the configuration makes git write other line endings to disk than blobs have.
  private func convertsLineEndings() throws(GitError) -> Bool {
    var config: OpaquePointer?
    guard git_repository_config_snapshot(&config, handle) == 0 else { return true }
    defer { git_config_free(config) }
    var value: UnsafePointer<CChar>?
    guard git_config_get_string(&value, config, "core.autocrlf") == 0, let value else {
      git_error_clear()
      return false
    }
    return !["false", "no", "off", "0"].contains(String(cString: value).lowercased())
  }

  /// Whether any attributes file in reach can concern a Swift file; if not, nothing is looked up.
  ///
  /// - Parameter look: Is shown the attributes files up to the one that decides.
  private func attributesMayMatter(
    in paths: [TrackedPath], folder workFolder: String?, look: ([UInt8]) -> Void = { _ in }
  ) throws(GitError) -> Bool {
    var looks = 0
    func holdsSwift(_ folder: String, below parent: some Sequence<UInt8>) -> Bool {
      // Each look goes over all paths, and attributes files may be as many.
      looks += 1
      guard looks <= 64 else { return true }
      let parent = Array(parent)
      let prefix = (parent.isEmpty ? [] : parent + [0x2F]) + Array(folder.utf8) + [0x2F]
      // Git may match without regard to case.
      return paths.contains { path in
        path.isSwift && path.bytes.starts(with: prefix) { Self.lowercase($0) == Self.lowercase($1) }
      }
    }
    for file in userAttributeFiles() {
      if let bytes = FileDescriptor.contents(of: file, limit: 1 << 20) {
        look(bytes)
        if AttributeLookup.mayMatter(bytes, holdsSwift: { holdsSwift($0, below: []) }) {
          return true
        }
      }
    }
    let name = Array(".gitattributes".utf8)
    let tracked = paths.filter {
      $0.bytes.suffix(name.count).elementsEqual(name) && $0.kind != .submodule
    }
    _ = try fetchMissing(tracked.map(\.id))
    for path in tracked where path.kind == .regular || path.kind == .executable {
      let bytes = try blob(path.id, at: path.text ?? "", limit: 16 << 20)
      look(bytes)
      let parent = path.bytes.dropLast(name.count + 1)
      if AttributeLookup.mayMatter(bytes, holdsSwift: { holdsSwift($0, below: parent) }) {
        return true
      }
    }
    guard let workFolder else { return false }
    var folder = try WorkingTreeFolder(workFolder)
    var seen: Set<ArraySlice<UInt8>> = []
    var previous: ArraySlice<UInt8>?
    for path in paths where path.isSwift {
      var parent = path.bytes[..<(path.bytes.lastIndex(of: 0x2F) ?? 0)]
      if parent == previous { continue }
      previous = parent
      while seen.insert(parent).inserted {
        let prefix = parent.isEmpty ? "" : String(decoding: parent, as: UTF8.self) + "/"
        do {
          let bytes = try folder.read(prefix + ".gitattributes", limit: 16 << 20)
          look(bytes)
          let folder = parent
          if AttributeLookup.mayMatter(bytes, holdsSwift: { holdsSwift($0, below: folder) }) {
            return true
          }
        } catch
          where error.cause == .missing || error.cause == .symlink
          || error.cause == .notRegularFile || error.cause == .unsafePath
        {
          // git reads no attributes there either.
        }
        parent = parent[..<(parent.lastIndex(of: 0x2F) ?? parent.startIndex)]
      }
    }
    return false
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// The attribute files outside the tree.
  private func userAttributeFiles() -> [String] {
    var files = [location.commonFolder + "/info/attributes", "/etc/gitattributes"]
    let environment = location.git.environment
    if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty {
      files.append(folder + "/git/attributes")
    } else if let home = environment["HOME"] {
      files.append(home + "/.config/git/attributes")
    }
    var config: OpaquePointer?
    guard git_repository_config_snapshot(&config, handle) == 0 else { return files }
    defer { git_config_free(config) }
    var path = git_buf()
    if git_config_get_path(&path, config, "core.attributesfile") == 0, let text = path.ptr {
      files.append(String(cString: text))
    }
    git_buf_dispose(&path)
    git_error_clear()
    return files
  }
}

/// Collects judged paths into a snapshot.
private struct SnapshotSorter {
  /// Whether git writes the bytes of Swift files to disk as blobs have them.
  var keepsSwift = false
  /// Whether it does so with every other file.
  var keepsOthers = false
  private var entries: [SnapshotEntry] = []
  private var skips: [SnapshotSkip] = []

  mutating func add(_ path: TrackedPath, conversion: String?) {
    let isFile = path.kind == .regular || path.kind == .executable
    let reason: SnapshotSkip.Reason? =
      if path.kind == .submodule {
        .submodule
      } else if path.kind == .symlink {
        .symlink
      } else if !isFile {
        .notRegularFile
      } else if path.text == nil {
        .nonUTF8Path
      } else if !path.isSafe {
        .unsafePath
      } else if path.isUnmerged {
        .unmerged
      } else if path.isIntentToAdd {
        .intentToAdd
      } else if conversion != nil {
        conversion == "filter=lfs" ? .lfsPointer : .filtered
      } else {
        nil
      }
    if let reason {
      if path.isWorthReporting { skips.append(path.skip(reason, conversion ?? "")) }
    } else if let text = path.text {
      entries.append(
        SnapshotEntry(
          path: text, recordedID: path.id, isExecutable: path.kind == .executable,
          stamp: path.isSwift ? (keepsSwift ? path.stamp : nil) : keepsOthers ? path.stamp : nil))
    }
  }

  /// Takes a Swift file that cannot be read on disk.
  mutating func add(_ path: TrackedPath, onDisk error: GitError) {
    let reason: SnapshotSkip.Reason =
      switch error.cause {
      case .symlink: .symlink
      case .unsafePath: .unsafePath
      case .notRegularFile: .notRegularFile
      default: path.isSkippedBySparseCheckout ? .sparse : .missing
      }
    skips.append(path.skip(reason, error.cause == .inputOutput ? error.detail : ""))
  }

  func snapshot(_ location: RepositoryLocation, source: Snapshot.Source) -> Snapshot {
    var skips = skips
    var unique: [SnapshotEntry] = []
    unique.reserveCapacity(entries.count)
    // Equal strings may have different bytes, and a malformed tree may list a name twice.
    var paths: Set<String> = []
    for entry in entries.sorted(by: { PathOrder.precedes($0.path, $1.path) }) {
      if paths.insert(entry.path).inserted {
        unique.append(entry)
      } else {
        skips.append(
          SnapshotSkip(path: entry.path, pathBase64: nil, reason: .ambiguousPath, detail: ""))
      }
    }
    var seen: Set<SnapshotSkip> = []
    let ordered = skips.filter { seen.insert($0).inserted }.sorted {
      $0.path == $1.path
        ? $0.reason.rawValue < $1.reason.rawValue : PathOrder.precedes($0.path, $1.path)
    }
    return Snapshot(location: location, source: source, entries: unique, skips: ordered)
  }
}
