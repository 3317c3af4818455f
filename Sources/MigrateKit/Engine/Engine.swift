internal import Foundation

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
    /// Makes ready what `platforms` needs; called on a thread of its own when files have to be read.
    public var prepare: (@Sendable () -> Void)?
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
    /// The fingerprints of the findings whose fixes are not wanted.
    public var excluded: Set<String> = []
    /// Where results of earlier runs are; nil for none.
    public var cache: CachePolicy?
    /// Results that runs of one process share; nil for those of the cache.
    var files: FileCache?
    /// What the first run over the files tells later ones; nil where there are none.
    var known: KnownFiles?
    /// The indices of the files that are not as they were in the first run.
    var replaced: Set<Int> = []

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
  func planEach(
    for project: some SourceProvider, _ ids: FileIDs, _ files: FileCache
  ) throws -> Plan {
    if let prepare = request.prepare {
      let thread = Thread(block: prepare)
      thread.stackSize = WorkerPool.stackSize
      thread.start()
    }
    let inScope = project.paths.map(request.scope)
    let trees = TreeStore()
    let collection = FactCollection(
      request: request, pool: pool, progress: progress, trees: trees, ids: ids, files: files)
    let collected = try collection.run(project, inScope)
    let ruleFiles = collected.candidates
    let recipes = request.recipes
    let passes = FilePasses(
      request: request, pages: collected.pages, trees: trees, files: files)
    let total = ruleFiles.count
    let counter = ProgressCounter(phase: "checking", total: total, report: progress)
    let considered = zip(project.paths, inScope).count {
      $1 && FileFormat(path: $0) == .swift
    }
    // The longest first, so that no worker is left with one at the end.
    let order = ruleFiles.indices.sorted {
      (ruleFiles[$0].size, $1) > (ruleFiles[$1].size, $0)
    }
    let done = try pool.map(
      count: total, chunk: 1, makeState: { try project.makeReader() },
      body: { reader, item in
        defer { counter.step() }
        let candidate = ruleFiles[order[item]]
        let path = project.paths[candidate.index]
        do throws(ReadFailure) {
          let bytes = try reader.read(candidate.index)
          return passes.run(
            path: path, bytes: bytes, id: ids[candidate.index] ?? ObjectID.hash(of: bytes),
            candidate.recipes)
        } catch {
          let skip = Skip(path: path, error)
          return candidate.recipes.map { ($0, FilePass.Result(skips: [skip])) }
        }
      })
    let results = zip(order, done).sorted { $0.0 < $1.0 }.map(\.1)
    var plan = Self.assemble(recipes, considered, results)
    plan.skips = collected.skips
    return plan
  }

  /// The ids of the files, as they are now.
  func identify(_ project: some SourceProvider) throws -> [ObjectID?] {
    try pool.map(
      count: project.paths.count, chunk: 16, makeState: { try project.makeReader() },
      body: { reader, index in
        do throws(ReadFailure) { return try reader.identify(index) } catch { return nil }
      })
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
    return Plan(considered: considered, matched: results.count { !$0.isEmpty }, recipes: plans)
  }
}
