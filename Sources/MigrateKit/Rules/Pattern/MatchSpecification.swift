/// What code a rule looks for: a pattern, and what must hold of the code and around it.
struct MatchSpecification: Sendable {
  var pattern: Pattern?
  /// What must hold as well, in the order it is looked at.
  var constraints: [MatchConstraint] = []
  /// How far code around or beside other code is looked at; nil for any distance.
  var stop: SearchLimit?

  /// The names that every match gives code to.
  var names: Set<String> {
    constraints.reduce(pattern?.names ?? []) { $0.union($1.names) }
  }

  /// How much code a name stands for; nil for an unknown one.
  func form(of name: String) -> PlaceholderForm? {
    if let variable = pattern?.metavariables.first(where: { $0.name == name }) {
      return PlaceholderForm(variable)
    }
    return constraints.lazy.flatMap(\.parts).compactMap { $0.form(of: name) }.first { _ in true }
  }

  /// The patterns that a match is one of; empty when nothing limits it.
  var patterns: [Pattern] {
    if let pattern { return [pattern] }
    for constraint in constraints {
      switch constraint {
      case .any(let parts):
        let patterns = parts.map(\.patterns)
        return patterns.contains(where: \.isEmpty) ? [] : patterns.flatMap { $0 }
      case .all(let parts):
        if let first = parts.first(where: { !$0.patterns.isEmpty }) { return first.patterns }
      default: continue
      }
    }
    return []
  }

  /// Whether a type that some constraint asks for is always one around the code.
  var asksForTypesAroundOnly: Bool { constraints.allSatisfy(\.asksForTypesAroundOnly) }

  /// The names of types that some constraint asks for above another type.
  var typesAbove: Set<String> {
    constraints.reduce([]) { $0.union($1.typesAbove) }
  }

  /// What a file must hold for a match to be possible.
  var needles: Needles {
    let patterns = patterns
    guard !patterns.isEmpty else { return Needles([[]]) }
    var needles = Needles.none
    for pattern in patterns {
      var own = Needles([pattern.needles])
      own.forms = pattern.forms
      needles = needles.union(own)
    }
    return needles
  }
}

/// How far a search for code around or beside other code goes.
indirect enum SearchLimit: Sendable {
  /// Not beyond the nearest code of the kind that is looked for.
  case neighbor
  /// Not beyond code that matches, which is still looked at.
  case match(MatchSpecification)
}

/// One thing that must hold of code that matches.
indirect enum MatchConstraint: Sendable {
  case any([MatchSpecification])
  case all([MatchSpecification])
  case not(MatchSpecification)
  /// Something around the code matches.
  case inside(MatchSpecification)
  /// Something within the code matches.
  case has(MatchSpecification)
  /// An earlier statement or member of the same block matches.
  case follows(MatchSpecification)
  /// A later statement or member of the same block matches.
  case precedes(MatchSpecification)
  case capture(name: String, CaptureCondition)
  /// Some system that gets here is older.
  case below([Platform: PlatformVersion])
  /// No system that gets here is older.
  case atLeast([Platform: PlatformVersion])
  /// The code is built for one of the platforms.
  case platform([Platform])
  /// The type around the code, or declared by it, has one of these above it.
  case inherits([String])

  /// The matches that the constraint is made of.
  var parts: [MatchSpecification] {
    switch self {
    case .any(let parts), .all(let parts): parts
    case .not(let part), .inside(let part), .has(let part), .follows(let part), .precedes(let part):
      [part]
    case .capture, .below, .atLeast, .platform, .inherits: []
    }
  }

  /// Whether a type that the constraint asks for is always one around the code.
  var asksForTypesAroundOnly: Bool {
    switch self {
    case .any, .all, .not, .inside: parts.allSatisfy(\.asksForTypesAroundOnly)
    case .has(let part), .follows(let part), .precedes(let part): part.typesAbove.isEmpty
    case .capture, .below, .atLeast, .platform, .inherits: true
    }
  }

  /// The names of types that the constraint or a part of it asks for.
  var typesAbove: Set<String> {
    switch self {
    case .inherits(let names): Set(names)
    case .any(let parts), .all(let parts): parts.reduce([]) { $0.union($1.typesAbove) }
    case .not(let part), .inside(let part), .has(let part), .follows(let part), .precedes(let part):
      part.typesAbove
    case .capture, .below, .atLeast, .platform: []
    }
  }

  /// The names that the constraint gives code to.
  var names: Set<String> {
    switch self {
    case .any(let parts):
      guard let first = parts.first else { return [] }
      return parts.dropFirst().reduce(first.names) { $0.intersection($1.names) }
    case .all(let parts): return parts.reduce([]) { $0.union($1.names) }
    case .inside(let part), .has(let part), .follows(let part), .precedes(let part):
      return part.names
    case .not, .capture, .below, .atLeast, .platform, .inherits: return []
    }
  }
}
