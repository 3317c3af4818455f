import CGit2

/// The difference between two contents of one file, as `git apply` takes it.
public struct UnifiedDiff: Hashable, Sendable {
  /// The patch with its headers; empty when the contents are the same.
  public var bytes: [UInt8]
  /// The number of lines that come.
  public var added: Int
  /// The number of lines that go.
  public var removed: Int

  /// The patch as text, with invalid UTF-8 repaired.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Compares two contents.
  ///
  /// - Parameters:
  ///   - path: The path from the root.
  ///   - isExecutable: Whether the file may be run.
  ///   - contextLines: How many unchanged lines stand around a change.
  public init(
    path: String, isExecutable: Bool = false, original: [UInt8], updated: [UInt8],
    contextLines: Int = 3
  ) throws(GitError) {
    (bytes, added, removed) = ([], 0, 0)
    if original == updated { return }
    try GitLibrary.start()
    var options = git_diff_options()
    git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
    options.flags = GIT_DIFF_FORCE_TEXT.rawValue | GIT_DIFF_INDENT_HEURISTIC.rawValue
    options.context_lines = UInt32(clamping: contextLines)
    var patch: OpaquePointer?
    let code = original.withUnsafeBytes { old in
      updated.withUnsafeBytes { new in
        git_patch_from_buffers(
          &patch, old.baseAddress, old.count, nil, new.baseAddress, new.count, nil, &options)
      }
    }
    try GitError.check(code, at: path)
    defer { git_patch_free(patch) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try GitError.check(git_patch_to_buf(&buffer, patch), at: path)
    try GitError.check(git_patch_line_stats(nil, &added, &removed, patch), at: path)

    var old = git_oid()
    var new = git_oid()
    original.withUnsafeBytes {
      _ = git_odb_hash(&old, $0.baseAddress, $0.count, GIT_OBJECT_BLOB)
    }
    updated.withUnsafeBytes { _ = git_odb_hash(&new, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) }
    // The library's own header knows neither the path nor the mode.
    let patched = UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size)
    var header = "diff --git \(QuotedPath.quote(path, prefix: "a/")) "
    header += "\(QuotedPath.quote(path, prefix: "b/"))\n"
    header += "index \(ObjectID(old).abbreviated)..\(ObjectID(new).abbreviated) "
    header += "\(isExecutable ? "100755" : "100644")\n"
    // The tab ends a name that holds spaces.
    let end = path.utf8.contains(0x20) ? "\t\n" : "\n"
    header += "--- \(QuotedPath.quote(path, prefix: "a/"))\(end)"
    header += "+++ \(QuotedPath.quote(path, prefix: "b/"))\(end)"
    bytes = Array(header.utf8)
    Self.appendHunks(of: patched, to: &bytes)
  }

  /// Appends everything from the first line that starts with `@@`.
  ///
  /// Such a line names the function it is in, cut at 80 bytes; git leaves no space at its end.
  private static func appendHunks(of patch: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var start = 0
    var isInHunks = false
    while start < patch.count {
      let newline = patch[start...].firstIndex(of: 0x0A) ?? patch.count
      let isHeading = patch[start] == 0x40
      isInHunks = isInHunks || isHeading
      if isInHunks {
        var end = newline
        while isHeading, end > start, patch[end - 1] == 0x20 || patch[end - 1] == 0x09 { end -= 1 }
        bytes.append(contentsOf: patch[start..<end])
        bytes.append(contentsOf: patch[newline..<min(newline + 1, patch.count)])
      }
      start = newline + 1
    }
  }
}
