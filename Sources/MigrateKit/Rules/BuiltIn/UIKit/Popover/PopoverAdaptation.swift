import SwiftSyntax

/// How a class says its presentation adapts to narrow space.
enum PopoverAdaptation: String {
  /// It stays a popover.
  case none
  /// It becomes something else, at least sometimes.
  case other

  /// The first name of the methods that say so.
  static let name = "adaptivePresentationStyle"

  /// What a type's own methods in the file say; nil where it has none.
  static func declared(by type: String, in index: SourceIndex) -> PopoverAdaptation? {
    let functions = index.functions(name, of: type)
    guard !functions.isEmpty else { return nil }
    let values = functions.flatMap { $0.body?.statements.givenBack ?? [] }
    let areNone = values.allSatisfy { value in
      guard let access = value.core.as(MemberAccessExprSyntax.self) else { return false }
      return access.declName.baseName.text == "none"
    }
    return areNone && values.count >= functions.count ? PopoverAdaptation.none : .other
  }

  /// What a type or one that it inherits from says; nil where none does.
  static func inherited(
    by type: String, in index: SourceIndex, facts: ProjectFacts
  ) -> PopoverAdaptation? {
    var current = type
    for _ in 0..<8 {
      if let answer = declared(by: current, in: index) { return answer }
      let known = facts.facts(PopoverFacts.adaptation, about: current)
        .compactMap { PopoverAdaptation(rawValue: $0.object) }
      if !known.isEmpty { return known.contains(.other) ? .other : PopoverAdaptation.none }
      guard
        let parent = index.inherited[current]?.first
          ?? facts.facts(PopoverFacts.declared, about: current).first?.object, !parent.isEmpty
      else { return nil }
      current = parent
    }
    return nil
  }
}
