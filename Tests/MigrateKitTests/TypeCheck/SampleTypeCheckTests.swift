import Foundation
import MigrateKit
import Testing

/// The sample app before the recipes, after each of them, and after all of them.
@Suite(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
struct SampleTypeCheckTests {
  private static let platforms = FilePlatforms([.iOS: PlatformVersion(15)])

  @Test func theSampleCompiles() throws {
    try expectToCompile(try Self.sources(), "as it is")
  }

  @Test(arguments: techniques)
  func theSampleShowsTheTechnique(_ id: String) throws {
    let entry = try #require(BuiltInRecipes.entries.first { $0.recipe.id == id })
    let files = try Self.sources()
    #expect(try Self.applying([entry.recipe], to: files) != files)
  }

  /// The recipes of the guide that change Swift code.
  private static let techniques = [
    "bar-appearance", "fixed-header", "glass-text", "hides-shared-background", "hosting-sizing",
    "native-navigation-bar", "popover-source-item", "scroll-container-edges", "sheet-background",
    "sheet-scroll-edge", "sheet-to-popover", "title-view", "toolbar-shared-background",
  ]

  @Test(arguments: BuiltInRecipes.entries.map(\.recipe.id))
  func theBranchOfEachRecipeCompiles(_ id: String) throws {
    let entry = try #require(BuiltInRecipes.entries.first { $0.recipe.id == id })
    let files = try Self.sources()
    let result = try Self.applying([entry.recipe], to: files)
    try expectToCompile(result, "after \(id)", besides: files)
  }

  @Test func allRecipesOnTopOfEachOtherCompile() throws {
    let recipes = BuiltInRecipes.entries.map(\.recipe)
    let files = try Self.sources()
    let result = try Self.applying(recipes, to: files)
    #expect(result != files, "the recipes change the sample")
    try expectToCompile(result, "after all recipes", besides: files)
  }

  /// Branches without a file in common cannot spoil each other more than what each compiles with.
  @Test func branchesThatDoNotConflictCompileWhenMerged() throws {
    let files = try Self.sources()
    let branches = try BuiltInRecipes.entries.map(\.recipe).map { recipe in
      (id: recipe.id, files: try Self.applying([recipe], to: files).filter { files[$0] != $1 })
    }
    var merged = 0
    for (index, first) in branches.enumerated() {
      for second in branches.dropFirst(index + 1) {
        let (ours, theirs) = (first.files, second.files)
        guard ours.keys.contains(where: { theirs[$0] != nil }) else { continue }
        var result: [String: [UInt8]] = [:]
        for (path, original) in files {
          result[path] = try ThreeWayMerge.merge(
            original: original, ours[path] ?? original, theirs[path] ?? original)
        }
        // A file that conflicts has no merge; the conflict is predicted and reported.
        guard result.count == files.count else { continue }
        merged += 1
        try expectToCompile(
          result, "after merging \(first.id) and \(second.id)", besides: files,
          on: [.iOS], [PlatformVersion(15)])
      }
    }
    #expect(merged > 0)
  }

  /// Expects each target, which is a folder, to compile.
  ///
  /// - Parameter original: Files whose targets are known to compile.
  private func expectToCompile(
    _ files: [String: [UInt8]], _ state: String, besides original: [String: [UInt8]] = [:],
    on platforms: [Platform] = [.iOS, .macCatalyst],
    _ versions: [PlatformVersion] = [PlatformVersion(15), PlatformVersion(26)]
  ) throws {
    let checker = try AppleCompiler.checker.get()
    let targets = Dictionary(grouping: files) { $0.key.prefix { $0 != "/" } }
    for (name, target) in targets.sorted(by: { $0.key < $1.key }) {
      let own = Dictionary(uniqueKeysWithValues: target.map { ($0.key, $0.value) })
      guard own != original.filter({ own[$0.key] != nil }) else { continue }
      for platform in platforms {
        for version in versions {
          let request = TypeChecker.Request(files: own, platform: platform, version: version)
          let errors = try checker.errors(in: request)
          let words = errors.map(\.description).joined(separator: "\n")
          #expect(
            errors.isEmpty, "\(name) \(state), \(platform.rawValue) \(version):\n\(words)")
        }
      }
    }
  }

  /// The choices of design that the sample's configuration makes.
  private static let options = [
    "sheet-scroll-edge": ["want": "blur"], "title-view": ["animate-titles": "true"],
  ]

  private static func applying(
    _ recipes: [Recipe], to files: [String: [UInt8]]
  ) throws -> [String: [UInt8]] {
    var files = files
    for var recipe in recipes {
      recipe.options.merge(options[recipe.id] ?? [:]) { $1 }
      let engine = Engine(Engine.Request(recipes: [recipe], platforms: { _ in platforms }))
      let plan = try engine.plan(for: InMemoryProject(files))
      for change in plan.recipes.flatMap(\.changes) { files[change.path] = change.updated }
    }
    return files
  }

  private static func sources() throws -> [String: [UInt8]] {
    let root = BuiltInRecipes.root + "/Samples/Insights"
    var files: [String: [UInt8]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root)
    where path.hasSuffix(".swift") {
      files[path] = [UInt8](try Data(contentsOf: URL(filePath: root + "/" + path)))
    }
    return files
  }
}
