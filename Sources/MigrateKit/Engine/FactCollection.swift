/// The first half of a run: facts in rounds, and the files that the rules have to see.
struct FactCollection: Sendable {
  struct Candidate: Sendable {
    /// The index of the file in the project.
    var index: Int
    /// The indices of the recipes that have something to look for in it.
    var recipes: [Int]
    /// The number of its bytes; 0 where that is not known.
    var size = 0
  }

  struct Result: Sendable {
    /// What each recipe sees of other files.
    var pages: [FactBook.Page] = []
    var candidates: [Candidate] = []
    var skips: [Skip] = []
  }

  let request: Engine.Request
  let pool: WorkerPool
  let progress: (@Sendable (Engine.Progress) -> Void)?
  let trees: TreeStore
  let ids: FileIDs
  let files: FileCache

  /// Reads every file once and those that may hold facts once more per round, parses those that a
  /// collector asks for, and finds the files that the rules have to see.
  func run(_ project: some SourceProvider, _ inScope: [Bool]) throws -> Result {
    var collected = Result()
    var book = FactBook()
    let rules = request.recipes.flatMap(\.rules)
    let rounds = max(1, rules.map { $0.collectors.count }.max() ?? 0)
    let sources = Self.sources(of: rules)
    var filters: [FileFilter?] = []
    let known = request.known?.filters(besides: request.replaced) ?? []
    for round in 0..<rounds {
      var asked: [CollectionRound.Asked] = []
      for rule in rules where rule.collectors.count > round {
        let collector = rule.collectors[round]
        guard !asked.contains(where: { $0.collector.id == collector.id }) else { continue }
        let page = book.page(of: sources[collector.id] ?? [])
        asked.append(
          .init(collector: collector, needles: collector.needles(given: page.facts), page: page))
      }
      asked.removeAll { $0.needles.isEmpty }
      let scan = CollectionRound(
        collectors: asked, recipes: round == 0 ? request.recipes : [],
        sizeLimit: request.sizeLimit, isFollowed: rounds > 1 || request.known != nil,
        identifiesAll: round == 0 && request.cache != nil && ids.isEmpty, trees: trees,
        files: files)
      if round > 0, scan.isIdle { continue }
      var places =
        round > 0 || !known.isEmpty
        ? scan.candidates(round > 0 ? filters : known, readsUnknown: round == 0)
        : Array(project.paths.indices)
      if round > 0 {
        // The longest first, so that no worker is left with one at the end.
        places.sort { (filters[$0]?.size ?? 0, $1) > (filters[$1]?.size ?? 0, $0) }
      }
      let found = try look(project, scan, at: places, isFirst: round == 0)
      for result in found {
        for (index, facts) in result.facts { book.add(facts, of: asked[index].collector.id) }
      }
      guard round == 0 else { continue }
      filters = known.isEmpty ? Array(repeating: nil, count: project.paths.count) : known
      var identified = ids.isEmpty ? Array(repeating: nil, count: project.paths.count) : ids.all
      for (index, result) in zip(places, found) {
        filters[index] = result.filter
        identified[index] = result.id
      }
      ids.set(identified)
      if request.replaced.isEmpty { request.known?.set(filters, identified) }
      for (index, result) in zip(places, found) where inScope[index] {
        if let skip = result.skip { collected.skips.append(skip) }
        if !result.recipes.isEmpty {
          collected.candidates.append(
            Candidate(index: index, recipes: result.recipes, size: result.filter?.size ?? 0))
        }
      }
    }
    collected.pages = request.recipes.map { recipe in
      book.page(of: Set(recipe.rules.flatMap { $0.collectors.map(\.id) }))
    }
    collected.candidates = adding(
      collected.pages, to: collected.candidates, project.paths, inScope)
    return collected
  }

  /// The collectors whose facts each collector sees: those before it in the rules that have it.
  private static func sources(of rules: [any Rule]) -> [String: Set<String>] {
    var sources: [String: Set<String>] = [:]
    for rule in rules {
      var before: Set<String> = []
      for collector in rule.collectors {
        sources[collector.id, default: []].formUnion(before)
        before.insert(collector.id)
      }
    }
    return sources
  }

  private func look(
    _ project: some SourceProvider, _ scan: CollectionRound, at places: [Int], isFirst: Bool
  ) throws -> [CollectionRound.Result] {
    let counter = ProgressCounter(
      phase: isFirst ? "reading" : "collecting", total: places.count, report: progress)
    return try pool.map(
      count: places.count, chunk: isFirst ? 8 : 1, makeState: { try project.makeReader() },
      body: { reader, item in
        defer { counter.step() }
        let index = places[item]
        let path = project.paths[index]
        do throws(ReadFailure) {
          return scan.run(path: path, bytes: try reader.read(index), id: ids[index])
        } catch {
          return CollectionRound.Result(skip: Skip(path: path, error))
        }
      })
  }

  /// The candidates and the files that rules ask for because of the project's facts.
  private func adding(
    _ pages: [FactBook.Page], to candidates: [Candidate], _ paths: [String], _ inScope: [Bool]
  ) -> [Candidate] {
    let wanted = zip(request.recipes, pages).map { recipe, page in
      recipe.rules.reduce(into: Set<String>()) { $0.formUnion($1.paths(given: page.facts)) }
    }
    guard wanted.contains(where: { !$0.isEmpty }) else { return candidates }
    var known: [Int: Candidate] = [:]
    for candidate in candidates { known[candidate.index] = candidate }
    for (index, path) in paths.enumerated() where inScope[index] {
      let more = wanted.indices.filter { wanted[$0].contains(path) }
      guard !more.isEmpty else { continue }
      var candidate = known[index] ?? Candidate(index: index, recipes: [])
      candidate.recipes = Set(candidate.recipes + more).sorted()
      known[index] = candidate
    }
    return known.values.sorted { $0.index < $1.index }
  }
}
