/// What a commit made here says of itself, which is all the state that is kept.
public struct DeliveryTrailers: Hashable, Sendable {
  /// The recipe's id.
  public var recipe: String
  /// The recipe's version.
  public var version: Int
  /// The parent of the commit.
  public var base: ObjectID
  /// A digest of everything that was configured.
  public var configuration: String
  /// The tree of the commit.
  public var tree: ObjectID
  /// The recipes that this one stands for and that changed something, each with its version.
  public var members: [String]

  /// Makes a value.
  public init(
    recipe: String, version: Int, base: ObjectID, configuration: String, tree: ObjectID,
    members: [String] = []
  ) {
    self.members = members
    self.recipe = recipe
    self.version = version
    self.base = base
    self.configuration = configuration
    self.tree = tree
  }

  /// Reads a commit; nil unless it was made here and is as it was made: every trailer is there
  /// once, and its tree and its only parent are the recorded ones.
  public init?(_ commit: CommitContents) {
    guard let recipe = commit.trailer("Migrate-Recipe"),
      let version = commit.trailer("Migrate-Version").flatMap(Int.init),
      let base = commit.trailer("Migrate-Base").flatMap({ ObjectID($0) }),
      let configuration = commit.trailer("Migrate-Config"),
      let tree = commit.trailer("Migrate-Tree").flatMap({ ObjectID($0) }),
      tree == commit.tree, commit.parents == [base]
    else { return nil }
    self.init(
      recipe: recipe, version: version, base: base, configuration: configuration, tree: tree,
      members: commit.trailers.filter { $0.key == "Migrate-Member" }.map(\.value))
  }

  /// The lines at the end of the message.
  public var lines: [String] {
    ["Migrate-Recipe: \(recipe)", "Migrate-Version: \(version)"]
      + members.map { "Migrate-Member: \($0)" }
      + [
        "Migrate-Base: \(base)", "Migrate-Config: \(configuration)", "Migrate-Tree: \(tree)",
      ]
  }
}
