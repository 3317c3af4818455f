/// What one file shows of whether a view responds to touches.
struct TouchReading: Equatable {
  /// Whether something there responds to them.
  var responds = false
  /// Whether something there cannot be looked up.
  var isUnknown = false
  /// The project's own types and modifiers on the way, whose declarations may respond; modifiers
  /// begin with a dot.
  var names: Set<String> = []
  /// Modifiers of what holds the view; one that the project does not declare is SwiftUI's.
  var farNames: Set<String> = []
  /// The types and modifiers whose uses decide.
  var ends: Set<String> = []

  /// Adds what another part of the way shows.
  mutating func add(_ other: TouchReading) {
    responds = responds || other.responds
    isUnknown = isUnknown || other.isUnknown
    names.formUnion(other.names)
    farNames.formUnion(other.farNames)
    ends.formUnion(other.ends)
  }

  /// Adds a name of the project's own; one that says so responds.
  mutating func add(name: String) {
    if Self.saysTouch(name) { responds = true } else { names.insert(name) }
  }

  /// Adds a type or modifier whose uses decide; one that says so responds.
  mutating func add(end: String) {
    let isControl =
      end.lowercased().contains("button")
      || ["Link", "Menu", "Picker", "Toggle", "Control"].contains(where: end.hasSuffix)
    if isControl { responds = true } else { ends.insert(end) }
  }

  /// Whether a name says that what it names responds to touches.
  static func saysTouch(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [
      "button", "link", "menu", "tap", "press", "action", "picker", "toggle", "control", "gesture",
      "click", "slider", "stepper", "textfield", "input",
      "search",
    ].contains(where: lower.contains)
  }

  /// The reading as the object of a fact.
  var encoded: String {
    var parts: [String] = []
    if responds { parts.append("!") }
    if isUnknown { parts.append("?") }
    for name in names.sorted() { parts.append("n:" + name) }
    for name in farNames.sorted() { parts.append("f:" + name) }
    for end in ends.sorted() { parts.append("e:" + end) }
    return parts.joined(separator: ",")
  }

  /// Makes a reading that shows nothing.
  init() {}

  /// Reads what `encoded` wrote.
  init(encoded: String) {
    for part in encoded.split(separator: ",") {
      switch part.prefix(2) {
      case "!": responds = true
      case "?": isUnknown = true
      case "n:": names.insert(String(part.dropFirst(2)))
      case "f:": farNames.insert(String(part.dropFirst(2)))
      case "e:": ends.insert(String(part.dropFirst(2)))
      default: isUnknown = true
      }
    }
  }
}

/// Whether a surface responds to touches, as far as the project shows.
enum TouchVerdict {
  /// It does, wherever it is used, or somewhere.
  case responds
  /// Nothing makes it respond anywhere.
  case never
  /// A modifier that is put on surfaces that do and on surfaces that do not.
  case mixed
  /// The project does not show it.
  case unknown
}

/// Answers from the facts of the whole project.
struct TouchFacts {
  /// A reading of a surface, so that names on its way are looked up.
  static let surface = "touch-surface"
  /// A declaration of a name on the way: whether something in it responds.
  static let declaration = "touch-declaration"
  /// A use of an end, as a reading.
  static let use = "touch-use"

  private let facts: ProjectFacts

  /// Answers from the facts.
  init(_ facts: ProjectFacts) {
    self.facts = facts
  }

  /// The names that are still to be looked up.
  var wanted: Set<String> {
    var wanted: Set<String> = []
    for kind in [Self.surface, Self.use] {
      for subject in facts.subjects(of: kind) {
        for fact in facts.facts(kind, about: subject) {
          let reading = TouchReading(encoded: fact.object)
          guard !reading.responds else { continue }
          wanted.formUnion(reading.names)
          wanted.formUnion(reading.farNames)
          wanted.formUnion(reading.ends)
        }
      }
    }
    return wanted.filter {
      !facts.has(Self.declaration, about: $0) && !facts.has(Self.use, about: $0)
    }
  }

  /// Whether what was read responds to touches.
  func verdict(of reading: TouchReading, visited: Set<String> = []) -> TouchVerdict {
    if reading.responds { return .responds }
    var isUnknown = reading.isUnknown
    for name in reading.names {
      let found = facts.facts(Self.declaration, about: name)
      if found.contains(where: { $0.object == "responds" }) { return .responds }
      if found.isEmpty { isUnknown = true }
    }
    for name in reading.farNames {
      let found = facts.facts(Self.declaration, about: name)
      if found.contains(where: { $0.object == "responds" }) { return .responds }
    }
    var isMixed = false
    for end in reading.ends where !visited.contains(end) {
      let verdicts = facts.facts(Self.use, about: end).map {
        verdict(of: TouchReading(encoded: $0.object), visited: visited.union([end]))
      }
      if verdicts.isEmpty || verdicts.contains(.unknown) { isUnknown = true }
      if verdicts.contains(.responds) || verdicts.contains(.mixed) {
        let isSome = verdicts.contains(.never) || verdicts.contains(.mixed)
        guard isSome else { return .responds }
        isMixed = true
      }
    }
    return isMixed ? .mixed : isUnknown ? .unknown : .never
  }
}
