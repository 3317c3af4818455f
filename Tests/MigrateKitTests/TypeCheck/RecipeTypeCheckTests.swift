import MigrateKit
import Testing

@Suite(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
struct RecipeTypeCheckTests {
  @Test(
    arguments: BuiltInRecipes.cases.map {
      BuiltInRecipeTests.CaseArgument(entry: $0.entry, example: $0.example)
    })
  func everyCaseCompilesBeforeAndAfter(_ argument: BuiltInRecipeTests.CaseArgument) throws {
    let check = CaseTypeCheck(try AppleCompiler.checker.get())
    for failure in try check.failures(of: argument.example) { Issue.record("\(failure)") }
  }
}
