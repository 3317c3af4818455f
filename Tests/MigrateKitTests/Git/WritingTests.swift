import Foundation
import MigrateKit
import Testing

@Suite struct WritingTests {
  private let now = Timestamp(seconds: 1_700_000_000, offsetInMinutes: -330)

  private func identity(_ temporary: TemporaryRepository) throws -> CommitIdentity {
    try CommitIdentity(
      of: temporary.open().location, environment: temporary.environment, now: now)
  }

  @Test func takesTheIdentityFromConfigurationAndEnvironment() throws {
    let temporary = try TemporaryRepository()
    #expect(
      try identity(temporary).author
        == Signature(name: "Ada Test", email: "ada@example.org", time: now))
    temporary.environment["GIT_AUTHOR_NAME"] = "Other Person"
    temporary.environment["GIT_AUTHOR_DATE"] = "1600000000 +0200"
    let changed = try identity(temporary)
    #expect(changed.author.name == "Other Person")
    #expect(changed.author.time == Timestamp(seconds: 1_600_000_000, offsetInMinutes: 120))
    #expect(changed.committer.name == "Ada Test")
    #expect(changed.committer.time == now)
  }

  @Test func refusesToGuessAnIdentityAndNamesTheCommand() throws {
    let temporary = try TemporaryRepository(identity: false)
    let error = gitError { _ = try identity(temporary) }
    #expect(error?.cause == .missingIdentity)
    #expect(error?.remedy.contains("git config --global user.email") == true)
  }

  @Test func writesATreeAndACommitThatGitAccepts() throws {
    let temporary = try TemporaryRepository()
    for path in ["A/B/one.swift", "A/two.swift", "A.swift", "A-b/three.swift", "run.swift"] {
      try temporary.write(path, path + "\n")
    }
    chmod(temporary.path + "/run.swift", 0o755)
    let base = try temporary.commitAll()
    let repository = try temporary.open()
    let before = try temporary.untouchables()
    let writer = try CommitWriter(repository.location, identity: identity(temporary))
    let blob = try writer.writeBlob(Array("new\n".utf8))
    #expect(try writer.writeBlob(Array("new\n".utf8)) == blob)
    let head = try repository.head()
    let tree = try writer.writeTree(
      of: head,
      updating: [
        TreeUpdate(path: "run.swift", blob: blob), TreeUpdate(path: "A/B/one.swift", blob: blob),
        TreeUpdate(path: "A-b/three.swift", blob: blob),
      ])
    let commit = try writer.writeCommit(
      tree: tree, parent: head, message: "Subject\n\nBody\n\nMigrate-Recipe: x\n")
    try repository.moveBranch(
      "migrate/x", to: commit, expecting: nil, message: "migrate: create x",
      identity: identity(temporary))
    try temporary.check()
    #expect(try temporary.untouchables() == before)
    #expect(
      try temporary.git("diff", "--raw", "--abbrev=4", base, "migrate/x").split(separator: "\n")
        .map { String($0.split(separator: " ")[1]) } == ["100644", "100644", "100755"])
    #expect(
      try temporary.git("log", "-1", "--format=%an|%ae|%ai|%s|%P", "migrate/x")
        == "Ada Test|ada@example.org|2023-11-14 16:43:20 -0530|Subject|\(base)")
    #expect(
      try temporary.git("log", "-1", "-g", "--format=%gs", "migrate/x") == "migrate: create x")
    #expect(
      try repository.contents(of: commit).trailers
        == [CommitContents.Trailer("Migrate-Recipe", "x")])
    let error = gitError {
      _ = try writer.writeTree(of: head, updating: [TreeUpdate(path: "no.swift", blob: blob)])
    }
    #expect(error?.cause == .missing)
  }

  @Test func movesABranchOnlyFromWhatWasExpected() throws {
    let temporary = try TemporaryRepository()
    let ids = try (0..<3).map { ObjectID(try temporary.commitAll("c\($0)")) ?? .zero }
    let repository = try temporary.open()
    let person = try identity(temporary)
    func move(_ target: Int, _ expected: Int?) -> GitError.Cause? {
      gitError {
        try repository.moveBranch(
          "m/x", to: ids[target], expecting: expected.map { ids[$0] }, message: "m",
          identity: person)
      }?.cause
    }
    #expect(move(0, 1) == .referenceMoved)
    #expect(move(0, nil) == nil)
    #expect(move(1, nil) == .referenceMoved)
    #expect(move(1, 2) == .referenceMoved)
    #expect(move(1, 0) == nil)
    #expect(try repository.target(ofBranch: "m/x") == .commit(ids[1]))
    try temporary.git("pack-refs", "--all")
    #expect(move(2, 0) == .referenceMoved)
    #expect(move(2, 1) == nil)
    #expect(
      gitError { try repository.deleteBranch("m/x", expecting: ids[1]) }?.cause
        == .referenceMoved)
    try repository.deleteBranch("m/x", expecting: ids[2])
    #expect(try repository.target(ofBranch: "m/x") == .missing)
    #expect(
      gitError { try repository.deleteBranch("m/x", expecting: ids[2]) }?.cause
        == .referenceMoved)
    try temporary.check()
  }

  @Test(arguments: [false, true])
  func namesTheReferenceThatIsInTheWay(packed: Bool) throws {
    let temporary = try TemporaryRepository()
    let id = ObjectID(try temporary.commitAll()) ?? .zero
    try temporary.git("branch", "migrate")
    try temporary.git("branch", "other/x/y")
    if packed { try temporary.git("pack-refs", "--all") }
    let repository = try temporary.open()
    let person = try identity(temporary)
    for (branch, blocking) in [
      ("migrate/x", "refs/heads/migrate"), ("migrate/x/y", "refs/heads/migrate"),
      ("other/x", "refs/heads/other/x/y"),
    ] {
      #expect(try repository.reference(blockingBranch: branch) == blocking)
      let error = gitError {
        try repository.moveBranch(
          branch, to: id, expecting: nil, message: "m", identity: person)
      }
      #expect(error?.cause == .referenceBlocked)
    }
    #expect(try repository.reference(blockingBranch: "other/z") == nil)
    for branch in ["", "a..b", "a b", "-x", "x.lock", "HEAD"] {
      #expect(gitError { _ = try repository.target(ofBranch: branch) }?.cause == .invalidReference)
    }
  }

  @Test func knowsBranchesThatAWorkingTreeIsOn() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "base\n")
    try temporary.commitAll()
    try temporary.git("worktree", "add", "-q", "-b", "migrate/x", temporary.container + "/linked")
    let location = try temporary.open().location
    let found = try CheckedOutBranches(of: location)
    #expect(found.folder(of: "main") == temporary.path)
    #expect(found.folder(of: "migrate/x") == temporary.container + "/linked")
    #expect(found.folder(of: "other") == nil)
    let linked = try temporary.open(temporary.container + "/linked").location
    #expect(try CheckedOutBranches(of: linked).folder(of: "main") == temporary.path)

    // A branch in the middle of a rebase is not in HEAD.
    try temporary.git("checkout", "-qb", "topic")
    try temporary.write("A.swift", "topic\n")
    try temporary.commitAll()
    try temporary.git("checkout", "-q", "main")
    try temporary.write("A.swift", "main\n")
    try temporary.commitAll()
    try temporary.git("checkout", "-q", "topic")
    #expect(throws: (any Error).self) { try temporary.git("rebase", "-q", "main") }
    #expect(try CheckedOutBranches(of: location).folder(of: "topic") == temporary.path)

    let bare = temporary.container + "/bare.git"
    try temporary.git("clone", "-q", "--bare", temporary.path, bare)
    #expect(try CheckedOutBranches(of: temporary.open(bare).location).folder(of: "main") == nil)
  }

  @Test func linkedWorkingTreesThatCannotBeListedAreNotTakenForNone() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "base\n")
    try temporary.commitAll()
    try temporary.write(".git/worktrees", "not a folder\n")
    let location = try temporary.open().location
    #expect(throws: GitError.self) { try CheckedOutBranches(of: location) }
  }

  @Test func predictsTheConflictsOfAMergeWithoutWriting() throws {
    let temporary = try TemporaryRepository()
    let lines = (0..<30).map { "line \($0)" }
    func text(_ changes: [Int: String]) -> String {
      lines.enumerated().map { changes[$0.offset] ?? $0.element }.joined(separator: "\n") + "\n"
    }
    for name in ["apart", "same", "clash", "one"] {
      try temporary.write(name + ".swift", text([:]))
    }
    let base = ObjectID(try temporary.commitAll()) ?? .zero
    try temporary.git("checkout", "-qb", "a")
    try temporary.write("apart.swift", text([2: "a"]))
    try temporary.write("same.swift", text([2: "s"]))
    try temporary.write("clash.swift", text([2: "a"]))
    try temporary.write("one.swift", text([2: "a"]))
    let first = ObjectID(try temporary.commitAll()) ?? .zero
    try temporary.git("checkout", "-qb", "b", base.description)
    try temporary.write("apart.swift", text([20: "b"]))
    try temporary.write("same.swift", text([2: "s"]))
    try temporary.write("clash.swift", text([2: "b"]))
    let second = ObjectID(try temporary.commitAll()) ?? .zero
    let repository = try temporary.open()
    let before = try temporary.git("count-objects", "-v")
    #expect(
      try repository.conflictingPaths(merging: first, with: second, base: base) == ["clash.swift"])
    #expect(try repository.conflictingPaths(merging: first, with: first, base: base) == [])
    #expect(try temporary.git("count-objects", "-v") == before)
    let merged = try ThreeWayMerge.merge(
      original: Array(text([:]).utf8), Array(text([2: "a"]).utf8), Array(text([20: "b"]).utf8))
    #expect(merged == Array(text([2: "a", 20: "b"]).utf8))
  }
}
