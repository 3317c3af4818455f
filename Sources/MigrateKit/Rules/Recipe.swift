/// A named set of rules with everything a branch for it needs; data, without behaviour.
public struct Recipe: Sendable {
  /// The stable name in kebab case; also the name of its folder and the end of its branch name.
  public var id: String
  /// Raised when the recipe would propose something else for the same code.
  public var version: Int
  /// A short title in sentence case.
  public var title: String
  /// One or two sentences: what changes for users, and what stays.
  public var summary: String
  /// The subject line of the commit, at most 72 characters, imperative.
  public var commitSubject: String
  /// The paragraphs of the commit message, without trailers.
  public var commitBody: String
  /// The rules, in the order they run.
  public var rules: [any Rule]
  /// Options for the rules, as written.
  public var options: [String: String]
  /// The version of each platform that the recipe adapts to; `iOS` 26.0 unless it says otherwise.
  public var since: [Platform: PlatformVersion]
  /// Whether the recipe runs when the user names none.
  public var isRecommended: Bool
  /// Whether the recipe by nature changes older systems; it then skips fold-back and is never safe.
  public var changesOlderSystems: Bool
  /// Whether the recipe removes, clears or moves something on 26; see `UIDesignRequiresCompatibility`.
  public var removes: Bool
  /// Whether the recipe takes out what the file's minimum made needless; see `Proofs`.
  public var retires: Bool
  /// The recipes that this one stands for, in order; it then has no rules of its own.
  public var members: [Recipe]
  /// The ids of the recipes that this one runs for; comments silence it by these, too.
  public var owners: [String] = []

  /// A digest of the text that the recipe was read from; nil when it was made in code, so that
  /// nothing is known to be the same recipe again.
  public var sourceDigest: String?

  /// Makes a recipe.
  public init(
    id: String, version: Int = 1, title: String, summary: String = "", commitSubject: String,
    commitBody: String = "", rules: [any Rule], options: [String: String] = [:],
    since: [Platform: PlatformVersion] = [.iOS: PlatformVersion(26)], isRecommended: Bool = true,
    changesOlderSystems: Bool = false, removes: Bool = false, retires: Bool = false,
    members: [Recipe] = []
  ) {
    self.id = id
    self.version = version
    self.title = title
    self.summary = summary
    self.commitSubject = commitSubject
    self.commitBody = commitBody
    self.rules = rules
    self.options = options
    self.since = since
    self.isRecommended = isRecommended
    self.changesOlderSystems = changesOlderSystems
    self.removes = removes
    self.retires = retires
    self.members = members
  }

  /// What a file must hold before any rule of the recipe is asked about it.
  public var needles: Needles {
    steps.reduce(Needles.none) { all, step in
      step.rules.reduce(all) { $0.union($1.needles) }
    }
  }

  /// Whether any of its rules looks at a file that is not Swift.
  public func readsBesideSwift(_ path: String) -> Bool {
    FileFormat(path: path) != .swift
      && rulesBesideSwift.contains { $0.reads(path) }
  }

  /// The rules that look at files in other formats than Swift.
  public var rulesBesideSwift: [any Rule] {
    rules.filter(\.readsOtherFormats) + members.flatMap(\.rulesBesideSwift)
  }

  /// The recipes with rules that it comes down to, in order: itself, or those of its members.
  public var steps: [Recipe] {
    guard !members.isEmpty else { return [self] }
    return members.flatMap(\.steps).map { step in
      var step = step
      step.owners.append(id)
      return step
    }
  }
}
