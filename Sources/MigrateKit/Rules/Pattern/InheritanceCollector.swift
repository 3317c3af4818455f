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
  let round: Int

  /// The collectors of a rule, in order.
  static func all(_ names: [String], sites: Needles) -> [InheritanceCollector] {
    (0...levels).map { InheritanceCollector(names: names, sites: sites, round: $0) }
  }

  var id: String {
    let sites = Digest.short(
      sites.alternatives.map { $0.joined(separator: "\0") }.joined(separator: "\n"))
    return "type-above-\(names.joined(separator: ","))-\(sites)-\(round)"
  }

  private var asked: String { "type-asked-\(round)" }

  func needles(given facts: ProjectFacts) -> Needles {
    guard round > 0 else { return sites }
    let before = Self(names: names, sites: sites, round: round - 1)
    return Needles(
      before.subjects(facts).flatMap { type -> [[String]] in
        // Where a type is declared with something above it, or extended so from its module.
        let inline = [" \(type):", " \(type) :", " \(type)<", ".\(type):"]
        // The colon may stand on the next line.
        let broken = ["class", "struct", "enum", "actor", "extension"].flatMap { keyword in
          ["\n", "\r"].map { "\(keyword) \(type)\($0)" }
        }
        return (inline + broken).map { [$0] }
      })
  }

  private func subjects(_ facts: ProjectFacts) -> [String] { facts.subjects(of: asked) }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let inheritance = DeclaredInheritance(file, facts: facts)
    let path = file.source.path
    var found: [Fact] = []
    var wanted: Set<String> = []
    if round == 0 {
      wanted.formUnion(inheritance.types.filter { inheritance.above($0, among: names).isEmpty })
    } else {
      let before = Set(Self(names: names, sites: sites, round: round - 1).subjects(facts))
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
