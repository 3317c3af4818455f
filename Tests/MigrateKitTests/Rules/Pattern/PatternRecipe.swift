import MigrateKit

/// A recipe with one rule of its own, given as the lines of the rule.
struct PatternRecipe {
  /// The recipe, compiled.
  let entry: RecipeEntry

  /// Compiles a rule; `head` is added to the keys of the recipe.
  init(_ rule: String, head: String = "") throws {
    let text = Self.manifest(rule, head: head)
    entry = try RecipeLibrary([Self.folder(text)]).entries[0]
  }

  /// What is said of a rule that cannot be used, without the path of the file.
  static func problems(_ rule: String, head: String = "") -> [String] {
    do {
      _ = try RecipeLibrary([folder(manifest(rule, head: head))])
      return []
    } catch {
      return error.problems.map(\.message)
    }
  }

  private static func folder(_ text: String) -> RecipeFolder {
    RecipeFolder(path: "R/pattern", manifest: Array(text.utf8), origin: .repository)
  }

  private static func manifest(_ rule: String, head: String) -> String {
    let lines = rule.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.map { "    " + $0 }.joined(separator: "\n")
    return """
      id: pattern
      title: Title
      summary: Summary.
      commit:
        subject: Subject
      \(head)
      rules:
        - id: own
          message: "\(rule.contains("$x") ? "found $x" : "found")"
      \(body)

      """.replacing("\n\n  rules", with: "\nrules")
  }

  /// What the recipe says of a file, and does to it.
  func run(
    _ code: String, platforms: FilePlatforms = FilePlatforms([.iOS: PlatformVersion(15)])
  ) throws -> FilePass.Result {
    let pass = FilePass(
      recipe: entry.recipe, context: RuleContext(platforms: platforms), safetyLimit: .review)
    return pass.run(ParsedFile(try SourceFile(path: "A.swift", bytes: Array(code.utf8))))
  }

  /// What the recipe makes of a file.
  func result(
    _ code: String, platforms: FilePlatforms = FilePlatforms([.iOS: PlatformVersion(15)])
  ) throws -> String {
    try run(code, platforms: platforms).change.map { String(decoding: $0.updated, as: UTF8.self) }
      ?? code
  }
}
