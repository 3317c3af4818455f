import MigrateKit
import Testing

/// Breaks each gate that a recipe adds, in every case, and expects the proofs to notice.
///
/// Type-checking is blind to gates that only take something away, so fold-back has to see them.
@Suite struct GateMutationTests {
  /// One way to break a gate.
  private struct Mutation {
    var name: String
    var gate: String
    var replacement: String
  }

  private static let mutations = [
    Mutation(name: "no check", gate: "if #available(iOS 26.0, *) {", replacement: "do {"),
    Mutation(name: "no check", gate: "if #unavailable(iOS 26.0) {", replacement: "do {"),
    Mutation(
      name: "arms swapped", gate: "if #available(iOS 26.0, *) {",
      replacement: "if #unavailable(iOS 26.0) {"),
    Mutation(
      name: "arms swapped", gate: "if #unavailable(iOS 26.0) {",
      replacement: "if #available(iOS 26.0, *) {"),
    Mutation(
      name: "earlier version", gate: "#available(iOS 26.0, *)",
      replacement: "#available(iOS 25.0, *)"),
    Mutation(
      name: "earlier version", gate: "#unavailable(iOS 26.0)",
      replacement: "#unavailable(iOS 25.0)"),
    Mutation(
      name: "another platform", gate: "#available(iOS 26.0, *)",
      replacement: "#available(tvOS 26.0, *)"),
    Mutation(name: "before as since", gate: ".before26 {", replacement: ".since26 {"),
    Mutation(name: "since as before", gate: ".since26 {", replacement: ".before26 {"),
    Mutation(
      name: "helper reversed", gate: "{ return self }\n        #endif\n        return old(self)",
      replacement: "{ return old(self) }\n        #endif\n        return self"),
  ]

  @Test func theProofsNoticeEveryBrokenGate() throws {
    var tried: [String: Int] = [:]
    for (entry, example) in BuiltInRecipes.cases where !entry.recipe.changesOlderSystems {
      for file in example.files where file.role == .before {
        let before = file.before
        let original = try SourceFile(path: file.path, bytes: Array(before.utf8))
        for mutation in Self.mutations {
          for mutant in Self.mutants(of: file.after, comparedTo: before, by: mutation) {
            let result = try SourceFile(path: file.path, bytes: Array(mutant.utf8))
            let failure = Proofs.check(
              original: original, result: result, platforms: file.platforms,
              since: entry.recipe.since, changesOlderSystems: false)
            #expect(failure != nil, "\(example), \(mutation.name), is taken for proved:\n\(mutant)")
            tried[mutation.name, default: 0] += 1
          }
        }
      }
    }
    for mutation in Self.mutations {
      #expect(tried[mutation.name, default: 0] > 0, "no case has '\(mutation.gate)'")
    }
    #expect(tried.values.reduce(0, +) > 100)
  }

  @Test func theProofsNoticeAGateThatVanishesOnAnotherPlatform() throws {
    let both = FilePlatforms([.iOS: PlatformVersion(16), .macOS: PlatformVersion(13)])
    var tried = 0
    for (entry, example) in BuiltInRecipes.cases where entry.recipe.id == "sheet-background" {
      for file in example.files where file.role == .before && file.platforms.platforms == [.iOS] {
        // The helper names iOS, so the change holds for macOS too; without that name it must not.
        let named = file.after
        guard named.contains("func before26") else { continue }
        let bare = named.replacing("        #if os(iOS)\n", with: "")
          .replacing("        #endif\n        return old(self)", with: "        return old(self)")
        guard bare != named else { continue }
        let original = try SourceFile(path: file.path, bytes: Array(file.before.utf8))
        let result = try SourceFile(path: file.path, bytes: Array(bare.utf8))
        #expect(
          Proofs.check(
            original: original, result: result, platforms: both, since: entry.recipe.since,
            changesOlderSystems: false) != nil, "\(example)")
        tried += 1
      }
    }
    #expect(tried > 5)
  }

  /// The text with one added gate broken, for each that the original does not have.
  private static func mutants(
    of after: String, comparedTo before: String, by mutation: Mutation
  ) -> [String] {
    let known = before.ranges(of: mutation.gate).count
    let found = after.ranges(of: mutation.gate)
    guard found.count > known, known == 0 else { return [] }
    return found.filter { !onlyRunsOn26(after, $0) }
      .map { after.replacingCharacters(in: $0, with: mutation.replacement) }
  }

  /// Whether a check stands in a closure that only runs on 26, or in the private type that only
  /// such closures use: the fold of the closure takes it away with everything else.
  private static func onlyRunsOn26(_ text: String, _ range: Range<String.Index>) -> Bool {
    var depth = 0
    for index in text[..<range.lowerBound].indices.reversed() {
      if text[index] == "}" { depth += 1 }
      guard text[index] == "{" else { continue }
      guard depth == 0 else {
        depth -= 1
        continue
      }
      let head = text[..<index]
      if head.hasSuffix(".since26 ") || head.hasSuffix("struct GlassText: ViewModifier ") {
        return true
      }
    }
    return false
  }

  /// Whether a check is the first thing in a closure that only runs on 26: such a check is there
  /// for the compiler, and only the compiler can miss it.
  private static func isInsideSince(_ text: String, _ range: Range<String.Index>) -> Bool {
    var head = text[..<range.lowerBound]
    while let last = head.last, last.isWhitespace { head.removeLast() }
    if head.hasSuffix("if") { head.removeLast(2) }
    while let last = head.last, last.isWhitespace { head.removeLast() }
    return head.hasSuffix(".since26 {")
  }

  @Test(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
  func theCompilerNoticesAMissingCheckWhereOlderSystemsNeverGet() throws {
    let checker = try AppleCompiler.checker.get()
    let gate = "if #available(iOS 26.0, *) {"
    var tried = 0
    for (_, example) in BuiltInRecipes.cases {
      for file in example.files where file.role == .before {
        for range in file.after.ranges(of: gate) where Self.isInsideSince(file.after, range) {
          var files: [String: [UInt8]] = [:]
          for other in example.files { files[other.path] = Array(other.after.utf8) }
          let mutant = file.after.replacingCharacters(in: range, with: "do {")
          files[file.path] = Array(mutant.utf8)
          let request = TypeChecker.Request(
            files: files, platform: .iOS, version: file.platforms.minimum(of: .iOS))
          let errors = try checker.errors(in: request)
          #expect(errors.contains { $0.isAboutAvailability }, "\(example):\n\(mutant)")
          tried += 1
        }
      }
    }
    #expect(tried > 1)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
