/// Two recipes whose branches cannot be merged one after the other without help.
public struct RecipeConflict: Codable, Hashable, Sendable {
  /// The recipe that was asked for first.
  public var first: String
  /// The other recipe.
  public var second: String
  /// The paths that conflict, sorted.
  public var paths: [String]

  /// Merges the changes of every two recipes in memory; nothing is written.
  ///
  /// - Parameter changes: Changes that start from one base.
  /// - Returns: The pairs that conflict, in the order of the recipes.
  public static func predict(_ changes: [RecipeChange]) throws(GitError) -> [RecipeConflict] {
    var conflicts: [RecipeConflict] = []
    for (index, first) in changes.enumerated() {
      var files: [String: FileChange] = [:]
      for file in first.changes { files[file.path] = file }
      for second in changes[(index + 1)...] {
        var paths: [String] = []
        for theirs in second.changes {
          guard let ours = files[theirs.path] else { continue }
          let merged = try ThreeWayMerge.merge(
            original: ours.original, ours.updated, theirs.updated)
          if merged == nil || ours.original != theirs.original { paths.append(theirs.path) }
        }
        if !paths.isEmpty {
          conflicts.append(
            RecipeConflict(
              first: first.recipe, second: second.recipe,
              paths: paths.sorted(by: PathOrder.precedes)))
        }
      }
    }
    return conflicts
  }
}
