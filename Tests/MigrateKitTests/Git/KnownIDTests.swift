import Foundation
import Testing

@testable import MigrateKit

/// Ids that the index knows are used without reading the files, and only where they are right.
@Suite struct KnownIDTests {
  private func repository(_ files: [String: String]) throws -> TemporaryRepository {
    let temporary = try TemporaryRepository()
    for (path, text) in files { try temporary.write(path, text) }
    try temporary.commitAll()
    return temporary
  }

  /// Makes the index younger than every file, as it is a moment after a checkout.
  private func settle(_ temporary: TemporaryRepository, _ files: [String]) throws {
    for file in files { try age(temporary.path + "/" + file, seconds: 60) }
    try temporary.git("update-index", "--refresh")
  }

  private static let now = Date()

  private func age(_ path: String, seconds: Double) throws {
    let past = Self.now.addingTimeInterval(-seconds)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
  }

  private func known(_ path: String, in temporary: TemporaryRepository) throws -> ObjectID? {
    let snapshot = try temporary.open().snapshotOfWorkingTree()
    let entry = try #require(snapshot[path])
    var reader = try SnapshotReader(snapshot)
    return reader.knownID(of: entry)
  }

  @Test func aFileThatGitFoundUnchangedIsKnown() throws {
    let temporary = try repository(["A.swift": "let a = 1\n", "B.swift": "let b = 1\n"])
    try settle(temporary, ["A.swift", "B.swift"])
    #expect(try known("A.swift", in: temporary) == ObjectID.hash(of: Array("let a = 1\n".utf8)))
    // The same length and the same time, as a tool that restores times leaves it.
    try temporary.write("A.swift", "let a = 2\n")
    try age(temporary.path + "/A.swift", seconds: 60)
    #expect(try known("A.swift", in: temporary) == nil)
    #expect(try known("B.swift", in: temporary) != nil)
  }

  @Test func aFileAsYoungAsTheIndexIsNotKnown() throws {
    let temporary = try repository(["A.swift": "let a = 1\n"])
    try settle(temporary, ["A.swift"])
    try age(temporary.path + "/.git/index", seconds: 120)
    #expect(try known("A.swift", in: temporary) == nil)
  }

  @Test(arguments: ["*.swift text eol=crlf\n", "* text=auto\n", "*.swift ident\n"])
  func nothingIsKnownWhereGitChangesBytes(attributes: String) throws {
    let temporary = try repository([".gitattributes": attributes, "A.swift": "let a = 1\n"])
    try settle(temporary, ["A.swift"])
    let snapshot = try temporary.open().snapshotOfWorkingTree()
    var reader = try SnapshotReader(snapshot)
    for entry in snapshot.entries where entry.path == "A.swift" {
      #expect(reader.knownID(of: entry) == nil)
    }
  }

  @Test func aFileWithOtherLineEndingsThanItsBlobIsNotKnown() throws {
    let temporary = try repository([".gitattributes": "* text eol=crlf\n", "A.swift": "a\r\n"])
    try settle(temporary, ["A.swift"])
    // Nothing says any more that the endings differ, and git still finds the file unchanged.
    try temporary.git("rm", "-q", "-f", ".gitattributes")
    try temporary.git("commit", "-qm", "x")
    #expect(try temporary.git("status", "--porcelain", "A.swift").isEmpty)
    #expect(try known("A.swift", in: temporary) == nil)
  }

  @Test func nothingIsKnownWhereTheConfigurationChangesLineEndings() throws {
    let temporary = try repository(["A.swift": "let a = 1\n"])
    try settle(temporary, ["A.swift"])
    try temporary.git("config", "core.autocrlf", "input")
    #expect(try known("A.swift", in: temporary) == nil)
    try temporary.git("config", "core.autocrlf", "false")
    #expect(try known("A.swift", in: temporary) != nil)
  }
}
