/// What a project asks of every run: the contents of its `.migrate.yml`.
public struct Configuration: Sendable {
  /// The path of the file, for messages; empty when there is none.
  public internal(set) var file = ""
  /// The version of each platform to assume, whatever the project files say.
  public internal(set) var minimums: [Platform: PlatformVersion] = [:]
  /// Which paths are in scope.
  public internal(set) var filter = PathFilter()
  /// The beginning of the names of branches.
  public internal(set) var branchPrefix = Configuration.standardBranchPrefix
  /// Further folders of recipes, from the root of the repository.
  public internal(set) var recipeFolders: [String] = []
  /// How gates are written.
  public internal(set) var gateStyle = GateStyle()
  /// The most a change may hold: `safe` or `review`.
  public internal(set) var safety = Safety.review
  /// Functions of the project that gate what they are given.
  public internal(set) var helpers: [ProjectHelper] = []
  /// What the bot does; the beginning of the names of branches included.
  public internal(set) var bot = BotPolicy()
  /// The branch that the bot's pull requests go into; nil for the remote's default branch.
  public internal(set) var botBase: String?
  /// The kind of forge that the bot's pull requests are kept on; nil when the remote tells.
  public internal(set) var botForge: ForgeKind?
  /// The address of the forge's API. Whoever follows it sends a token there: unless the file is
  /// the invoker's own it has to be on the server of the remote.
  public internal(set) var botBaseURL: String?
  /// What a commit of the bot has to pass; whether it may run is for the caller to know.
  public internal(set) var verify: VerifyConfiguration?
  /// The plugins that the file names; who wrote the file decides whether they may run.
  public internal(set) var plugins: [PluginReference] = []
  /// The ids of the recipes to run, nil for the recommended ones.
  var recipes: [Located<String>]?
  /// The settings of recipes.
  var options: [NamedValue<[NamedValue<String>]>] = []

  /// The beginning of the names of branches where nothing else is asked for.
  public static let standardBranchPrefix = "migrate/"
  /// The name of the file at the root of a repository.
  public static let fileName = ".migrate.yml"

  /// What holds where there is no file.
  public init() {}

  /// Reads a file's bytes; an empty file asks for nothing.
  ///
  /// - Parameter folder: the absolute path of the file's folder, for paths of plugins.
  /// - Throws: everything wrong with it.
  public init(
    _ bytes: [UInt8], file: String, folder: String = ""
  ) throws(FileProblems) {
    let document = YAMLReader.read(bytes, file: file)
    var collector = ProblemCollector(file: file)
    collector.add(document.problems)
    self.init()
    if let root = document.root {
      let contents = ConfigurationFile.table.read(root, name: "", problems: &collector)
      take(contents, &collector)
      plugins = PluginEntry.references(
        contents.plugins, file: file, folder: folder, &collector)
    }
    if !collector.problems.isEmpty { throw FileProblems(collector.problems) }
    self.file = file
  }

  /// The recipes to run, in the order asked for, each once, with the options of the file.
  ///
  /// - Parameter asked: the ids that the user named, `all` for every recipe with rules of its own;
  ///   when empty, those of the file, and without those the recommended ones.
  /// - Throws: ids and options that no recipe has, and values that an option does not take.
  public func recipes(
    _ asked: [String] = [], from library: RecipeLibrary
  ) throws(FileProblems) -> [Recipe] {
    var problems = ProblemCollector(file: file)
    var ids: [(id: String, start: LinePosition?)] = asked.map { ($0, nil) }
    if asked.isEmpty {
      ids = recipes?.map { ($0.value, $0.start) } ?? library.recommended.map { ($0, nil) }
    }
    var values: [String: [String: String]] = [:]
    for recipe in options {
      guard let entry = library.entry(recipe.name) else {
        problems.report(library.objection(toUnknown: recipe.name), at: recipe.start)
        continue
      }
      values[recipe.name] = checked(recipe.value, for: entry, &problems)
    }
    var chosen: [Recipe] = []
    var unknown: [FileProblem] = []
    for (id, start) in ids {
      let found =
        id == "all"
        ? library.recipes.filter(\.members.isEmpty) : library.entry(id).map { [$0.recipe] } ?? []
      if found.isEmpty, id != "all" {
        let message = library.objection(toUnknown: id)
        unknown.append(FileProblem(file: start == nil ? "--recipe" : file, at: start, message))
      }
      for var recipe in found where !chosen.contains(where: { $0.id == recipe.id }) {
        recipe.take(values)
        chosen.append(recipe)
      }
    }
    problems.add(unknown)
    if !problems.problems.isEmpty { throw FileProblems(problems.problems) }
    return chosen
  }

  private func checked(
    _ options: [NamedValue<String>], for entry: RecipeEntry, _ problems: inout ProblemCollector
  ) -> [String: String] {
    var values: [String: String] = [:]
    for option in options {
      let name = "options.\(entry.recipe.id).\(option.name)"
      guard let known = entry.options.first(where: { $0.name == option.name }) else {
        let hint = Spelling.hint(for: option.name, in: entry.options.map(\.name))
        problems.report(
          "recipe '\(entry.recipe.id)' has no option '\(option.name)'"
            + (hint.isEmpty ? "; 'recipes show \(entry.recipe.id)' names them" : hint),
          at: option.start)
        continue
      }
      if let objection = known.objection(to: option.value) {
        problems.report("'\(name)' \(objection)", at: option.start)
      }
      values[option.name] = option.value
    }
    return values
  }

  private mutating func take(_ contents: ConfigurationFile, _ problems: inout ProblemCollector) {
    recipes = contents.recipes
    options = contents.options
    recipeFolders = contents.recipeFolders.map(\.value)
    for folder in contents.recipeFolders {
      let parts = folder.value.split(separator: "/", omittingEmptySubsequences: false)
      if folder.value.hasPrefix("/") || parts.contains("..") {
        problems.report(
          "'recipe-folders' must stay within the repository; name others with '--recipes'",
          at: folder.start)
      }
    }
    helpers = contents.helpers
    gateStyle = GateStyle(
      extraCondition: contents.gate.extraCondition, compilerGate: contents.gate.compilerGate)
    safety = contents.safety == Safety.safe.rawValue ? .safe : .review
    minimums = Platform.versions(contents.minimum, problems: &problems)
    filter.only = Self.globs(contents.only, &problems)
    filter.exclude = Self.globs(contents.exclude, &problems)
    bot = contents.bot.policy(&problems)
    botBase = contents.bot.base
    botForge = contents.bot.forge.flatMap(ForgeKind.init(rawValue:))
    botBaseURL = contents.bot.baseURL?.value
    verify = contents.verify
    if let prefix = contents.branchPrefix {
      branchPrefix = prefix.value
      bot.prefix = prefix.value
      if let objection = Self.objection(toBranchPrefix: prefix.value) {
        problems.report("'branch-prefix' \(objection)", at: prefix.start)
      }
    }
  }

  /// What is wrong with the beginning of a branch's name, as the end of a sentence; nil when
  /// nothing is.
  public static func objection(toBranchPrefix prefix: String) -> String? {
    let isPlain = prefix.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.value != 0x7F && !"~^:?*[\\".unicodeScalars.contains($0)
    }
    let parts = prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let areNames = parts.allSatisfy {
      !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") && !$0.hasSuffix(".")
    }
    let isName =
      isPlain && areNames && !prefix.isEmpty && !prefix.hasPrefix("-") && !prefix.contains("..")
      && !prefix.contains("@{") && !prefix.split(separator: "/").contains { $0.hasPrefix(".") }
    return isName ? nil : "must be the beginning of a branch's name, such as 'migrate/'"
  }

  private static func globs(
    _ patterns: [Located<String>], _ problems: inout ProblemCollector
  ) -> [PathGlob] {
    var globs: [PathGlob] = []
    for pattern in patterns {
      do {
        globs.append(try PathGlob(pattern.value))
      } catch {
        problems.report(error.description, at: pattern.start)
      }
    }
    return globs
  }
}

extension Recipe {
  /// Takes over options by the ids of recipes, for itself and its members.
  fileprivate mutating func take(_ values: [String: [String: String]]) {
    options.merge(values[id] ?? [:]) { $1 }
    for index in members.indices { members[index].take(values) }
  }
}

extension Platform {
  /// Versions by the names of platforms; names that are none are reported.
  static func versions(
    _ values: [NamedValue<PlatformVersion>], problems: inout ProblemCollector
  ) -> [Platform: PlatformVersion] {
    var versions: [Platform: PlatformVersion] = [:]
    for entry in values {
      guard let platform = Platform(rawValue: entry.name) else {
        let names = Platform.allCases.map(\.rawValue)
        let hint = Spelling.hint(for: entry.name, in: names)
        let known = names.map { "'\($0)'" }.joined(separator: ", ")
        let help = hint.isEmpty ? "; platforms are \(known)" : hint
        problems.report("there is no platform '\(entry.name)'\(help)", at: entry.start)
        continue
      }
      versions[platform] = entry.value.normalized(for: platform)
    }
    return versions
  }
}
