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

  /// A sheet and a bar button item, for two of the recipes that 'adopt-ios26' stands for.
  private static let screen = """
    import SwiftUI
    import UIKit

    struct Picker: View {
      @State private var isShown = false
      var body: some View {
        Button("Pick") { isShown = true }
          .sheet(isPresented: $isShown) {
            Text("Colours")
              .presentationDetents([.medium])
              .presentationBackground(Color.white)
          }
      }
    }

    final class HomeViewController: UIViewController {
      private let avatar = UIImageView()
      override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: avatar)
      }
    }

    """

  @Test func aRecipeThatListsOthersIsOneBranch() throws {
    let repository = try TemporaryRepository()
    try repository.write("A.swift", Self.screen)
    try repository.commitAll("Import")
    let recipe = ["--recipe", "adopt-ios26", "--minimum", "iOS=17.0"]
    let scan = try MigrateProgram.run(["scan", "--base", "HEAD"] + recipe, in: repository)
    #expect(scan.text.hasPrefix("adopt-ios26  Adapt to iOS 26 in one branch\n"), "\(scan.errors)")
    #expect(scan.text.contains("[sheet-background, review]"))
    #expect(scan.text.contains("[hides-shared-background, safe]"))
    let json = try MigrateProgram.run(
      ["scan", "--base", "HEAD", "--format", "json"] + recipe, in: repository)
    #expect(json.text.contains(#""member" : "sheet-background""#))

    let preview = try MigrateProgram.run(["preview", "--base", "HEAD"] + recipe, in: repository)
    let branch = try MigrateProgram.run(["branch"] + recipe, in: repository)
    #expect(branch.status == 0, "\(branch.errors)")
    let diff = try repository.git("diff", "--abbrev=10", "main", "migrate/adopt-ios26")
    #expect(diff + "\n" == preview.text)
    #expect(preview.text.contains(".before26 {"))
    #expect(preview.text.contains("hidesSharedBackground = true"))

    #expect(try repository.git("rev-list", "--count", "main..migrate/adopt-ios26") == "1")
    let message = try repository.git("log", "-1", "--format=%B", "migrate/adopt-ios26")
    #expect(
      message.contains(
        """
        Recipes, each applied to the result of those before it:

          sheet-background: Let the system's glass show behind sheets (1 file)
          hides-shared-background: Hide the shared background of custom bar button items (1 file)

        """))
    let trailers = try repository.git(
      "log", "-1", "--format=%(trailers:key=Migrate-Recipe,key=Migrate-Member)",
      "migrate/adopt-ios26")
    #expect(trailers.contains("Migrate-Recipe: adopt-ios26"))
    #expect(trailers.contains("Migrate-Member: sheet-background "))
    #expect(trailers.contains("Migrate-Member: hides-shared-background "))
    #expect(!trailers.contains("Migrate-Member: title-view"))

    let again = try MigrateProgram.run(["branch"] + recipe, in: repository)
    #expect(again.text.hasPrefix("unchanged"))
    let undo = try MigrateProgram.run(["undo", "--recipe", "adopt-ios26"], in: repository)
    #expect(undo.text.hasPrefix("removed"))
  }

  @Test func aRecipeThatListsOthersIsShownWithThem() throws {
    let repository = try TemporaryRepository()
    let list = try MigrateProgram.run(["recipes", "list"], in: repository)
    #expect(list.text.contains("  adopt-ios26"))
    #expect(list.text.contains("recipes)\n"))
    let show = try MigrateProgram.run(["recipes", "show", "adopt-ios26"], in: repository)
    #expect(
      show.text.contains("  sheet-background: Let the system's glass show behind sheets\n"))
    #expect(show.text.contains("example, "))
  }
}
