extension Engine {
  /// The recipes one after another, each planned on the result of those before it.
  ///
  /// A recipe that has nothing to say about a file changed before it keeps the plan made on the
  /// project itself, so that recipes with separate files cost one run together.
  ///
  /// - Throws: what the provider's reader throws.
  public static func stackedPlan(
    _ request: Request, for project: some SourceProvider,
    progress: (@Sendable (Progress) -> Void)? = nil
  ) throws -> Plan {
    var plan = try Engine(request, progress: progress).plan(for: project)
    var results: [String: [UInt8]] = [:]
    for (index, recipe) in request.recipes.enumerated() {
      if plan.recipes[index].touches(results) {
        var single = request
        single.recipes = [recipe]
        let overlay = OverlayProvider(project, replacing: results)
        plan.recipes[index] = try Engine(single, progress: progress).plan(for: overlay).recipes[0]
      }
      for change in plan.recipes[index].changes { results[change.path] = change.updated }
    }
    return plan
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
      var single = request
      single.recipes = [recipe]
      let overlay = OverlayProvider(project, replacing: results)
      single.selection = try choose(try Engine(single).plan(for: overlay).recipes[0])
      let plan = try Engine(single).plan(for: overlay)
      for change in plan.recipes[0].changes { results[change.path] = change.updated }
      if whole == nil { whole = plan } else { whole?.recipes += plan.recipes }
    }
    return whole ?? Plan(considered: project.paths.count, matched: 0, recipes: [])
  }
}

extension RecipePlan {
  fileprivate func touches(_ changed: [String: [UInt8]]) -> Bool {
    findings.contains { changed[$0.path] != nil } || left.contains { changed[$0.path] != nil }
      || skips.contains { changed[$0.path] != nil }
  }
}
