/// One branch that a plan asks for, as far as deciding about it goes.
public struct BotUnit: Hashable, Sendable {
  /// The recipe's id.
  public var recipe: String
  /// The recipe's version.
  public var version: Int
  /// The recipe's title.
  public var title: String
  /// The name of the part of the recipe's change; nil for the whole.
  public var slice: String?
  /// The name of the branch.
  public var branch: String
  /// The branch it stands on; nil for the base.
  public var below: String?
  /// A digest of everything that was configured.
  public var configuration: String
  /// The fingerprints of the sites it changes.
  public var sites: Set<String>
  /// The number of sites that are left out, since people declined them.
  public var declined: Int
  /// The new blob of every changed path; empty when there is nothing to do.
  public var blobs: [String: ObjectID]
  /// Whether it holds a fix that a person has to judge.
  public var needsReview: Bool
  /// The words of its pull request.
  public var words: PullRequestWords

  /// Makes a unit.
  public init(
    recipe: String, version: Int = 1, title: String = "", slice: String? = nil, branch: String,
    below: String? = nil, configuration: String = "default", sites: Set<String> = [],
    declined: Int = 0, blobs: [String: ObjectID] = [:], needsReview: Bool = false,
    words: PullRequestWords = PullRequestWords()
  ) {
    self.recipe = recipe
    self.version = version
    self.title = title
    self.slice = slice
    self.branch = branch
    self.below = below
    self.configuration = configuration
    self.sites = sites
    self.declined = declined
    self.blobs = blobs
    self.needsReview = needsReview
    self.words = words
  }

  /// A digest of the sites, as commits note it.
  public var siteDigest: String { Self.digest(of: sites) }

  /// A digest of sites in any order.
  public static func digest(of sites: Set<String>) -> String {
    Digest.short(sites.sorted().joined(separator: "\n"))
  }
}

/// What a pull request says.
public struct PullRequestWords: Hashable, Sendable {
  /// One line.
  public var title: String
  /// The bot's part of the text, in Markdown.
  public var section: String

  /// Makes a value.
  public init(title: String = "", section: String = "") {
    self.title = title
    self.section = section
  }
}

/// What is wanted of a repository at one commit.
public struct BotPlan: Hashable, Sendable {
  /// The commit that branches start from.
  public var base: ObjectID
  /// The branches, those below others first.
  public var units: [BotUnit]

  /// Makes a plan.
  public init(base: ObjectID, units: [BotUnit]) {
    self.base = base
    self.units = units
  }
}
