/// What a scan found, in the form of JSON schema version 1.
public struct ScanDocument: Codable, Sendable {
  /// The version of the schema.
  public var schema = 1
  /// The program that made the document.
  public var tool: Tool
  /// The repository that was read.
  public var repository: RepositoryDescription
  /// How many files were looked at.
  public var files: Files
  /// One entry per recipe, in the order asked for.
  public var recipes: [RecipeEntry]

  /// The program that made the document.
  public struct Tool: Codable, Sendable {
    /// `migrate`.
    public var name: String
    /// Its version.
    public var version: String
  }

  /// How many files were looked at.
  public struct Files: Codable, Sendable {
    /// The Swift files in scope.
    public var considered: Int
    /// Those that at least one recipe had to parse.
    public var matched: Int
  }

  /// One recipe.
  public struct RecipeEntry: Codable, Sendable {
    /// The recipe's id.
    public var id: String
    /// The recipe's version.
    public var version: Int
    /// The recipe's title.
    public var title: String
    /// The findings, by path, then position.
    public var findings: [FindingEntry]
    /// The sites left alone, by path, then position.
    public var left: [LeftEntry]
    /// The files that would change, by path.
    public var changes: [ChangeEntry]
    /// The files that were not done, by path.
    public var skips: [SkipEntry]
    /// The recipes that this one stands for, in order; absent for one with rules of its own.
    public var members: [MemberEntry]?
  }

  /// One of the recipes that another stands for.
  public struct MemberEntry: Codable, Sendable {
    /// The recipe's id.
    public var id: String
    /// The recipe's version.
    public var version: Int
    /// The recipe's title.
    public var title: String
    /// The number of files that it changes.
    public var files: Int
  }

  /// One finding.
  public struct FindingEntry: Codable, Sendable {
    /// The path from the root of the repository.
    public var path: String
    /// The line of the site's start, from 1.
    public var line: Int
    /// The column of the site's start, from 1, in UTF-8 bytes.
    public var column: Int
    /// The line of the site's end.
    public var endLine: Int
    /// The column of the site's end.
    public var endColumn: Int
    /// The id of the rule.
    public var rule: String
    /// What is so and what to do about it.
    public var message: String
    /// How much attention it asks for.
    public var level: FindingLevel
    /// How far its fix can be trusted.
    public var safety: Safety
    /// Whether there is a fix.
    public var fix: Bool
    /// The bytes of the site, half open.
    public var byteRange: ByteRange
    /// The edits of the fix, on the original bytes.
    public var edits: [Edit]
    /// Names the site independently of its line.
    public var fingerprint: String
    /// Whether a comment suppresses it.
    public var suppressed: Bool
    /// The member that found it, where the recipe stands for others.
    public var member: String?
  }

  /// One site left alone.
  public struct LeftEntry: Codable, Sendable {
    /// The path from the root of the repository.
    public var path: String
    /// The line of the site, from 1.
    public var line: Int
    /// The column of the site, from 1, in UTF-8 bytes.
    public var column: Int
    /// A stable reason code.
    public var reason: String
    /// The member that left it, where the recipe stands for others.
    public var member: String?
  }

  /// One changed file.
  public struct ChangeEntry: Codable, Sendable {
    /// The path from the root of the repository.
    public var path: String
    /// The lines added.
    public var added: Int
    /// The lines removed.
    public var removed: Int
  }

  /// One file that was not done.
  public struct SkipEntry: Codable, Sendable {
    /// The path from the root of the repository, as far as it is text.
    public var path: String
    /// A stable reason code.
    public var reason: String
    /// What happened.
    public var detail: String
    /// The bytes of a path that is not UTF-8.
    public var pathBase64: String?

    /// Makes an entry.
    public init(path: String, reason: String, detail: String, pathBase64: String? = nil) {
      self.path = path
      self.reason = reason
      self.detail = detail
      self.pathBase64 = pathBase64
    }
  }

  /// Describes a plan.
  ///
  /// - Parameter snapshotSkips: files of the snapshot that no recipe was asked about; they are
  ///   listed under every recipe.
  public init(
    plan: Plan, repository: RepositoryDescription, version: String, snapshotSkips: [SkipEntry] = []
  ) {
    tool = Tool(name: "migrate", version: version)
    self.repository = repository
    files = Files(considered: plan.considered, matched: plan.matched)
    recipes = plan.recipes.map { recipe in
      RecipeEntry(
        id: recipe.id, version: recipe.version, title: recipe.title,
        findings: recipe.findings.map(FindingEntry.init),
        left: recipe.left.map {
          LeftEntry(
            path: $0.path, line: $0.start.line, column: $0.start.column, reason: $0.reason,
            member: $0.member)
        },
        changes: recipe.changes.map {
          ChangeEntry(path: $0.path, added: $0.added, removed: $0.removed)
        },
        skips: ((plan.skips + recipe.skips).map {
          SkipEntry(path: $0.path, reason: $0.reason, detail: $0.detail)
        }
          + snapshotSkips).sorted { ($0.path, $0.reason) < ($1.path, $1.reason) },
        members: recipe.members.isEmpty
          ? nil
          : recipe.members.map {
            MemberEntry(id: $0.id, version: $0.version, title: $0.title, files: $0.files)
          })
    }
  }
}

/// The repository a plan was made for.
public struct RepositoryDescription: Codable, Hashable, Sendable {
  /// The path as the user gave it.
  public var path: String
  /// The id of the base commit; nil before the first commit.
  public var base: String?
  /// Where the bytes came from: `worktree` or `commit`.
  public var tree: String
  /// Whether the working tree differs from its commit.
  public var dirty: Bool

  /// Makes a description.
  public init(path: String, base: String?, tree: String, dirty: Bool) {
    self.path = path
    self.base = base
    self.tree = tree
    self.dirty = dirty
  }
}

extension ScanDocument.FindingEntry {
  fileprivate init(_ planned: PlannedFinding) {
    let finding = planned.finding
    self.init(
      path: planned.path, line: planned.start.line, column: planned.start.column,
      endLine: planned.end.line, endColumn: planned.end.column, rule: finding.rule,
      message: finding.message, level: finding.level, safety: finding.safety,
      fix: finding.fix != nil, byteRange: finding.byteRange, edits: finding.fix?.edits ?? [],
      fingerprint: planned.fingerprint, suppressed: planned.isSuppressed,
      member: planned.member)
  }
}
