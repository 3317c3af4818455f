import CGit2

extension Repository {
  /// The newest commit that is in the history of both; nil when there is none in the clone.
  public func mergeBase(_ first: ObjectID, _ second: ObjectID) throws(GitError) -> ObjectID? {
    var found = git_oid()
    var one = first.raw
    var two = second.raw
    let code = git_merge_base(&found, handle, &one, &two)
    if code == GIT_ENOTFOUND.rawValue {
      git_error_clear()
      return nil
    }
    // A history that was cut off ends in commits that are not here.
    if code < 0, location.isShallow {
      git_error_clear()
      return nil
    }
    try GitError.check(code, at: "\(first)")
    return ObjectID(found)
  }

  /// The tree that git makes of two commits without any help; nil when they conflict, or when the
  /// git program is too old to tell (2.38 is the first).
  func tree(merging first: ObjectID, _ second: ObjectID) throws(GitError) -> ObjectID? {
    let result = try location.git.result(
      [
        "--git-dir=" + location.gitFolder, "merge-tree", "--write-tree", first.description,
        second.description,
      ], in: location.root)
    guard result.succeeded else { return nil }
    let line = String(decoding: result.standardOutput, as: UTF8.self).prefix { !$0.isNewline }
    return ObjectID(line)
  }
}
