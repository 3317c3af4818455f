/// One thing that a file shows and that matters in other files.
public struct Fact: Hashable, Comparable, Codable, Sendable {
  /// What kind of fact it is, in kebab case, such as `presented-as-sheet`.
  public var kind: String
  /// What it is about, usually a type name or `Type.member`.
  public var subject: String
  /// A second part, where the kind has one.
  public var object: String
  /// Where it was seen: path of the file.
  public var path: String

  /// Makes a fact.
  public init(_ kind: String, _ subject: String, _ object: String = "", path: String) {
    self.kind = kind
    self.subject = subject
    self.object = object
    self.path = path
  }

  /// Orders by kind, subject, object, path.
  public static func < (left: Fact, right: Fact) -> Bool {
    (left.kind, left.subject, left.object, left.path)
      < (right.kind, right.subject, right.object, right.path)
  }
}

/// Everything that was collected from the project, by kind and subject.
public struct ProjectFacts: Sendable {
  private var byKind: [String: [String: [Fact]]] = [:]

  /// Makes the empty set of facts.
  public init() {}

  /// Makes a set of facts; duplicates count once and the order given does not matter.
  public init(_ facts: some Sequence<Fact>) {
    add(facts)
  }

  /// Adds facts; duplicates count once.
  public mutating func add(_ facts: some Sequence<Fact>) {
    for fact in Set(facts).sorted() {
      let known = byKind[fact.kind]?[fact.subject] ?? []
      if known.contains(fact) { continue }
      byKind[fact.kind, default: [:]][fact.subject, default: []].append(fact)
    }
  }

  /// The facts of a kind about a subject, in a fixed order.
  public func facts(_ kind: String, about subject: String) -> [Fact] {
    byKind[kind]?[subject] ?? []
  }

  /// The subjects that have a fact of the kind, sorted.
  public func subjects(of kind: String) -> [String] {
    (byKind[kind] ?? [:]).keys.sorted()
  }

  /// Whether there is a fact of the kind about the subject.
  public func has(_ kind: String, about subject: String) -> Bool {
    !facts(kind, about: subject).isEmpty
  }
}

/// Collects facts from the files of the project before any rule runs.
///
/// Collectors of a rule run in order, each over the whole snapshot, so that a later one can look
/// for the names that an earlier one found. Two collectors with one id are the same and run once.
public protocol FactCollector: Sendable {
  /// The stable name, in kebab case.
  var id: String { get }
  /// Which files to parse, given what earlier collectors found; `Needles.none` for no file.
  func needles(given facts: ProjectFacts) -> Needles
  /// What one file shows.
  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact]
}
