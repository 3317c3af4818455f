/// Which byte strings a file must hold before it is worth parsing.
///
/// A list of alternatives, each a set of strings that must all occur somewhere in the file.
public struct Needles: Hashable, Codable, Sendable {
  /// The alternatives; a file qualifies when it holds every string of at least one.
  public var alternatives: [[String]]

  /// Those of the strings that count only where no letter, digit or underscore continues a name at
  /// their ends.
  var words: Set<String> = []
  /// Types of which one declaration or extension is enough for a file to qualify, by keyword; only
  /// collectors have them.
  var declared: Set<Declaration> = []

  private enum CodingKeys: String, CodingKey { case alternatives }

  /// The declaration or extension of a type.
  struct Declaration: Hashable, Sendable {
    /// The word that it begins with, one of `DeclaredNames.keywords`.
    var keyword: String
    /// The name of the type, without that of its module.
    var name: String
    /// Whether it counts only with another type above it.
    var isBelowAnother = false
  }

  /// Makes needles of alternatives.
  public init(_ alternatives: [[String]]) {
    self.alternatives = alternatives
  }

  /// Makes needles of names that count as whole words.
  init(words alternatives: [[String]]) {
    self.alternatives = alternatives
    words = Set(alternatives.joined())
  }

  /// Makes needles that files meet by what they declare or extend.
  ///
  /// - Parameter isBelowAnother: Whether only those with another type above them count.
  init(_ keywords: [String], of names: some Sequence<String>, isBelowAnother: Bool = false) {
    alternatives = []
    declared = Set(
      names.flatMap { name in
        keywords.map { Declaration(keyword: $0, name: name, isBelowAnother: isBelowAnother) }
      })
  }

  /// Whether no file can qualify.
  var isEmpty: Bool { alternatives.isEmpty && declared.isEmpty }

  /// Needles that no file satisfies.
  public static let none = Needles([])

  /// The alternatives of both.
  public func union(_ other: Needles) -> Needles {
    var both = self
    both.alternatives += other.alternatives.filter { !alternatives.contains($0) }
    // A string that counts anywhere for one of them counts anywhere.
    let anywhere = Set(strings).subtracting(words)
      .union(Set(other.strings).subtracting(other.words))
    both.words = words.union(other.words).subtracting(anywhere)
    both.declared.formUnion(other.declared)
    return both
  }

  /// Every distinct string, in order of first use.
  public var strings: [String] {
    var seen: Set<String> = []
    return alternatives.flatMap { $0 }.filter { seen.insert($0).inserted }
  }

  /// Whether a file qualifies, given which strings it holds.
  public func isSatisfied(by contains: (String) -> Bool) -> Bool {
    alternatives.contains { $0.allSatisfy(contains) }
  }
}
