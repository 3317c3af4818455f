extension Engine {
  /// The recipes one after another, each planned on the result of those before it.
  ///
  /// A recipe that has nothing to look for in a file changed before it keeps the plan made on the
  /// project itself, so that recipes with separate files cost one run together.
  ///
  /// - Throws: what the provider's reader throws.
  public static func stackedPlan(
    _ request: Request, for project: some SourceProvider,
    progress: (@Sendable (Progress) -> Void)? = nil
  ) throws -> Plan {
    var request = request
    request.files = FileCache()
    request.known = KnownFiles()
    var plan = try Engine(request, progress: progress).plan(for: project)
    plan.recipes = try stacked(plan.recipes, request, project, progress)
    return plan
  }

  /// Plans again each recipe that an earlier one of the request has put something before.
  ///
  /// - Parameter plans: the plans of the request's recipes on the project itself.
  static func stacked(
    _ plans: [RecipePlan], _ request: Request, _ project: some SourceProvider,
    _ progress: (@Sendable (Progress) -> Void)?
  ) throws -> [RecipePlan] {
    var plans = plans
    var results: [String: [UInt8]] = [:]
    var replaced = request.replaced
    let places = Dictionary(
      zip(project.paths, project.paths.indices), uniquingKeysWith: { first, _ in first })
    for (index, recipe) in request.recipes.enumerated() {
      if plans[index].touches(results) || recipe.looks(into: results) {
        var single = request
        single.recipes = [recipe]
        single.replaced = replaced
        let overlay = OverlayProvider(project, replacing: results)
        plans[index] = try Engine(single, progress: progress).plan(for: overlay).recipes[0]
      }
      for change in plans[index].changes {
        results[change.path] = change.updated
        if let place = places[change.path] { replaced.insert(place) }
      }
    }
    return plans
  }
}

extension Engine {
  /// The recipes one after another, with the fixes that `choose` wants.
  ///
  /// - Parameter choose: asked about the plan of each recipe on the result of those before it;
  ///   returns the fingerprints of the findings whose fixes are wanted.
  /// - Throws: what the provider's reader throws, and what `choose` throws.
  public static func chosenPlan(
    _ request: Request, for project: some SourceProvider,
    choose: (RecipePlan) throws -> Set<String>
  ) throws -> Plan {
    var whole: Plan?
    var results: [String: [UInt8]] = [:]
    for recipe in request.recipes {
      var plans: [RecipePlan] = []
      for step in recipe.steps {
        var single = request
        single.recipes = [step]
        let overlay = OverlayProvider(project, replacing: results)
        single.selection = try choose(try Engine(single).plan(for: overlay).recipes[0])
        let plan = try Engine(single).plan(for: overlay)
        for change in plan.recipes[0].changes { results[change.path] = change.updated }
        plans += plan.recipes
        if whole == nil {
          whole = plan
          whole?.recipes = []
        }
      }
      whole?.recipes +=
        recipe.members.isEmpty ? plans : [RecipePlan(recipe, found: plans, applied: plans)]
    }
    return whole ?? Plan(considered: project.paths.count, matched: 0, recipes: [])
  }
}

extension Recipe {
  /// Whether a changed file that the recipe had no need to read may hold something for it now.
  fileprivate func looks(into changed: [String: [UInt8]]) -> Bool {
    guard !changed.isEmpty else { return false }
    let needles = needles
    let prefilter = Prefilter([needles])
    return changed.values.contains { prefilter.hits(in: $0).satisfy(needles) }
  }
}

extension RecipePlan {
  fileprivate func touches(_ changed: [String: [UInt8]]) -> Bool {
    findings.contains { changed[$0.path] != nil } || left.contains { changed[$0.path] != nil }
      || skips.contains { changed[$0.path] != nil }
  }
}
