import Foundation
import MigrateKit
import Testing

/// The examples work as the documentation says.
@Suite struct PluginExampleTests {
  private func expectMigration(_ reference: PluginReference, recipe id: String) throws {
    let fixture = try PluginFixture()
    let plugin = try fixture.start(reference)
    #expect(plugin.rules.map(\.id) == ["brand-bar-call"])
    let library = try RecipeLibrary([], plugins: [plugin])
    let recipe = try #require(library.entry(id)).recipe
    #expect(recipe.since == [.iOS: PlatformVersion(26)])
    var request = Engine.Request(recipes: [recipe])
    request.workers = 2
    func changes(_ files: [String: String], _ platforms: FilePlatforms) throws -> RecipePlan {
      request.platforms = { _ in platforms }
      let plan = try Engine(request).plan(
        for: InMemoryProject(files.mapValues { Array($0.utf8) }))
      return try #require(plan.recipes.first)
    }
    func text(_ plan: RecipePlan) -> [String] {
      plan.changes.map { String(decoding: $0.updated, as: UTF8.self) }
    }

    let old = FilePlatforms([.iOS: PlatformVersion(15)])
    var plan = try changes(["A.swift": PluginExamples.source], old)
    #expect(plan.skips == [])
    #expect(text(plan) == [PluginExamples.migrated])
    plan = try changes(["A.swift": PluginExamples.migrated], old)
    #expect(plan.changes == [])

    let new = FilePlatforms([.iOS: PlatformVersion(26)])
    plan = try changes(["A.swift": "func f() {\n    bar.applyBrand()\n}\n"], new)
    #expect(text(plan) == ["func f() {\n    bar.applyGlassBrand()\n}\n"])

    // Line endings, a byte order mark and indentation stay; other platforms keep the old call.
    let both = FilePlatforms([.iOS: PlatformVersion(15), .visionOS: PlatformVersion(1)])
    plan = try changes(
      ["A.swift": "\u{FEFF}func f() {\r\n\tbar.applyBrand()\r\n}\r\n"], both)
    #expect(plan.skips == [])
    let result = try #require(text(plan).first)
    #expect(result.hasPrefix("\u{FEFF}func f() {\r\n\t#if os(iOS)\r\n\tif #available(iOS 26.0, *)"))
    #expect(!result.replacing("\r\n", with: "").contains("\n"))
    try fixture.expectNothingRemains()
  }

  @Test func thePythonExampleWorks() throws {
    try expectMigration(
      PluginReference(name: "brand", path: PluginExamples.python), recipe: "brand-bar")
  }

  @Test func theSwiftExampleWorks() throws {
    try expectMigration(
      PluginReference(name: "brand", path: try PluginExamples.swift()), recipe: "brand-bar-swift")
  }

  @Test(.enabled(if: PluginExamples.canCompileForWASI, "run 'Scripts/setup --tests'"))
  func theSandboxedExampleWorks() throws {
    let folder = try PluginFixture()
    let module = folder.folder + "/brand-bar.wasm"
    try PluginExamples.compile(PluginExamples.wasiSource, to: module)
    try expectMigration(PluginReference(name: "brand", path: module), recipe: "brand-bar-wasi")
  }

  /// What `migrate` and the Python example say to each other, as the documentation shows it.
  @Test func theTranscriptIsWhatIsSaid() throws {
    let fixture = try PluginFixture()
    let wrapper = try fixture.write(
      "wrapper",
      """
      #!/bin/sh
      tee '\(fixture.folder)/in' | '\(PluginExamples.python)' | tee '\(fixture.folder)/out'
      """)
    let plugin = try fixture.start(PluginReference(name: "brand", path: wrapper))
    let entry = try #require(try RecipeLibrary([], plugins: [plugin]).entry("brand-bar"))
    let platforms = FilePlatforms([.iOS: PlatformVersion(15)])
    let request = Engine.Request(recipes: [entry.recipe], platforms: { _ in platforms })
    let source = "func style(_ bar: Bar) {\n    bar.applyBrand()\n}\n"
    let plan = try Engine(request).plan(
      for: InMemoryProject(["Sources/Style.swift": Array(source.utf8)]))
    #expect(plan.recipes.first?.changes.count == 1)
    let sent = try lines(fixture.folder + "/in")
    let answered = try lines(fixture.folder + "/out")
    #expect(sent.count == 3)
    #expect(answered.count == 3)
    var transcript = "<!-- transcript -->\n```\n"
    for (question, answer) in zip(sent, answered) {
      transcript += "> \(question)\n< \(answer)\n"
    }
    transcript += "```\n<!-- end -->"
    let path = Checkout.root + "/Documentation/PluginProtocol.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    if ProcessInfo.processInfo.environment["MIGRATE_BLESS"] != nil {
      let blessed = page.replacing(
        #/<!-- transcript -->(?:(?s:.*)<!-- end -->)?/#, with: { _ in transcript })
      try blessed.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(page.contains(transcript), "MIGRATE_BLESS=1 swift test --filter theTranscript")
    }
    try fixture.expectNothingRemains()
  }

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
