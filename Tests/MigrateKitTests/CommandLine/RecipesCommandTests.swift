import Foundation
import Testing

@Suite struct RecipesCommandTests {
  @Test func newMakesARecipeWhoseCasesPass() throws {
    let repository = try TemporaryRepository()
    let made = try MigrateProgram.run(["recipes", "new", "glass-bar"], in: repository)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.text == "glass-bar/recipe.yml\nglass-bar/README.md\n")
    let tested = try MigrateProgram.run(["recipes", "test", "glass-bar"], in: repository)
    #expect(tested.text == "3 passed, 0 failed\n")
    #expect(tested.status == 0)
    let again = try MigrateProgram.run(["recipes", "new", "glass-bar"], in: repository)
    #expect(again.status == 8)
    let wrong = try MigrateProgram.run(["recipes", "new", "../Glass"], in: repository)
    #expect(wrong.status == 2)
  }

  @Test func recipesOfTheRepositoryRunByPattern() throws {
    let repository = try TemporaryRepository()
    try MigrateProgram.run(
      ["recipes", "new", "glass-bar", "--recipes", ".migrate/recipes"], in: repository)
    try repository.write("A.swift", "func show() {\n    oldHelper(title)\n}\n")
    try repository.commitAll("Import")
    let preview = try MigrateProgram.run(
      ["preview", "--base", "HEAD", "--recipe", "glass-bar", "--minimum", "iOS=15.0"],
      in: repository)
    #expect(preview.text.contains("+        newHelper(title)"), "\(preview.errors)")
  }

  @Test func docsPrintsTheIndex() throws {
    let repository = try TemporaryRepository()
    let docs = try MigrateProgram.run(["recipes", "docs"], in: repository)
    #expect(docs.status == 0)
    #expect(docs.text.contains("| [`sheet-background`]"))
  }
}
