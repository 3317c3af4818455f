/// The rule phase for one file.
struct FilePasses: Sendable {
  let request: Engine.Request
  /// What each recipe sees of other files.
  let pages: [FactBook.Page]
  let trees: TreeStore
  let files: FileCache
  /// For each recipe the first of the request that is the same but for its owners.
  private let twins: [Int: Int]

  init(
    request: Engine.Request, pages: [FactBook.Page], trees: TreeStore, files: FileCache
  ) {
    self.request = request
    self.pages = pages
    self.trees = trees
    self.files = files
    var first: [StepKey: Int] = [:]
    var twins: [Int: Int] = [:]
    for (index, recipe) in request.recipes.enumerated() {
      var key = StepKey(recipe)
      key.owners = []
      twins[index] = first[key] ?? index
      if first[key] == nil { first[key] = index }
    }
    self.twins = twins
  }

  func run(
    path: String, bytes: [UInt8], id: ObjectID?, _ recipes: [Int]
  ) -> [(recipe: Int, result: FilePass.Result)] {
    let platforms = request.platforms(path)
    let mayBeSilenced = !bytes.offsets(of: Suppressions.needle).isEmpty
    let applicable = mayBeSilenced ? recipes : applicable(recipes, platforms)
    // Where no comment names an owner, the same recipe for another owner finds the same.
    let twins = applicable.map { mayBeSilenced ? $0 : (self.twins[$0] ?? $0) }
    let results = run(path: path, bytes: bytes, id: id, Set(twins).sorted(), platforms)
    return zip(applicable, twins).compactMap { index, twin in
      results[twin].map { (index, $0) }
    }
  }

  private func run(
    path: String, bytes: [UInt8], id: ObjectID?, _ recipes: [Int], _ platforms: FilePlatforms
  ) -> [Int: FilePass.Result] {
    let keys = recipes.map { key($0, path, id, platforms) }
    var known: [Int: FilePass.Result] = [:]
    for (index, key) in zip(recipes, keys) {
      guard let key, let value = files.value(key) else { continue }
      var reader = ByteReader(value)
      do throws(CacheDamage) { known[index] = try reader.result(original: bytes) } catch {
        known[index] = nil
      }
    }
    if known.count == recipes.count {
      trees.forget(path)
      return known
    }
    let file: ParsedFile
    do {
      file = try trees.parsed(path: path, bytes: bytes, sizeLimit: request.sizeLimit)
    } catch {
      let skip = Self.skip(path, error)
      return Dictionary(
        uniqueKeysWithValues: recipes.map { ($0, FilePass.Result(skips: [skip])) })
    }
    defer {
      trees.forget(path)
      file.memo.clear()
    }
    for (index, key) in zip(recipes, keys) where known[index] == nil {
      let recipe = request.recipes[index]
      let context = RuleContext(
        platforms: platforms, facts: pages[index].facts, gateStyle: request.gateStyle,
        options: recipe.options, since: recipe.since)
      let pass = FilePass(
        recipe: recipe, context: context, safetyLimit: request.safetyLimit,
        selection: request.selection, excluded: request.excluded)
      let result = pass.run(file)
      if let key {
        var writer = ByteWriter()
        writer.put(result)
        files.add(writer.bytes, key)
      }
      known[index] = result
    }
    return known
  }

  /// The recipes that have something to say of a file with these platforms, where no comment
  /// suppresses anything: one without use is something to say.
  private func applicable(_ recipes: [Int], _ platforms: FilePlatforms) -> [Int] {
    recipes.filter { index in
      request.recipes[index].rules.contains { $0.applies(to: platforms) }
    }
  }

  /// Names everything that the result of a recipe for a file depends on; nil when that is unknown.
  private func key(
    _ index: Int, _ path: String, _ id: ObjectID?, _ platforms: FilePlatforms
  ) -> String? {
    guard let id, request.selection == nil, request.excluded.isEmpty,
      let recipe = request.recipes[index].cacheKey(request)
    else { return nil }
    let known = platforms.minimums.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return [
      "rules", recipe, path, id.description, pages[index].digest, known.joined(separator: ","),
      platforms.requiresCompatibility ? "compatibility" : "",
    ].joined(separator: "\0")
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
