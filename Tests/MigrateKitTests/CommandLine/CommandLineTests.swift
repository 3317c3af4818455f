import Foundation
import MigrateKit
import Testing

@Suite struct CommandLineTests {
  /// A controller whose title item is shown in the shared glass background on iOS 26.
  private static let controller = """
    import UIKit

    final class HomeViewController: UIViewController {
      private let titleLabel = UILabel()

      override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(customView: titleLabel)
      }
    }

    """

  private func repository() throws -> TemporaryRepository {
    let repository = try TemporaryRepository()
    try repository.write("App/Home.swift", Self.controller)
    try repository.write("App/Other.swift", "let other = 1\n")
    try repository.commitAll("Import")
    return repository
  }

  private let recipe = ["--recipe", "hides-shared-background", "--minimum", "iOS=15.0"]

  /// Everything that 'branch' must not touch: working tree, index and HEAD.
  private func state(_ repository: TemporaryRepository) throws -> [String] {
    let index = try Data(contentsOf: URL(fileURLWithPath: repository.path + "/.git/index"))
    return [
      try repository.git("rev-parse", "HEAD"), try repository.git("symbolic-ref", "HEAD"),
      try repository.git("status", "--porcelain"), index.base64EncodedString(),
      try repository.text("App/Home.swift"),
    ]
  }

  @Test func scanPrintsJSONThatTwoRunsAgreeOn() throws {
    let repository = try repository()
    let first = try MigrateProgram.run(["scan", "--format", "json"] + recipe, in: repository)
    let second = try MigrateProgram.run(
      ["scan", "--format", "json", "--jobs", "1", "--no-cache"] + recipe, in: repository)
    #expect(first.status == 0)
    #expect(first.text == second.text)
    let json = try JSONSerialization.jsonObject(with: Data(first.text.utf8))
    let object = try #require(json as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let recipes = try #require(object["recipes"] as? [[String: Any]])
    let findings = try #require(recipes.first?["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    #expect(findings.first?["line"] as? Int == 8)
    #expect(findings.first?["fix"] as? Bool == true)
  }

  @Test func previewIsADiffThatGitAppliesAndThatBranchCommits() throws {
    let repository = try repository()
    let before = try state(repository)
    let preview = try MigrateProgram.run(["preview", "--base", "HEAD"] + recipe, in: repository)
    #expect(preview.status == 0)
    #expect(preview.text.contains("+      navigationItem.leftBarButtonItem?.hidesSharedBackground"))
    try repository.git(["apply", "--check"], input: preview.text)

    let branch = try MigrateProgram.run(["branch"] + recipe, in: repository)
    #expect(branch.status == 0)
    #expect(try state(repository) == before)
    let diff = try repository.git(
      "diff", "--abbrev=10", "main", "migrate/hides-shared-background")
    #expect(diff + "\n" == preview.text)
    try repository.git("fsck", "--strict")
  }

  @Test func aSecondBranchRunDoesNothingAndSaysSo() throws {
    let repository = try repository()
    try MigrateProgram.run(["branch"] + recipe, in: repository)
    let commit = try repository.git("rev-parse", "migrate/hides-shared-background")
    let again = try MigrateProgram.run(["branch"] + recipe, in: repository)
    #expect(again.text.hasPrefix("unchanged"))
    #expect(try repository.git("rev-parse", "migrate/hides-shared-background") == commit)
  }

  @Test func undoRemovesTheBranchUnlessSomebodyBuiltOnIt() throws {
    let repository = try repository()
    try MigrateProgram.run(["branch"] + recipe, in: repository)
    try repository.git("branch", "mine", "migrate/hides-shared-background")
    try repository.git("checkout", "-q", "mine")
    try repository.write("App/Other.swift", "let other = 2\n")
    try repository.commitAll("Mine")
    try repository.git("checkout", "-q", "main")
    let undo = ["undo", "--recipe", "hides-shared-background"]
    let refused = try MigrateProgram.run(undo, in: repository)
    #expect(refused.status == 4)
    #expect(refused.text.hasPrefix("refused"))
    try repository.git("branch", "-D", "-q", "mine")
    let done = try MigrateProgram.run(undo, in: repository)
    #expect(done.status == 0)
    #expect(try repository.git("branch", "--list", "migrate/*").isEmpty)
  }

  @Test func applyEditsFilesAndUndoRestoresThem() throws {
    let repository = try repository()
    let apply = try MigrateProgram.run(["apply"] + recipe, in: repository)
    #expect(apply.status == 0)
    #expect(try repository.text("App/Home.swift").contains("hidesSharedBackground = true"))
    let undo = try MigrateProgram.run(
      ["undo", "--recipe", "hides-shared-background"], in: repository)
    #expect(undo.status == 0)
    #expect(try repository.text("App/Home.swift") == Self.controller)
  }

  @Test func applyRefusesFilesWithUncommittedChanges() throws {
    let repository = try repository()
    let dirty = Self.controller + "// mine\n"
    try repository.write("App/Home.swift", dirty)
    let refused = try MigrateProgram.run(["apply"] + recipe, in: repository)
    #expect(refused.status == 8)
    #expect(try repository.text("App/Home.swift") == dirty)
    let allowed = try MigrateProgram.run(["apply", "--allow-dirty"] + recipe, in: repository)
    #expect(allowed.status == 0)
    #expect(try repository.text("App/Home.swift").hasSuffix("// mine\n"))
  }

  @Test func interactiveApplyTakesOnlyWhatIsAccepted() throws {
    let repository = try repository()
    let no = try MigrateProgram.run(["apply", "-i"] + recipe, in: repository, input: "n\n")
    #expect(no.status == 0)
    #expect(try repository.text("App/Home.swift") == Self.controller)
    let yes = try MigrateProgram.run(["apply", "-i"] + recipe, in: repository, input: "y\n")
    #expect(yes.status == 0)
    #expect(try repository.text("App/Home.swift") != Self.controller)
  }

  @Test func checkTellsWhetherThereIsSomethingToDo() throws {
    let repository = try repository()
    #expect(try MigrateProgram.run(["scan", "--check"] + recipe, in: repository).status == 1)
    let only = ["scan", "--check", "--only", "App/Other.swift"] + recipe
    #expect(try MigrateProgram.run(only, in: repository).status == 0)
  }

  @Test func errorsAreOneLineThatSaysWhatToDo() throws {
    let repository = try repository()
    let cases: [([String], Int32, String)] = [
      (["scann"], 2, "did you mean 'migrate scan'"),
      (["scan", "--recipes-folder", "x"], 2, "unknown option"),
      (["scan", "--recipe", "hides-shared-backgrounds"], 3, "did you mean"),
      (["scan", "--base", "nowhere"], 4, "nowhere"),
      (["scan", "/"], 4, "no git repository"),
      (["scan", "--jobs", "many"], 2, "'--jobs'"),
      (["scan", "--minimum", "iOS"], 2, "iOS"),
      (["scan", "--format", "xml"], 2, "'json'"),
    ]
    for (arguments, status, text) in cases {
      let output = try MigrateProgram.run(arguments, in: repository)
      #expect(output.status == status, "\(arguments): \(output.errors)")
      #expect(output.errors.contains(text), "\(arguments): \(output.errors)")
      #expect(output.errors.split(separator: "\n").count == 1, "\(output.errors)")
      #expect(output.text.isEmpty)
    }
  }

  @Test func killingBranchAtAnyMomentLeavesARepositoryThatARerunCompletes() throws {
    let repository = try TemporaryRepository()
    for index in 0..<40 {
      try repository.write(
        "App/C\(index)/Home\(index).swift",
        Self.controller.replacing("HomeViewController", with: "Home\(index)ViewController"))
    }
    try repository.commitAll("Import")
    let command = try MigrateProgram.path()
    for delay in stride(from: 0.0, to: 0.6, by: 0.06) {
      let arguments = ["-s", "KILL", "\(max(delay, 0.01))", command, "branch"] + recipe
      _ = try? Subprocess(
        "timeout", arguments, environment: repository.environment,
        workingFolder: repository.path
      ).run()
      try repository.git("fsck", "--strict")
    }
    let output = try MigrateProgram.run(["branch"] + recipe, in: repository)
    #expect(output.status == 0, "\(output.errors)")
    try repository.git("fsck", "--strict")
    let files = try repository.git("diff", "--name-only", "main", "migrate/hides-shared-background")
    #expect(files.split(separator: "\n").count == 40)
  }
}
