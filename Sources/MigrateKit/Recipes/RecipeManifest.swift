/// The contents of a `recipe.yml`, checked for form but not yet for what it refers to.
struct RecipeManifest: Sendable {
  /// The words of the recipe's commit.
  struct Commit: Sendable {
    var subject = ""
    var body = ""
  }

  /// One entry of `rules`.
  struct RuleEntry: Sendable {
    /// The id of a built-in rule.
    var rule = Located(value: "", start: LinePosition(line: 1, column: 1))
    /// What the rule is told, whatever the user's options are.
    var options: [NamedValue<String>] = []
    /// The rule itself, where it is no built-in one.
    var pattern = PatternRuleManifest()
  }

  /// One entry of `recipes`.
  struct Member: Sendable {
    /// The id of the recipe.
    var id = Located(value: "", start: LinePosition(line: 1, column: 1))
    /// What its options are here.
    var options: [NamedValue<String>] = []
  }

  /// One entry of `options`.
  struct Option: Sendable {
    var kind = "text"
    var values: [String] = []
    var standard = Located(value: "", start: LinePosition(line: 1, column: 1))
    var documentation = ""
  }

  var id = Located(value: "", start: LinePosition(line: 1, column: 1))
  var version = 1
  var title = ""
  var summary = ""
  var commit = Commit()
  var rules: [Located<RuleEntry>] = []
  /// Matches that rules name.
  var parts: [NamedValue<Located<PatternRuleManifest.Match>>] = []
  var members: [Member] = []
  var options: [NamedValue<Option>] = []
  var since: [NamedValue<PlatformVersion>] = []
  var isRecommended: Located<Bool>?
  var removes = false
  var retires = false
  var changesOlderSystems = false
  var guide = RecipeGuide()
}

extension RecipeManifest {
  /// The keys of a `recipe.yml`.
  static let table = FieldTable(
    RecipeManifest(),
    [
      Field(
        "id", FieldType.identifier.located, into: \.id, isRequired: true,
        "the recipe's name; also the name of its folder and the end of its branch's name"),
      Field(
        "version", .integer(1...1_000_000), into: \.version, standard: "`1`",
        "raised when the recipe would propose something else for the same code"),
      Field(
        "title", .line(limit: 80), into: \.title, isRequired: true,
        "a short title in sentence case"),
      Field(
        "summary", .prose, into: \.summary, isRequired: true,
        "one or two sentences: what changes for users, and what stays"),
      Field(
        "commit", .object(commitTable), into: \.commit, isRequired: true,
        "the words of the commit"),
      Field(
        "rules", .list(of: ruleType.located), into: \.rules,
        "the rules, in the order they run; a recipe has either these or `recipes`"),
      Field(
        "parts", .mapping(of: PatternRuleManifest.Match.type.located, key: "name"), into: \.parts,
        "matches that several rules have in common, which name them under `matches`"),
      Field(
        "recipes", .list(of: memberType), into: \.members,
        "other recipes that this one stands for, in the order they are applied"),
      Field(
        "options", .mapping(of: .object(optionTable), key: "name"), into: \.options,
        "settings that a user may change in `.migrate.yml`"),
      Field(
        "since", .mapping(of: .version, key: "platform"), into: \.since,
        standard: "`iOS: \"26.0\"`", "the version of each platform that the recipe adapts to"),
      Field(
        "recommended", FieldType.boolean.located, into: \.isRecommended, standard: "`true`",
        "whether the recipe runs when the user names none; one with `recipes` never does"),
      Field(
        "removes", .boolean, into: \.removes, standard: "`false`",
        "whether it removes, clears or moves something on the new system"),
      Field(
        "retires", .boolean, into: \.retires, standard: "`false`",
        "whether it takes out checks that the file's minimum made needless; proved by reading both"
          + " sides as systems of that minimum do"),
      Field(
        "changes-older-systems", .boolean, into: \.changesOlderSystems, standard: "`false`",
        "whether it by nature changes systems before `since`; its fixes are then never safe"),
      Field(
        "guide", .object(guideTable), into: \.guide, "where the advice comes from"),
    ])

  private static let commitTable = FieldTable(
    Commit(),
    [
      Field(
        "subject", .line(limit: 72), into: \.subject, isRequired: true,
        "the subject line: imperative, at most 72 characters"),
      Field(
        "body", .prose, into: \.body, "the paragraphs below it, without trailers"),
    ])

  private static let ruleTable = FieldTable(
    RuleEntry(),
    [
      Field(
        "rule", FieldType.identifier.located, into: \.rule,
        "the id of a built-in rule; a rule has either this or `match`"),
      Field(
        "options", .mapping(of: .scalar, key: "name"), into: \.options,
        "what a built-in rule is told, whatever the user's options are"),
    ] + PatternRuleManifest.fields(of: \.pattern),
    refused: PatternRuleManifest.refused.merging(
      ["executable": noPrograms, "plugin": noPrograms, "wasm": noPrograms]) { first, _ in first })

  private static let noPrograms =
    "a recipe names no programs: name a plugin under 'plugins' in a configuration outside the"
    + " repository, and its rules here under 'rule'"

  /// A rule's id alone, or a mapping that begins with one.
  private static let ruleType = FieldType<RuleEntry>(
    form: "a rule's id, or a mapping",
    schema: .object([
      "oneOf": .list([FieldType<String>.identifier.schema, ruleTable.schema])
    ]),
    nested: FieldType.object(ruleTable).nested
  ) { node, name, problems in
    guard node.text != nil else {
      return FieldType.object(ruleTable).read(node, name, &problems)
    }
    return FieldType<String>.identifier.located.read(node, name, &problems)
      .map { RuleEntry(rule: $0) }
  }

  private static let memberTable = FieldTable(
    Member(),
    [
      Field(
        "id", FieldType<String>.identifier.located, into: \.id, isRequired: true,
        "the id of the recipe"),
      Field(
        "options", .mapping(of: .scalar, key: "name"), into: \.options,
        "values for its options, where `.migrate.yml` gives none"),
    ])

  /// A recipe's id alone, or a mapping that begins with one.
  private static let memberType = FieldType<Member>(
    form: "a recipe's id, or a mapping",
    schema: .object([
      "oneOf": .list([FieldType<String>.identifier.schema, memberTable.schema])
    ]),
    nested: FieldType.object(memberTable).nested
  ) { node, name, problems in
    guard node.text != nil else {
      return FieldType.object(memberTable).read(node, name, &problems)
    }
    return FieldType<String>.identifier.located.read(node, name, &problems).map { Member(id: $0) }
  }

  private static let optionTable = FieldTable(
    Option(),
    [
      Field(
        "type", .oneOf(RecipeOption.Kind.allCases.map(\.rawValue)), into: \.kind,
        standard: "`text`", "what values the option takes"),
      Field(
        "values", .list(of: .line()), into: \.values, "the values of a `choice`"),
      Field(
        "default", FieldType.scalar.located, into: \.standard, isRequired: true,
        "the value used when the user gives none"),
      Field(
        "doc", .prose, into: \.documentation, isRequired: true, "what the option does"),
    ])

  private static let guideTable = FieldTable(
    RecipeGuide(),
    [
      Field(
        "section", .line(), into: \.section,
        "the section of the adaptation guide, or the name of the API"),
      Field("pages", .list(of: .line()), into: \.pages, "addresses of pages that say more"),
    ])

  /// The JSON Schema of `recipe.yml`, with a final line ending.
  static var schema: String {
    table.schemaDocument(
      title: "recipe.yml",
      definitions: [
        PatternRuleManifest.Match.definition: PatternRuleManifest.Match.table.schema
      ])
  }
}
