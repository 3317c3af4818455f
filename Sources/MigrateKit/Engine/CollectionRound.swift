/// One round over the files: which recipes each has something for, and its facts.
struct CollectionRound: Sendable {
  struct Result: Sendable {
    var recipes: [Int] = []
    var facts: [Fact] = []
    var skip: Skip?
    /// What the file may hold, when later rounds ask.
    var filter: TrigramFilter?
  }

  private let collectors: [(any FactCollector, Needles)]
  private let recipes: [Needles]
  private let facts: ProjectFacts
  private let prefilter: Prefilter
  private let sizeLimit: Int
  private let trees: TreeStore
  private let isFirstOfSeveral: Bool

  init(
    collectors: [(any FactCollector, Needles)], recipes: [Needles], facts: ProjectFacts,
    sizeLimit: Int, isFollowed: Bool, trees: TreeStore
  ) {
    self.trees = trees
    isFirstOfSeveral = isFollowed && !recipes.isEmpty
    self.collectors = collectors
    self.recipes = recipes
    self.facts = facts
    self.sizeLimit = sizeLimit
    var strings = collectors.flatMap { $0.1.strings } + recipes.flatMap(\.strings)
    if !recipes.isEmpty { strings.append(Suppressions.needle) }
    prefilter = Prefilter(strings)
  }

  var isIdle: Bool { collectors.isEmpty && recipes.isEmpty }

  /// The files that may hold what the collectors look for; a file without a filter was not read.
  func candidates(_ filters: [TrigramFilter?]) -> [Int] {
    var indices: [String: Int] = [:]
    var keys: [TrigramFilter.Key] = []
    let wanted = collectors.flatMap(\.1.alternatives).map { alternative in
      alternative.map { string in
        if let known = indices[string] { return known }
        keys.append(TrigramFilter.Key(string))
        indices[string] = keys.count - 1
        return keys.count - 1
      }
    }
    return filters.indices.filter { index in
      guard let filter = filters[index] else { return false }
      var known = [Bool?](repeating: nil, count: keys.count)
      return wanted.contains { alternative in
        alternative.allSatisfy { key in
          if let answer = known[key] { return answer }
          let answer = filter.mayHold(keys[key])
          known[key] = answer
          return answer
        }
      }
    }
  }

  func run(path: String, bytes: [UInt8]) -> Result {
    let hits = prefilter.hits(in: bytes)
    var result = Result()
    if isFirstOfSeveral { result.filter = TrigramFilter(bytes) }
    let suppresses = !recipes.isEmpty && hits.satisfy(Needles([[Suppressions.needle]]))
    for (index, needles) in recipes.enumerated() where suppresses || hits.satisfy(needles) {
      result.recipes.append(index)
    }
    let wanted = collectors.filter { hits.satisfy($0.1) }
    guard !wanted.isEmpty else { return result }
    // A file that cannot be read has no facts; the rules report it when it is in scope.
    let file: ParsedFile
    do { file = try trees.parsed(path: path, bytes: bytes, sizeLimit: sizeLimit) } catch {
      return result
    }
    for (collector, _) in wanted { result.facts += collector.collect(file, given: facts) }
    return result
  }
}
