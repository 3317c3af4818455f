import Foundation
import MigrateKit
import Testing

@Suite struct PathGlobTests {
  static let patterns = [
    "*.swift", "/*.swift", "A/*.swift", "A/**/*.swift", "**/Tests", "Tests/", "A/**", "A", "/A",
    "A/B", "B/", "a?c", "[a-c].swift", "[!a-c].swift", "[]x].swift", "[[:digit:]]*", "x\\*y",
    "**/B/**", "A/**/C", "A**", "*", "**", "é*", "A/B/", "Tests/*", "a\\?c", "[\\]x].swift",
  ]
  static let paths = [
    "a.swift", "d.swift", "A/b.swift", "A/B/c.swift", "A/B/C/d.swift", "A/C", "A/Tests/x.swift",
    "Tests/x.swift", "Tests", "abc", "a/c", "a?c", "].swift", "x.swift", "1.swift", "x*y",
    "xzy", "B/x", "A", "AB/x", "été/x.swift", "A/B", "X/A/B/y", "X/A",
  ]

  @Test func agreesWithGit() throws {
    let folder = URL.temporaryDirectory.appending(path: "glob-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try git(["init", "-q"], in: folder)
    for pattern in Self.patterns {
      let list = folder.appending(path: "patterns")
      try Data((pattern + "\n").utf8).write(to: list)
      let arguments = [
        "-c", "core.quotePath=false", "-c", "core.excludesFile=\(list.path)", "check-ignore",
        "--no-index",
      ]
      let ignored = try git(arguments + Self.paths, in: folder)
      let expected = Set(ignored.split(separator: "\n").map(String.init))
      let glob = try PathGlob(pattern)
      let actual = Set(Self.paths.filter { glob.matches($0) })
      #expect(actual == expected, "pattern '\(pattern)'")
    }
  }

  @Test(arguments: ["", "/", "a[", "a\\", "a//b", "!a", "[[:nope:]]"])
  func refusesWhatIsNoPattern(_ pattern: String) {
    #expect(throws: PathGlobError.self) { try PathGlob(pattern) }
  }

  @Test func takesTimeInProportionToTheLengths() throws {
    let glob = try PathGlob(String(repeating: "a*", count: 500) + "b")
    #expect(!glob.matches(String(repeating: "a", count: 4_000)))
    let folders = try PathGlob(String(repeating: "**/a/", count: 500) + "b")
    #expect(!folders.matches(String(repeating: "a/", count: 1_000) + "c"))
  }

  @Test func countsCharactersWhereGitCountsBytes() throws {
    #expect(try PathGlob("a?c").matches("aéc"))
    #expect(throws: PathGlobError.self) { try PathGlob("a\0") }
  }

  @Test func filtersByBothLists() throws {
    let filter = PathFilter(only: [try PathGlob("A/")], exclude: [try PathGlob("*Tests.swift")])
    #expect(filter.admits("A/b.swift"))
    #expect(!filter.admits("A/bTests.swift") && !filter.admits("B/b.swift"))
    #expect(PathFilter().admits("x"))
  }

  private func git(_ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
