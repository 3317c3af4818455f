/// What a toolbar item shows once the project's own views are looked through.
struct ToolbarContents {
  private let parts: Set<ToolbarPart>
  /// Whether something was found in a view declared elsewhere, or guessed from a name.
  private let isIndirect: Bool

  /// Looks through views with what was collected of them.
  init(_ parts: Set<ToolbarPart>, facts: ProjectFacts) {
    var resolution = Resolution(facts: facts)
    self.parts = resolution.resolve(parts)
    isIndirect = resolution.isIndirect
  }

  /// Why the item keeps its background, or nil.
  var reasonToKeep: String? {
    if parts.contains(.spinner) { return "spinner" }
    if parts.contains(.button) { return "button" }
    if parts.contains(.input) { return "control" }
    return parts.isSubset(of: [.decoration]) ? "empty" : nil
  }

  /// What is shown that is not known, in quotes where it has a name; nil for nothing.
  var unknown: String? {
    for part in parts.sorted() {
      switch part {
      case .view(let name): return "'\(name)'"
      case .unknown(let text): return text.isEmpty ? "a part of it" : "'\(text)'"
      default: continue
      }
    }
    return nil
  }

  /// How far the item's background can go without a person.
  var safety: Safety {
    let isSure = !isIndirect && parts.isDisjoint(with: [.avatarButton, .guessedImage])
    return isSure ? .safe : .review
  }
}

/// Replaces views by what they show.
private struct Resolution {
  let facts: ProjectFacts
  var isIndirect = false
  private var visited: Set<String> = []

  init(facts: ProjectFacts) {
    self.facts = facts
  }

  mutating func resolve(_ parts: Set<ToolbarPart>) -> Set<ToolbarPart> {
    var found: Set<ToolbarPart> = []
    for part in parts.sorted() {
      guard case .view(let name) = part else {
        found.insert(part)
        continue
      }
      found.formUnion(resolve(name))
    }
    return found
  }

  private mutating func resolve(_ name: String) -> Set<ToolbarPart> {
    guard visited.insert(name).inserted else { return [] }
    isIndirect = true
    let shown = facts.facts(ToolbarFacts.content, about: name)
      .compactMap { ToolbarPart(encoded: $0.object) }
    guard !shown.isEmpty else { return [ToolbarViewName.guess(name) ?? .view(name)] }
    let parts = resolve(Set(shown))
    if parts.contains(.spinner) || parts.contains(.input) { return parts }
    if ToolbarViewName.isAvatar(name) {
      let isTapped = parts.contains(.button) || parts.contains(.avatarButton)
      return [isTapped ? .avatarButton : .avatar]
    }
    let isOpaque = parts.contains { part in
      switch part {
      case .view, .unknown: true
      default: false
      }
    }
    return isOpaque ? [ToolbarViewName.guess(name) ?? .view(name)] : parts
  }
}
