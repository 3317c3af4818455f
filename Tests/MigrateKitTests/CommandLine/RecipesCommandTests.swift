import Foundation
import MigrateKit
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

  @Test func aNamedFolderIsUsedInThePlaceOfTheProgramsOwn() throws {
    let repository = try TemporaryRepository()
    let own = BuiltInRecipes.root + "/Recipes"
    let all = ["recipes", "list", "--recipes", own, "--recipes", own + "/../Recipes"]
    let list = try MigrateProgram.run(all, in: repository)
    #expect(list.status == 0, "\(list.errors)")
    #expect(list.text == (try MigrateProgram.run(["recipes", "list"], in: repository)).text)
    try repository.write(
      "mine/title-view/recipe.yml",
      try String(contentsOfFile: own + "/title-view/recipe.yml", encoding: .utf8)
        .replacing("title: ", with: "title: My own "))
    try repository.write("mine/title-view/README.md", "# Mine\n")
    let mine = try MigrateProgram.run(
      ["recipes", "show", "title-view", "--recipes", "mine"], in: repository)
    #expect(mine.text.contains("My own "), "\(mine.errors)")
    // Two folders that the user names are both meant.
    try repository.write(
      "other/title-view/recipe.yml", try repository.text("mine/title-view/recipe.yml"))
    let both = try MigrateProgram.run(
      ["recipes", "list", "--recipes", "mine", "--recipes", "other"], in: repository)
    #expect(both.errors.contains("recipe 'title-view' is also defined by"))
  }

  @Test func newWithAProgramInPythonPasses() throws {
    let repository = try TemporaryRepository()
    let made = try MigrateProgram.run(
      ["recipes", "new", "glass-bar", "--executable"], in: repository)
    #expect(
      made.text
        == "glass-bar/recipe.yml\nglass-bar/README.md\nglass-bar/config.yml\nglass-bar/glass-bar.py\n"
    )
    let command = "migrate recipes test glass-bar --config glass-bar/config.yml"
    #expect(made.errors.contains("'\(command)'"))
    #expect(try repository.text("glass-bar/README.md").contains("\n\(command)\n"))
    let tested = try MigrateProgram.run(
      command.split(separator: " ").dropFirst().map(String.init), in: repository)
    #expect(tested.text == "3 passed, 0 failed\n", "\(tested.errors)")
  }

  @Test func newInSwiftIsAPackageThatCompiles() throws {
    let repository = try TemporaryRepository()
    let made = try MigrateProgram.run(["recipes", "new", "glass-bar", "--swift"], in: repository)
    #expect(made.text.contains("glass-bar/Sources/glass-bar/main.swift\n"), "\(made.errors)")
    #expect(made.errors.contains("'swift build --package-path glass-bar'"))
    let manifest = try repository.text("glass-bar/Package.swift")
    #expect(manifest.contains(".package(name: \"migrate\", path: \"\(Checkout.root)\")"))
    let modules = URL(fileURLWithPath: try MigrateProgram.path()).deletingLastPathComponent()
      .appendingPathComponent("Modules").path
    let folders = (repository.environment["PATH"] ?? "").split(separator: ":")
    let compiler = try #require(
      folders.map { $0 + "/swiftc" }.first(where: FileManager.default.isExecutableFile(atPath:)))
    let host =
      URL(fileURLWithPath: compiler).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/lib/swift/host"
    let compiled = try Subprocess(
      compiler,
      [
        "-typecheck", "-swift-version", "6", "-I", modules, "-I", host,
        "-I", Checkout.root + "/Sources/CGit2", "-I", Checkout.root + "/Sources/CYAML",
        "glass-bar/Sources/glass-bar/main.swift",
      ], environment: repository.environment, workingFolder: repository.path,
      deadline: .seconds(900)
    ).run()
    #expect(compiled.succeeded, "\(String(decoding: compiled.standardError, as: UTF8.self))")
    let elsewhere = try MigrateProgram.run(
      ["recipes", "new", "other", "--swift", "--package", "https://example.org/a/migrate.git"],
      in: repository)
    #expect(elsewhere.status == 0)
    #expect(
      try repository.text("other/Package.swift")
        .contains(".package(url: \"https://example.org/a/migrate.git\", branch: \"main\")"))
    let both = try MigrateProgram.run(
      ["recipes", "new", "both", "--swift", "--executable"], in: repository)
    #expect(both.status == 2)
  }

  @Test(.timeLimit(.minutes(2)))
  func watchTestsAgainAfterAChangeAndEndsWithASignal() throws {
    let repository = try TemporaryRepository()
    try MigrateProgram.run(["recipes", "new", "glass-bar"], in: repository)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try MigrateProgram.path())
    process.arguments = ["recipes", "test", "--watch", "glass-bar"]
    process.currentDirectoryURL = URL(fileURLWithPath: repository.path)
    process.environment = repository.environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    func read(until wanted: String) {
      while !text.contains(wanted) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return }
        text += String(decoding: data, as: UTF8.self)
      }
    }
    read(until: "3 passed, 0 failed\n")
    let broken = try repository.text("glass-bar/README.md")
      .replacing("        newHelper(title, animated", with: "        other(title, animated")
    try repository.write("glass-bar/README.md", broken)
    read(until: "2 passed, 1 failed\n")
    #expect(text.contains("-        other(title, animated: true)"), "\(text)")
    #expect(text.contains("+        newHelper(title, animated: true)"))
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
    // Nothing is left that could write.
    _ = output.fileHandleForReading.readDataToEndOfFile()
  }

  @Test func watchNeedsSomethingToWatch() throws {
    let repository = try TemporaryRepository()
    let watch = try MigrateProgram.run(["recipes", "test", "--watch"], in: repository)
    #expect(watch.status == 2)
  }
}
