extension Engine {
  /// Runs the recipes over the project, each on the project itself.
  ///
  /// The members of a recipe that stands for others run one after another, each on the result of
  /// those before it, and every one's proofs run; together they are one entry of the plan.
  ///
  /// - Throws: what the provider's reader throws; everything a single file does wrong is a skip.
  public func plan(for project: some SourceProvider) throws -> Plan {
    guard let kept = KeptResults(request, project) else {
      let ids = FileIDs(request.known?.ids(besides: request.replaced) ?? [])
      return try compose(project, ids, request.files ?? FileCache())
    }
    let files = kept.files()
    var ids = FileIDs()
    if files != nil || project.recordsIDs {
      ids = FileIDs(try identify(project))
      if let plan = try kept.plan(for: project, ids) { return plan }
    }
    let cache = request.files ?? FileCache()
    if let files { cache.adopt(files) }
    let plan = try compose(project, ids, cache)
    kept.keep(plan, for: project, ids)
    if cache.isChanged { kept.keep(cache) }
    return plan
  }

  private func compose(
    _ project: some SourceProvider, _ ids: FileIDs, _ files: FileCache
  ) throws -> Plan {
    guard request.recipes.contains(where: { !$0.members.isEmpty }) else {
      return try planEach(for: project, ids, files)
    }
    let steps = request.recipes.map(\.steps)
    var single = request
    var indices: [StepKey: Int] = [:]
    single.recipes = []
    let known = request.known ?? KnownFiles()
    single.known = known
    for step in steps.joined() where indices[StepKey(step)] == nil {
      indices[StepKey(step)] = single.recipes.count
      single.recipes.append(step)
    }
    var plan = try Engine(single, progress: progress).planEach(for: project, ids, files)
    let planned = plan.recipes
    plan.recipes = []
    for (recipe, steps) in zip(request.recipes, steps) {
      let found = steps.compactMap { indices[StepKey($0)] }.map { planned[$0] }
      if recipe.members.isEmpty {
        plan.recipes += found
      } else {
        var own = request
        own.recipes = steps
        own.files = files
        own.known = known
        let applied = try Self.stacked(found, own, project, progress)
        plan.recipes.append(RecipePlan(recipe, found: found, applied: applied))
      }
    }
    return plan
  }
}

extension RecipePlan {
  /// Puts the plans of the members of a recipe together.
  ///
  /// - Parameters:
  ///   - found: the plan of each member on the project itself, for findings and left sites.
  ///   - applied: the plan of each member on the result of those before it, for changes and skips.
  init(_ recipe: Recipe, found: [RecipePlan], applied: [RecipePlan]) {
    self.init(id: recipe.id, version: recipe.version, title: recipe.title)
    for plan in found {
      findings += plan.findings.map { finding in
        var finding = finding
        finding.member = plan.id
        return finding
      }
      left += plan.left.map { site in
        var site = site
        site.member = plan.id
        return site
      }
    }
    findings = findings.enumerated().sorted { first, second in
      (first.element.path, first.element.finding.byteRange, first.offset)
        < (second.element.path, second.element.finding.byteRange, second.offset)
    }.map(\.element)
    left = left.enumerated().sorted { first, second in
      (first.element.path, first.element.start, first.offset)
        < (second.element.path, second.element.start, second.offset)
    }.map(\.element)
    take(applied)
  }

  private mutating func take(_ applied: [RecipePlan]) {
    var byPath: [String: FileChange] = [:]
    for plan in applied {
      members.append(
        MemberPlan(
          id: plan.id, version: plan.version, title: plan.title, files: plan.changes.count))
      for change in plan.changes { byPath[change.path, default: change].extend(by: change) }
      skips += plan.skips.map { skip in
        var skip = skip
        skip.detail = "'\(plan.id)'" + (skip.detail.isEmpty ? "" : ": " + skip.detail)
        return skip
      }
    }
    changes = byPath.values.filter { $0.updated != $0.original }
      .sorted { PathOrder.precedes($0.path, $1.path) }
    skips.sort()
  }
}

extension FileChange {
  /// Adds a change of the result; a change extends itself to itself.
  fileprivate mutating func extend(by next: FileChange) {
    guard next != self else { return }
    updated = next.updated
    resolved.merge(next.resolved, uniquingKeysWith: +)
    let counts = LineCounts(from: original, to: updated)
    added = counts.added
    removed = counts.removed
  }
}
