import MigrateKit
import Testing

/// Rules that put code around what they find.
@Suite struct WrapTests {
  private static let anySystem = "changes-older-systems: true"

  private func recipe(
    _ match: String, _ wrap: String, head: String = WrapTests.anySystem
  ) throws -> PatternRecipe {
    try PatternRecipe("match: \(match)\nwrap: \(wrap)", head: head)
  }

  @Test func wrapsExpressionsOnce() throws {
    let recipe = try recipe("\"glass($x)\"", "\"Container($x) { $match }\"")
    let code = "f(glass(1 + 2), b: glass(c))\n"
    let result = "f(Container(1 + 2) { glass(1 + 2) }, b: Container(c) { glass(c) })\n"
    #expect(try recipe.result(code) == result)
    #expect(try recipe.run(result).findings.isEmpty)
    // Inside another call of the same name it is not wrapped yet.
    #expect(
      try recipe.result("Container(0) { glass(c) }\n")
        == "Container(0) { Container(c) { glass(c) } }\n")
  }

  @Test func indentsWhatItWraps() throws {
    let recipe = try PatternRecipe(
      """
      match: "$v.glass($x)"
      wrap: |
        Container {
          $match
        }
      """, head: Self.anySystem)
    #expect(
      try recipe.result(
        "let a =\n    HStack {\n        b // c\n    }\n    .glass(1) // d\n    .e()\n")
          == """
          let a =
              Container {
                  HStack {
                      b // c
                  }
                  .glass(1)
              } // d
              .e()

          """)
  }

  @Test func addsParenthesesWhereTheCodeWouldFallApart() throws {
    let recipe = try recipe("\"$x + one\"", "\"$match.checked\"")
    #expect(try recipe.result("let a = b + one\n") == "let a = (b + one).checked\n")
    #expect(try recipe.result("let a = (b + one).checked\n") == "let a = (b + one).checked\n")
  }

  @Test func wrapsStatementsAndTypes() throws {
    let statement = try recipe("{stmt: \"update($x)\"}", "\"animated { $match }\"")
    #expect(
      try statement.result("func f() {\n  update(1) // a\n  if b { update(2) }\n}\n")
        == "func f() {\n  animated { update(1) } // a\n  if b { animated { update(2) } }\n}\n")
    let both = try PatternRecipe(
      "match: {stmt: \"update($x)\"}\nwrap: |\n  begin($x)\n  $match\n  end()",
      head: Self.anySystem)
    #expect(
      try both.result("func f() {\n  update(1)\n}\n")
        == "func f() {\n  begin(1)\n  update(1)\n  end()\n}\n")
    let type = try PatternRecipe(
      "match: {type: \"Old<$x>\"}\nwrap: \"Boxed<$match>\"", head: Self.anySystem)
    #expect(
      try type.result("let a: [Old<Int>] = b\nlet c: Boxed<Old<Int>>\n")
        == "let a: [Boxed<Old<Int>>] = b\nlet c: Boxed<Old<Int>>\n")
  }

  @Test func leavesStatementsThatAClosureWouldChange() throws {
    let recipe = try PatternRecipe(
      """
      match:
        any: [{stmt: "if $x { $$$ }"}, {stmt: "let y = $x"}]
        where: {x: {one-of: "ready"}}
      wrap: "animated { $match }"
      """, head: Self.anySystem)
    #expect(
      try recipe.run("func f() {\n  if ready { return }\n  let y = ready\n}\n").left.map(\.reason)
        == ["controlFlow", "notAStatement"])
  }

  @Test func anonymousArgumentsStayWithTheirClosure() throws {
    let recipe = try recipe("\"glass($x)\"", "\"Container { $match }\"")
    #expect(try recipe.run("f { glass($0) }\n").left.map(\.reason) == ["anonymousArguments"])
    #expect(
      try recipe.result("f { a in glass({ $0 }) }\n")
        == "f { a in Container { glass({ $0 }) } }\n")
    let replace = try PatternRecipe(
      "match: \"glass($x)\"\nreplace: \"Container { $x }\"", head: Self.anySystem)
    #expect(try replace.run("f { glass($0) }\n").left.map(\.reason) == ["anonymousArguments"])
    #expect(try replace.result("glass({ $0 })\n") == "Container { { $0 } }\n")
  }

  @Test func gatesStatements() throws {
    let recipe = try recipe(
      "\"glass($x)\"", "{since: \"Container { $match }\"}", head: "")
    let result = """
      func f() {
        if #available(iOS 26.0, *) {
          add(Container { glass(1) })
        } else {
          add(glass(1))
        }
      }

      """
    #expect(try recipe.result("func f() {\n  add(glass(1))\n}\n") == result)
    #expect(try recipe.run(result).findings.isEmpty)
    #expect(try recipe.run("while glass(1) { }\n").left.map(\.reason) == ["notAStatement"])
  }

  @Test func viewsAreWrappedByAHelper() throws {
    let recipe = try PatternRecipe(
      "match: \"$v.glass($x)\"\nwrap: {since: \"Container(spacing: $x) { $match }\"}\ngate: view")
    let code = """
      import SwiftUI
      struct A: View {
        var body: some View {
          HStack { Text("a") }
            .glass(view)
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
            HStack { Text("a") }
              .glass(view)
              .since26 { view2 in
                if #available(iOS 26.0, *) {
                  Container(spacing: view) { view2 }
                }
              }
              .bold()
          }
        }

        fileprivate extension View {
        """), "\(result)")
    #expect(try recipe.run(result).findings.isEmpty)
    let newest = FilePlatforms([.iOS: PlatformVersion(26)])
    #expect(
      try recipe.result("v.glass(1).bold()\n", platforms: newest)
        == "Container(spacing: 1) { v.glass(1) }.bold()\n")
  }

  @Test func aWrapThatOnlyAddsAModifierNeedsNoName() throws {
    let recipe = try PatternRecipe(
      "match: \"Bar($x)\"\nwrap: {since: \"$match.glass()\"}\ngate: view")
    let result = try recipe.result("let a = Bar(1)\n")
    #expect(
      result.hasPrefix(
        "let a = Bar(1).since26 {\n    if #available(iOS 26.0, *) {\n        $0.glass()\n    }\n}\n"
      ),
      "\(result)")
    #expect(try recipe.run(result).findings.isEmpty)
  }

  @Test func reportsWhatCannotBeUsed() {
    func problems(_ wrap: String, _ match: String = "\"old($x)\"") -> [String] {
      PatternRecipe.problems("match: \(match)\nwrap: \(wrap)", head: Self.anySystem)
    }
    #expect(
      problems("\"f { $x }\"") == [
        "'wrap' has no '$match', which stands for the code; put it where the code goes"
      ])
    #expect(
      problems("\"f($match, $match)\"")
        == ["'wrap' has '$match' twice, but code is wrapped once; remove one"])
    #expect(
      problems("\"f($mach)\"").last
        == "'wrap' uses '$mach', which not every match keeps; did you mean '$match'")
    #expect(
      problems("\"f($match)\"", "{decl: \"class $x { $$$ }\"}") == [
        "only expressions, statements and types are wrapped; use 'replace'"
      ])
    #expect(
      problems("\"f($match)\"", "\"old($match, $x)\"") == [
        "'$match' is the code itself in 'wrap'; give the placeholder of 'match' another name"
      ])
    #expect(
      PatternRecipe.problems(
        "match: \"old($x)\"\nwrap: {since: \"f($match)\", before: \"g($match)\"}\ngate: view") == [
          "with 'gate: view' earlier systems keep the view as it is; remove 'before'"
        ])
    #expect(
      PatternRecipe.problems("match: \"old($x)\"\nwrap: \"f($match)\"\nremove: always").contains {
        $0.hasPrefix("a rule has one of")
      })
  }
}
