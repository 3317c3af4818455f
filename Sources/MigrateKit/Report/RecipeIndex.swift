/// The generated pages of documentation about recipes and configuration.
public struct RecipeIndex: Sendable {
  /// One generated file.
  public struct Page: Hashable, Sendable {
    /// The path from the root of the package.
    public let path: String
    /// The text, with a final line ending.
    public let text: String
  }

  private let rows: [(entry: RecipeEntry, document: RecipeDocument)]

  /// Makes the pages of recipes and their documents.
  public init(_ rows: [(entry: RecipeEntry, document: RecipeDocument)]) {
    self.rows = rows.sorted { $0.entry.recipe.id < $1.entry.recipe.id }
  }

  /// Every generated page.
  public var pages: [Page] {
    [
      Page(path: "Documentation/Recipes.md", text: recipes),
      Page(path: "Documentation/RecipeManifest.md", text: Self.manifest),
      Page(path: "Documentation/Configuration.md", text: Self.configuration),
      Page(path: "Documentation/schemas/recipe.schema.json", text: RecipeManifest.schema),
      Page(path: "Documentation/schemas/migrate.schema.json", text: ConfigurationFile.schema),
    ]
  }

  private static let notice =
    "<!-- Generated; 'MIGRATE_BLESS=1 swift test --filter BlessRecipes' rewrites it. -->\n"

  /// The table of recipes, and their options.
  public var recipes: String {
    var text = """
      \(Self.notice)
      # Recipes

      Every row is a folder of `Recipes/`: its page holds the reasons, the caveats and the cases, and
      the cases are tests. Trust is that of the fixes in the cases: `safe` needs no look, `review`
      is right by construction but a matter of taste, `advice` is a finding without a fix.

      | recipe | what it does | trust | from |
      |---|---|---|---|

      """
    for (entry, document) in rows {
      let recipe = entry.recipe
      let link = "[`\(recipe.id)`](../Recipes/\(recipe.id)/\(RecipeFolder.documentName))"
      let trust = Self.trust(of: document).map { "`\($0.rawValue)`" }.joined(separator: ", ")
      let guide = Self.guide(entry.guide)
      let members = recipe.members.map { "`\($0.id)`" }.joined(separator: ", ")
      let summary = recipe.summary + (members.isEmpty ? "" : " In order: \(members).")
      text += "| \(link) | \(summary) | \(trust) | \(guide) |\n"
    }
    for (entry, _) in rows where !entry.options.isEmpty {
      text +=
        "\n## Options of `\(entry.recipe.id)`\n\n| option | values | default | what it does |\n"
      text += "|---|---|---|---|\n"
      for option in entry.options {
        let values =
          option.kind == .choice
          ? option.values.map { "`\($0)`" }.joined(separator: ", ") : option.kind.rawValue
        text += "| `\(option.name)` | \(values) | `\(option.standard)` |"
        text += " \(option.documentation) |\n"
      }
    }
    return text
  }

  private static func guide(_ guide: RecipeGuide) -> String {
    let pages = guide.pages.enumerated().map { "[\($0.offset + 1)](\($0.element))" }
    return ([guide.section] + pages).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The trust that the cases show, the best first.
  private static func trust(of document: RecipeDocument) -> [Safety] {
    var seen: Set<Safety> = []
    for file in document.cases.flatMap(\.files) where !file.source.markers.isEmpty {
      let standard: Safety = file.role == .before ? .safe : .advice
      seen.formUnion(file.safety.isEmpty ? [standard] : file.safety)
    }
    return seen.sorted()
  }

  private static var manifest: String {
    """
    \(notice)
    # The keys of `recipe.yml`

    A recipe is a folder: `recipe.yml` says what it is and `README.md` holds its cases. Unknown keys,
    anchors, aliases and tags are errors; truth values are `true` and `false` only. Editors check
    the file against [the schema](schemas/recipe.schema.json).

    \(RecipeManifest.table.markdown)
    """
  }

  private static var configuration: String {
    """
    \(notice)
    # The keys of `.migrate.yml`

    The file lies at the root of the repository under migration; everything in it is optional, and
    options of the command line win. Unknown keys are errors. Editors check the file against
    [the schema](schemas/migrate.schema.json).

    \(ConfigurationFile.table.markdown)
    """
  }
}
