import Foundation
import MigrateKit
import Testing

@Suite struct RepositoryTests {
  private func file(_ temporary: TemporaryRepository) throws {
    try temporary.write("A/B.swift", "let b = 1\n")
    try temporary.commitAll()
  }

  private func paths(_ repository: borrowing Repository) throws -> [String] {
    try repository.snapshotOfWorkingTree().entries.map(\.path)
  }

  @Test func opensAFolderInsideAWorkingTreeAndKnowsItsScope() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    let repository = try temporary.open(temporary.path + "/A")
    #expect(repository.location.scope == "A")
    #expect(repository.location.root == temporary.path)
    #expect(try paths(repository) == ["A/B.swift"])
    #expect(try temporary.open(temporary.path + "/.git").location.scope == "")
  }

  @Test func opensABareCloneAndHasNoWorkingTreeThere() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    let bare = temporary.container + "/bare.git"
    try temporary.git("clone", "-q", "--bare", temporary.path, bare)
    let repository = try temporary.open(bare)
    #expect(repository.location.workFolder == nil)
    #expect(try repository.snapshot(of: repository.head()).entries.map(\.path) == ["A/B.swift"])
    let error = gitError { _ = try repository.snapshotOfWorkingTree() }
    #expect(error?.cause == .noWorkingTree)
  }

  @Test func opensLinkedWorktreesSubmodulesAndGitFiles() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    let linked = temporary.container + "/linked"
    try temporary.git("worktree", "add", "-q", linked)
    let repository = try temporary.open(linked)
    #expect(repository.location.commonFolder == temporary.path + "/.git")
    #expect(try paths(repository) == ["A/B.swift"])

    let outer = try TemporaryRepository()
    try outer.git("submodule", "--quiet", "add", temporary.path, "Vendor/Sub")
    try outer.commitAll()
    let inside = try outer.open(outer.path + "/Vendor/Sub/A")
    #expect(inside.location.root == outer.path + "/Vendor/Sub")
    #expect(inside.location.scope == "A")
    #expect(try paths(inside) == ["A/B.swift"])
    #expect(try outer.open().snapshotOfWorkingTree().skips.map(\.reason) == [.submodule])

    let separate = temporary.container + "/separate"
    try temporary.git(
      "clone", "-q", "--separate-git-dir", temporary.container + "/elsewhere", temporary.path,
      separate)
    #expect(try paths(try temporary.open(separate)) == ["A/B.swift"])
  }

  @Test func parsesRevisionsAsGitDoes() throws {
    let temporary = try TemporaryRepository()
    let first = try temporary.commitAll("first")
    try temporary.git("tag", "-a", "-m", "annotated", "v1")
    try temporary.commitAll("second")
    let third = try temporary.commitAll("third")
    let repository = try temporary.open()
    for revision in ["HEAD~2", "v1", "main~2", String(first.prefix(9)), ":/first", first] {
      #expect(try repository.commit(revision).description == first, "\(revision)")
    }
    #expect(try repository.head().description == third)
    #expect(gitError { _ = try repository.commit("nothing") }?.cause == .unknownRevision)
    #expect(gitError { _ = try repository.commit("HEAD^{tree}") }?.cause == .notACommit)
    #expect(gitError { _ = try repository.commit("") }?.cause == .unknownRevision)
    #expect(gitError { _ = try repository.commit("a\0b") }?.cause == .unknownRevision)
  }

  @Test func saysThatHeadIsUnborn() throws {
    let temporary = try TemporaryRepository()
    let repository = try temporary.open()
    let error = gitError { _ = try repository.head() }
    #expect(error?.cause == .unbornHead)
    #expect(try repository.snapshotOfWorkingTree().base == nil)
  }

  @Test func namesWhatIsNotARepository() throws {
    let temporary = try TemporaryRepository()
    let error = gitError { _ = try temporary.open(temporary.container) }
    #expect(error?.cause == .notARepository)
    #expect(error?.place == temporary.container)
    #expect(gitError { _ = try temporary.open("/no/such/folder") }?.cause == .notARepository)
  }

  @Test func readsWorktreeConfigurationAndPreciousObjects() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    try temporary.git("config", "core.repositoryFormatVersion", "1")
    try temporary.git("config", "extensions.worktreeConfig", "true")
    try temporary.git("config", "extensions.preciousObjects", "true")
    #expect(try paths(try temporary.open()) == ["A/B.swift"])
  }

  @Test func refusesUnknownExtensionsAndSHA256WithTheirCause() throws {
    let temporary = try TemporaryRepository()
    try temporary.git("config", "core.repositoryFormatVersion", "1")
    try temporary.git("config", "extensions.strange", "true")
    let error = gitError { _ = try temporary.open() }
    #expect(error?.cause == .unsupportedExtension)
    #expect(error?.detail.contains("strange") == true)
    let other = try TemporaryRepository(["--object-format=sha256"])
    #expect(gitError { _ = try other.open() }?.cause == .unsupportedObjectFormat)
  }

  @Test func listsSplitAndSparseIndexes() throws {
    let split = try TemporaryRepository()
    try file(split)
    try split.git("update-index", "--split-index")
    try split.write("C.swift", "c\n")
    try split.git("add", "C.swift")
    #expect(try paths(try split.open()) == ["A/B.swift", "C.swift"])

    let sparse = try TemporaryRepository()
    try file(sparse)
    try sparse.write("Kept/C.swift", "c\n")
    try sparse.write("Deep/er/D.swift", "d\n")
    try sparse.commitAll()
    try sparse.git("sparse-checkout", "set", "--cone", "--sparse-index", "Kept")
    let snapshot = try sparse.open().snapshotOfWorkingTree()
    #expect(snapshot.entries.map(\.path) == ["Kept/C.swift"])
    #expect(snapshot.skips.map(\.reason) == [.sparse, .sparse])
    try sparse.git("sparse-checkout", "set", "--cone", "--no-sparse-index", "Kept")
    #expect(try sparse.open().snapshotOfWorkingTree().skips.map(\.reason) == [.sparse, .sparse])
  }

  @Test(arguments: ["blob:none", "tree:0"])
  func fetchesWhatAPartialCloneLacks(filter: String) throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    try temporary.write("A/C.swift", "let c = 1\n")
    try temporary.write(".gitattributes", "*.png filter=lfs\n")
    try temporary.commitAll()
    try temporary.git("config", "uploadpack.allowFilter", "true")
    let partial = temporary.container + "/partial"
    try temporary.git(
      "clone", "-q", "--bare", "--filter=" + filter, "file://" + temporary.path, partial)
    let repository = try temporary.open(partial)
    #expect(repository.location.isPartial)
    let snapshot = try repository.snapshot(of: repository.head())
    #expect(snapshot.entries.map(\.path) == [".gitattributes", "A/B.swift", "A/C.swift"])
    #expect(try repository.fetchMissing(of: snapshot) { $0.hasSuffix("B.swift") } == 1)
    #expect(try repository.fetchMissing(of: snapshot) { $0.hasSuffix("B.swift") } == 0)
    var reader = try SnapshotReader(snapshot)
    for entry in snapshot.entries {
      #expect(!(try reader.read(entry)).isEmpty)
    }
    try temporary.check(partial)
  }

  @Test func worksOnShallowClonesAndSaysWhenHistoryEnds() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    try temporary.commitAll("second")
    let shallow = temporary.container + "/shallow"
    try temporary.git("clone", "-q", "--depth=1", "file://" + temporary.path, shallow)
    let repository = try temporary.open(shallow)
    #expect(try paths(repository) == ["A/B.swift"])
    let error = gitError { _ = try repository.commit("HEAD~1") }
    #expect(error?.cause == .unknownRevision)
    #expect(error?.remedy.contains("--unshallow") == true)
  }

  @Test(.enabled(if: geteuid() == 0))
  func refusesAForeignOwnerWithTheCommandUnlessItIsTrusted() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    let chown = try Subprocess(
      "chown", ["-R", "12345", temporary.path], environment: temporary.environment
    ).run()
    #expect(chown.succeeded)
    let error = gitError { _ = try temporary.open() }
    #expect(error?.cause == .foreignOwner)
    #expect(
      error?.remedy.contains("git config --global --add safe.directory \(temporary.path)") == true)
    try temporary.git(
      ["config", "--global", "--add", "safe.directory", temporary.path], in: temporary.container)
    #expect(try paths(try temporary.open()) == ["A/B.swift"])
  }

  @Test func ignoresTheEnvironmentOfAHookThatRunsIt() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    try temporary.git("update-index", "--split-index")
    var environment = temporary.environment
    environment["GIT_DIR"] = "/nowhere"
    environment["GIT_INDEX_FILE"] = "/nowhere/index"
    #expect(
      try paths(try Repository(at: temporary.path, environment: environment)) == ["A/B.swift"])
  }

  @Test func opensAWorkingTreeThatOnlyTheConfigurationNames() throws {
    let temporary = try TemporaryRepository()
    try file(temporary)
    let folder = temporary.container + "/elsewhere"
    try FileManager.default.moveItem(atPath: temporary.path + "/.git", toPath: folder)
    try temporary.git(["config", "core.worktree", temporary.path], in: folder)
    let repository = try temporary.open(folder)
    #expect(repository.location.workFolder == temporary.path)
    #expect(try paths(repository) == ["A/B.swift"])
    #expect(try paths(try Repository(repository.location)) == ["A/B.swift"])
  }

  @Test func knowsTheVersionOfTheProgram() throws {
    let temporary = try TemporaryRepository()
    #expect(try temporary.open().location.git.version().first?.isNumber == true)
    temporary.environment["PATH"] = temporary.container
    let location = try temporary.open().location
    let error = gitError { _ = try location.git.version() }
    #expect(error?.cause == .gitProgram)
    #expect(error?.detail.contains("'git'") == true)
  }
}
