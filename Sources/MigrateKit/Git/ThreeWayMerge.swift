import CGit2

/// Merges contents in memory; nothing is written.
public enum ThreeWayMerge {
  /// Two changes of one original put together; nil when they conflict.
  public static func merge(
    original: [UInt8], _ first: [UInt8], _ second: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    if first == second || second == original { return first }
    if first == original { return second }
    try GitLibrary.start()
    var result = git_merge_file_result()
    let code = original.withInput { base in
      first.withInput { ours in
        second.withInput { theirs in
          git_merge_file(&result, &base, &ours, &theirs, nil)
        }
      }
    }
    defer { git_merge_file_result_free(&result) }
    try GitError.check(code, at: "merge")
    guard result.automergeable != 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: result.ptr, count: result.len))
  }
}

extension [UInt8] {
  fileprivate func withInput<Result>(_ body: (inout git_merge_file_input) -> Result) -> Result {
    withUnsafeBytes { bytes in
      var input = git_merge_file_input()
      git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
      input.ptr = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      input.size = bytes.count
      return body(&input)
    }
  }
}

extension Repository {
  /// The paths that conflict when two commits made from one base are merged, sorted.
  ///
  /// Renames are not followed.
  public func conflictingPaths(
    merging first: ObjectID, with second: ObjectID, base: ObjectID
  ) throws(GitError) -> [String] {
    var ours: [String: TreeChange] = [:]
    for change in try treeChanges(from: base, to: first) { ours[change.path] = change }
    var conflicts: [String] = []
    for theirs in try treeChanges(from: base, to: second) {
      guard let ours = ours[theirs.path], ours != theirs else { continue }
      guard ours.isContentsOnly, theirs.isContentsOnly else {
        conflicts.append(theirs.path)
        continue
      }
      let limit = 64 << 20
      let merged = try ThreeWayMerge.merge(
        original: blob(ours.oldBlob, at: theirs.path, limit: limit),
        blob(ours.newBlob, at: theirs.path, limit: limit),
        blob(theirs.newBlob, at: theirs.path, limit: limit))
      if merged == nil { conflicts.append(theirs.path) }
    }
    return conflicts.sorted(by: PathOrder.precedes)
  }
}
