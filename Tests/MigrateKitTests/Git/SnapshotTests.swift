import Foundation
import MigrateKit
import Testing

@Suite struct SnapshotTests {
  private func contents(_ snapshot: Snapshot) throws -> [String: String] {
    var reader = try SnapshotReader(snapshot)
    var result: [String: String] = [:]
    for entry in snapshot.entries {
      result[entry.path] = String(decoding: try reader.read(entry), as: UTF8.self)
    }
    return result
  }

  @Test func listsACommitSortedWithModesAndReadsItsBlobs() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("B/x.swift", "let x = 1\n")
    try temporary.write("B-a.swift", "let a = 1\n")
    try temporary.write("Run.swift", "run()\n")
    try temporary.git("add", "-A")
    try temporary.git("update-index", "--chmod=+x", "Run.swift")
    try temporary.git("commit", "-qm", "first")
    try temporary.write("Run.swift", "changed on disk\n")
    let repository = try temporary.open()
    let snapshot = try repository.snapshot(of: repository.head())
    #expect(snapshot.entries.map(\.path) == ["B-a.swift", "B/x.swift", "Run.swift"])
    #expect(snapshot["Run.swift"]?.isExecutable == true)
    #expect(snapshot["B/x.swift"]?.isExecutable == false)
    #expect(snapshot["B"] == nil)
    #expect(try contents(snapshot)["Run.swift"] == "run()\n")
    #expect(snapshot.skips.isEmpty)
  }

  @Test func readsTheWorkingTreeAsItIsOnDisk() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "let a = 1\n")
    try temporary.write("Gone.swift", "let g = 1\n")
    try temporary.commitAll()
    try temporary.write("A.swift", "let a = 2\n")
    try temporary.write("New.swift", "untracked\n")
    try FileManager.default.removeItem(atPath: temporary.path + "/Gone.swift")
    let repository = try temporary.open()
    let snapshot = try repository.snapshotOfWorkingTree()
    #expect(try contents(snapshot) == ["A.swift": "let a = 2\n"])
    #expect(snapshot.skips.map(\.path) == ["Gone.swift"])
    #expect(snapshot.skips.map(\.reason) == [.missing])
    let status = try WorkingTreeStatus(of: repository.location)
    #expect(status.changedPaths == ["A.swift", "Gone.swift"])
    #expect(status.untrackedSwiftFiles == 1)
    let head = try repository.head()
    #expect(
      try WorkingTreeStatus.paths(differingFrom: head, in: repository.location)
        == ["A.swift", "Gone.swift"])
  }

  @Test func givesTheBlobIDOfBytesWithoutWriting() throws {
    let temporary = try TemporaryRepository()
    let repository = try temporary.open()
    let id = try repository.blobID(of: Array("hello\n".utf8))
    #expect(id.description == "ce013625030ba8dba906f756967f9e9ca394464a")
    #expect(throws: (any Error).self) {
      try temporary.git("cat-file", "-e", id.description)
    }
  }

  @Test func skipsWhatIsNotARegularFile() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("Folder/A.swift", "a\n")
    try temporary.write("Pipe.swift", "p\n")
    try temporary.write("Swapped.swift", "s\n")
    try temporary.write("Dir/B.swift", "b\n")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/Link.swift", withDestinationPath: "Folder/A.swift")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/Sources", withDestinationPath: "Folder")
    try temporary.commitAll()
    for name in ["Pipe.swift", "Swapped.swift", "Dir"] {
      try FileManager.default.removeItem(atPath: temporary.path + "/" + name)
    }
    #expect(mkfifo(temporary.path + "/Pipe.swift", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/Swapped.swift", withDestinationPath: "/etc/passwd")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/Dir", withDestinationPath: "Folder")
    let snapshot = try temporary.open().snapshotOfWorkingTree()
    #expect(snapshot.entries.map(\.path) == ["Folder/A.swift"])
    #expect(
      snapshot.skips.map { "\($0.path) \($0.reason)" } == [
        "Dir/B.swift symlink", "Link.swift symlink", "Pipe.swift notRegularFile",
        "Sources symlink", "Swapped.swift symlink",
      ])
  }

  @Test func readsNothingThroughALinkThatCameAfterTheListing() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("Dir/A.swift", "a\n")
    try temporary.commitAll()
    let snapshot = try temporary.open().snapshotOfWorkingTree()
    try FileManager.default.moveItem(
      atPath: temporary.path + "/Dir", toPath: temporary.path + "/Moved")
    try FileManager.default.createSymbolicLink(
      atPath: temporary.path + "/Dir", withDestinationPath: "Moved")
    let error = gitError { _ = try contents(snapshot) }
    #expect(error?.cause == .symlink)
    #expect(error?.isFault == false)
  }

  @Test func skipsSubmodulesAndReportsPathsThatAreNotUTF8() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "a\n")
    let commit = try temporary.commitAll()
    try temporary.git("update-index", "--add", "--cacheinfo", "160000,\(commit),Vendor/Sub")
    let blob = try temporary.git("rev-parse", "HEAD:A.swift")
    let name = temporary.container + "/name"
    try Data(Array("100644 \(blob)\t".utf8) + [0xE9] + Array(".swift".utf8) + [0])
      .write(to: URL(fileURLWithPath: name))
    let added = try Subprocess(
      "sh", ["-c", "git update-index -z --index-info < \(name)"],
      environment: temporary.environment, workingFolder: temporary.path
    ).run()
    #expect(added.succeeded)
    try temporary.git("commit", "-qm", "odd")
    let repository = try temporary.open()
    let snapshot = try repository.snapshot(of: repository.head())
    #expect(snapshot.entries.map(\.path) == ["A.swift"])
    #expect(Set(snapshot.skips.map(\.reason)) == [.submodule, .nonUTF8Path])
    let odd = snapshot.skips.first { $0.reason == .nonUTF8Path }
    #expect(odd?.pathBase64 == Data([0xE9] + Array(".swift".utf8)).base64EncodedString())
  }

  @Test(arguments: ["filter=lfs", "ident", "working-tree-encoding=UTF-16", "filter=other"])
  func skipsFilesWhoseBytesGitConverts(attribute: String) throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "a\n")
    try temporary.write("Gen/B.swift", "b\n")
    try temporary.write("Gen/.gitattributes", "*.swift \(attribute)\n")
    try temporary.git("add", "A.swift", "Gen/.gitattributes")
    let blob = try temporary.git("hash-object", "-w", "A.swift")
    try temporary.git("update-index", "--add", "--cacheinfo", "100644,\(blob),Gen/B.swift")
    try temporary.git("commit", "-qm", "x")
    let repository = try temporary.open()
    let expected: SnapshotSkip.Reason = attribute == "filter=lfs" ? .lfsPointer : .filtered
    for snapshot in [
      try repository.snapshot(of: repository.head()), try repository.snapshotOfWorkingTree(),
    ] {
      #expect(snapshot.entries.map(\.path) == ["A.swift", "Gen/.gitattributes"])
      #expect(snapshot.skips.map(\.reason) == [expected])
      #expect(snapshot.skips.map(\.detail) == [attribute])
    }
  }

  @Test(arguments: [
    ("", "Gen/** filter=x\n", true), ("", "/Gen/** filter=x\n", true),
    ("", "gen/** filter=x\n", false), ("", "Shots/** filter=x\n", false),
    ("Gen/", "Sub/** filter=x\n", true), ("Gen/", "Gen/** filter=x\n", false),
    ("", "\u{FEFF}Gen/** filter=x\n", true), ("", "**/Sub/** filter=x\n", true),
    ("", "G*n/** filter=x\n", true),
  ])
  func patternsOfFoldersMatterWhereSwiftFilesAre(
    folder: String, attributes: String, isFiltered: Bool
  ) throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "a\n")
    try temporary.write("Gen/Sub/B.swift", "b\n")
    try temporary.write("Shots/C.png", "c\n")
    try temporary.write(folder + ".gitattributes", attributes)
    try temporary.commitAll()
    let repository = try temporary.open()
    for snapshot in [
      try repository.snapshot(of: repository.head()), try repository.snapshotOfWorkingTree(),
    ] {
      #expect(snapshot.skips.map(\.path) == (isFiltered ? ["Gen/Sub/B.swift"] : []))
    }
  }

  @Test func takesACommitsAttributesFromTheCommitOnly() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "a\n")
    try temporary.commitAll()
    try temporary.write(".gitattributes", "*.swift filter=x\n")
    let repository = try temporary.open()
    #expect(try repository.snapshot(of: repository.head()).skips.isEmpty)
    #expect(try repository.snapshotOfWorkingTree().skips.map(\.reason) == [.filtered])
  }

  @Test func recognisesAnLFSPointerWithoutAttributesWhenItIsRead() throws {
    let temporary = try TemporaryRepository()
    try temporary.write(
      "A.swift",
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    try temporary.commitAll()
    let snapshot = try temporary.open().snapshotOfWorkingTree()
    #expect(gitError { _ = try contents(snapshot) }?.cause == .lfsPointer)
  }

  @Test func leavesOutIntentToAddAndUnmergedFiles() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "base\n")
    try temporary.commitAll()
    try temporary.git("checkout", "-qb", "other")
    try temporary.write("A.swift", "other\n")
    try temporary.commitAll()
    try temporary.git("checkout", "-q", "main")
    try temporary.write("A.swift", "main\n")
    try temporary.commitAll()
    #expect(throws: (any Error).self) { try temporary.git("merge", "-q", "other") }
    try temporary.write("Later.swift", "later\n")
    try temporary.git("add", "-N", "Later.swift")
    let snapshot = try temporary.open().snapshotOfWorkingTree()
    #expect(snapshot.entries.isEmpty)
    #expect(snapshot.skips.map(\.reason) == [.unmerged, .intentToAdd])
  }

  @Test func refusesAFileOverTheLimit() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", String(repeating: "x", count: 2000))
    try temporary.commitAll()
    let repository = try temporary.open()
    for snapshot in [
      try repository.snapshot(of: repository.head()), try repository.snapshotOfWorkingTree(),
    ] {
      let error = gitError {
        var reader = try SnapshotReader(snapshot)
        for entry in snapshot.entries { _ = try reader.read(entry, limit: 1000) }
      }
      #expect(error?.cause == .tooLarge)
    }
  }

  @Test func listsThousandsOfFiles() throws {
    let temporary = try TemporaryRepository()
    for index in 0..<3000 { try temporary.write("F\(index % 60)/f\(index).swift", "\(index)\n") }
    try temporary.write(".gitattributes", "*.png filter=lfs\n")
    try temporary.commitAll()
    let repository = try temporary.open()
    let head = try repository.head()
    #expect(try repository.snapshot(of: head).entries.count == 3001)
    #expect(try repository.snapshotOfWorkingTree().entries.count == 3001)
  }

  @Test func survivesHostileTrees() throws {
    let temporary = try TemporaryRepository()
    try temporary.write("A.swift", "a\n")
    try temporary.commitAll()
    let blob = try #require(ObjectID(try temporary.git("rev-parse", "HEAD:A.swift")))
    func tree(_ entries: [(mode: String, name: String, id: ObjectID)]) throws -> ObjectID {
      let bytes = entries.flatMap { Array("\($0.mode) \($0.name)\0".utf8) + $0.id.bytes }
      let result = try Subprocess(
        "git", ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"],
        environment: temporary.environment, workingFolder: temporary.path
      ).run(standardInput: bytes)
      return try #require(
        ObjectID(String(decoding: result.standardOutput.prefix(40), as: UTF8.self)))
    }
    let inner = try tree([("100644", "config.swift", blob)])
    let root = try tree([
      ("100644", "A.swift", blob), ("100755", "A.swift", blob), ("100644", "A/B.swift", blob),
      ("40000", "..", inner), ("40000", ".git", inner), ("40000", "\u{e9}", inner),
      ("40000", "e\u{301}", inner), ("777", "odd.swift", blob),
    ])
    let commit = try temporary.git("commit-tree", "-m", "hostile", root.description)
    let repository = try temporary.open()
    let snapshot: Snapshot
    do {
      snapshot = try repository.snapshot(of: try #require(ObjectID(commit)))
    } catch let error as GitError {
      // Refusing the tree as a whole is as good.
      #expect(error.cause == .library)
      return
    }
    let bad = snapshot.entries.filter { $0.path.contains("..") || $0.path.contains(".git/") }
    #expect(bad.isEmpty)
    #expect(Set(snapshot.entries.map(\.path)).count == snapshot.entries.count)
    #expect(snapshot.skips.contains { $0.reason == .unsafePath })
    #expect(snapshot.skips.contains { $0.reason == .ambiguousPath })
  }

  @Test func followsDeepFoldersAndGivesUpOnBottomlessOnes() throws {
    let temporary = try TemporaryRepository()
    for (depth, isRead) in [(1000, true), (3000, false)] {
      let path = String(repeating: "d/", count: depth) + "A.swift"
      let stream = """
        blob
        mark :1
        data 2
        a
        commit refs/heads/deep\(depth)
        committer Ada <a@b> 1700000000 +0000
        data 1
        x
        M 100644 :1 \(path)

        """
      try temporary.git(["fast-import", "--quiet"], input: stream)
      let repository = try temporary.open()
      let commit = try repository.commit("deep\(depth)")
      if isRead {
        #expect(try repository.snapshot(of: commit).entries.map(\.path) == [path])
      } else {
        #expect(gitError { _ = try repository.snapshot(of: commit) }?.cause == .tooLarge)
      }
    }
  }
}
