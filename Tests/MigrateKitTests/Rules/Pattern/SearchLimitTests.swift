import MigrateKit
import Testing

/// How far constraints look, and what rules have in common.
@Suite struct SearchLimitTests {
  private func count(_ match: String, _ code: String, head: String = "") throws -> Int {
    try PatternRecipe("match: {\(match)}", head: head).run(code + "\n").findings.count
  }

  @Test func insideEndsAtTheNearestCodeOfTheKind() throws {
    let match = "expr: 'old($x)', inside: {decl: 'func $f() { $$$ }', stop-by: neighbor}"
    #expect(try count(match, "func a() { if b { old(1) } }") == 1)
    #expect(try count(match, "func a() { func b(c: Int) { old(1) } }") == 0)
  }

  @Test func insideEndsAtCodeThatMatches() throws {
    let match = "expr: 'old($x)', inside: {decl: 'func a() { $$$ }', stop-by: 'run { $$$ }'}"
    #expect(try count(match, "func a() { go { old(1) } }") == 1)
    #expect(try count(match, "func a() { run { old(1) } }") == 0)
  }

  @Test func hasEndsAtTheNearestCodeOfTheKindAndAtCodeThatMatches() throws {
    let next = "stmt: 'if $c { $$$ }', has: {stmt: 'old()', stop-by: neighbor}"
    #expect(try count(next, "if a { b(); old() }") == 1)
    #expect(try count(next, "if a { while b { old() } }") == 0)
    let limit = "expr: 'run { $$$ }', has: {expr: 'old()', stop-by: 'later { $$$ }'}"
    #expect(try count(limit, "run { a { old() } }") == 1)
    #expect(try count(limit, "run { later { old() } }") == 0)
  }

  @Test func followsAndPrecedesEndAtTheNextStatement() throws {
    let after = "expr: 'old($x)', follows: {stmt: 'start()', stop-by: neighbor}"
    #expect(try count(after, "start()\nold(1)") == 1)
    #expect(try count(after, "start()\na()\nold(1)") == 0)
    let before = "expr: 'old($x)', precedes: {stmt: 'stop()', stop-by: {stmt: 'start()'}}"
    #expect(try count(before, "old(1)\na()\nstop()") == 1)
    #expect(try count(before, "old(1)\nstart()\nstop()") == 0)
  }

  @Test func theNearestStatementGivesTheCode() throws {
    let recipe = try PatternRecipe(
      "match: {expr: 'old($x)', follows: {stmt: 'start($y)'}}\nreplace: 'new($x, $y)'",
      head: "changes-older-systems: true")
    #expect(try recipe.result("start(1)\nstart(2)\nold(3)\n") == "start(1)\nstart(2)\nnew(3, 2)\n")
  }

  @Test func partsMayBeMadeOfParts() throws {
    let head = """
      parts:
        short:
          where:
            x: {matches: '^.$'}
        small:
          matches: short
          where:
            x: {matches: '[a-z]'}
        call: "old($x)"
      """
    #expect(try count("all: [{matches: call}, {matches: small}]", "old(a)", head: head) == 1)
    #expect(try count("all: [{matches: call}, {matches: small}]", "old(ab)", head: head) == 0)
    #expect(try count("all: [{matches: call}, {matches: small}]", "old(A)", head: head) == 0)
  }

  @Test func theCodeItselfHasAName() throws {
    #expect(try count("expr: '$f($x, old)', where: {match: {matches: '^a'}}", "a(1, old)") == 1)
    #expect(try count("expr: '$f($x, old)', where: {match: {matches: '^a'}}", "b(1, old)") == 0)
    #expect(try count("stmt: 'old($x)', where: {match: {kind: call}}", "old(1)") == 1)
  }
}
