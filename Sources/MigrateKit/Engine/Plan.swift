/// What would be done to a repository: a plain value, with nothing written yet.
public struct Plan: Codable, Hashable, Sendable {
  /// The number of Swift files in scope.
  public var considered: Int
  /// The number of files that at least one recipe had to parse.
  public var matched: Int
  /// One entry per recipe, in the order asked for.
  public var recipes: [RecipePlan]
  /// The files in scope that could not be read, by path; no recipe was asked about them.
  public var skips: [Skip]

  /// Makes a plan.
  public init(considered: Int, matched: Int, recipes: [RecipePlan], skips: [Skip] = []) {
    self.skips = skips
    self.considered = considered
    self.matched = matched
    self.recipes = recipes
  }
}

/// What one recipe would do.
public struct RecipePlan: Codable, Hashable, Sendable {
  /// The recipe's id.
  public var id: String
  /// The recipe's version.
  public var version: Int
  /// The recipe's title.
  public var title: String
  /// The findings, by path, then position.
  public var findings: [PlannedFinding]
  /// The sites left alone, by path, then position.
  public var left: [PlannedLeftSite]
  /// The files that would change, by path.
  public var changes: [FileChange]
  /// The files that were not done, by path.
  public var skips: [Skip]
  /// The recipes that this one stands for, in order, with what each changes.
  public var members: [MemberPlan]

  /// Makes an entry.
  public init(
    id: String, version: Int, title: String, findings: [PlannedFinding] = [],
    left: [PlannedLeftSite] = [], changes: [FileChange] = [], skips: [Skip] = [],
    members: [MemberPlan] = []
  ) {
    self.members = members
    self.id = id
    self.version = version
    self.title = title
    self.findings = findings
    self.left = left
    self.changes = changes
    self.skips = skips
  }
}

/// One of the recipes that another stands for, and how much it changes.
public struct MemberPlan: Codable, Hashable, Sendable {
  /// The recipe's id.
  public var id: String
  /// The recipe's version.
  public var version: Int
  /// The recipe's title.
  public var title: String
  /// The number of files that it changes.
  public var files: Int

  /// Makes an entry.
  public init(id: String, version: Int, title: String, files: Int) {
    self.id = id
    self.version = version
    self.title = title
    self.files = files
  }
}

/// A finding with its place in the repository.
public struct PlannedFinding: Codable, Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// Where the site starts.
  public var start: LinePosition
  /// Where the site ends.
  public var end: LinePosition
  /// The finding; byte offsets are those of the original file.
  public var finding: Finding
  /// A digest of recipe, rule, path, the site's tokens and an ordinal.
  public var fingerprint: String
  /// Whether a comment in the source suppresses it; it then has no part in any change.
  public var isSuppressed: Bool
  /// The recipe that found it, where that is a member of the one that was asked for.
  public var member: String?

  /// Makes an entry.
  public init(
    path: String, start: LinePosition, end: LinePosition, finding: Finding, fingerprint: String,
    isSuppressed: Bool
  ) {
    self.path = path
    self.start = start
    self.end = end
    self.finding = finding
    self.fingerprint = fingerprint
    self.isSuppressed = isSuppressed
  }
}

/// A site left alone, with its place in the repository.
public struct PlannedLeftSite: Codable, Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// Where the site starts.
  public var start: LinePosition
  /// A stable reason code.
  public var reason: String
  /// The recipe that left it, where that is a member of the one that was asked for.
  public var member: String?

  /// Makes an entry.
  public init(path: String, start: LinePosition, reason: String) {
    self.path = path
    self.start = start
    self.reason = reason
  }
}

/// The new bytes of one file, proved.
public struct FileChange: Codable, Hashable, Sendable {
  /// The path of the file.
  public var path: String
  /// The bytes before.
  public var original: [UInt8]
  /// The bytes after every pass.
  public var updated: [UInt8]
  /// The number of lines the change adds.
  public var added: Int
  /// The number of lines the change removes.
  public var removed: Int
  /// The number of findings that the change resolves, by how far they can be trusted.
  public var resolved: [Safety: Int]

  /// Makes a change.
  public init(
    path: String, original: [UInt8], updated: [UInt8], added: Int, removed: Int,
    resolved: [Safety: Int]
  ) {
    self.path = path
    self.original = original
    self.updated = updated
    self.added = added
    self.removed = removed
    self.resolved = resolved
  }
}

/// A file that was not done.
public struct Skip: Codable, Hashable, Comparable, Sendable {
  /// The path of the file.
  public var path: String
  /// A stable reason code in lower camel case, such as `notUTF8` or `notProved`.
  public var reason: String
  /// What happened, for a person.
  public var detail: String
  /// Whether the skip is a fault that `--strict` turns into an exit status.
  public var isFault: Bool

  /// Makes a skip.
  public init(path: String, reason: String, detail: String = "", isFault: Bool = false) {
    self.path = path
    self.reason = reason
    self.detail = detail
    self.isFault = isFault
  }

  /// Orders by path, reason, detail.
  public static func < (left: Skip, right: Skip) -> Bool {
    (left.path, left.reason, left.detail) < (right.path, right.reason, right.detail)
  }
}
