/// A pattern over paths as project manifests write them, relative to a folder: like a
/// gitignore-style pattern, with `{a,b}` for alternatives.
struct ManifestGlob {
  private static let maximumAlternatives = 256

  /// The folder that every match lies in.
  let folder: String
  private let isPlain: Bool
  private let alternatives: [PathGlob]

  /// Makes a pattern; nil where it leads out of the repository or is none.
  init?(_ pattern: String, in folder: String) {
    guard let whole = ProjectPath.resolve(pattern, in: folder) else { return nil }
    let components = whole.split(separator: "/")
    let fixed = components.prefix { part in !part.utf8.contains { "*?{[\\".utf8.contains($0) } }
    self.folder = fixed.joined(separator: "/")
    self.isPlain = fixed.count == components.count
    do {
      self.alternatives =
        isPlain ? [] : try Self.expanded(whole).map { try PathGlob("/" + $0) }
    } catch {
      // A pattern that is none matches nothing in the tool that it is written for either.
      return nil
    }
  }

  /// Whether the path, or a folder around it, matches.
  func matches(_ path: String) -> Bool {
    if isPlain { return folder.isEmpty || path == folder || path.hasPrefix(folder + "/") }
    return alternatives.contains { $0.matches(path) }
  }

  /// The Swift files that match, or that lie in a folder which does.
  func files(in paths: RepositoryPaths) -> [String] {
    if isPlain, paths.all.contains(folder) { return [folder] }
    let candidates = paths.swiftFiles(under: folder)
    return isPlain ? candidates : candidates.filter(matches)
  }

  /// The patterns that the braces stand for; past the bound, braces stay as they are written.
  private static func expanded(_ pattern: String) -> [String] {
    var done: [String] = []
    var pending = [pattern]
    while let next = pending.popLast() {
      guard let close = next.firstIndex(of: "}"), let open = next[..<close].lastIndex(of: "{"),
        done.count + pending.count < maximumAlternatives
      else {
        done.append(next)
        continue
      }
      let head = String(next[..<open])
      let tail = String(next[next.index(after: close)...])
      let parts = next[next.index(after: open)..<close].split(
        separator: ",", omittingEmptySubsequences: false)
      for part in parts.prefix(maximumAlternatives) {
        pending.append(head + String(part) + tail)
      }
    }
    return done
  }
}
