import CGit2

extension Repository {
  /// The bytes of a blob.
  func blob(_ id: ObjectID, at place: String, limit: Int) throws(GitError) -> [UInt8] {
    let objects = try openObjects()
    defer { git_odb_free(objects) }
    let header = Header(id, in: objects)
    if header.code == GIT_ENOTFOUND.rawValue, location.isPartial {
      git_error_clear()
      return try location.git.output(["cat-file", "blob", id.description], of: location)
    }
    try GitError.check(header.code, at: place)
    guard header.isBlob else {
      throw GitError(
        .missingObject, at: place, "object \(id) is not a blob", remedy: "run 'git fsck'")
    }
    guard header.size <= limit else {
      throw GitError(
        .tooLarge, at: place, "the file has \(header.size) bytes, the limit is \(limit)")
    }
    var raw = id.raw
    var object: OpaquePointer?
    try GitError.check(git_odb_read(&object, objects, &raw), at: place)
    defer { git_odb_object_free(object) }
    return Array(
      UnsafeRawBufferPointer(start: git_odb_object_data(object), count: git_odb_object_size(object))
    )
  }

  /// The number of bytes of a blob; nil where the object is not here or is something else.
  func blobSize(_ id: ObjectID) throws(GitError) -> Int? {
    guard try holds(id) else { return nil }
    let objects = try openObjects()
    defer { git_odb_free(objects) }
    let header = Header(id, in: objects)
    guard header.code == 0, header.isBlob else {
      git_error_clear()
      return nil
    }
    return header.size
  }

  private func openObjects() throws(GitError) -> OpaquePointer? {
    var objects: OpaquePointer?
    try GitError.check(git_repository_odb(&objects, handle), at: location.root)
    return objects
  }

  /// What an object is, without its bytes.
  private struct Header {
    let code: Int32
    let size: Int
    let isBlob: Bool

    init(_ id: ObjectID, in objects: OpaquePointer?) {
      var raw = id.raw
      var size = 0
      var type = GIT_OBJECT_INVALID
      code = git_odb_read_header(&size, &type, objects, &raw)
      self.size = size
      isBlob = type == GIT_OBJECT_BLOB
    }
  }

  /// The id that bytes have as a blob; nothing is written.
  public func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    guard let id = ObjectID.hash(of: bytes) else {
      throw GitError(.inputOutput, at: location.root, "the bytes cannot be hashed")
    }
    return id
  }

  /// Whether the repository holds an object.
  func holds(_ id: ObjectID) throws(GitError) -> Bool {
    let objects = try openObjects()
    defer { git_odb_free(objects) }
    var raw = id.raw
    return git_odb_exists_ext(objects, &raw, UInt32(GIT_ODB_LOOKUP_NO_REFRESH.rawValue)) == 1
  }

  /// Fetches what a partial clone lacks of a snapshot, in one batch.
  ///
  /// - Parameter isWanted: Which paths are going to be read.
  /// - Returns: The number of objects fetched; 0 for a full clone.
  public func fetchMissing(
    of snapshot: Snapshot, where isWanted: (String) -> Bool
  ) throws(GitError) -> Int {
    guard location.isPartial else { return 0 }
    return try fetchMissing(
      snapshot.entries.filter { isWanted($0.path) }.map(\.recordedID))
  }

  func fetchMissing(_ ids: [ObjectID]) throws(GitError) -> Int {
    guard let remote = location.promisorRemote else { return 0 }
    var missing: Set<ObjectID> = []
    for id in ids where try !holds(id) { missing.insert(id) }
    guard !missing.isEmpty else { return 0 }
    let list = missing.map(\.description).sorted().joined(separator: "\n") + "\n"
    // The fetch of one batch, as the git program does it for itself.
    _ = try location.git.output(
      [
        "-c", "fetch.negotiationAlgorithm=noop", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
        "fetch", remote, "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no",
        "--filter=blob:none", "--stdin",
      ], of: location, standardInput: Array(list.utf8), deadline: .seconds(1800))
    try refreshObjects()
    return missing.count
  }
}

extension ObjectID {
  /// The id that bytes have as a blob, in any repository; nil when libgit2 cannot tell.
  static func hash(of bytes: [UInt8]) -> ObjectID? {
    do { try GitLibrary.start() } catch { return nil }
    var id = git_oid()
    let status = bytes.withUnsafeBytes {
      git_odb_hash(&id, $0.baseAddress, $0.count, GIT_OBJECT_BLOB)
    }
    return status == 0 ? ObjectID(id) : nil
  }
}
