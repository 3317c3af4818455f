import Foundation
@testable import MigrateKit
import Testing

@Suite struct BuiltInRecipeTests {
  @Test func everyFolderCompiles() throws {
    let folders = try RecipeFolder.all(in: BuiltInRecipes.root + "/Recipes", origin: .builtIn)
    let names = try FileManager.default
      .contentsOfDirectory(atPath: BuiltInRecipes.root + "/Recipes")
      .filter { !$0.hasPrefix(".") }
    #expect(folders.map(\.name) == names.sorted(), "every folder has a recipe.yml")
    do {
      _ = try RecipeLibrary(folders)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: BuiltInRecipes.entries.map(\.recipe.id))
  func everyDocumentHasCases(_ id: String) throws {
    let entry = try #require(BuiltInRecipes.entries.first { $0.recipe.id == id })
    do {
      let document = try BuiltInRecipes.document(of: entry)
      #expect(
        document.cases.contains { example in
          example.files.contains { $0.role == .before || $0.source.text != $0.source.marked }
        }, "a recipe shows at least one change, or advice")
    } catch let problems as FileProblems {
      Issue.record("\(problems)")
    }
  }

  @Test(arguments: BuiltInRecipes.cases.map { CaseArgument(entry: $0.entry, example: $0.example) })
  func everyCaseHolds(_ argument: CaseArgument) {
    for failure in RecipeVerifier(argument.entry).failures(of: argument.example) {
      Issue.record("\(failure)")
    }
  }

  @Test func everyRuleBelongsToARecipe() {
    let used = Set(BuiltInRecipes.entries.flatMap { $0.recipe.rules.map(\.id) })
    let unused = RuleCatalog.builtIn.rules.map(\.id).filter { !used.contains($0) }
    #expect(unused.isEmpty, "name them under 'rules' of a recipe: \(unused)")
  }

  @Test func generatedPagesAreCurrent() throws {
    for page in try BuiltInRecipes.index().pages {
      let bytes = try Data(contentsOf: URL(filePath: BuiltInRecipes.root + "/" + page.path))
      #expect(
        String(decoding: bytes, as: UTF8.self) == page.text,
        "'\(page.path)' is out of date: MIGRATE_BLESS=1 swift test --filter BlessRecipes")
    }
  }

  /// A case with its recipe, named by its title in reports of tests.
  struct CaseArgument: Sendable, CustomTestStringConvertible {
    let entry: RecipeEntry
    let example: RecipeCase
    var testDescription: String { "\(entry.recipe.id): \(example)" }
  }
}
