/// One round over the files: which recipes each has something for, and its facts.
struct CollectionRound: Sendable {
  struct Result: Sendable {
    var recipes: [Int] = []
    /// The facts by the index of their collector.
    var facts: [(collector: Int, facts: [Fact])] = []
    var skip: Skip?
    /// What the file may hold, when later rounds ask.
    var filter: FileFilter?
    /// The blob id of the file, when it was asked for.
    var id: ObjectID?
  }

  /// A collector with what it looks for and what it sees.
  struct Asked: Sendable {
    var collector: any FactCollector
    var needles: Needles
    var page: FactBook.Page
  }

  private let collectors: [Asked]
  private let recipes: [(recipe: Recipe, query: PrefilterQuery)]
  private let queries: [PrefilterQuery]
  private let suppressions: PrefilterQuery
  private let files: FileCache
  private let identifiesAll: Bool
  private let prefilter: Prefilter
  private let sizeLimit: Int
  private let trees: TreeStore
  private let isFollowed: Bool
  /// For each collector the declarations that it asks for.
  private let declared: [Set<DeclaredNames.Key>]
  private let asksDeclarations: Bool

  init(
    collectors: [Asked], recipes: [Recipe], sizeLimit: Int, isFollowed: Bool,
    identifiesAll: Bool, trees: TreeStore, files: FileCache
  ) {
    self.trees = trees
    self.isFollowed = isFollowed && !recipes.isEmpty
    self.collectors = collectors
    self.files = files
    self.identifiesAll = identifiesAll
    self.sizeLimit = sizeLimit
    let needles = recipes.map(\.needles)
    let silencing = Needles([[Suppressions.needle]])
    let prefilter = Prefilter(
      collectors.map(\.needles) + needles + (recipes.isEmpty ? [] : [silencing]))
    self.prefilter = prefilter
    self.recipes = zip(recipes, needles).map { ($0, prefilter.query($1)) }
    queries = collectors.map { prefilter.query($0.needles) }
    suppressions = prefilter.query(silencing)
    declared = collectors.map { asked in
      Set(asked.needles.declared.map { DeclaredNames.Key($0) })
    }
    asksDeclarations = declared.contains { !$0.isEmpty }
  }

  var isIdle: Bool { collectors.isEmpty && recipes.isEmpty }

  /// The files that may hold what is looked for.
  ///
  /// - Parameter readsUnknown: Whether a file without a filter counts as one that may.
  func candidates(_ filters: [FileFilter?], readsUnknown: Bool) -> [Int] {
    let declared = declared.reduce(into: Set<DeclaredNames.Key>()) { $0.formUnion($1) }
    var indices: [String: Int] = [:]
    var keys: [TrigramFilter.Key] = []
    let looked = collectors.map(\.needles) + recipes.map(\.recipe.needles)
    let silencing = recipes.isEmpty ? [] : [[Suppressions.needle]]
    let wanted = (looked.flatMap(\.alternatives) + silencing).map { alternative in
      alternative.map { string in
        if let known = indices[string] { return known }
        keys.append(TrigramFilter.Key(string))
        indices[string] = keys.count - 1
        return keys.count - 1
      }
    }
    return filters.indices.filter { index in
      guard let filter = filters[index] else { return readsUnknown }
      if filter.declared.mayHold(anyOf: declared) { return true }
      var known = [Bool?](repeating: nil, count: keys.count)
      return wanted.contains { alternative in
        alternative.allSatisfy { key in
          if let answer = known[key] { return answer }
          let answer = filter.trigrams.mayHold(keys[key])
          known[key] = answer
          return answer
        }
      }
    }
  }

  func run(path: String, bytes: [UInt8], id: ObjectID?) -> Result {
    let hits = prefilter.hits(in: bytes)
    var result = Result(id: id)
    let isSwift = FileFormat(path: path) == .swift
    let names = asksDeclarations || isFollowed ? DeclaredNames(isSwift ? bytes : []) : nil
    if isFollowed, let names {
      result.filter = FileFilter(
        size: bytes.count, trigrams: TrigramFilter(bytes), declared: names)
    }
    let suppresses = isSwift && !recipes.isEmpty && hits.satisfy(suppressions)
    for (index, entry) in recipes.enumerated() where suppresses || hits.satisfy(entry.query) {
      if isSwift || entry.recipe.readsBesideSwift(path) { result.recipes.append(index) }
    }
    let wanted =
      isSwift
      ? collectors.indices.filter { index in
        hits.satisfy(queries[index]) || names?.mayHold(anyOf: declared[index]) == true
      } : []
    if id == nil, identifiesAll || !wanted.isEmpty { result.id = ObjectID.hash(of: bytes) }
    guard !wanted.isEmpty else { return result }
    var missing: [(Int, String?)] = []
    for index in wanted {
      let key = key(index, path, result.id)
      if let key, let known = cached(key) {
        result.facts.append((index, known))
      } else {
        missing.append((index, key))
      }
    }
    guard !missing.isEmpty else { return result }
    // A file that cannot be read has no facts; the rules report it when it is in scope.
    let file: ParsedFile
    do { file = try trees.parsed(path: path, bytes: bytes, sizeLimit: sizeLimit) } catch {
      return result
    }
    defer { trees.release(file) }
    for (index, key) in missing {
      let asked = collectors[index]
      let facts = asked.collector.collect(file, given: asked.page.facts)
      result.facts.append((index, facts))
      if let key {
        var writer = ByteWriter()
        writer.put(facts) { $0.put($1) }
        files.add(writer.bytes, key)
      }
    }
    return result
  }

  /// Names everything that the facts of a file depend on; nil when that is unknown.
  private func key(_ index: Int, _ path: String, _ id: ObjectID?) -> String? {
    guard let id else { return nil }
    let asked = collectors[index]
    return ["facts", asked.collector.id, path, id.description, asked.page.digest]
      .joined(separator: "\0")
  }

  private func cached(_ key: String) -> [Fact]? {
    guard let value = files.value(key) else { return nil }
    var reader = ByteReader(value)
    do throws(CacheDamage) {
      return try reader.list { (reader) throws(CacheDamage) in try reader.fact() }
    } catch {
      return nil
    }
  }
}
