/// A recipe with what people are told of it.
public struct RecipeEntry: Sendable {
  /// The recipe.
  public var recipe: Recipe
  /// The settings that a user may change.
  public var options: [RecipeOption]
  /// Where the advice comes from.
  public var guide: RecipeGuide
  /// The path of the recipe's folder.
  public var folder: String
  /// Who it comes from.
  public var origin: RecipeOrigin
  /// The recipes that it lists, as written.
  var listed: [RecipeManifest.Member]

  /// The path of the file that holds its reasons and cases.
  public var documentPath: String { folder + "/" + RecipeFolder.documentName }
}

/// Every recipe that is known in a run.
public struct RecipeLibrary: Sendable {
  /// The recipes, sorted by id.
  public let entries: [RecipeEntry]

  /// Compiles the manifests of folders.
  ///
  /// - Parameter others: further recipes that those of the folders may list.
  /// - Throws: everything wrong with any of them, two recipes with one id included.
  public init(
    _ folders: [RecipeFolder], catalog: RuleCatalog = .builtIn, others: [RecipeEntry] = [],
    plugins: [Plugin] = []
  ) throws(FileProblems) {
    var problems: [FileProblem] = []
    let catalog = catalog.adding(plugins, problems: &problems)
    let compiler = RecipeCompiler(catalog: catalog)
    var byID: [String: RecipeEntry] = [:]
    var faulty: Set<String> = []
    for folder in folders + plugins.flatMap(RecipeFolder.all(of:)) {
      guard let entry = compiler.compile(folder, problems: &problems) else {
        faulty.insert(folder.name)
        continue
      }
      if let other = byID[entry.recipe.id] {
        problems.append(
          FileProblem(
            file: folder.manifestPath,
            "recipe '\(entry.recipe.id)' is also defined by '\(other.folder)'; rename one"))
      }
      byID[entry.recipe.id] = entry
    }
    var composer = RecipeComposer(byID, others: others, faulty: faulty)
    for id in byID.keys.sorted() {
      if let recipe = composer.recipe(id) { byID[id]?.recipe = recipe }
    }
    problems += composer.problems
    if !problems.isEmpty { throw FileProblems(problems) }
    entries = byID.keys.sorted().compactMap { byID[$0] }
  }

  /// The entry of a recipe, nil when there is none with the id.
  public func entry(_ id: String) -> RecipeEntry? {
    entries.first { $0.recipe.id == id }
  }

  /// The recipes, sorted by id.
  public var recipes: [Recipe] { entries.map(\.recipe) }

  /// The ids of the recipes that run when the user names none, sorted; those that look at project
  /// files come first, since what they find is about all that others find.
  public var recommended: [String] {
    let all = recipes.filter(\.isRecommended)
    let first = all.filter { $0.readsBesideSwift("Info.plist") }.map(\.id)
    return first + all.map(\.id).filter { !first.contains($0) }
  }

  /// What to say of an id that no recipe has.
  public func objection(toUnknown id: String) -> String {
    let hint = Spelling.hint(for: id, in: recipes.map(\.id))
    return "there is no recipe '\(id)'" + (hint.isEmpty ? "; 'recipes list' shows all" : hint)
  }

  /// Where the folder of recipes that came with the program may lie, the likeliest first.
  ///
  /// - Parameter programFolder: the folder of the program itself, links resolved.
  public static func builtInFolderCandidates(programFolder: String) -> [String] {
    [
      programFolder + "/Recipes",
      programFolder + "/../share/migrate/Recipes",
      programFolder + "/migrate_MigrateKit.resources/Recipes",
      programFolder + "/migrate_MigrateKit.bundle/Recipes",
      programFolder + "/migrate_MigrateKit.bundle/Contents/Resources/Recipes",
    ]
  }

  /// Reads the recipes that came with the program.
  ///
  /// - Parameter programPath: the path of the program's file; links are followed.
  /// - Throws: what could not be read, or that there is no folder.
  public static func builtInFolders(programPath: String) throws(FileProblems) -> [RecipeFolder] {
    let candidates = RecipeFolder.resolved(parentOf: programPath)
      .flatMap(builtInFolderCandidates(programFolder:))
    guard let folder = candidates.first(where: RecipeFolder.isFolder) else {
      throw FileProblems([
        FileProblem(
          file: programPath,
          "the recipes that belong beside the program are missing; install it again, or name"
            + " their folder with '--recipes'")
      ])
    }
    return try RecipeFolder.all(in: folder, origin: .builtIn)
  }
}

extension RecipeFolder {
  /// The recipes that a plugin gave, as if each lay in a folder below the plugin.
  fileprivate static func all(of plugin: Plugin) -> [RecipeFolder] {
    plugin.manifests.enumerated().map { index, manifest in
      RecipeFolder(
        path: "plugin '\(plugin.reference.name)', recipe \(index + 1)", manifest: manifest,
        origin: .plugin)
    }
  }
}

extension RuleCatalog {
  /// The catalog with the rules of plugins; ids that are taken are reported.
  fileprivate func adding(_ plugins: [Plugin], problems: inout [FileProblem]) -> RuleCatalog {
    var known = rules
    for plugin in plugins {
      for rule in plugin.rules {
        if let other = known.first(where: { $0.id == rule.id }) {
          let owner = other.plugin.map { "plugin '\($0)' has one, too" } ?? "it is built in"
          problems.append(
            FileProblem(
              file: "plugin '\(plugin.reference.name)'",
              "the id of rule '\(rule.id)' is taken: \(owner); choose another"))
        } else {
          known.append(rule)
        }
      }
    }
    return RuleCatalog(known)
  }
}
