/// Which byte strings a file must hold before it is worth parsing.
///
/// A list of alternatives, each a set of strings that must all occur somewhere in the file.
public struct Needles: Hashable, Codable, Sendable {
  /// The alternatives; a file qualifies when it holds every string of at least one.
  public var alternatives: [[String]]

  /// What must stand around a string for it to count, for those that do not count anywhere.
  var forms: [String: Form] = [:]
  /// Types of which one declaration or extension is enough for a file to qualify, by keyword; only
  /// collectors have them.
  var declared: Set<Declaration> = []

  /// What must stand around a string.
  struct Form: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// No letter, digit or underscore continues a name at the ends of the string.
    static let word = Form(rawValue: 1)
    /// A dot stands before the string, where anything does on its line.
    static let member = Form(rawValue: 2)
    /// What can begin arguments stands after the string, where anything does on its line.
    static let called = Form(rawValue: 4)
  }

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
    forms = Dictionary(alternatives.joined().map { ($0, .word) }) { first, _ in first }
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
    // A string needs only what both of them ask of it.
    let own = Set(strings)
    for string in other.strings {
      let form = other.forms[string] ?? []
      both.forms[string] = own.contains(string) ? form.intersection(forms[string] ?? []) : form
    }
    both.declared.formUnion(other.declared)
    return both
  }

  /// One of the alternatives alone.
  func only(_ alternative: [String]) -> Needles {
    var needles = Needles([alternative])
    needles.forms = forms
    return needles
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
