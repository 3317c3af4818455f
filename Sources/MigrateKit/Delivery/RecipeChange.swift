/// What one recipe changes on one base commit, with the words for its commit.
public struct RecipeChange: Sendable {
  /// The recipe's id.
  public var recipe: String
  /// The recipe's version.
  public var version: Int
  /// The subject line of the commit.
  public var commitSubject: String
  /// The paragraphs of the commit message.
  public var commitBody: String
  /// A digest of everything that was configured; one word.
  public var configuration: String
  /// The commit that the changes apply to: the common base, or the branch below in a stack.
  public var base: ObjectID
  /// The files that change, by path.
  public var changes: [FileChange]
  /// The recipes that this one stands for, in order.
  public var members: [MemberPlan]
  /// A digest of the sites, for commits that must be recognised without anything else; such a
  /// commit also notes a digest of its own message.
  public var sites: String?
  /// Further lines at the end of the message, for the server that the commit goes to.
  public var trailers: [String] = []

  /// Makes a value.
  public init(
    recipe: String, version: Int, commitSubject: String, commitBody: String = "",
    configuration: String = "default", base: ObjectID, changes: [FileChange],
    members: [MemberPlan] = [], sites: String? = nil
  ) {
    self.recipe = recipe
    self.version = version
    self.commitSubject = commitSubject
    self.commitBody = commitBody
    self.configuration = configuration
    self.base = base
    self.changes = changes
    self.members = members
    self.sites = sites
  }
}
