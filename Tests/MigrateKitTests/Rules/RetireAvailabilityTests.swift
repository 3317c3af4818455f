import Testing

@testable import MigrateKit

@Suite struct RetireAvailabilityTests {
  private static let entry = BuiltInRecipes.entries.first {
    $0.recipe.id == "retire-availability"
  }

  private static func plan(
    _ recipe: Recipe, _ files: [String: [UInt8]], _ platforms: FilePlatforms,
    style: GateStyle = GateStyle()
  ) throws -> [String: [UInt8]] {
    let request = Engine.Request(
      recipes: [recipe], platforms: { _ in platforms }, gateStyle: style)
    let plan = try Engine(request).plan(for: InMemoryProject(files))
    let result = try #require(plan.recipes.first)
    #expect(result.skips.isEmpty, "\(result.skips)")
    var files = files
    for change in result.changes { files[change.path] = change.updated }
    return files
  }

  private static func at26(_ platforms: FilePlatforms) -> FilePlatforms {
    FilePlatforms(
      platforms.platforms.reduce(into: [:]) {
        $0[$1] = max(platforms.minimum(of: $1).normalized(for: $1), PlatformVersion(26))
      })
  }

  /// What a recipe writes for two sides of 26 becomes what it writes where 26 is all there is.
  @Test func whatOtherRecipesEmitRetires() throws {
    let retire = try #require(Self.entry).recipe
    var tried = 0
    for (entry, example) in BuiltInRecipes.cases where !entry.recipe.retires {
      guard example.gateStyle.extraCondition == nil,
        let first = example.files.first(where: { $0.role == .before }),
        !first.platforms.requiresCompatibility
      else { continue }
      var recipe = entry.recipe
      recipe.options.merge(example.options) { $1 }
      var before: [String: [UInt8]] = [:]
      var after: [String: [UInt8]] = [:]
      for file in example.files {
        before[file.path] = Array(file.before.utf8)
        after[file.path] = Array(file.after.utf8)
      }
      let platforms = Self.at26(first.platforms)
      let retired = try Self.plan(retire, after, platforms)
      // A helper inside '#if' of a chain stays where it also tells platforms apart.
      for file in example.files where file.role == .before && !file.before.contains("#if") {
        let text = String(decoding: retired[file.path] ?? [], as: UTF8.self)
        // A value has no '#if' in place, so a function that also tells platforms apart stays.
        let keeps = text.contains("return new\n") && text.contains("#if os(iOS)")
        for word in ["before26", "since26", "Since26"]
        where !keeps && !file.before.contains(word) {
          #expect(!text.contains(word), "\(example):\n\(text)")
        }
        let checks = text.ranges(of: "available(").count
        #expect(checks <= file.before.ranges(of: "available(").count, "\(example):\n\(text)")
        tried += 1
      }
    }
    #expect(tried > 50)
  }

  /// Fold-back has nothing to say where no older system is left, so reading both sides as systems
  /// of the minimum has to.
  @Test(arguments: [
    ("if #available(iOS 26.0, *) { a() } else { b() }", "b()"),
    ("if #unavailable(iOS 26.0) { a() } else { b() }", "a()"),
    ("guard #available(iOS 26.0, *) else { return }; a()", "return"),
    ("if #available(iOS 27.0, *) { a() } else { b() }", "a()"),
    ("if #available(iOS 26.0, *), flag { a() }", "a()"),
    ("if #available(iOS 26.0, *) { let x = 1; a(x) }; b(x)", "let x = 1; a(x); b(x)"),
    ("if #available(iOS 26.0, *) { defer { a() }; b() }; c()", "defer { a() }; b(); c()"),
    ("// Why.\n    if #available(iOS 26.0, *) { a() } else { b() }", "a()"),
  ])
  func aWrongRetirementIsNotProved(_ before: String, _ after: String) throws {
    #expect(try Self.failure(from: before, to: after) != nil)
  }

  @Test(arguments: [
    ("if #available(iOS 26.0, *) { a() } else { b() }", "a()"),
    ("if #available(iOS 26.0, *) { a() } else { /* Before. */ b() }", "a()"),
    ("if #available(iOS 26.0, *) { let x = 1; a(x) }; b()", "let x = 1; a(x); b()"),
    ("if #available(iOS 26.0, *) { a(); return }; b()", "a(); return"),
  ])
  func aRightRetirementIsProved(_ before: String, _ after: String) throws {
    #expect(try Self.failure(from: before, to: after) == nil)
  }

  private static func failure(from before: String, to after: String) throws -> ProofFailure? {
    let sides = try [before, after].map {
      try SourceFile(path: "A.swift", bytes: Array("func f() {\n    \($0)\n}\n".utf8))
    }
    return Proofs.check(
      original: sides[0], result: sides[1],
      platforms: FilePlatforms([.iOS: PlatformVersion(26)]), since: [.iOS: PlatformVersion(26)],
      changesOlderSystems: false, retires: true)
  }
}
