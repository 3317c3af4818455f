/// A gitignore-style pattern for paths from the root of a repository.
///
/// A pattern with a slash before its end is anchored to the root, others match at any depth; `*`
/// and `?` stop at slashes, `**` spans folders, `[a-z]` is one character, `\` takes the next
/// character as it is, and a slash at the end asks for a folder. What a folder holds is matched
/// with it.
public struct PathGlob: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written.
  public let description: String
  private let segments: [Segment]
  private let isFolderOnly: Bool

  private enum Segment: Hashable {
    /// Any number of folders.
    case anyFolders
    /// One name.
    case name([GlobToken])
  }

  /// Compiles a pattern.
  ///
  /// - Throws: what is wrong with it.
  public init(_ pattern: String) throws(PathGlobError) {
    description = pattern
    var scalars = Array(pattern.unicodeScalars)
    guard scalars.first != "!" else { throw .negated(pattern) }
    guard !scalars.contains("\0"), scalars.count <= 4096 else { throw .malformed(pattern) }
    isFolderOnly = scalars.last == "/" && scalars.dropLast().last != "\\"
    if isFolderOnly { scalars.removeLast() }
    let isAnchored = scalars.contains("/")
    if scalars.first == "/" { scalars.removeFirst() }
    guard !scalars.isEmpty else { throw .malformed(pattern) }
    var segments: [Segment] = isAnchored ? [] : [.anyFolders]
    for part in scalars.split(separator: "/", omittingEmptySubsequences: false) {
      if part.elementsEqual(["*", "*"]) {
        if segments.last != .anyFolders { segments.append(.anyFolders) }
      } else if let tokens = GlobToken.all(in: Array(part)), !part.isEmpty {
        segments.append(.name(tokens))
      } else {
        throw .malformed(pattern)
      }
    }
    // What '**' at the end stands for must be something, or 'a/**' would match 'a' itself.
    if segments.last == .anyFolders { segments.append(.name([.anyText])) }
    self.segments = segments
  }

  /// Whether the pattern matches the path of a file, or a folder that holds it.
  ///
  /// - Parameter path: a path from the root, with `/` between components.
  public func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    // The numbers of leading components that the segments so far can stand for.
    var reached: Set<Int> = [0]
    for segment in segments {
      switch segment {
      case .anyFolders:
        guard let least = reached.min() else { return false }
        reached = Set(least...names.count)
      case .name(let tokens):
        reached = Set(
          reached.filter { $0 < names.count && GlobToken.match(tokens, names[$0]) }.map { $0 + 1 })
      }
      if reached.isEmpty { return false }
    }
    return reached.contains { $0 > 0 && ($0 < names.count || !isFolderOnly) }
  }
}

/// Why a text is no pattern for paths.
public enum PathGlobError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It starts with `!`.
  case negated(String)
  /// It is empty, ends in a lone `\`, has a `[` without `]` or two slashes in a row.
  case malformed(String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .negated(let pattern):
      "the pattern '\(pattern)' starts with '!'; use '--exclude' or 'exclude:', or write '\\!'"
    case .malformed(let pattern):
      "'\(pattern)' is no gitignore-style pattern; look for a '[' without ']', a '\\' at the end"
        + " or an empty name"
    }
  }
}

/// Which paths are in scope: those that a pattern admits and none excludes.
public struct PathFilter: Hashable, Sendable {
  /// The patterns of which one must match; when empty, every path does.
  public var only: [PathGlob]
  /// The patterns of which none may match.
  public var exclude: [PathGlob]

  /// Makes a filter.
  public init(only: [PathGlob] = [], exclude: [PathGlob] = []) {
    self.only = only
    self.exclude = exclude
  }

  /// Whether a path is in scope.
  public func admits(_ path: String) -> Bool {
    (only.isEmpty || only.contains { $0.matches(path) })
      && !exclude.contains { $0.matches(path) }
  }
}
