import Foundation
import MigrateKit
import Testing

@Suite struct BranchDeliveryTests {
  private func repository() throws -> (TemporaryRepository, ObjectID) {
    let temporary = try TemporaryRepository()
    try temporary.write("A/one.swift", "one\n")
    try temporary.write("two.swift", "two\n")
    return (temporary, ObjectID(try temporary.commitAll("base")) ?? .zero)
  }

  @Test func makesOneBranchWithOneCommitAndTouchesNothingElse() throws {
    let (temporary, base) = try repository()
    try temporary.write("two.swift", "uncommitted\n")
    let before = try temporary.untouchables()
    let change = try temporary.change("r", base: base, ["A/one.swift": "ONE\n"])
    let outcome = try temporary.deliver(change)
    #expect(outcome.action == .created)
    #expect(try temporary.untouchables() == before)
    #expect(try temporary.git("rev-list", "\(base)..migrate/r") == outcome.commit?.description)
    #expect(try temporary.git("show", "migrate/r:A/one.swift") == "ONE")
    let message = try temporary.git("log", "-1", "--format=%B", "migrate/r")
    #expect(message.hasPrefix("Adapt r to iOS 26\n\nWhat changes for users, and what stays.\n\n"))
    #expect(message.contains("\n  A/one.swift +1 -1\n"))
    #expect(
      try temporary.git("log", "-1", "--format=%(trailers:key=Migrate-Tree,valueonly)", "migrate/r")
        == temporary.git("rev-parse", "migrate/r^{tree}") + "\n")
    try temporary.check()
  }

  @Test func doesNothingTheSecondTimeAndWritesNoObject() throws {
    let (temporary, base) = try repository()
    let change = try temporary.change("r", base: base, ["A/one.swift": "ONE\n"])
    let first = try temporary.deliver(change)
    let objects = try temporary.git("count-objects")
    let second = try temporary.deliver(change, now: 1_800_000_000)
    #expect(second.action == .unchanged)
    #expect(second.reason == "upToDate")
    #expect(second.commit == first.commit)
    #expect(try temporary.git("count-objects") == objects)
  }

  @Test func updatesItsOwnBranchForANewBaseOrOtherChanges() throws {
    let (temporary, base) = try repository()
    _ = try temporary.deliver(temporary.change("r", base: base, ["two.swift": "TWO\n"]))
    let more = ["two.swift": "TWO\n", "A/one.swift": "ONE\n"]
    #expect(
      try temporary.deliver(temporary.change("r", base: base, more)).action == .updated)
    try temporary.write("three.swift", "three\n")
    let next = ObjectID(try temporary.commitAll("next")) ?? .zero
    let outcome = try temporary.deliver(temporary.change("r", base: next, more))
    #expect(outcome.action == .updated)
    #expect(try temporary.git("rev-parse", "migrate/r^") == next.description)
    #expect(try temporary.git("show", "migrate/r:three.swift") == "three")
    try temporary.check()
  }

  @Test func neverMovesABranchThatHoldsAForeignCommit() throws {
    let (temporary, base) = try repository()
    _ = try temporary.deliver(temporary.change("r", base: base, ["two.swift": "TWO\n"]))
    try temporary.git("checkout", "-q", "migrate/r")
    try temporary.write("two.swift", "by hand\n")
    let foreign = try temporary.commitAll("by hand")
    try temporary.git("checkout", "-q", "main")
    let change = try temporary.change("r", base: base, ["A/one.swift": "ONE\n"])
    #expect(try temporary.deliver(change).reason == "foreignCommit")
    // An amended commit keeps the trailers but not the tree.
    try temporary.git("checkout", "-q", "migrate/r")
    try temporary.git("reset", "-q", "--hard", "HEAD~1")
    try temporary.write("two.swift", "amended\n")
    try temporary.git("commit", "-q", "-a", "--amend", "--no-edit")
    try temporary.git("checkout", "-q", "main")
    #expect(try temporary.deliver(change).reason == "foreignCommit")
    #expect(try temporary.git("show", "migrate/r:two.swift") == "amended")
    #expect(!foreign.isEmpty)
  }

  @Test func refusesACheckedOutOrBlockedBranch() throws {
    let (temporary, base) = try repository()
    _ = try temporary.deliver(temporary.change("r", base: base, ["two.swift": "TWO\n"]))
    try temporary.git("worktree", "add", "-q", temporary.container + "/w", "migrate/r")
    let change = try temporary.change("r", base: base, ["A/one.swift": "ONE\n"])
    let refused = try temporary.deliver(change)
    #expect(refused.reason == "checkedOut")
    #expect(refused.detail.contains(temporary.container + "/w"))

    let (other, start) = try repository()
    try other.git("branch", "migrate")
    let blocked = try other.deliver(other.change("r", base: start, ["two.swift": "TWO\n"]))
    #expect(blocked.action == .refused)
    #expect(blocked.detail.contains("'refs/heads/migrate'"))
  }

  @Test func saysWhenThereIsNothingToDoAndKeepsTheBranch() throws {
    let (temporary, base) = try repository()
    let nothing = try temporary.change("r", base: base, [:])
    #expect(try temporary.deliver(nothing).reason == "nothingToDo")
    let made = try temporary.deliver(
      temporary.change("r", base: base, ["two.swift": "TWO\n"]))
    let outcome = try temporary.deliver(nothing)
    #expect(outcome.reason == "nothingToDoAnyMore")
    #expect(outcome.stackBase == nil)
    #expect(try temporary.git("rev-parse", "migrate/r") == made.commit?.description)
  }

  @Test func stacksBranchesAndFindsTheStackAgain() throws {
    let (temporary, base) = try repository()
    func run() throws -> [BranchOutcome] {
      let first = try temporary.deliver(
        temporary.change("a", base: base, ["two.swift": "TWO\n"]))
      let second = try temporary.deliver(
        temporary.change(
          "b", base: first.stackBase ?? base, ["two.swift": "TWO!\n", "A/one.swift": "ONE\n"]))
      return [first, second]
    }
    #expect(try run().map(\.action) == [.created, .created])
    #expect(
      try temporary.git("rev-parse", "migrate/b^") == temporary.git("rev-parse", "migrate/a"))
    #expect(try run().map(\.action) == [.unchanged, .unchanged])
    let repository = try temporary.open()
    let below = try BranchRemoval.remove(branch: "migrate/a", recipe: "a", in: repository)
    #expect(below.reason == "builtOn")
    #expect(below.detail.contains("refs/heads/migrate/b"))
    try temporary.check()
  }

  @Test func removesItsOwnBranchOnly() throws {
    let (temporary, base) = try repository()
    let repository = try temporary.open()
    func remove(_ recipe: String = "r") throws -> BranchOutcome {
      try BranchRemoval.remove(branch: "migrate/r", recipe: recipe, in: repository)
    }
    #expect(try remove().action == .unchanged)
    _ = try temporary.deliver(temporary.change("r", base: base, ["two.swift": "TWO\n"]))
    #expect(try remove("other").reason == "otherRecipe")
    try temporary.git("checkout", "-q", "migrate/r")
    #expect(try remove().reason == "checkedOut")
    try temporary.git("checkout", "-q", "main")
    #expect(try remove().action == .removed)
    #expect(try temporary.git("branch", "--list", "migrate/*") == "")
    try temporary.git("branch", "migrate/r")
    #expect(try remove().reason == "foreignCommit")
  }

  @Test func worksInABareRepository() throws {
    let (temporary, base) = try repository()
    let bare = temporary.container + "/bare.git"
    try temporary.git("clone", "-q", "--bare", temporary.path, bare)
    let change = try temporary.change("r", base: base, ["two.swift": "TWO\n"])
    let location = try temporary.open(bare).location
    let identity = try CommitIdentity(
      of: location, environment: temporary.environment, now: Timestamp(seconds: 1))
    let outcome = try BranchDelivery(location, identity: identity)
      .perform(.create, change, branch: "migrate/r")
    #expect(outcome.action == .created)
    try temporary.check(bare)
  }

  @Test func reportsABranchThatMovedMeanwhile() throws {
    let (temporary, base) = try repository()
    let change = try temporary.change("r", base: base, ["two.swift": "TWO\n"])
    let location = try temporary.open().location
    let identity = try CommitIdentity(
      of: location, environment: temporary.environment, now: Timestamp(seconds: 1))
    try temporary.git("branch", "migrate/r")
    let outcome = try BranchDelivery(location, identity: identity)
      .perform(.create, change, branch: "migrate/r")
    #expect(outcome.reason == "moved")
    #expect(try temporary.git("rev-parse", "migrate/r") == base.description)
  }

  @Test func removesTheLockThatAnEndedRunLeftAndNoOther() throws {
    let (temporary, base) = try repository()
    let change = try temporary.change("r", base: base, ["two.swift": "TWO\n"])
    try temporary.write(".git/refs/heads/migrate/r.lock", "")
    let error = gitError { _ = try temporary.deliver(change) }
    #expect(error?.cause == .locked)
    #expect(error?.remedy.contains("refs/heads/migrate/r.lock") == true)
    try temporary.write(
      ".git/migrate/branches.lock", "refs/heads/migrate/r \(String(repeating: "1", count: 40))\n")
    #expect(try temporary.deliver(change).action == .created)
    #expect(try temporary.text(".git/migrate/branches.lock") == "")
    try temporary.write(
      ".git/migrate/branches.lock", "refs/heads/migrate/r \(String(repeating: "1", count: 40))\n")
    try temporary.write(".git/refs/heads/migrate/r.lock", String(repeating: "2", count: 40))
    let more = try temporary.change("r", base: base, ["A/one.swift": "ONE\n"])
    #expect(gitError { _ = try temporary.deliver(more) }?.cause == .locked)
  }

  @Test func listsItsBranchesByPrefix() throws {
    let (temporary, base) = try repository()
    _ = try temporary.deliver(temporary.change("b", base: base, ["two.swift": "TWO\n"]))
    _ = try temporary.deliver(temporary.change("a", base: base, ["two.swift": "TWO\n"]))
    #expect(
      try temporary.open().branches(withPrefix: "migrate/") == ["migrate/a", "migrate/b"])
  }

  @Test func predictsConflictsBetweenRecipes() throws {
    let (temporary, base) = try repository()
    try temporary.write("long.swift", (0..<20).map { "line \($0)\n" }.joined())
    let next = ObjectID(try temporary.commitAll()) ?? base
    func long(_ line: Int, _ text: String) -> String {
      (0..<20).map { ($0 == line ? text : "line \($0)") + "\n" }.joined()
    }
    let changes = [
      try temporary.change("a", base: next, ["long.swift": long(2, "a"), "two.swift": "A\n"]),
      try temporary.change("b", base: next, ["long.swift": long(15, "b"), "two.swift": "B\n"]),
      try temporary.change("c", base: next, ["long.swift": long(2, "c"), "two.swift": "B\n"]),
      try temporary.change("d", base: next, ["A/one.swift": "d\n"]),
    ]
    let conflicts = try RecipeConflict.predict(changes)
    #expect(
      conflicts.map { "\($0.first) \($0.second) \($0.paths.joined(separator: ","))" }
        == ["a b two.swift", "a c long.swift,two.swift"])
    for change in changes { _ = try temporary.deliver(change) }
    let repository = try temporary.open()
    for conflict in conflicts {
      #expect(
        try repository.conflictingPaths(
          merging: repository.commit("migrate/" + conflict.first),
          with: repository.commit("migrate/" + conflict.second), base: next) == conflict.paths)
    }
  }
}
