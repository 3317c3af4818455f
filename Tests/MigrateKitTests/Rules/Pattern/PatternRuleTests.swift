import MigrateKit
import Testing

/// What rules by patterns write.
@Suite struct PatternRuleTests {
  private let anySystem = "changes-older-systems: true"

  @Test func replacesWithTheCodeOfPlaceholders() throws {
    let recipe = try PatternRecipe(
      """
      match: "old($x, $$$rest)"
      replace: "new($$$rest, last: $x)"
      """, head: anySystem)
    #expect(
      try recipe.result("a(old(1 + 2), old(b, c: 3) { d in\n  e()\n})\n")
        == "a(new(last: 1 + 2), old(b, c: 3) { d in\n  e()\n})\n")
    #expect(try recipe.run("old(b) { }\n").left.map(\.reason) == ["trailingClosure"])
  }

  @Test func movesTrailingClosuresBehindTheCall() throws {
    let recipe = try PatternRecipe(
      """
      match: "$x.old($$$rest)"
      replace: "$x.new(animated: true, $$$rest)"
      """, head: anySystem)
    #expect(try recipe.result("v.old()\n") == "v.new(animated: true)\n")
    #expect(
      try recipe.result("v\n  .old(1) {\n    a()\n  } done: { b() }\n  .c()\n")
        == "v\n  .new(animated: true, 1) {\n    a()\n  } done: { b() }\n  .c()\n")
  }

  @Test func keepsTheFormOfCallsWithoutParentheses() throws {
    let recipe = try PatternRecipe(
      "match: \"old($$$x)\"\nreplace: \"new($$$x)\"", head: anySystem)
    #expect(try recipe.result("old { a }\nold(b)\nold()\n") == "new { a }\nnew(b)\nnew()\n")
  }

  @Test func addsParenthesesWhereCodeWouldFallApart() throws {
    let recipe = try PatternRecipe(
      "match: \"sum($x, $y)\"\nreplace: \"$x * $y + 1\"", head: anySystem)
    #expect(
      try recipe.result("let a = sum(b + 1, c) * 2\n") == "let a = ((b + 1) * c + 1) * 2\n")
    #expect(try recipe.result("let a = sum(b, c)\n") == "let a = b * c + 1\n")
  }

  @Test func indentsWhatItWritesAsTheFileDoes() throws {
    let recipe = try PatternRecipe(
      """
      match:
        stmt: "run { $$$x }"
      replace: |
        if ready {
          $$$x
        }
      """, head: anySystem)
    #expect(
      try recipe.result("func f() {\n\trun {\n\t\ta {\n\t\t\tb()\n\t\t}\n\t\tc()\n\t}\n}\n")
        == "func f() {\n\tif ready {\n\t\ta {\n\t\t\tb()\n\t\t}\n\t\tc()\n\t}\n}\n")
  }

  @Test func leavesCodeWhoseCommentsWouldBeLost() throws {
    let recipe = try PatternRecipe("match: \"old($x)\"\nreplace: \"new\"", head: anySystem)
    let result = try recipe.run("old(1 /* why */)\nold(2) // kept\n")
    #expect(result.left.map(\.reason) == ["comment"])
    #expect(
      result.change.map { String(decoding: $0.updated, as: UTF8.self) }
        == "old(1 /* why */)\nnew // kept\n")
  }

  @Test func plainReplacementsNeedTheVersionEverywhere() throws {
    let recipe = try PatternRecipe(
      "match: \"old($x)\"\nreplace: \"new($x)\"", head: "since: {iOS: \"16.0\"}")
    let code = "old(1)\nif #available(iOS 17, *) {\n  old(2)\n}\n"
    #expect(try recipe.run(code).left.map(\.reason) == ["olderSystems"])
    #expect(try recipe.result(code) == code.replacing("old(2)", with: "new(2)"))
    let newer = FilePlatforms([.iOS: PlatformVersion(16)])
    #expect(try recipe.result(code, platforms: newer) == code.replacing("old", with: "new"))
  }

  @Test func gatesStatementsAndSettles() throws {
    let recipe = try PatternRecipe(
      "match: \"old($x)\"\nreplace:\n  since: \"new($x)\"")
    #expect(
      try recipe.result("func f() {\n  a(old(1), old(2))\n}\n") == """
        func f() {
          if #available(iOS 26.0, *) {
            a(new(1), new(2))
          } else {
            a(old(1), old(2))
          }
        }

        """)
    let code = "if #unavailable(iOS 26) {\n  old(1)\n}\nif old(2) { }\n"
    let result = try recipe.run(code)
    #expect(result.findings.isEmpty)
    #expect(result.left.map(\.reason) == ["notAStatement"])
  }

  @Test func leavesResultsOfOpaqueTypesOutsideOfBuilders() throws {
    let recipe = try PatternRecipe(
      """
      match: "old($x)"
      replace:
        since: "new($x)"
      gate: statement
      """)
    for code in [
      "func f() -> some View {\n  old(a)\n}\n", "var x: some View { old(a) }\n",
      "@ViewBuilder func f() -> some View {\n  return old(a)\n}\n",
    ] {
      let result = try recipe.run(code)
      #expect(result.change == nil)
      #expect(result.left.map(\.reason) == ["opaqueResult"], "\(code)")
    }
    for code in [
      "var body: some View {\n  old(a)\n}\n", "@ViewBuilder func f() -> some View {\n  old(a)\n}\n",
      "func f() -> some View {\n  old(a)\n  return b\n}\n", "func f() -> Int {\n  old(a)\n}\n",
    ] {
      #expect(try recipe.run(code).change != nil, "\(code)")
    }
  }

  @Test func gatesInitialValuesByAnExpression() throws {
    let recipe = try PatternRecipe("match: \"old($x)\"\nreplace:\n  since: \"new($x)\"")
    let result = """
      class A {
        lazy var a = if #available(iOS 26.0, *) {
          f(new(1))
        } else {
          f(old(1))
        }
      }

      """
    #expect(try recipe.result("class A {\n  lazy var a = f(old(1))\n}\n") == result)
    #expect(try recipe.run(result).findings.isEmpty)
    for code in ["@State var a = old(1)\n", "let a = old(1), b = 2\n", "let a = { old(1) }\n"] {
      let left = try recipe.run(code).left.map(\.reason)
      #expect(left == ["notAStatement"] || code.contains("{"), "\(code): \(left)")
    }
    // Where a platform has nothing to check, '#if' would be needed, which no expression holds.
    let platforms = FilePlatforms([.iOS: PlatformVersion(15), .watchOS: PlatformVersion(8)])
    #expect(
      try recipe.run("let a = old(1)\n", platforms: platforms).left.map(\.reason)
        == ["notAStatement"])
  }

  @Test func joinsAGateThatFollows() throws {
    let recipe = try PatternRecipe(
      "match: \"Bar($x)\"\ninsert-after:\n  since: \"bar.glass = $x\"")
    let code = """
      func f() {
        let bar = Bar(a)
        if #available(iOS 26.0, *) {
          bar.other = 1
        }
      }

      """
    let result = code.replacing("    bar.other", with: "    bar.glass = a\n    bar.other")
    #expect(try recipe.result(code) == result)
    #expect(try recipe.run(result).findings.isEmpty)
  }

  @Test func typesOfOtherFilesCount() throws {
    let recipe = try PatternRecipe(
      "match: {expr: \"old($x)\", inherits: UIViewController}\nreplace: \"new($x)\"",
      head: anySystem)
    let files = [
      "Base.swift": "open class Base<T>: UIKit.UIViewController, P { }\n",
      "Middle.swift": "class Middle: Base<Int> { }\n",
      "Screen.swift": "final class Screen\n  : Middle { func f() { old(1) } }\n",
      "More.swift": "extension Screen { func g() { old(2) } }\n",
      "View.swift": "class Small: UIView { func f() { old(3) } }\n",
    ].mapValues { Array($0.utf8) }
    let engine = Engine(Engine.Request(recipes: [recipe.entry.recipe]))
    let plan = try engine.plan(for: InMemoryProject(files))
    #expect(plan.recipes[0].changes.map(\.path) == ["More.swift", "Screen.swift"])
    #expect(
      PatternRecipe.problems("match: {expr: \"old($x)\", inherits: 'A, B'}")[0].hasPrefix(
        "'match.inherits' must be the name of a type"))
  }

  @Test func refusesABeforeArmThatMeansSomethingElse() throws {
    let recipe = try PatternRecipe(
      "match: \"old($x)\"\nreplace:\n  since: \"new($x)\"\n  before: \"older($x)\"")
    let result = try recipe.run("old(1)\n")
    #expect(result.change == nil)
    #expect(result.skips.map(\.reason) == ["notProved"])
  }

  @Test func removesModifiersAndStatements() throws {
    let modifier = try PatternRecipe(
      "match: \"$x.tinted($$$)\"\nremove: always\ngate: view",
      head: "removes: true\nchanges-older-systems: true")
    #expect(
      try modifier.result("a\n  .b()\n  .tinted(1)\n  .c()\nd.tinted() // e\n")
        == "a\n  .b()\n  .c()\nd // e\n")
    let statement = try PatternRecipe(
      "match:\n  stmt: \"hide($x)\"\nremove: since", head: "removes: true")
    #expect(
      try statement.result("func f() {\n  hide(a) // b\n}\n")
        == "func f() {\n  if #unavailable(iOS 26.0) {\n    hide(a)\n  } // b\n}\n")
  }

  @Test func insertsOnceBesideTheStatement() throws {
    let recipe = try PatternRecipe(
      "match: \"Bar($x)\"\ninsert-after:\n  since: \"bar.glass = $x\"")
    let code = "func f() {\n  let bar = Bar(a) // b\n  c()\n}\n"
    let result = """
      func f() {
        let bar = Bar(a) // b
        if #available(iOS 26.0, *) {
          bar.glass = a
        }
        c()
      }

      """
    #expect(try recipe.result(code) == result)
    #expect(try recipe.run(result).findings.isEmpty)
  }

  @Test func repositoriesMayBringPatternRulesWithTheSameProofs() throws {
    let recipe = try PatternRecipe("match: \"old($x)\"\nreplace:\n  since: \"new($x\\n)\"")
    #expect(recipe.entry.origin == .repository)
    #expect(try recipe.result("old(1)\n").contains("else"))
  }

  @Test func reportsWhatCannotBeUsedWithASuggestion() {
    #expect(
      PatternRecipe.problems("match: \"old($xx)\"\nreplace: \"new($x)\"") == [
        "'message' uses '$x', which not every match keeps; it keeps '$match', '$xx'",
        "'replace' uses '$x', which not every match keeps; it keeps '$xx'",
      ])
    #expect(
      PatternRecipe.problems("match: \"old($x\"") == [
        "'match.expr' cannot be used: it is no expression in Swift: ')' is missing at its end"
      ])
    #expect(PatternRecipe.problems("match: \"$x\"")[0].hasPrefix("'match' holds no word"))
    #expect(
      PatternRecipe.problems("match: \"old($x)\"\nreplace: \"old($x)\"")[0]
        .hasSuffix("narrow 'match' by 'not'"))
    #expect(
      PatternRecipe.problems("match: \"old($x)\"\nremove: since")[0]
        .hasSuffix("say 'removes: true' in the recipe"))
    #expect(
      PatternRecipe.problems(
        "match: {expr: \"old($x)\", below: \"iOS 15.0\", at-least: \"iOS 16.0\"}")[0]
        .hasPrefix("no system is at least iOS 16.0 and below 15.0"))
  }
}
