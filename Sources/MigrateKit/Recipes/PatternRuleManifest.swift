/// The keys of a rule that a recipe describes itself, checked for form but not yet for meaning.
struct PatternRuleManifest: Sendable {
  /// What is looked for.
  struct Match: Sendable {
    var patterns: [(category: Pattern.Category, text: Located<String>)] = []
    var all: [Located<Match>] = []
    var any: [Located<Match>] = []
    var inside: [Located<Match>] = []
    var has: [Located<Match>] = []
    var follows: [Located<Match>] = []
    var precedes: [Located<Match>] = []
    var not: [Located<Match>] = []
    var conditions: [NamedValue<Condition>] = []
    var below: Located<String>?
    var atLeast: Located<String>?
    var platforms: [Located<String>] = []
    var inherits: [Located<String>] = []
    var conformsTo: [Located<String>] = []
    var parts: [Located<String>] = []
    var stopBy: Located<StopBy>?
  }

  /// How far around or beside the code is looked.
  indirect enum StopBy: Sendable {
    /// Not beyond the nearest code of the kind that is looked for.
    case neighbor
    /// Not beyond code that matches.
    case match(Located<Match>)
  }

  /// What the code of a placeholder must be.
  struct Condition: Sendable {
    var matches: Located<String>?
    var kind: String?
    var oneOf: [Located<String>] = []
  }

  /// What is written, for which systems.
  struct Arms: Sendable {
    var always: Located<String>?
    var since: Located<String>?
    var before: Located<String>?
  }

  /// Where a modifier goes in its chain.
  struct Move: Sendable {
    var after: Located<String>?
    var before: Located<String>?
    var systems = "always"
  }

  var id: Located<String>?
  var match: Located<Match>?
  var replace: Located<Arms>?
  var remove: Located<String>?
  var insertBefore: Located<Arms>?
  var insertAfter: Located<Arms>?
  var moveModifier: Located<Move>?
  var wrap: Located<Arms>?
  var gate: Located<String>?
  var message: Located<String>?
  var safety = Safety.review.rawValue
  var level = FindingLevel.warning.rawValue
}

extension PatternRuleManifest {
  /// What to say of keys that other tools have.
  static let refused = [
    "fix": "it is 'replace'", "severity": "it is 'level'", "note": "put it into 'message'",
    "constraints": "they stand in 'match', under 'where'",
    "utils": "they are 'parts' of the recipe",
    "transform": "the code of placeholders is put in as it is; match each form by a rule",
    "rewriters": "a recipe runs until it finds nothing more; make it a rule of its own",
  ]

  /// The keys of such a rule.
  static func fields<Target>(
    of property: any WritableKeyPath<Target, PatternRuleManifest> & Sendable
  ) -> [Field<Target>] {
    table.fields.map { $0.within(property) }
  }

  private static let table: FieldTable<PatternRuleManifest> = FieldTable(
    PatternRuleManifest(),
    [
      Field(
        "id", FieldType<String>.identifier.located, into: \.id,
        "the name of a rule that the recipe describes itself by `match`"),
      Field(
        "match", documentedMatch.located, into: \.match,
        "what is looked for; the placeholders `$x` and `$$$xs` keep code"),
      Field(
        "replace", armsType.located, into: \.replace,
        "what stands in the place of the code, with the code of placeholders in it"),
      Field(
        "remove", FieldType<String>.oneOf(["always", "since"]).located, into: \.remove,
        "takes the code away, on the new system only by `since`"),
      Field(
        "insert-before", armsType.located, into: \.insertBefore,
        "statements before the one that the code is in"),
      Field(
        "insert-after", armsType.located, into: \.insertAfter,
        "statements after the one that the code is in"),
      Field(
        "move-modifier", FieldType<Move>.object(moveTable).located, into: \.moveModifier,
        "takes a modifier to another place of its chain"),
      Field(
        "wrap", armsType.located, into: \.wrap,
        "what stands around the code, which is `$match` in it"),
      Field(
        "gate", FieldType<String>.oneOf(PatternAction.GateForm.allCases.map(\.rawValue)).located,
        into: \.gate, standard: "`statement`",
        "how `since` and `before` are told apart: by `if #available` around the statement, or by a"
          + " helper for SwiftUI modifiers"),
      Field(
        "message", FieldType<String>.line().located, into: \.message,
        "what is so and what to do about it; required beside `match`"),
      Field(
        "safety", .oneOf([Safety.safe.rawValue, Safety.review.rawValue]), into: \.safety,
        standard: "`review`", "whether a person should look at each change"),
      Field(
        "level", .oneOf(["note", "warning", "error"]), into: \.level, standard: "`warning`",
        "how much attention a finding asks for"),
    ])

  /// The type of a match with the documentation of its keys, which each other place leaves out.
  private static let documentedMatch = FieldType<Match>(
    form: Match.type.form, schema: Match.type.schema,
    nested: FieldType.object(Match.table).nested, read: Match.type.read)

  private static let moveTable = FieldTable(
    Move(),
    [
      Field(
        "after", FieldType<String>.swift.located, into: \.after,
        "a modifier such as `.padding($$$)`: it goes behind the last such one that follows it"),
      Field(
        "before", FieldType<String>.swift.located, into: \.before,
        "a modifier: it goes before the first such one that stands before it"),
      Field(
        "systems", .oneOf(["always", "since"]), into: \.systems, standard: "`always`",
        "whether older systems have it there, too; `since` needs `gate: view`"),
    ])

  private static let armsTable = FieldTable(
    Arms(),
    [
      Field(
        "since", FieldType<String>.swift.located, into: \.since,
        "for the version in `since` of the recipe and later"),
      Field(
        "before", FieldType<String>.swift.located, into: \.before,
        "for earlier systems; the code that stands there when not given"),
    ])

  private static let armsType = FieldType<Arms>(
    form: "Swift text, or a mapping",
    schema: .object(["oneOf": .list([FieldType<String>.swift.schema, armsTable.schema])]),
    nested: FieldType.object(armsTable).nested
  ) { node, name, problems in
    guard node.text != nil else {
      return FieldType.object(armsTable).read(node, name, &problems)
    }
    return FieldType<String>.swift.located.read(node, name, &problems).map { Arms(always: $0) }
  }
}
