/// Which byte strings a file must hold before it is worth parsing.
///
/// A list of alternatives, each a set of strings that must all occur somewhere in the file.
public struct Needles: Hashable, Codable, Sendable {
  /// The alternatives; a file qualifies when it holds every string of at least one.
  public var alternatives: [[String]]

  /// Makes needles of alternatives.
  public init(_ alternatives: [[String]]) {
    self.alternatives = alternatives
  }

  /// Needles that no file satisfies.
  public static let none = Needles([])

  /// The alternatives of both.
  public func union(_ other: Needles) -> Needles {
    Needles(alternatives + other.alternatives.filter { !alternatives.contains($0) })
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
