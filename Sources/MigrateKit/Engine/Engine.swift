/// Maps recipes over the files of a project and returns a plan; nothing is written.
public struct Engine: Sendable {
  /// What to run, on what, and how.
  public struct Request: Sendable {
    /// The recipes, in the order of the plan.
    public var recipes: [Recipe]
    /// Which files may have findings; facts come from every file.
    public var scope: @Sendable (String) -> Bool
    /// The platforms of a file.
    public var platforms: @Sendable (String) -> FilePlatforms
    /// How gates are written.
    public var gateStyle: GateStyle
    /// The most a change may hold.
    public var safetyLimit: Safety
    /// The number of threads.
    public var workers: Int
    /// Files with more bytes are skipped.
    public var sizeLimit: Int
    /// The fingerprints of the findings whose fixes are wanted; nil for all.
    public var selection: Set<String>?

    /// Makes a request.
    public init(
      recipes: [Recipe], scope: @escaping @Sendable (String) -> Bool = { _ in true },
      platforms: @escaping @Sendable (String) -> FilePlatforms = { _ in .unknown },
      gateStyle: GateStyle = GateStyle(), safetyLimit: Safety = .review, workers: Int = 1,
      sizeLimit: Int = 4 << 20
    ) {
      self.recipes = recipes
      self.scope = scope
      self.platforms = platforms
      self.gateStyle = gateStyle
      self.safetyLimit = safetyLimit
      self.workers = workers
      self.sizeLimit = sizeLimit
    }
  }

  let request: Request
  private let pool: WorkerPool
  let progress: (@Sendable (Progress) -> Void)?

  /// How far a run has come.
  public struct Progress: Sendable {
    /// What is being done: `reading`, `collecting` or `checking`.
    public var phase: String
    /// The files done in this phase.
    public var done: Int
    /// The files of this phase.
    public var total: Int
  }

  /// Prepares a run; `progress` is called from any worker.
  public init(_ request: Request, progress: (@Sendable (Progress) -> Void)? = nil) {
    self.request = request
    self.pool = WorkerPool(width: request.workers)
    self.progress = progress
  }

  /// Runs recipes that all have rules of their own over the project, each on the project itself.
  ///
  /// - Throws: what the provider's reader throws; everything a single file does wrong is a skip.
  func planEach(for project: some SourceProvider) throws -> Plan {
    let inScope = project.paths.map(request.scope)
    let trees = TreeStore()
    let collected = try collect(project, inScope, trees)
    let ruleFiles = collected.candidates
    let recipes = request.recipes
    let passes = Passes(request: request, facts: collected.facts, trees: trees)
    let total = ruleFiles.count
    let counter = ProgressCounter(phase: "checking", total: total, report: progress)
    let results = try pool.map(
      count: total, chunk: 1, makeState: { try project.makeReader() },
      body: { reader, item in
        defer { counter.step() }
        let candidate = ruleFiles[item]
        let path = project.paths[candidate.index]
        do throws(ReadFailure) {
          return passes.run(path: path, bytes: try reader.read(candidate.index), candidate.recipes)
        } catch {
          let skip = Skip(path: path, error)
          return candidate.recipes.map { ($0, FilePass.Result(skips: [skip])) }
        }
      })
    var plan = Self.assemble(recipes, inScope.count { $0 }, results)
    plan.skips = collected.skips
    return plan
  }

  // MARK: Facts

  private struct Candidate: Sendable {
    /// The index of the file in the project.
    var index: Int
    /// The indices of the recipes that have something to look for in it.
    var recipes: [Int]
  }

  private struct Collected {
    var facts = ProjectFacts()
    var candidates: [Candidate] = []
    var skips: [Skip] = []
  }

  /// Reads every file once per round, parses those that a collector asks for, and finds the files
  /// that the rules have to see.
  private func collect(
    _ project: some SourceProvider, _ inScope: [Bool], _ trees: TreeStore
  ) throws -> Collected {
    var collected = Collected()
    let rules = request.recipes.flatMap(\.rules)
    let rounds = max(1, rules.map { $0.collectors.count }.max() ?? 0)
    var filters: [TrigramFilter?] = []
    for round in 0..<rounds {
      var collectors: [any FactCollector] = []
      for rule in rules where rule.collectors.count > round {
        let collector = rule.collectors[round]
        if !collectors.contains(where: { $0.id == collector.id }) { collectors.append(collector) }
      }
      let scan = CollectionRound(
        collectors: collectors.map { ($0, $0.needles(given: collected.facts)) }
          .filter { !$0.1.alternatives.isEmpty },
        recipes: round == 0 ? request.recipes.map(\.needles) : [],
        facts: collected.facts,
        sizeLimit: request.sizeLimit, isFollowed: rounds > 1, trees: trees)
      if round > 0, scan.isIdle { continue }
      let files = round == 0 ? Array(project.paths.indices) : scan.candidates(filters)
      let counter = ProgressCounter(
        phase: round == 0 ? "reading" : "collecting", total: files.count, report: progress)
      let found = try pool.map(
        count: files.count, chunk: round == 0 ? 8 : 1, makeState: { try project.makeReader() },
        body: { reader, item in
          defer { counter.step() }
          let index = files[item]
          let path = project.paths[index]
          do throws(ReadFailure) {
            return scan.run(path: path, bytes: try reader.read(index))
          } catch {
            return CollectionRound.Result(skip: Skip(path: path, error))
          }
        })
      collected.facts.add(found.lazy.flatMap(\.facts))
      guard round == 0 else { continue }
      filters = found.map(\.filter)
      for (index, result) in found.enumerated() where inScope[index] {
        if let skip = result.skip { collected.skips.append(skip) }
        if !result.recipes.isEmpty {
          collected.candidates.append(Candidate(index: index, recipes: result.recipes))
        }
      }
    }
    collected.candidates = adding(
      collected.facts, to: collected.candidates, project.paths, inScope)
    return collected
  }

  /// The candidates and the files that rules ask for because of the project's facts.
  private func adding(
    _ facts: ProjectFacts, to candidates: [Candidate], _ paths: [String], _ inScope: [Bool]
  ) -> [Candidate] {
    let wanted = request.recipes.map { recipe in
      recipe.rules.reduce(into: Set<String>()) { $0.formUnion($1.paths(given: facts)) }
    }
    guard wanted.contains(where: { !$0.isEmpty }) else { return candidates }
    var known: [Int: [Int]] = [:]
    for candidate in candidates { known[candidate.index] = candidate.recipes }
    for (index, path) in paths.enumerated() where inScope[index] {
      let more = wanted.indices.filter { wanted[$0].contains(path) }
      guard !more.isEmpty else { continue }
      known[index] = Set((known[index] ?? []) + more).sorted()
    }
    return known.sorted { $0.key < $1.key }.map { Candidate(index: $0.key, recipes: $0.value) }
  }

  // MARK: Assembling

  private static func assemble(
    _ recipes: [Recipe], _ considered: Int, _ results: [[(recipe: Int, result: FilePass.Result)]]
  ) -> Plan {
    var plans = recipes.map { RecipePlan(id: $0.id, version: $0.version, title: $0.title) }
    for file in results {
      for (index, result) in file {
        plans[index].findings += result.findings
        plans[index].left += result.left
        if let change = result.change { plans[index].changes.append(change) }
        plans[index].skips += result.skips
      }
    }
    for index in plans.indices { plans[index].skips.sort() }
    return Plan(considered: considered, matched: results.count, recipes: plans)
  }
}

/// The rule phase for one file.
private struct Passes: Sendable {
  let request: Engine.Request
  let facts: ProjectFacts
  let trees: TreeStore

  func run(
    path: String, bytes: [UInt8], _ recipes: [Int]
  ) -> [(recipe: Int, result: FilePass.Result)] {
    let file: ParsedFile
    do {
      file = try trees.parsed(path: path, bytes: bytes, sizeLimit: request.sizeLimit)
    } catch {
      let skip = Self.skip(path, error)
      return recipes.map { ($0, FilePass.Result(skips: [skip])) }
    }
    defer { trees.forget(path) }
    let platforms = request.platforms(path)
    return recipes.map { index in
      let recipe = request.recipes[index]
      let context = RuleContext(
        platforms: platforms, facts: facts, gateStyle: request.gateStyle, options: recipe.options)
      let pass = FilePass(
        recipe: recipe, context: context, safetyLimit: request.safetyLimit,
        selection: request.selection)
      return (index, pass.run(file))
    }
  }

  private static func skip(_ path: String, _ error: SourceError) -> Skip {
    switch error {
    case .notUTF8:
      Skip(path: path, reason: "notUTF8", detail: "the bytes are not UTF-8 text")
    case .tooLarge(let bytes, let limit):
      Skip(
        path: path, reason: "tooLarge", detail: "\(bytes) bytes, more than the limit of \(limit)")
    case .tooDeep:
      Skip(path: path, reason: "tooDeep", detail: "the syntax nests deeper than is followed")
    }
  }
}

extension Skip {
  fileprivate init(path: String, _ failure: ReadFailure) {
    self.init(
      path: path, reason: failure.reason, detail: failure.detail, isFault: failure.isFault)
  }
}
