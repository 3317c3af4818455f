import MigrateKit
import Testing

/// Rules that take modifiers to another place of their chain.
@Suite struct ModifierMoveTests {
  private static let anySystem = "changes-older-systems: true\nremoves: true"

  private static func rule(_ place: String) -> String {
    "match: \"$v.glass($$$x)\"\nmove-modifier: {\(place)}"
  }

  private func result(
    _ place: String, _ code: String, head: String = ModifierMoveTests.anySystem
  ) throws -> String {
    try PatternRecipe(Self.rule(place), head: head).result(code)
  }

  @Test func movesBehindTheLastAndBeforeTheFirst() throws {
    let code = "v\n  .glass(1)\n  .padding()\n  .a()\n  .padding(2)\n  .b()\n"
    #expect(
      try result("after: '.padding($$$)'", code)
        == "v\n  .padding()\n  .a()\n  .padding(2)\n  .glass(1)\n  .b()\n")
    #expect(
      try result(
        "before: '.padding($$$)'", "v\n  .padding()\n  .a()\n  .padding(2)\n  .glass { b }\n")
        == "v\n  .glass { b }\n  .padding()\n  .a()\n  .padding(2)\n")
  }

  @Test(arguments: [
    "v.padding().glass()\n", "v.glass()\n", "padding().a()\n", "v.glass().x(v.padding())\n",
    "v.padding\n  .glass()\n",
  ])
  func leavesChainsThatNeedNothing(_ code: String) throws {
    let recipe = try PatternRecipe(Self.rule("after: '.padding($$$)'"), head: Self.anySystem)
    let result = try recipe.run(code)
    #expect(result.change == nil && result.findings.isEmpty && result.left.isEmpty)
  }

  @Test func commentsAndLayoutGoWithIt() throws {
    #expect(
      try result(
        "after: '.padding($$$)'",
        "v // base\n    // why\n    .glass(1) // thin\n    .padding() // wide\n    .b()\n")
        == "v // base\n    .padding() // wide\n    // why\n    .glass(1) // thin\n    .b()\n")
    #expect(
      try result("after: '.padding($$$)'", "f(v.glass(1).padding().b())\n")
        == "f(v.padding().glass(1).b())\n")
    #expect(
      try result("after: '.padding($$$)'", "v.glass(1)\n  .padding()\n  .b()\n")
        == "v\n  .padding()\n  .glass(1)\n  .b()\n")
    #expect(
      try result("before: '.padding($$$)'", "v\n  .padding() // p\n  .glass(1)\n")
        == "v\n  .glass(1)\n  .padding() // p\n")
  }

  @Test func noLineCommentSwallowsCode() throws {
    let recipe = try PatternRecipe(Self.rule("after: '.padding($$$)'"), head: Self.anySystem)
    for code in ["v // c\n  .glass(1).padding()\n", "v.glass(1).padding() // c\n  .b()\n"] {
      let result = try recipe.run(code)
      let text = result.change.map { String(decoding: $0.updated, as: UTF8.self) }
      #expect(
        result.left.map(\.reason) == ["comment"] || text == "v.padding().glass(1) // c\n  .b()\n",
        "\(text ?? "")")
    }
  }

  @Test func goesOverConditionsInChains() throws {
    #expect(
      try result(
        "after: '.padding($$$)'",
        "v\n  .glass(1)\n  #if os(iOS)\n  .a()\n  #endif\n  .padding()\n")
        == "v\n  #if os(iOS)\n  .a()\n  #endif\n  .padding()\n  .glass(1)\n")
    #expect(
      try result(
        "before: '.padding($$$)'",
        "v\n  .padding()\n  #if os(iOS)\n  .a()\n  #endif\n  .glass(1)\n")
        == "v\n  .glass(1)\n  .padding()\n  #if os(iOS)\n  .a()\n  #endif\n")
  }

  @Test func onTheNewSystemOnlyByHelpers() throws {
    let recipe = try PatternRecipe(
      "match: \"$v.glass($$$x)\"\nmove-modifier: {after: '.padding($$$)', systems: since}\ngate: view",
      head: "removes: true")
    let code = """
      import SwiftUI
      struct A: View {
        var body: some View {
          Text("a")
            .glass(1) // thin
            .padding() // wide
            .bold()
        }
      }

      """
    let result = try recipe.result(code)
    #expect(
      result.hasPrefix(
        """
        import SwiftUI
        struct A: View {
          var body: some View {
            Text("a")
              .before26 { $0.glass(1) } // thin
              .padding() // wide
              .since26 {
                if #available(iOS 26.0, *) {
                  $0.glass(1)
                }
              }
              .bold()
        """), "\(result)")
    #expect(try recipe.run(result).findings.isEmpty)
    let newest = FilePlatforms([.iOS: PlatformVersion(26)])
    #expect(
      try recipe.result("v.glass(1).padding()\n", platforms: newest) == "v.padding().glass(1)\n")
    // What anonymous arguments are is decided by the closure around them.
    #expect(
      try recipe.run("f { a($0.glass($1).padding()) }\n").left.map(\.reason)
        == ["anonymousArguments"])
  }

  @Test func asksForTheVersionLikeAnyPlainChange() throws {
    let recipe = try PatternRecipe(Self.rule("after: '.padding($$$)'"), head: "removes: true")
    #expect(try recipe.run("v.glass().padding()\n").left.map(\.reason) == ["olderSystems"])
  }

  @Test func reportsWhatCannotBeUsed() {
    func problems(_ place: String, _ head: String = ModifierMoveTests.anySystem) -> [String] {
      PatternRecipe.problems(
        "match: \"$v.glass($x)\"\nmove-modifier: \(place)", head: head)
    }
    #expect(
      problems("{}") == [
        "'move-modifier' has no place; give 'after' or 'before' with a modifier such as"
          + " '.padding($$$)'"
      ])
    #expect(
      problems("{after: '.a()', before: '.b()'}")
        == ["'move-modifier' has 'after' and 'before'; keep one"])
    #expect(
      problems("{after: 'padding'}") == [
        "'move-modifier.after' is a modifier with its dot, such as '.padding($$$)', not 'padding'"
      ])
    #expect(
      problems("{after: '.glass()'}") == [
        "'move-modifier.after' is the modifier that is moved, which would never come to rest; name"
          + " another"
      ])
    #expect(
      problems("{after: '.a()'}", "changes-older-systems: true") == [
        "'move-modifier' moves something on the new system; say 'removes: true' in the recipe"
      ])
    #expect(
      problems("{after: '.a()', systems: since}") == [
        "'systems: since' needs 'gate: view', since no statement can differ by a modifier"
      ])
    #expect(
      PatternRecipe.problems(
        "match: \"glass($x)\"\nmove-modifier: {after: '.a()'}", head: Self.anySystem) == [
          "'move-modifier' is for modifiers: begin the pattern with a placeholder and a dot, as in"
            + " '$v.modifier($x)'"
        ])
    #expect(problems("{afer: '.a()'}").contains { $0.hasSuffix("did you mean 'after'") })
  }
}
