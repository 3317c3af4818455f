/// Makes the bot's plan: branches, with the sites that people declined left out.
struct BotPlanning {
  let policy: BotPolicy
  let slices: BotSlices
  let wording: any BotWording
  let limits: ForgeLimits
  let location: RepositoryLocation

  /// What every recipe would change, before anything is known of the forge.
  func recipes(at base: ObjectID, _ planner: any BotPlanner) throws -> [BotRecipe] {
    try planner.recipes(at: base, excluding: [], isStacked: policy.isStacked)
  }

  /// The names of the branches that some recipes lead to.
  func branches(of recipes: [BotRecipe]) -> Set<String> {
    var branches: Set<String> = []
    for recipe in recipes {
      for slice in names(of: recipe.plan) {
        branches.insert(
          BranchDelivery.branch(prefix: policy.prefix, recipe: recipe.plan.id, slice: slice))
      }
    }
    return branches
  }

  /// The branches that an observation and the recipes lead to, those below others first.
  func works(
    _ observation: BotObservation, _ recipes: [BotRecipe], at base: ObjectID,
    _ planner: any BotPlanner
  ) throws -> [BotWork] {
    var recipes = recipes
    var declined: Set<String> = []
    for recipe in recipes {
      let plan = recipe.plan
      declined.formUnion(
        BotDecision.declined(
          observation, recipe: plan.id, version: plan.version,
          branches: branches(of: plan, observation), sites: Set(Self.sites(of: plan).map(\.0)),
          labels: policy.labels))
    }
    if !declined.isEmpty {
      recipes = try planner.recipes(at: base, excluding: declined, isStacked: policy.isStacked)
    }
    var works: [BotWork] = []
    var below: String?
    for recipe in recipes {
      let parts = try parts(of: recipe, declined: declined, base: base, below: below)
      works += parts
      if policy.isStacked, let last = parts.last(where: { !$0.unit.blobs.isEmpty }) {
        below = last.unit.branch
      }
    }
    return works
  }

  private func names(of plan: RecipePlan) -> [String?] {
    let names = Set(plan.changes.map { slices.name(of: $0.path) })
    // A recipe that changes nothing any more is still spoken of.
    if names.isEmpty, policy.split == .none { return [nil] }
    return names.sorted { ($0 ?? "") < ($1 ?? "") }
  }

  /// The fixes that a plan would make, as fingerprint and path.
  private static func sites(of plan: RecipePlan) -> [(String, String)] {
    plan.findings.filter { $0.finding.fix != nil && !$0.isSuppressed }
      .map { ($0.fingerprint, $0.path) }
  }

  private func branches(of plan: RecipePlan, _ observation: BotObservation) -> Set<String> {
    let whole = BranchDelivery.branch(prefix: policy.prefix, recipe: plan.id)
    return Set(observation.pulls.keys.filter { $0 == whole || $0.hasPrefix(whole + "--") })
  }

  private func parts(
    of recipe: BotRecipe, declined: Set<String>, base: ObjectID, below: String?
  ) throws -> [BotWork] {
    var below = below
    var works: [BotWork] = []
    for name in names(of: recipe.plan) {
      let plan = policy.split == .none ? recipe.plan : part(named: name, of: recipe.plan)
      let work = try work(recipe, plan, slice: name, declined: declined, base: base, below: below)
      works.append(work)
      if policy.isStacked { below = work.unit.branch }
    }
    return works
  }

  private func part(named name: String?, of plan: RecipePlan) -> RecipePlan {
    var part = plan
    part.changes = plan.changes.filter { slices.name(of: $0.path) == name }
    part.findings = plan.findings.filter { slices.name(of: $0.path) == name }
    part.left = plan.left.filter { slices.name(of: $0.path) == name }
    part.skips = plan.skips.filter { slices.name(of: $0.path) == name }
    return part
  }

  private func work(
    _ recipe: BotRecipe, _ plan: RecipePlan, slice: String?, declined: Set<String>,
    base: ObjectID, below: String?
  ) throws -> BotWork {
    let repository = try Repository(location)
    let changed = Set(plan.changes.map(\.path))
    let sites = Self.sites(of: plan)
    let taken = Set(sites.filter { changed.contains($0.1) }.map(\.0)).subtracting(declined)
    var change = RecipeChange(
      recipe: plan.id, version: plan.version, commitSubject: recipe.recipe.commitSubject,
      commitBody: recipe.recipe.commitBody, configuration: recipe.configuration, base: base,
      changes: plan.changes, members: plan.members, sites: BotUnit.digest(of: taken))
    if let slice { change.commitSubject += " (\(slice))" }
    let unit = BotUnit(
      recipe: plan.id, version: plan.version, title: plan.title, slice: slice,
      branch: BranchDelivery.branch(prefix: policy.prefix, recipe: plan.id, slice: slice),
      below: below, configuration: recipe.configuration, sites: taken,
      declined: sites.count { declined.contains($0.0) },
      blobs: try BranchDelivery.blobs(of: change, in: repository),
      needsReview: plan.changes.contains { ($0.resolved[.review] ?? 0) > 0 })
    var part = recipe
    part.plan = plan
    var work = BotWork(unit: unit, recipe: part, change: change)
    if !unit.blobs.isEmpty {
      let record = BotDecider.record(of: unit, base: unit.below ?? "", policy)
      var limits = limits
      limits.body -= PullRequestBody.overhead(record) + BotVerifier.logLimit
      work.unit.words = wording.pullRequest(work, limits: limits)
    }
    return work
  }
}
