/// A pattern over paths as project manifests write them: `*` and `?` within a component, `**` for
/// any number of components, `{a,b}` for alternatives.
struct PathGlob {
  private static let maximumAlternatives = 256

  /// The folder that every match lies in.
  let folder: String
  private let alternatives: [[Substring]]

  /// Makes a pattern relative to a folder; nil where it leads out of the repository.
  init?(_ pattern: String, in folder: String) {
    guard let whole = ProjectPath.resolve(pattern, in: folder) else { return nil }
    let fixed = whole.split(separator: "/").prefix { !Self.isPattern($0) }
    self.folder = fixed.joined(separator: "/")
    self.alternatives = Self.expanded(whole).map { $0.split(separator: "/") }
  }

  /// Whether a text has any of the special characters.
  static func isPattern(_ text: some StringProtocol) -> Bool {
    text.utf8.contains { "*?{[".utf8.contains($0) }
  }

  /// Whether a path matches; a pattern that ends in `**` matches every file below.
  func matches(_ path: String) -> Bool {
    let components = path.split(separator: "/")
    return alternatives.contains { pattern in
      Self.match(components, pattern, isAny: { $0 == "**" }, Self.component)
    }
  }

  /// Whether the path, or a folder around it, matches.
  func covers(_ path: String) -> Bool {
    var current = path
    while current.utf8.count > folder.utf8.count || current == folder {
      if matches(current) { return true }
      if current.isEmpty { return false }
      current = ProjectPath.folder(of: current)
    }
    return false
  }

  /// The Swift files that match; a pattern without special characters is a file or a folder.
  func files(in paths: RepositoryPaths) -> [String] {
    if alternatives.count == 1, alternatives.allSatisfy({ !$0.contains(where: Self.isPattern) }) {
      return paths.all.contains(folder) ? [folder] : paths.swiftFiles(under: folder)
    }
    return paths.swiftFiles(under: folder).filter(matches)
  }

  private static func component(_ text: Substring, _ pattern: Substring) -> Bool {
    match(Array(text), Array(pattern), isAny: { $0 == "*" }) { $0 == $1 || $1 == "?" }
  }

  /// Matches a sequence against one with wildcards for any run, in time of their product at most.
  private static func match<Element>(
    _ text: [Element], _ pattern: [Element], isAny: (Element) -> Bool,
    _ equal: (Element, Element) -> Bool
  ) -> Bool {
    var at = 0
    var expected = 0
    var wildcard: (pattern: Int, text: Int)?
    while at < text.count {
      if expected < pattern.count, isAny(pattern[expected]) {
        wildcard = (expected, at)
        expected += 1
      } else if expected < pattern.count, equal(text[at], pattern[expected]) {
        at += 1
        expected += 1
      } else if let last = wildcard {
        wildcard = (last.pattern, last.text + 1)
        at = last.text + 1
        expected = last.pattern + 1
      } else {
        return false
      }
    }
    return pattern[expected...].allSatisfy(isAny)
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
