import Foundation
import MigrateKit
import Testing

/// Rules of the house that a compiler does not check.
@Suite struct SourceHygieneTests {
  private static func swiftFiles(_ folders: [String]) throws -> [(path: String, text: String)] {
    try folders.flatMap { folder in
      let root = Checkout.root + "/" + folder
      let paths = try #require(
        FileManager.default.enumerator(atPath: root)?.allObjects as? [String])
      return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
        ("\(folder)/\(path)", try String(contentsOfFile: root + "/" + path, encoding: .utf8))
      }
    }
  }

  @Test func noFileIsLongerThanFourHundredLines() throws {
    for (path, text) in try Self.swiftFiles(["Sources", "Tests"]) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 401, "'\(path)' has \(lines) lines: split it by responsibility")
    }
  }

  @Test func theLibraryNeitherPrintsNorExitsNorTraps() throws {
    let banned = [
      "fatalError(", "preconditionFailure(", "print(", "exit(", "try!", "ProcessInfo.processInfo",
      "currentDirectoryPath", "Date()", "Bundle.module",
    ]
    for (path, text) in try Self.swiftFiles(["Sources/MigrateKit"]) {
      for line in text.split(separator: "\n")
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        // Text in quotation marks is about code, not code.
        let code = line.replacing(#/"(\\.|[^"\\])*"/#, with: "\"\"")
        for word in banned where code.contains(word) {
          let isOwn = code.firstRange(of: word).map { range in
            range.lowerBound != code.startIndex
              && (code[code.index(before: range.lowerBound)].isLetter
                || code[code.index(before: range.lowerBound)] == "_")
          }
          #expect(isOwn == true, "'\(path)': '\(word)' in '\(line)'")
        }
      }
    }
  }

  @Test func namesSayWhatAThingIs() throws {
    // A helper in the sense of the code under migration is a thing of the domain.
    let vague =
      #/(?m)^\s*(?:public |final )*(?:struct|class|enum|protocol|actor) (\w*(?:Manager|Helper|Utils|Utility|Common|Base))\b/#
    for (path, text) in try Self.swiftFiles(["Sources"]) {
      for match in text.matches(of: vague)
      where !match.1.contains("edHelper") && match.1 != "ProjectHelper" {
        Issue.record("'\(path)' declares '\(match.1)': name it by what it does")
      }
    }
  }

  @Test func theManifestExcludesWhatStandsAtTheRoot() throws {
    let manifest = try String(contentsOfFile: Checkout.root + "/Package.swift", encoding: .utf8)
    let names = try FileManager.default.contentsOfDirectory(atPath: Checkout.root)
    for name in names where !name.hasPrefix(".") && !["Sources", "Recipes"].contains(name) {
      #expect(manifest.contains("\"\(name)\""), "Package.swift does not exclude '\(name)'")
    }
  }

  @Test func theReadmeNamesOnlyFilesThatExist() throws {
    let readme = try String(contentsOfFile: Checkout.root + "/README.md", encoding: .utf8)
    for match in readme.matches(of: #/(?:Scripts|Documentation)\/[\w.]+/#) {
      let path = Checkout.root + "/" + match.0
      #expect(FileManager.default.fileExists(atPath: path), "README names '\(match.0)'")
    }
  }
}
