/// The results of earlier runs that belong to a request and a project.
struct KeptResults {
  private let folder: CacheFolder
  private let request: Engine.Request
  private let scope: String
  private let lineage: String

  /// Nil when nothing may be kept: no folder, recipes that are not known to be the same again, a
  /// selection of fixes.
  init?(_ request: Engine.Request, _ project: some SourceProvider) {
    guard let policy = request.cache, request.selection == nil, request.excluded.isEmpty,
      let name = project.cacheName
    else { return nil }
    let recipes = request.recipes.map { $0.cacheKey(request) }
    guard !recipes.contains(nil) else { return nil }
    let parts = [policy.tool, name] + recipes.compactMap(\.self)
    guard let lineage = ObjectID.hash(of: Array(parts.joined(separator: "\n").utf8)) else {
      return nil
    }
    self.lineage = lineage.description
    self.request = request
    folder = policy.folder
    scope = policy.scope
  }

  /// What is known of single files; nil when nothing is.
  func files() -> FileCache? {
    folder.read("files-\(lineage)").map { FileCache($0) }
  }

  func keep(_ files: FileCache) {
    folder.write(files.encoded(), to: "files-\(lineage)")
  }

  /// The whole plan, when nothing has changed since it was made.
  func plan(for project: some SourceProvider, _ ids: FileIDs) throws -> Plan? {
    guard let name = name(project, ids), let bytes = folder.read(name) else { return nil }
    let source = try project.makeReader()
    let paths = project.paths
    var reader = ByteReader(bytes)
    do throws(CacheDamage) {
      let considered = try reader.number()
      let matched = try reader.number()
      var recipes: [RecipePlan] = []
      for recipe in request.recipes {
        recipes.append(
          try reader.recipePlan(of: recipe) { (path) throws(CacheDamage) in
            guard let index = paths.firstIndex(of: path) else { throw CacheDamage() }
            do { return try source.read(index) } catch { throw CacheDamage() }
          })
      }
      let skips = try reader.list { (reader) throws(CacheDamage) in try reader.skip() }
      guard reader.isAtEnd else { return nil }
      return Plan(considered: considered, matched: matched, recipes: recipes, skips: skips)
    } catch {
      return nil
    }
  }

  func keep(_ plan: Plan, for project: some SourceProvider, _ ids: FileIDs) {
    guard let name = name(project, ids) else { return }
    var writer = ByteWriter()
    writer.put(plan.considered)
    writer.put(plan.matched)
    for recipe in plan.recipes { writer.put(recipe) }
    writer.put(plan.skips) { $0.put($1) }
    folder.write(writer.bytes, to: name)
  }

  /// Names everything that the plan depends on; nil when some file is not known.
  private func name(_ project: some SourceProvider, _ ids: FileIDs) -> String? {
    guard let known = ids.complete, known.count == project.paths.count,
      let surroundings = project.surroundings()
    else { return nil }
    var text: [UInt8] = Array("\(lineage)\n\(scope)\n\(surroundings)\n".utf8)
    for (path, id) in zip(project.paths, known) {
      text += path.utf8
      text += id.bytes
    }
    return ObjectID.hash(of: text).map { "plan-\($0)" }
  }
}

extension Recipe {
  /// Names the recipe and everything of the request that shapes its results; nil when the recipe
  /// is not known to be the same again.
  func cacheKey(_ request: Engine.Request) -> String? {
    guard let sourceDigest, rules.allSatisfy(\.isRepeatable) else { return nil }
    let members = members.map { $0.cacheKey(request) }
    guard !members.contains(nil) else { return nil }
    var parts = [id, sourceDigest, request.safetyLimit.rawValue, "\(request.sizeLimit)"]
    parts += options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    parts += owners.map { "owner \($0)" } + members.compactMap(\.self)
    parts.append(request.gateStyle.extraCondition ?? "")
    parts.append(request.gateStyle.compilerGate ? "compiler" : "")
    return parts.map { "\($0.utf8.count):\($0)" }.joined(separator: ",")
  }
}
