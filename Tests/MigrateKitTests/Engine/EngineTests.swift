import MigrateKit
import Testing

@Suite struct EngineTests {
  @Test func plansTheSameWhateverTheNumberOfWorkers() throws {
    var files: [String: [UInt8]] = [:]
    for index in 0..<120 {
      files["F\(index).swift"] = Array("func f() { old(\(index)); old() }\n".utf8)
    }
    let one = try plan(files, workers: 1)
    let four = try plan(files, workers: 4)
    #expect(one == four)
    #expect(one.recipes[0].changes.count == 120)
    #expect(one.recipes[0].findings.map(\.path) == one.recipes[0].findings.map(\.path).sorted())
  }

  @Test func neverParsesFilesThatCannotMatch() throws {
    let plan = try plan(["a.swift": Array("old()".utf8), "b.swift": Array("older".utf8)])
    #expect(plan.considered == 2)
    #expect(plan.matched == 1)
  }

  @Test func takesOverlappingFixesInLaterPasses() throws {
    var rule = RenameRule()
    rule.wholeCall = true
    let plan = try plan(["a.swift": Array("old(old(old()))\n".utf8)], rule: rule)
    #expect(plan.recipes[0].changes.first?.updated == Array("new(new(new()))\n".utf8))
  }

  @Test func skipsAFileWhoseRecipeDoesNotSettle() throws {
    var rule = RenameRule()
    rule.to = "old"
    rule.from = "old"
    let plan = try plan(["a.swift": Array("old()\n".utf8)], rule: rule)
    #expect(plan.recipes[0].changes.isEmpty)
    #expect(plan.recipes[0].skips.map(\.reason) == ["notSettled"])
  }

  @Test func keepsSuppressedFindingsOutOfTheChange() throws {
    let text = "// migrate:ignore recipe\nold()\n\nold()\n"
    let plan = try plan(["a.swift": Array(text.utf8)])
    let recipe = plan.recipes[0]
    #expect(recipe.findings.map(\.isSuppressed) == [true, false])
    #expect(
      recipe.changes.first?.updated == Array("// migrate:ignore recipe\nold()\n\nnew()\n".utf8))
  }

  @Test func reportsASuppressionThatSuppressesNothing() throws {
    let plan = try plan(["a.swift": Array("// migrate:ignore recipe\nlet a = 1\n".utf8)])
    #expect(plan.recipes[0].findings.map(\.finding.rule) == ["unused-suppression"])
  }

  @Test func leavesFixesAboveTheSafetyLimit() throws {
    var rule = RenameRule()
    rule.safety = .review
    let plan = try plan(["a.swift": Array("old()\n".utf8)], rule: rule, safetyLimit: .safe)
    #expect(plan.recipes[0].findings.count == 1)
    #expect(plan.recipes[0].changes.isEmpty)
  }

  @Test func saysWhichFilesItCouldNotRead() throws {
    let plan = try plan(["a.swift": [0x6F, 0x6C, 0x64, 0x28, 0xFF]])
    #expect(plan.recipes[0].skips.map(\.reason) == ["notUTF8"])
  }

  @Test func fingerprintsSurviveEditsElsewhereAndTellEqualSitesApart() throws {
    let before = try plan(["a.swift": Array("old()\nold()\n".utf8)])
    let after = try plan(["a.swift": Array("let x = 1\r\n\r\n  old( )\r\nold()\r\n".utf8)])
    let first = before.recipes[0].findings.map(\.fingerprint)
    #expect(first == after.recipes[0].findings.map(\.fingerprint))
    #expect(Set(first).count == 2)
  }

  private func plan(
    _ files: [String: [UInt8]], rule: RenameRule = RenameRule(), workers: Int = 2,
    safetyLimit: Safety = .review
  ) throws -> Plan {
    let recipe = Recipe(
      id: "recipe", title: "Rename", commitSubject: "Rename", rules: [rule],
      changesOlderSystems: true)
    let request = Engine.Request(recipes: [recipe], safetyLimit: safetyLimit, workers: workers)
    return try Engine(request).plan(for: InMemoryProject(files))
  }
}

@Suite struct StackedPlanTests {
  @Test func eachRecipeIsPlannedOnTheResultOfTheOneBefore() throws {
    var second = RenameRule()
    second.id = "again"
    second.from = "new"
    second.to = "newest"
    let recipes = [RenameRule(), second].map { rule in
      Recipe(
        id: rule.id, title: rule.id, commitSubject: rule.id, rules: [rule],
        changesOlderSystems: true)
    }
    let project = InMemoryProject([
      "a.swift": Array("old(); new()\n".utf8), "b.swift": Array("new()\n".utf8),
    ])
    let plan = try Engine.stackedPlan(Engine.Request(recipes: recipes), for: project)
    let first = plan.recipes[0].changes.map { String(decoding: $0.updated, as: UTF8.self) }
    let last = plan.recipes[1].changes.map { String(decoding: $0.updated, as: UTF8.self) }
    #expect(first == ["new(); new()\n"])
    #expect(last == ["newest(); newest()\n", "newest()\n"])
    #expect(plan.recipes[1].changes[0].original == plan.recipes[0].changes[0].updated)
  }
}
