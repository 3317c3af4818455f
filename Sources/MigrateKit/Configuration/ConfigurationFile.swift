/// The keys of a `.migrate.yml`, checked for form.
struct ConfigurationFile: Sendable {
  /// How gates are written.
  struct Gate: Sendable {
    var extraCondition: String?
    var compilerGate = false
  }

  var recipes: [Located<String>]?
  var options: [NamedValue<[NamedValue<String>]>] = []
  var recipeFolders: [Located<String>] = []
  var minimum: [NamedValue<PlatformVersion>] = []
  var only: [Located<String>] = []
  var exclude: [Located<String>] = []
  var branchPrefix: Located<String>?
  var safety = Safety.review.rawValue
  var gate = Gate()
  var helpers: [ProjectHelper] = []
  var bot = BotConfiguration()
  var verify: VerifyConfiguration?
  var plugins: [Located<PluginEntry>] = []

  /// The keys of the file.
  static let table = FieldTable(
    ConfigurationFile(),
    [
      Field(
        "recipes", .list(of: FieldType.identifier.located), into: \.recipes,
        standard: "the recommended ones", "the recipes to run when none is named"),
      Field(
        "options", .mapping(of: .mapping(of: .scalar, key: "option"), key: "recipe"),
        into: \.options, "settings of recipes; `recipes show` names them"),
      Field(
        "recipe-folders", .list(of: FieldType.line().located), into: \.recipeFolders,
        "further folders of recipes, from the root of the repository"),
      Field(
        "minimum", .mapping(of: .version, key: "platform"), into: \.minimum,
        "the versions to assume, whatever the project files say"),
      Field(
        "only", .list(of: FieldType.line().located), into: \.only,
        "gitignore-style patterns of the paths to look at"),
      Field(
        "exclude", .list(of: FieldType.line().located), into: \.exclude,
        "gitignore-style patterns of the paths to leave out"),
      Field(
        "branch-prefix", FieldType.line(limit: 100).located, into: \.branchPrefix,
        standard: "`\(Configuration.standardBranchPrefix)`",
        "the beginning of the names of branches"),
      Field(
        "safety", .oneOf([Safety.safe.rawValue, Safety.review.rawValue]), into: \.safety,
        standard: "`\(Safety.review.rawValue)`", "the most a change may hold"),
      Field("gate", .object(gateTable), into: \.gate, "how gates are written"),
      Field(
        "helpers", .list(of: .object(helperTable)), into: \.helpers,
        "functions of the project that act on the new system only"),
      Field("bot", .object(BotConfiguration.table), into: \.bot, "what the scheduled bot does"),
      Field(
        "verify", .object(VerifyConfiguration.table), into: \.verify,
        "commands that a branch has to pass; they run only from a file given by `--config`"),
      PluginEntry.field(into: \.plugins),
    ])

  private static let gateTable = FieldTable(
    Gate(),
    [
      Field(
        "also-if", .swift, into: \.extraCondition,
        "a Swift condition of the project that is added to every gate"),
      Field(
        "compiler-gate", .boolean, into: \.compilerGate, standard: "`false`",
        "whether gates are wrapped in `#if compiler(>=6.2)` for older SDKs"),
    ])

  private static let helperTable = FieldTable(
    ProjectHelper(),
    [
      Field("name", .line(), into: \.name, isRequired: true, "the function's name"),
      Field(
        "before", .swift, into: \.before, isRequired: true,
        "what a call means on earlier systems: `self` is the receiver, `$0` the first argument"),
    ])

  /// The JSON Schema of `.migrate.yml`, with a final line ending.
  static var schema: String { table.schemaDocument(title: Configuration.fileName) }
}
