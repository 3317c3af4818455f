import Foundation
import Testing

@testable import MigrateKit

/// Applies recipes to a repository that nobody here wrote and counts the availability errors that
/// they add; run by `Scripts/typecheck-repository`, and no part of the tests.
///
/// Modules that are not declared here are not imported, so that many names of the app are unknown.
/// Only errors about availability are compared, before and after.
@Suite struct RepositoryTypeCheck {
  private static let environment = ProcessInfo.processInfo.environment
  private static let repository = environment["MIGRATE_TYPECHECK_REPOSITORY"]

  @Test(.enabled(if: repository != nil, "run 'Scripts/typecheck-repository' for a repository"))
  func addsNoAvailabilityErrors() throws {
    let checker = try AppleCompiler.checker.get()
    let path = try #require(Self.repository)
    let repository = try Repository(at: path, environment: Self.environment)
    let base = Self.environment["MIGRATE_TYPECHECK_BASE"] ?? "HEAD"
    let snapshot = try repository.snapshot(of: repository.commit(base))
    let files = try Self.files(of: snapshot)
    let project = try Self.project(of: snapshot)
    let wanted = Self.environment["MIGRATE_TYPECHECK_RECIPE"] ?? "all"
    let recipes = BuiltInRecipes.entries.map(\.recipe)
      .filter { wanted == "all" || $0.id == wanted }
    #expect(!recipes.isEmpty, "there is no recipe '\(wanted)'")
    let engine = Engine(
      Engine.Request(recipes: recipes, platforms: { project.platforms(of: $0) }, workers: 2))
    let plan = try engine.plan(for: InMemoryProject(files))
    for recipe in plan.recipes {
      var row = Row()
      for change in recipe.changes {
        row.files += 1
        let context = Self.context(of: change.path, files, project)
        let platforms = project.platforms(of: change.path)
        for platform in platforms.platforms {
          let minimum = platforms.minimum(of: platform)
          let version = minimum == PlatformVersion(0) ? PlatformVersion(18) : minimum
          var both = [change.original, change.updated].map { bytes in
            var request = TypeChecker.Request(
              files: context, focus: [change.path], platform: platform, version: version)
            request.files[change.path] = Self.withoutUnknownImports(bytes, platform)
            return request
          }
          var unguarded = both[1]
          unguarded.files[change.path] = Self.withoutGuards(unguarded.files[change.path] ?? [])
          let control = Self.outcome(of: unguarded, checker)
          let before = Self.outcome(of: both.removeFirst(), checker)
          let after = Self.outcome(of: both.removeFirst(), checker)
          row.add(before, after, control, "\(platform.rawValue) \(version)")
        }
      }
      print("\(path)\t\(recipe.id)\t\(row)")
      for problem in row.new { Issue.record("\(recipe.id): \(problem)") }
    }
  }

  /// What was found over the changed files of one recipe.
  private struct Row: CustomStringConvertible {
    var files = 0
    var checks = 0
    var crashes = 0
    var before = 0
    var after = 0
    var unknown = 0
    /// The checks in which errors appear when the guards are taken out again: where this is 0,
    /// the compiler sees too little of the code for the row to say anything.
    var noticed = 0
    var new: [String] = []

    mutating func add(
      _ before: [CompilerDiagnostic]?, _ after: [CompilerDiagnostic]?,
      _ control: [CompilerDiagnostic]?, _ target: String
    ) {
      checks += 1
      guard let before, let after else {
        crashes += 1
        return
      }
      var known = before.filter(\.isAboutAvailability).map(\.message)
      let errors = after.filter(\.isAboutAvailability)
      self.before += known.count
      self.after += errors.count
      if (control ?? []).filter(\.isAboutAvailability).count > errors.count { noticed += 1 }
      unknown += after.filter { $0.severity == .error && !$0.isAboutAvailability }.count
      for error in errors {
        if let index = known.firstIndex(of: error.message) {
          known.remove(at: index)
        } else {
          new.append("\(target): \(error)")
        }
      }
    }

    var description: String {
      "files \(files)\tchecks \(checks)\tbefore \(before)\tafter \(after)\tnew \(new.count)"
        + "\tnoticed without guards \(noticed)"
        + "\tother errors \(unknown)\tnot checked \(crashes)"
    }
  }

  /// The diagnostics of the file in focus; nil when the compiler cannot do it.
  private static func outcome(
    of request: TypeChecker.Request, _ checker: TypeChecker
  ) -> [CompilerDiagnostic]? {
    do throws(TypeCheckError) {
      return try checker.diagnostics(for: request).filter {
        request.focus?.contains($0.path) == true
      }
    } catch {
      return nil
    }
  }

  /// The file with every condition on the system's version taken as met.
  private static func withoutGuards(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(/#available\([^)]*\)/, with: "true")
      .replacing(/#unavailable\([^)]*\)/, with: "false")
    return Array(text.utf8)
  }

  private static func files(of snapshot: Snapshot) throws -> [String: [UInt8]] {
    let provider = SnapshotProvider(snapshot)
    let reader = try provider.makeReader()
    var files: [String: [UInt8]] = [:]
    for (index, path) in provider.paths.enumerated() {
      do {
        files[path] = try reader.read(index)
      } catch {
        continue
      }
    }
    return files
  }

  private static func project(of snapshot: Snapshot) throws -> ProjectModel {
    var reader = try SnapshotReader(snapshot)
    return ProjectModel(paths: snapshot.entries.lazy.map(\.path)) { path in
      guard let entry = snapshot[path] else { throw TestFailure("no '\(path)'") }
      return try reader.read(entry)
    }
  }

  /// The other files of the file's targets, as far as they are known.
  private static func context(
    of path: String, _ files: [String: [UInt8]], _ project: ProjectModel
  ) -> [String: [UInt8]] {
    let own = Set(project.targets(of: path).map { $0.declaredIn + "\n" + $0.name })
    guard let target = own.sorted().first else { return [:] }
    var context: [String: [UInt8]] = [:]
    for (other, bytes) in files where other != path {
      let names = project.targets(of: other).map { $0.declaredIn + "\n" + $0.name }
      if names.contains(target) { context[other] = withoutUnknownImports(bytes, .iOS) }
    }
    return context
  }

  /// The file without the imports of modules that are not declared here.
  private static func withoutUnknownImports(_ bytes: [UInt8], _ platform: Platform) -> [UInt8] {
    let known = Set(
      ((try? DeclaredModule.all(in: AppleCompiler.declarations)) ?? [])
        .filter { $0.platforms.contains(platform) }.map(\.name) + ["Swift"])
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (index, line) in lines.enumerated() where line.contains("import ") {
      let importing =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+|public\s+|internal\s+|private\s+|package\s+|fileprivate\s+)*import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/
      guard let match = line.firstMatch(of: importing), !known.contains(String(match.1)) else {
        continue
      }
      lines[index] = ""
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
