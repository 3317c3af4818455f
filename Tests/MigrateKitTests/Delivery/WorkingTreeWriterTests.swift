import Foundation
import MigrateKit
import Testing

@Suite struct WorkingTreeWriterTests {
  private func repository() throws -> TemporaryRepository {
    let temporary = try TemporaryRepository()
    try temporary.write("A/one.swift", "one\n")
    try temporary.write("two.swift", "two\n")
    chmod(temporary.path + "/two.swift", 0o755)
    try temporary.commitAll("base")
    return temporary
  }

  private func change(_ path: String, _ before: String, _ after: String) -> FileChange {
    FileChange(
      path: path, original: Array(before.utf8), updated: Array(after.utf8), added: 1, removed: 1,
      resolved: [:])
  }

  private func writer(
    _ temporary: TemporaryRepository, allowsUncommitted: Bool = false
  ) throws -> WorkingTreeWriter {
    try WorkingTreeWriter(temporary.open().location, allowsUncommitted: allowsUncommitted)
  }

  private func apply(
    _ temporary: TemporaryRepository, _ changes: [FileChange], recipe: String = "r",
    allowsUncommitted: Bool = false
  ) throws -> [String] {
    var writer = try writer(temporary, allowsUncommitted: allowsUncommitted)
    return try writer.apply(changes, recipe: recipe).map { $0.reason?.code ?? "done" }
  }

  private func undo(_ temporary: TemporaryRepository, recipe: String = "r") throws -> [String] {
    var writer = try writer(temporary)
    return try writer.undo(recipe: recipe).map { $0.reason?.code ?? "done" }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? Int) ?? -1
  }

  @Test func writesFilesKeepsTheirModeAndTakesThemBack() throws {
    let temporary = try repository()
    let before = try temporary.untouchables()
    let changes = [
      change("A/one.swift", "one\n", "ONE\n"), change("two.swift", "two\n", "TWO\n"),
    ]
    #expect(try apply(temporary, changes) == ["done", "done"])
    #expect(try temporary.text("A/one.swift") == "ONE\n")
    #expect(try mode(temporary.path + "/two.swift") == 0o755)
    #expect(
      try temporary.git("status", "--porcelain") == " M A/one.swift\n M two.swift")
    #expect(try undo(temporary) == ["done", "done"])
    #expect(try temporary.git("status", "--porcelain") == "")
    #expect(try mode(temporary.path + "/two.swift") == 0o755)
    #expect(
      try temporary.untouchables().split(separator: "\n").count
        == before.split(separator: "\n").count)
    #expect(try undo(temporary) == [])
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: temporary.path + "/.git/migrate/originals")
    #expect(kept.isEmpty)
  }

  @Test func refusesUncommittedChangesUnlessAllowed() throws {
    let temporary = try repository()
    try temporary.write("two.swift", "edited\n")
    let changes = [
      change("A/one.swift", "one\n", "ONE\n"), change("two.swift", "edited\n", "EDITED\n"),
    ]
    #expect(try apply(temporary, changes) == ["done", "uncommittedChanges"])
    #expect(try temporary.text("two.swift") == "edited\n")
    #expect(try apply(temporary, [changes[1]], allowsUncommitted: true) == ["done"])
    #expect(try undo(temporary) == ["done", "done"])
    #expect(try temporary.text("two.swift") == "edited\n")
    #expect(try temporary.text("A/one.swift") == "one\n")
  }

  @Test func refusesWhatIsNotWhatWasPlanned() throws {
    let temporary = try repository()
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/link.swift", withDestinationPath: "two.swift")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/L", withDestinationPath: "A")
    let outcomes = try apply(
      temporary,
      [
        change("two.swift", "other\n", "x\n"), change("gone.swift", "g\n", "x\n"),
        change("link.swift", "two\n", "x\n"), change("L/one.swift", "one\n", "x\n"),
        change("../out.swift", "", "x\n"), change(".git/config", "", "x\n"),
      ])
    #expect(
      outcomes == ["changedSince", "missing", "symlink", "symlink", "unsafePath", "unsafePath"])
    #expect(try temporary.text("two.swift") == "two\n")
    #expect(try undo(temporary) == [])
  }

  @Test func leavesFilesThatChangedSince() throws {
    let temporary = try repository()
    let changes = [
      change("A/one.swift", "one\n", "ONE\n"), change("two.swift", "two\n", "TWO\n"),
    ]
    _ = try apply(temporary, changes)
    try temporary.write("two.swift", "by hand\n")
    #expect(try undo(temporary) == ["done", "changedSince"])
    #expect(try temporary.text("two.swift") == "by hand\n")
    try temporary.write("two.swift", "TWO\n")
    #expect(try undo(temporary) == ["done"])
    #expect(try temporary.text("two.swift") == "two\n")
  }

  @Test func undoesStackedRecipesInReverse() throws {
    let temporary = try repository()
    do {
      var writer = try writer(temporary)
      _ = try writer.apply([change("two.swift", "two\n", "mid\n")], recipe: "a")
      _ = try writer.apply([change("two.swift", "mid\n", "end\n")], recipe: "b")
    }
    #expect(try temporary.text("two.swift") == "end\n")
    #expect(try undo(temporary, recipe: "a") == ["changedSince"])
    #expect(try undo(temporary, recipe: "b") == ["done"])
    #expect(try undo(temporary, recipe: "a") == ["done"])
    #expect(try temporary.text("two.swift") == "two\n")
  }

  @Test func recoversFromAnEndInTheMiddle() throws {
    let temporary = try repository()
    let changes = [
      change("A/one.swift", "one\n", "ONE\n"), change("two.swift", "two\n", "TWO\n"),
    ]
    _ = try apply(temporary, changes)
    // As after an end between the two files, with a half-written third name left behind.
    try temporary.write("two.swift", "two\n")
    try temporary.write(".migrate-two.swift.tmp", "TW")
    #expect(try undo(temporary) == ["done", "done"])
    #expect(try temporary.git("status", "--porcelain") == "")
  }

  @Test func holdsOtherRunsOff() throws {
    let temporary = try repository()
    let first = try writer(temporary)
    #expect(gitError { _ = try writer(temporary) }?.cause == .locked)
    _ = consume first
    _ = try writer(temporary)
  }

  @Test func refusesABareRepository() throws {
    let temporary = try TemporaryRepository(["--bare"])
    #expect(gitError { _ = try writer(temporary) }?.cause == .noWorkingTree)
  }
}
