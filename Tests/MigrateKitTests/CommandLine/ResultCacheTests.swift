import Foundation
import Testing

@testable import MigrateKit

/// Results that are kept from one run to the next never show in what is printed.
@Suite struct ResultCacheTests {
  private static let sheet = """
    import SwiftUI

    struct Filter: View {
      var body: some View {
        Text("Filter").presentationBackground(.regularMaterial)
      }
    }

    """
  private static let host = """
    import SwiftUI

    struct Home: View {
      @State private var shows = false
      var body: some View {
        Text("Home").sheet(isPresented: $shows) { Filter().presentationDetents([.medium]) }
      }
    }

    """

  private func repository() throws -> TemporaryRepository {
    let repository = try TemporaryRepository()
    try repository.write("App/Filter.swift", Self.sheet)
    try repository.write("App/Home.swift", Self.host)
    try repository.write(
      "App/Bar.swift",
      "import UIKit\n\nfinal class Bar: UIViewController {\n  let name = UILabel()\n"
        + "  override func viewDidLoad() {\n"
        + "    navigationItem.leftBarButtonItem = UIBarButtonItem(customView: name)\n  }\n}\n")
    try repository.commitAll("Import")
    return repository
  }

  /// What a run prints with the cache and without; they must be the same bytes.
  @discardableResult
  private func scan(_ repository: TemporaryRepository, _ options: String...) throws -> String {
    let words = ["scan", "--recipe", "all", "--minimum", "iOS=17.0", "--format", "json"] + options
    let kept = try MigrateProgram.run(words, in: repository)
    let fresh = try MigrateProgram.run(words + ["--no-cache"], in: repository)
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(kept.text == fresh.text)
    return kept.text
  }

  private func folder(_ repository: TemporaryRepository) -> String {
    repository.container + "/home/.cache/migrate"
  }

  private func names(_ repository: TemporaryRepository) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(repository)).sorted()
  }

  @Test func secondRunPrintsWhatTheFirstDid() throws {
    let repository = try repository()
    let first = try scan(repository)
    #expect(first.contains("\"fix\":true") || first.contains("\"fix\" : true"))
    #expect(try names(repository).map { $0.prefix(5) } == ["files", "plan-"])
    #expect(try scan(repository) == first)
    #expect(try names(repository).count == 2)
  }

  @Test func changesOfFilesProjectsAndOptionsAreSeen() throws {
    let repository = try repository()
    let first = try scan(repository)
    // A fact in another file: the view is a cover now.
    try repository.write(
      "App/Home.swift",
      Self.host.replacing(".sheet(", with: ".fullScreenCover("))
    let covered = try scan(repository)
    #expect(covered != first)
    try repository.write("App/Home.swift", Self.host)
    #expect(try scan(repository) == first)
    try scan(repository, "--safety", "safe")
    try repository.write(".migrate.yml", "exclude:\n  - 'App/Bar.swift'\n")
    try repository.git("add", ".migrate.yml")
    #expect(try scan(repository) != first)
    try repository.git("rm", "-q", "--cached", ".migrate.yml")
    try FileManager.default.removeItem(atPath: repository.path + "/.migrate.yml")
    #expect(try scan(repository) == first)
    try repository.write(
      "Package.swift",
      "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"App\", "
        + "platforms: [.iOS(.v26)], targets: [.target(name: \"App\", path: \"App\")])\n")
    try repository.git("add", "Package.swift")
    try scan(repository)
    try repository.commitAll("Package")
    try scan(repository, "--base", "HEAD")
    try scan(repository, "--base", "HEAD~1")
    try scan(repository, "--base", "HEAD")
  }

  @Test func damagedFilesAreReplaced() throws {
    let repository = try repository()
    let first = try scan(repository)
    for name in try names(repository) {
      let file = URL(fileURLWithPath: folder(repository) + "/" + name)
      for damage in [Data(), Data("nonsense".utf8), try Data(contentsOf: file).dropLast(3)] {
        let whole = try Data(contentsOf: file)
        try damage.write(to: file)
        #expect(try scan(repository) == first)
        #expect(try Data(contentsOf: file) == whole, "\(name) is whole again")
      }
    }
  }

  @Test func runsWhereNothingCanBeKept() throws {
    let repository = try repository()
    let home = repository.container + "/home"
    try Data("a file".utf8).write(to: URL(fileURLWithPath: home + "/.cache"))
    try scan(repository)
    repository.environment["HOME"] = nil
    try scan(repository)
  }

  @Test func concurrentRunsPrintTheSame() throws {
    let repository = try repository()
    let path = try MigrateProgram.path()
    let words = ["scan", "--recipe", "all", "--minimum", "iOS=17.0", "--format", "json"]
    let runs = try (0..<4).map { _ in
      let process = Foundation.Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = words
      process.environment = repository.environment
      process.currentDirectoryURL = URL(fileURLWithPath: repository.path)
      let pipe = Foundation.Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      return (process, pipe)
    }
    let texts = try runs.map { process, pipe in
      let text = try pipe.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      return text
    }
    #expect(Set(texts).count == 1)
    #expect(try String(decoding: #require(texts[0]), as: UTF8.self) == scan(repository))
    #expect(try !names(repository).contains { $0.hasPrefix("tmp-") })
  }

  @Test func folderStaysBelowItsLimit() throws {
    let repository = try TemporaryRepository()
    let folder = CacheFolder(repository.container + "/kept", limit: 10_000)
    folder.write([1], to: "plan-first")
    let other = folder.path + "/notes.txt"
    try Data(count: 50_000).write(to: URL(fileURLWithPath: other))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: other)
    for index in 0..<40 {
      folder.write([UInt8](repeating: UInt8(index), count: 1_000), to: "plan-\(index)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect((5...10).contains(names.count))
    #expect(names.contains("notes.txt"), "it is somebody's")
    #expect(folder.read("plan-39") == [UInt8](repeating: 39, count: 1_000))
  }

  @Test func anyBytesAreSafeToRead() {
    var generator = SplitMix(state: 3)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      var reader = ByteReader(bytes)
      let result = try? reader.result(original: [])
      if result != nil { #expect(bytes.count >= 4) }
      #expect(FileCache(bytes).encoded().count <= bytes.count * 4 + 8)
    }
  }
}
