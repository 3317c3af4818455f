import Foundation
import MigrateKit
import Testing

/// The rows of the table that sets patterns beside ast-grep's rules.
@Suite struct PatternLanguageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The first cell.
    var name: String
    /// The keys of the rule.
    var rule: String
    /// Further keys of the recipe.
    var head = ""
    var hit = ""
    var miss = ""
    /// What the hit becomes, where the row is about that.
    var result: String?
    var testDescription: String { name }
  }

  private static let key = "changes-older-systems: true\nremoves: true"

  private static func row(_ name: String, _ match: String, _ hit: String, _ miss: String) -> Row {
    Row(name: name, rule: "match: {\(match)}", hit: hit, miss: miss)
  }

  static let rows = [
    row("`pattern`", "expr: 'old($x)'", "old(1)", "old(1, 2)"),
    row("`$A`", "expr: 'old($x, $x)'", "old(a, a)", "old(a, b)"),
    row("`$$$A`", "expr: 'old($x, $$$xs)'", "old(a, b) { c }", "old()"),
    row("`$_A`", "expr: 'old($_, $x)'", "old(a, b)", "old(a)"),
    row(
      "trailing closures", "expr: 'run(first: $x) { $$$body }'", "run(first: 1, then: { a() })",
      "run(first: 1)"),
    row(
      "chains", "expr: 'List($$$).$$$.listStyle($x)'", "List { a }.b()\n  .listStyle(.c)",
      "Form { a }.listStyle(.c)"),
    row("operators", "expr: '$x + two * $b'", "a * 1 + two * b", "(a + two) * b"),
    row("`kind`", "expr: 'old($x)', where: {x: {kind: closure}}", "old { a }", "old(a)"),
    row(
      "`regex`", "expr: 'old($x)', where: {match: {matches: '^old.[A-Z]'}}", "old(A)", "old(a)"),
    row(
      "`constraints`", "expr: 'old($x)', where: {x: {one-of: ['a', 'b.c']}}", "old(b . c)", "old(c)"
    ),
    row(
      "`inside`", "expr: 'old($x)', inside: {decl: 'func $f() { $$$ }'}",
      "func f() { if a { old(b) } }", "func f(a: Int) { old(b) }"),
    row("`has`", "expr: 'old($x)', has: 'self'", "old(a { b(self) })", "old(a)"),
    row(
      "`follows`", "expr: 'old($x)', follows: {stmt: 'start()'}", "start()\na()\nold(b)",
      "old(b)\nstart()"),
    row(
      "`precedes`", "expr: 'old($x)', precedes: {stmt: 'stop()'}", "old(b)\na()\nstop()",
      "stop()\nold(b)"),
    row(
      "`all`", "expr: 'old($x)', all: [{has: 'f($y)'}, {has: 'g($y)'}]", "old(f(a) + g(a))",
      "old(f(a) + g(b))"),
    row("`any`", "any: [{expr: 'old($x)'}, {expr: 'older($x)'}]", "older(a)", "oldest(a)"),
    row("`not`", "expr: 'old($x)', not: 'old(nil)'", "old(a)", "old(nil)"),
    row(
      "`stopBy`", "expr: 'old($x)', inside: {expr: 'f($$$)', stop-by: neighbor}", "f(old(a))",
      "f(g(old(a)))"),
    Row(name: "`field`", rule: "match: {expr: 'old($x)', field: base}"),
    row(
      "`nthChild`", "expr: 'old($x)', not: {follows: {stmt: '$_'}}", "old(a)\nb()",
      "b()\nold(a)"),
    Row(
      name: "`matches`", rule: "match: {expr: 'old($x)', matches: big}",
      head: "parts: {big: {where: {match: {matches: '[A-Z]'}}}}", hit: "old(A)", miss: "old(a)"),
    Row(name: "`transform`", rule: "match: \"old($x)\"\ntransform: {}"),
    Row(name: "`rewriters`", rule: "match: \"old($x)\"\nrewriters: []"),
    Row(
      name: "`fix`", rule: "match: \"old($x)\"\nreplace: \"$x.new\"", hit: "old(a + b)",
      miss: "a", result: "(a + b).new"),
    Row(
      name: "`expandStart`", rule: "match: {stmt: 'old($x)'}\nremove: always",
      hit: "a()\nold(b)", miss: "a()", result: "a()"),
    Row(
      name: "wrapping", rule: "match: \"old($x)\"\nwrap: \"Box { $match }\"", hit: "old(a)",
      miss: "Box { old(a) }", result: "Box { old(a) }"),
    Row(
      name: "moving", rule: "match: \"$x.old()\"\nmove-modifier: {after: '.pad($$$)'}",
      hit: "a\n  .old()\n  .b()\n  .pad(c)", miss: "a.pad(c).old()",
      result: "a\n  .b()\n  .pad(c)\n  .old()"),
    Row(
      name: "`message`, `severity`", rule: "match: \"old($x)\"\nlevel: error", hit: "old(a)",
      miss: "a"),
    row(
      "availability", "expr: 'old($x)', below: iOS 16.0", "old(a)",
      "if #available(iOS 16, *) { old(a) }"),
    row("platforms", "expr: 'old($x)', platform: iOS", "old(a)", "#if os(macOS)\nold(a)\n#endif"),
    row(
      "types above", "expr: 'old($x)', inherits: A",
      "class B: A { }\nclass C: B { let a = old(b) }",
      "class C { let a = old(b) }"),
    Row(
      name: "gates", rule: "match: \"old($x)\"\nreplace: {since: \"new($x)\"}", hit: "old(a)",
      miss: "if #unavailable(iOS 26) { old(a) }",
      result: "if #available(iOS 26.0, *) {\n    new(a)\n} else {\n    old(a)\n}"),
  ]

  @Test(arguments: rows)
  func saysWhatTheTableSays(_ row: Row) throws {
    guard !row.hit.isEmpty else {
      let problems = PatternRecipe.problems(row.rule)
      let name = row.name.replacing("`", with: "")
      #expect(problems.contains { $0.contains("\(name)': ") }, "\(problems)")
      return
    }
    let recipe = try PatternRecipe(
      row.rule, head: row.head.isEmpty ? Self.key : Self.key + "\n" + row.head)
    #expect(try recipe.run(row.hit + "\n").findings.count == 1)
    #expect(try recipe.run(row.miss + "\n").findings.isEmpty)
    if let result = row.result { #expect(try recipe.result(row.hit + "\n") == result + "\n") }
    if row.rule.contains("level") {
      #expect(try recipe.run(row.hit).findings.map(\.finding.level) == [.error])
    }
  }

  @Test func everyRowIsATest() throws {
    let page = BuiltInRecipes.root + "/Documentation/PatternLanguage.md"
    let text = String(decoding: try Data(contentsOf: URL(filePath: page)), as: UTF8.self)
    let table = text.split(separator: "\n## ")[0]
    let names = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map {
      $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
    }
    #expect(names == Self.rows.map(\.name))
  }
}
