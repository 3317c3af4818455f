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

extension PatternRuleManifest.Match {
  /// The name of the definition in the schema that stands for a match.
  static let definition = "match"

  /// The keys of a match.
  static let table: FieldTable<PatternRuleManifest.Match> = FieldTable(
    PatternRuleManifest.Match(),
    Pattern.Category.allCases.map { category in
      Field(category.rawValue, pattern(category), appendingTo: \.patterns, words(for: category))
    } + [
      Field("all", matches, into: \.all, "matches that must all hold of the code"),
      Field("any", matches, into: \.any, "matches of which one must hold of the code"),
      Field("inside", matches, into: \.inside, "something around the code, at any distance"),
      Field("has", matches, into: \.has, "something within the code, at any depth"),
      Field(
        "follows", matches, into: \.follows,
        "an earlier statement or member of the same block"),
      Field(
        "precedes", matches, into: \.precedes, "a later statement or member of the same block"),
      Field("not", matches, into: \.not, "what must not hold of the code"),
      Field(
        "where", .mapping(of: .object(conditionTable), key: "placeholder"), into: \.conditions,
        "what the code of placeholders must be"),
      Field(
        "below", FieldType<String>.line().located, into: \.below,
        "systems, such as `iOS 26.0`: some system that gets here is older"),
      Field(
        "at-least", FieldType<String>.line().located, into: \.atLeast,
        "systems, such as `iOS 15.0`: no system that gets here is older"),
      Field(
        "platform", .oneOrMore(of: FieldType<String>.line().located), into: \.platforms,
        "the code is built for one of these platforms"),
      Field(
        "inherits", .oneOrMore(of: FieldType<String>.line().located), into: \.inherits,
        "the type around the code has one of these above it, also by way of types in other files"),
      Field(
        "conforms-to", .oneOrMore(of: FieldType<String>.line().located), into: \.conformsTo,
        "the type around the code conforms to one of these, also by way of types in other files"),
    ])

  /// A match, or Swift text, which is an expression.
  static let type: FieldType<PatternRuleManifest.Match> = FieldType(
    form: "match, or Swift text of an expression",
    schema: .object([
      "oneOf": .list([
        FieldType<String>.swift.schema, .object(["$ref": .text("#/$defs/\(definition)")]),
      ])
    ])
  ) { node, name, problems in
    guard node.text != nil else {
      return FieldType.object(table).read(node, name, &problems)
    }
    return pattern(.expr).read(node, name, &problems).map {
      PatternRuleManifest.Match(patterns: [$0])
    }
  }

  private static let matches: FieldType<[Located<PatternRuleManifest.Match>]> =
    .oneOrMore(of: type.located)

  private static func pattern(
    _ category: Pattern.Category
  ) -> FieldType<(category: Pattern.Category, text: Located<String>)> {
    FieldType(
      form: FieldType<String>.swift.form, schema: FieldType<String>.swift.schema
    ) { node, name, problems in
      FieldType<String>.swift.located.read(node, name, &problems).map { (category, $0) }
    }
  }

  private static func words(for category: Pattern.Category) -> String {
    switch category {
    case .expr: "an expression with placeholders, such as `$v.cornerRadius($r)`"
    case .stmt: "a statement"
    case .decl: "a declaration; attributes and the like that it does not mention may be there"
    case .type: "a type where a type is written"
    case .member: "a declaration among the members of a type"
    }
  }

  private static let conditionTable: FieldTable<PatternRuleManifest.Condition> = FieldTable(
    PatternRuleManifest.Condition(),
    [
      Field(
        "matches", FieldType<String>.line().located, into: \.matches,
        "a regular expression that is found in its text; quote it"),
      Field(
        "kind", .oneOf(CodeKind.allCases.map(\.rawValue)), into: \.kind, "what kind of code it is"),
      Field(
        "one-of", .oneOrMore(of: FieldType<String>.swift.located), into: \.oneOf,
        "the code it is, or a list of codes it may be"),
    ])
}

extension PatternRuleManifest {
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
