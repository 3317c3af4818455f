/// One recipe with what it would change at a commit.
public struct BotRecipe: Sendable {
  /// The recipe.
  public var recipe: Recipe
  /// A digest of everything that was configured.
  public var configuration: String
  /// What it would change.
  public var plan: RecipePlan
  /// Where the reasons stand: pages of guides and documentation.
  public var references: [String]

  /// Makes a value.
  public init(
    recipe: Recipe, configuration: String, plan: RecipePlan, references: [String] = []
  ) {
    self.recipe = recipe
    self.configuration = configuration
    self.plan = plan
    self.references = references
  }
}

/// Runs the configured recipes for the bot.
public protocol BotPlanner: Sendable {
  /// What the recipes would change at a commit, in the order of the configuration.
  ///
  /// - Parameters:
  ///   - excluded: the fingerprints of sites that are left as they are.
  ///   - isStacked: whether each recipe runs on the result of those before it.
  func recipes(
    at base: ObjectID, excluding excluded: Set<String>, isStacked: Bool
  ) throws -> [BotRecipe]
}

/// Writes what people read.
public protocol BotWording: Sendable {
  /// The words of a pull request.
  ///
  /// - Parameter limit: the most characters of the text.
  func pullRequest(_ work: BotWork, limits: ForgeLimits) -> PullRequestWords
  /// A comment, without what it is recognised by.
  ///
  /// - Parameter kept: the name of the branch that holds a person's commits now.
  func notice(_ notice: BotNotice, kept: String?) -> String
  /// The text of the dashboard, with its boxes.
  func dashboard(_ entries: [BotDashboardEntry], isPaused: Bool, limits: ForgeLimits) -> String
}

/// One branch to be made, with all that is needed to make and describe it.
public struct BotWork: Sendable {
  /// What is decided about.
  public var unit: BotUnit
  /// The recipe, and what it changes in the files of the branch.
  public var recipe: BotRecipe
  /// What is committed; its base is that of the plan.
  public var change: RecipeChange

  /// Makes a value.
  public init(unit: BotUnit, recipe: BotRecipe, change: RecipeChange) {
    self.unit = unit
    self.recipe = recipe
    self.change = change
  }
}
