extension PatternRuleManifest.Match {
  /// The names of parts that it or a match in it names.
  var namedParts: [String] {
    var inner = [all, any, inside, has, follows, precedes, not].flatMap { $0 }
    if case .match(let limit)? = stopBy?.value { inner.append(limit) }
    return parts.map(\.value) + inner.flatMap(\.value.namedParts)
  }

  /// The name of the definition in the schema that stands for a match.
  static let definition = "match"

  /// The keys of a match.
  static let table: FieldTable<PatternRuleManifest.Match> = FieldTable(
    PatternRuleManifest.Match(), codeFields + placeFields + conditionFields, refused: refused)

  /// What the code is.
  private static let codeFields: [Field<PatternRuleManifest.Match>] = {
    var fields: [Field<PatternRuleManifest.Match>] = []
    for category in Pattern.Category.allCases {
      fields.append(
        Field(
          category.rawValue, pattern(category), appendingTo: \.patterns, words(for: category)))
    }
    fields.append(Field("all", matches, into: \.all, "matches that must all hold of the code"))
    fields.append(
      Field("any", matches, into: \.any, "matches of which one must hold of the code"))
    return fields
  }()

  /// What is around, in and beside it.
  private static let placeFields: [Field<PatternRuleManifest.Match>] = [
    Field("inside", matches, into: \.inside, "something around the code, at any distance"),
    Field("has", matches, into: \.has, "something within the code, at any depth"),
    Field(
      "follows", matches, into: \.follows, "an earlier statement or member of the same block"),
    Field(
      "precedes", matches, into: \.precedes, "a later statement or member of the same block"),
    Field(
      "stop-by", stopByType.located, into: \.stopBy, standard: "no limit",
      "how far `inside`, `has`, `follows` and `precedes` look: `neighbor`, or a match, beyond which"
        + " they do not"),
    Field("not", matches, into: \.not, "what must not hold of the code"),
  ]

  /// What else must hold.
  private static let conditionFields: [Field<PatternRuleManifest.Match>] = [
    Field(
      "where", .mapping(of: .object(conditionTable), key: "placeholder"), into: \.conditions,
      "what the code of placeholders must be; `match` is the code itself"),
    Field(
      "matches", .oneOrMore(of: FieldType<String>.identifier.located), into: \.parts,
      "the names of `parts` that must hold, too"),
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
  ]

  /// What to say of keys that other tools have.
  private static let refused = [
    "pattern": "say what kind of code it is, by 'expr', 'stmt', 'decl', 'type' or 'member'",
    "kind": "ask by 'where: {match: {kind: …}}'", "constraints": "they stand under 'where'",
    "regex": "ask by 'where: {match: {matches: …}}'", "stopBy": "it is 'stop-by'",
    "nthChild": "say what stands before or after it, by 'follows' and 'precedes'",
    "field": "write the place as a pattern",
  ]

  private static let stopByType = FieldType<PatternRuleManifest.StopBy>(
    form: "`neighbor`, or a match",
    schema: .object([
      "anyOf": .list([.object(["enum": .list([.text("neighbor")])]), type.schema])
    ])
  ) { node, name, problems in
    if node.text == "neighbor" { return .neighbor }
    if case .scalar(let text, .plain) = node.content {
      problems.report(
        "'\(name)' must be 'neighbor' or a match, not '\(text)'", at: node.start)
      return nil
    }
    return type.located.read(node, name, &problems).map { .match($0) }
  }

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

  private static let matches: FieldType<[Located<PatternRuleManifest.Match>]> = {
    let list = FieldType.oneOrMore(of: type.located)
    return FieldType(form: list.form, schema: list.schema, nested: list.nested) {
      node, name, problems in
      if node.items?.isEmpty == true {
        problems.report(
          "'\(name)' is an empty list; give at least one match, or remove the key", at: node.start)
        return nil
      }
      return list.read(node, name, &problems)
    }
  }()

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
    ], refused: ["regex": "it is 'matches'"])
}
