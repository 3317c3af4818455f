import Foundation
import MigrateKit
import Testing

/// The program on repositories that mean harm, or are of a form that few people see.
@Suite struct HostileRepositoryTests {
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

  private let recipe = ["--recipe", "hides-shared-background", "--minimum", "iOS=15.0"]

  // MARK: Names

  private static let oddNames = [
    "esc\u{1B}[31m\u{1B}]0;title\u{07}.swift", "new\nline.swift", "bidi\u{202E}tfiws.swift",
    "c1\u{9B}31m.swift", "q\"uote.swift", "back\\slash.swift", "-dash.swift",
    "name with ::error::x.swift", "tab\there.swift", "sp ace é.swift",
  ]

  private func repositoryOfOddNames() throws -> TemporaryRepository {
    let repository = try TemporaryRepository()
    for name in Self.oddNames { try repository.write(name, Self.controller) }
    try repository.commitAll()
    return repository
  }

  @Test(arguments: ["text", "xcode", "github", "markdown"])
  func namesNeitherDriveTheTerminalNorBreakLines(format: String) throws {
    let repository = try repositoryOfOddNames()
    let output = try MigrateProgram.run(["scan", "--format", format] + recipe, in: repository)
    #expect(output.status == 0)
    let lines = output.text.split(separator: "\n").filter { $0.contains("hidesSharedBackground") }
    #expect(lines.count == Self.oddNames.count)
    #expect(Self.dangerous(in: output.text).isEmpty)
  }

  @Test func coloursAreTheOnlyEscapesOfATerminal() throws {
    let repository = try repositoryOfOddNames()
    try repository.write("Text.swift", Self.controller + "// \u{1B}]0;title\u{07} \u{202E}\r\n")
    try repository.git("add", "-A")
    for command in [["scan"], ["preview"], ["preview", "--stat"]] {
      let output = try MigrateProgram.run(
        command + ["--color", "always"] + recipe, in: repository)
      #expect(output.status == 0)
      let plain = output.text.replacing(try Regex("\u{1B}\\[[0-9;]*m"), with: "")
      #expect(plain != output.text)
      #expect(Self.dangerous(in: plain.replacing("\r\n", with: "\n")).isEmpty, "\(command)")
    }
  }

  @Test func errorsStayOnOneLine() throws {
    let repository = try repositoryOfOddNames()
    let output = try MigrateProgram.run(["scan", "no\n\u{1B}[2Jwhere"], in: repository)
    #expect(output.status == 4)
    #expect(output.errors.split(separator: "\n").count == 1)
    #expect(Self.dangerous(in: output.errors).isEmpty)
  }

  @Test func gitAppliesAPreviewOfOddNames() throws {
    let repository = try repositoryOfOddNames()
    let preview = try MigrateProgram.run(["preview"] + recipe, in: repository)
    try repository.git(["apply", "--check"], input: preview.text)
    let parallel = try MigrateProgram.run(["preview", "--jobs", "8"] + recipe, in: repository)
    #expect(parallel.text == preview.text)
  }

  private static func dangerous(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F...0x9F).contains($0.value)
        || (0x202A...0x202E).contains($0.value)
    }
  }

  // MARK: Sources

  @Test func manyItemsOfOneArrayAreNamedApart() throws {
    let repository = try TemporaryRepository()
    let items = String(repeating: "      UIBarButtonItem(customView: titleLabel),\n", count: 14)
    try repository.write(
      "Home.swift",
      Self.controller.replacing(
        "leftBarButtonItem = UIBarButtonItem(customView: titleLabel)",
        with: "leftBarButtonItems = [\n\(items)    ]"))
    try repository.commitAll()
    let preview = try MigrateProgram.run(["preview"] + recipe, in: repository)
    let lines = preview.text.split(separator: "\n")
    #expect(lines.count { $0.contains("hidesSharedBackground = true") } == 14)
    let names = Set(
      lines.filter { $0.contains("let item") }.compactMap {
        $0.split(separator: " ").dropFirst(2).first
      })
    #expect(names.count == 14)
    try repository.git(["apply", "--check"], input: preview.text)
  }

  // MARK: Output

  @Test(arguments: [("> /dev/full", Int32(8)), ("| head -n 1 > /dev/null", 0)])
  func outputThatCannotBeWrittenIsAFailure(redirection: String, status: Int32) throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let repository = try TemporaryRepository()
    try repository.write("Home.swift", Self.controller)
    try repository.commitAll()
    let result = try Subprocess(
      "sh", ["-c", "'\(try MigrateProgram.path())' preview --quiet \(redirection)"],
      environment: repository.environment, workingFolder: repository.path
    ).run()
    #expect(result.termination == .exited(status))
    let problems = String(decoding: result.standardError, as: UTF8.self)
    #expect(problems.split(separator: "\n").count == (status == 0 ? 0 : 1), "\(problems)")
  }

  // MARK: Configuration

  @Test func aConfigurationDeletedOnDiskIsNone() throws {
    let repository = try TemporaryRepository()
    try repository.write("Home.swift", Self.controller)
    try repository.write(".migrate.yml", "only: [\"Nothing\"]\n")
    try repository.write(".migrate/recipes/own/recipe.yml", "nonsense\n")
    try repository.commitAll()
    try FileManager.default.removeItem(atPath: repository.path + "/.migrate.yml")
    try FileManager.default.removeItem(atPath: repository.path + "/.migrate")
    let scan = try MigrateProgram.run(["scan", "--check"] + recipe, in: repository)
    #expect(scan.status == 1, "\(scan.errors)")
  }

  @Test func aConfigurationThatIsNoPlainFileIsRefused() throws {
    let repository = try TemporaryRepository()
    try repository.write("Home.swift", Self.controller)
    try repository.write(".migrate.yml", "safety: safe\n")
    try repository.commitAll()
    let path = repository.path + "/.migrate.yml"
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o644) == 0)
    #expect(try MigrateProgram.run(["scan"] + recipe, in: repository).status == 3)
    try FileManager.default.removeItem(atPath: path)
    try repository.write(".migrate.yml", String(repeating: "# x\n", count: 300_000))
    let large = try MigrateProgram.run(["scan"] + recipe, in: repository)
    #expect(large.status == 3)
    #expect(large.errors.split(separator: "\n").count == 1)
  }

  // MARK: Programs

  @Test func noProgramThatTheRepositoryNamesIsRun() throws {
    let repository = try TemporaryRepository()
    try repository.write("App/Home.swift", Self.controller)
    try repository.write("App/Dirty.swift", Self.controller)
    try repository.write("asset.bin", "a\n")
    try repository.write(".gitattributes", "*.bin filter=f diff=d merge=d\n*.swift diff=d\n")
    try repository.commitAll()
    let marker = repository.container + "/ran"
    let script = repository.container + "/script"
    try "#!/bin/sh\necho \"$0 $*\" >> '\(marker)'\ncat\n".write(
      toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    for hook in ["reference-transaction", "post-commit", "post-index-change", "pre-auto-gc"] {
      try FileManager.default.copyItem(
        atPath: script, toPath: repository.path + "/.git/hooks/" + hook)
    }
    for key in [
      "core.fsmonitor", "core.pager", "core.editor", "diff.external", "diff.d.command",
      "diff.d.textconv", "merge.d.driver", "filter.f.clean", "filter.f.smudge",
      "filter.f.process", "gpg.program", "credential.helper", "interactive.diffFilter",
    ] { try repository.git("config", key, script) }
    try repository.git("config", "filter.f.required", "true")
    try repository.git("config", "commit.gpgSign", "true")
    try repository.git("config", "alias.status", "!" + script)
    // Same size, so that only the contents tell.
    try repository.write("asset.bin", "b\n")
    try repository.write("App/Dirty.swift", Self.controller + "// mine\n")
    for command in [
      ["scan"] + recipe, ["preview"] + recipe, ["preview", "--base", "HEAD"] + recipe,
      ["branch"] + recipe, ["apply"] + recipe, ["doctor"], ["undo", "--recipe", "all"],
    ] {
      try MigrateProgram.run(command, in: repository)
      let ran = FileManager.default.contents(atPath: marker).map {
        String(decoding: $0, as: UTF8.self)
      }
      #expect(ran == nil, "\(command)")
    }
  }

  @Test func theEnvironmentDoesNotRedirectGit() throws {
    let repository = try TemporaryRepository()
    try repository.write("App/Home.swift", Self.controller)
    try repository.commitAll()
    let other = try TemporaryRepository()
    try other.write("B.swift", "let b = 1\n")
    try other.commitAll()
    repository.environment["GIT_DIR"] = other.path + "/.git"
    repository.environment["GIT_WORK_TREE"] = other.path
    repository.environment["GIT_INDEX_FILE"] = other.path + "/.git/index"
    repository.environment["GIT_OBJECT_DIRECTORY"] = other.path + "/.git/objects"
    repository.environment["GIT_EXTERNAL_DIFF"] = "false"
    let scan = try MigrateProgram.run(["scan", "--check"] + recipe, in: repository)
    #expect(scan.status == 1)
    let branch = try MigrateProgram.run(["branch"] + recipe, in: repository)
    #expect(branch.text.hasPrefix("created"))
    for name in repository.environment.keys where name.hasPrefix("GIT_") {
      if !name.hasPrefix("GIT_CONFIG") { repository.environment[name] = nil }
    }
    #expect(try !repository.git("branch", "--list", "migrate/*").isEmpty)
    #expect(try other.git("branch", "--list", "migrate/*").isEmpty)
  }

  // MARK: Partial clones

  @Test func aPartialCloneIsFetchedAtOnce() throws {
    let origin = try TemporaryRepository()
    for index in 0..<12 {
      try origin.write(
        "App/Home\(index).swift",
        Self.controller.replacing("HomeViewController", with: "Home\(index)ViewController"))
    }
    try origin.write("Package.swift", "// swift-tools-version: 6.0\nimport PackageDescription\n")
    try origin.write("Picture.svg", "<svg/>\n")
    try origin.commitAll()
    try origin.git("config", "uploadpack.allowFilter", "true")
    let clone = origin.container + "/partial"
    try origin.git(
      "clone", "-q", "--bare", "--filter=blob:none", "file://" + origin.path, clone)
    func packs() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: clone + "/objects/pack")
        .count { $0.hasSuffix(".pack") }
    }
    let before = try packs()
    let branch = try MigrateProgram.run(["branch", clone] + recipe, in: origin)
    #expect(branch.status == 0, "\(branch.errors)")
    #expect(try packs() == before + 1)
    let files = try origin.git(
      ["diff", "--name-only", "main", "migrate/hides-shared-background"], in: clone)
    #expect(files.split(separator: "\n").count == 12)
    // What is not read is not fetched.
    let missing = try origin.git(
      ["rev-list", "--objects", "--all", "--missing=print"], in: clone)
    #expect(missing.contains("?"))
  }

  @Test func aPartialCloneWithoutItsRemoteSaysWhatFailed() throws {
    let origin = try TemporaryRepository()
    try origin.write("App/Home.swift", Self.controller)
    try origin.commitAll()
    try origin.git("config", "uploadpack.allowFilter", "true")
    let clone = origin.container + "/partial"
    try origin.git(
      "clone", "-q", "--bare", "--filter=blob:none", "file://" + origin.path, clone)
    try origin.git(["config", "remote.origin.url", "file:///nowhere"], in: clone)
    let scan = try MigrateProgram.run(["scan", clone] + recipe, in: origin)
    #expect(scan.status == 4)
    #expect(scan.errors.contains("git fetch"))
    #expect(scan.errors.split(separator: "\n").count == 1)
  }
}
