/// The facts that each collector found.
///
/// A rule and a collector see the facts of their own recipe's collectors only, so that results do
/// not depend on which recipes run together and the digest of what they see names all of it.
struct FactBook {
  /// What is visible to some collectors' reader, with a digest that names it.
  struct Page: Sendable {
    var facts = ProjectFacts()
    var digest = ""
  }

  private var found: [String: [Fact]] = [:]
  private var pages: [[String]: Page] = [:]

  mutating func add(_ facts: [Fact], of collector: String) {
    guard !facts.isEmpty else { return }
    found[collector, default: []] += facts
    pages = [:]
  }

  /// The facts of the collectors, whatever the order of their ids.
  mutating func page(of collectors: Set<String>) -> Page {
    let ids = collectors.filter { found[$0] != nil }.sorted()
    if ids.isEmpty { return Page() }
    if let known = pages[ids] { return known }
    let facts = Set(ids.flatMap { found[$0] ?? [] }).sorted()
    var writer = ByteWriter()
    writer.put(facts) { $0.put($1) }
    let page = Page(
      facts: ProjectFacts(facts),
      digest: ObjectID.hash(of: writer.bytes)?.description ?? "\(facts.hashValue)")
    pages[ids] = page
    return page
  }
}
