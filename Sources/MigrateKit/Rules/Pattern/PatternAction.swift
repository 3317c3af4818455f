/// What a rule does with the code that it finds.
enum PatternAction: Sendable {
  /// Nothing: it only reports.
  case report
  case replace(Arms)
  /// Takes the code away, everywhere or on the new system only.
  case remove(onlySince: Bool)
  case insert(Arms, isBefore: Bool)
  /// Takes a modifier to another place of its chain.
  case move(ModifierMove)
  /// Puts code around the code.
  case wrap(Arms)

  /// What is written, for which systems.
  struct Arms: Sendable {
    /// For every system; then there are no other arms.
    var always: Template?
    /// For the version of the recipe and later.
    var since: Template?
    /// For earlier systems; what stands there already when not given.
    var before: Template?

    var templates: [Template] { [always, since, before].compactMap { $0 } }
  }

  /// How what differs between systems is told apart.
  enum GateForm: String, CaseIterable, Sendable {
    /// `if #available` around the statement.
    case statement
    /// A helper that takes a SwiftUI modifier.
    case view
  }

  /// Whether what is written differs between systems.
  var isGated: Bool {
    switch self {
    case .report: false
    case .replace(let arms), .insert(let arms, _), .wrap(let arms): arms.always == nil
    case .remove(let onlySince): onlySince
    case .move(let move): move.onlySince
    }
  }

  /// Whether code is taken away.
  var isRemoval: Bool {
    if case .remove = self { true } else { false }
  }

  var templates: [Template] {
    switch self {
    case .report, .remove, .move: []
    case .replace(let arms), .insert(let arms, _), .wrap(let arms): arms.templates
    }
  }
}

/// Where a modifier goes in its chain.
struct ModifierMove: Sendable {
  /// The modifier that it goes beside, applied to anything.
  let target: Pattern
  /// Whether it goes behind the last such modifier, else before the first.
  let isAfter: Bool
  /// Whether only the new system has it there.
  let onlySince: Bool
}
