/// What the project's uses of a view say of how it is shown.
enum SheetVerdict: Equatable {
  /// Every use is the root of a sheet with a detent other than `.large`.
  case floats
  /// Every use is the root of a sheet, and at least one has no detent but `.large`.
  case large
  /// Every use is the root of a sheet, and the detents of one could not be read.
  case unknownDetents
  /// Every use is shown in one way that is no sheet and has no glass to cover.
  case never(NoSheet)
  /// At least one use is not the root of a sheet; the text says how it is shown there.
  case elsewhere(String)
  /// No use was found, or more than one type has the name.
  case unknown(String)
}

/// A presentation whose background is none of a sheet's; the raw value is the reason code.
enum NoSheet: String {
  case cover = "fullScreenCover"
  case popover

  /// What it is called in messages.
  var name: String {
    switch self {
    case .cover: "a full-screen cover"
    case .popover: "a popover"
    }
  }
}

/// Answers how the project shows its views.
struct SheetUses {
  private let facts: ProjectFacts

  init(_ facts: ProjectFacts) {
    self.facts = facts
  }

  /// The detents that a view type or a modifier of the project gives itself.
  func ownDetents(of subject: String) -> SheetDetents {
    facts.facts(SheetFacts.detents, about: subject)
      .compactMap { SheetDetents(rawValue: $0.object) }.max() ?? .none
  }

  /// The uses of a subject, previews aside.
  func uses(of subject: String) -> [SheetUse] {
    facts.facts(SheetFacts.use, about: subject).compactMap { SheetUse(encoded: $0.object) }
      .filter { $0.end != "preview" }
  }

  /// How a subject is shown, given the detents that are known already.
  func verdict(of subject: String, detents floor: SheetDetents = .none) -> SheetVerdict {
    verdict(of: subject, floor: floor, visited: [])
  }

  private func verdict(
    of subject: String, floor: SheetDetents, visited: Set<String>
  ) -> SheetVerdict {
    guard !visited.contains(subject), visited.count < 5 else { return .unknown("recursive use") }
    let paths = Set(facts.facts(SheetFacts.declaration, about: subject).map(\.path))
    guard paths.count < 2 else { return .unknown("more than one type has this name") }
    let uses = uses(of: subject)
    guard !uses.isEmpty else { return .unknown("no use was found") }
    let own = max(floor, ownDetents(of: subject))
    return SheetVerdict.all(
      uses.map { use in
        let seen = max(own, detents(of: use))
        if use.end.hasPrefix("in:") {
          return verdict(
            of: String(use.end.dropFirst(3)), floor: seen, visited: visited.union([subject]))
        }
        return SheetVerdict(end: use.end, detents: seen)
      })
  }

  private func detents(of use: SheetUse) -> SheetDetents {
    use.modifiers.map { ownDetents(of: "." + $0) }.reduce(use.detents, max)
  }
}

extension SheetVerdict {
  /// What one use says.
  init(end: String, detents: SheetDetents) {
    switch end {
    case "sheet":
      switch detents {
      case .partial: self = .floats
      case .unknown: self = .unknownDetents
      case .large, .none: self = .large
      }
    case "cover": self = .never(.cover)
    case "popover": self = .never(.popover)
    case "push": self = .elsewhere("a pushed screen")
    case "embed": self = .elsewhere("part of another view")
    default: self = .unknown("a use could not be followed")
    }
  }

  /// What all uses say together.
  static func all(_ verdicts: [SheetVerdict]) -> SheetVerdict {
    if let first = verdicts.first, case .never = first, verdicts.allSatisfy({ $0 == first }) {
      return first
    }
    let most = verdicts.max { $0.rank < $1.rank } ?? .unknown("no use was found")
    guard case .never(let place) = most else { return most }
    return .elsewhere(place.name)
  }

  private var rank: Int {
    switch self {
    case .floats: 0
    case .large: 1
    case .unknownDetents: 2
    case .unknown: 3
    case .never, .elsewhere: 4
    }
  }
}
