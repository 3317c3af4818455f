import SwiftSyntax

/// One way on which a view is shown, within one file or over several.
struct PlacementWay: Hashable {
  /// The names of everything that takes the view in a closure on the way.
  var containers: Set<String> = []
  /// Whether a modifier on the way puts glass on it.
  var isOnGlass = false
  /// Whether the way is not known to its end.
  var isOpen = true
  /// The view type whose body it ends in.
  var type: String?

  /// What stands for a preview among the containers.
  private static let preview = "#Preview"

  /// Whether only a preview shows the view.
  var isPreview: Bool { containers.contains(Self.preview) }

  /// Reads a way within one file.
  init(_ trace: ViewTrace) {
    containers = Set(trace.containers)
    isOnGlass = trace.links.contains(where: Self.appliesGlass)
    switch trace.end {
    case .body(let name):
      type = name
      isOpen = false
    case .preview:
      containers.insert(Self.preview)
      isOpen = false
    case .sheet, .cover, .popover, .pushed, .hosted: isOpen = false
    default: break
    }
  }

  /// Reads what `encoded` wrote.
  init(encoded: String) {
    let parts = encoded.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 else { return }
    containers = Set(parts[0].split(separator: ",").map(String.init))
    isOnGlass = parts[1] == "glass"
    isOpen = parts[2] == "open"
    type = parts[3].isEmpty ? nil : parts[3]
  }

  /// The way as the object of a fact.
  var encoded: String {
    [
      containers.sorted().joined(separator: ","), isOnGlass ? "glass" : "",
      isOpen ? "open" : "", type ?? "",
    ].joined(separator: "|")
  }

  /// The way, and how it goes on from the view that it ends in.
  func followed(by outer: PlacementWay) -> PlacementWay {
    var result = outer
    result.containers.formUnion(containers)
    result.isOnGlass = isOnGlass || outer.isOnGlass
    return result
  }

  /// Whether a modifier, or what it makes of the view in a closure such as `since26 { … }`, is glass.
  private static func appliesGlass(_ link: ModifierLink) -> Bool {
    if link.name == "glassEffect" { return true }
    guard let closure = link.call.trailingClosure, closure.statements.count == 1 else {
      return false
    }
    return closure.tokens(viewMode: .sourceAccurate).contains { $0.text == "glassEffect" }
      && !["overlay", "sheet", "background", "toolbar", "safeAreaInset", "popover"]
        .contains(link.name)
  }
}

/// Answers from the facts of the whole project where views are shown.
struct PlacementFacts {
  /// A view type that holds something which a rule looks for.
  static let candidate = "placement-candidate"
  /// One use of a view type, as a way.
  static let use = "placement-use"

  private let facts: ProjectFacts

  /// Answers from the facts.
  init(_ facts: ProjectFacts) {
    self.facts = facts
  }

  /// The types that are still to be looked up.
  var wanted: Set<String> {
    var names = Set(facts.subjects(of: Self.candidate))
    for subject in facts.subjects(of: Self.use) {
      names.formUnion(
        facts.facts(Self.use, about: subject).compactMap { PlacementWay(encoded: $0.object).type })
    }
    return names.filter { !facts.has(Self.use, about: $0) && $0.first?.isUppercase ?? false }
  }

  /// The ways that a way within one file goes on, over at most as many views as there are rounds.
  func ways(from way: PlacementWay, visited: Set<String> = []) -> [PlacementWay] {
    guard let type = way.type, visited.count < PlacementUseCollector.rounds.count,
      !visited.contains(type)
    else { return [way] }
    let uses = facts.facts(Self.use, about: type)
    guard !uses.isEmpty, uses.count < 100 else { return [way] }
    let ways = uses.flatMap { use in
      self.ways(
        from: way.followed(by: PlacementWay(encoded: use.object)), visited: visited.union([type]))
    }
    return Array(Set(ways))
  }
}
