/// Finds what stands above the types of the files that a pattern may match, a level further each
/// round.
///
/// The first round asks: the types of those files, unless the files themselves answer for them.
/// Each later one reads the files that may declare or extend a type that was asked for, and asks
/// for what they put above it.
struct InheritanceCollector: FactCollector {
  /// The levels of inheritance over files that are followed.
  static let levels = 4

  /// The names that may stand above a type.
  let names: [String]
  /// What the files hold in which the types matter.
  let sites: Needles
  /// Whether only the types around what the files hold matter, not those beside it or within it.
  let isAround: Bool
  let round: Int

  /// The collectors of a rule, in order.
  static func all(
    _ names: [String], sites: Needles, isAround: Bool
  ) -> [InheritanceCollector] {
    (0...levels).map {
      InheritanceCollector(names: names, sites: sites, isAround: isAround, round: $0)
    }
  }

  /// The collector of the round before.
  private var before: InheritanceCollector {
    InheritanceCollector(names: names, sites: sites, isAround: isAround, round: round - 1)
  }

  var id: String {
    let sites = Digest.short(
      sites.alternatives.map { $0.joined(separator: "\0") }.joined(separator: "\n"))
    return
      "type-above-\(names.joined(separator: ","))-\(sites)-\(isAround ? "around-" : "")\(round)"
  }

  private var asked: String { "type-asked-\(round)" }

  func needles(given facts: ProjectFacts) -> Needles {
    guard round > 0 else { return sites }
    return Needles(
      ["actor", "class", "enum", "extension", "protocol", "struct"], of: before.subjects(facts),
      isBelowAnother: true)
  }

  private func subjects(_ facts: ProjectFacts) -> [String] { facts.subjects(of: asked) }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let inheritance = DeclaredInheritance(file, facts: facts)
    let path = file.source.path
    var found: [Fact] = []
    var wanted: Set<String> = []
    if round == 0 {
      let offsets =
        isAround ? sites.strings.flatMap { file.source.bytes.offsets(of: $0) }.sorted() : nil
      wanted.formUnion(
        inheritance.types(around: offsets).filter {
          inheritance.above($0, among: names).isEmpty
        })
    } else {
      let before = Set(before.subjects(facts))
      for type in inheritance.types where before.contains(type) {
        for above in inheritance.directlyAbove(type).sorted() {
          found.append(Fact(DeclaredInheritance.kind, type, above, path: path))
          if !names.contains(above) { wanted.insert(above) }
        }
      }
    }
    // What the file itself puts further above is known without another round only here.
    var pending = wanted.sorted()
    while let type = pending.popLast() {
      for above in inheritance.directlyAbove(type).sorted() where !names.contains(above) {
        if wanted.insert(above).inserted { pending.append(above) }
      }
      if round > 0 {
        found += inheritance.directlyAbove(type).sorted().map {
          Fact(DeclaredInheritance.kind, type, $0, path: path)
        }
      }
    }
    return found + wanted.sorted().map { Fact(asked, $0, path: path) }
  }
}
