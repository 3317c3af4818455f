import MigrateKit
import Testing

/// What patterns match, as counted by the findings of a rule without an action.
@Suite struct PatternMatchingTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var match: String
    var hits: [String]
    var misses: [String] = []
    var testDescription: String { match }
  }

  static let examples = [
    Example(
      match: "expr: 'old($x)'",
      hits: ["old(1)", "old( /* c */ f(2) )", "let a = old(b)", "old { }"],
      misses: ["old()", "old(1, 2)", "old(label: 1)", "a.old(1)", "old", "// old(1)", "\"old(1)\""]),
    Example(match: "expr: 'same($x, $x)'", hits: ["same(a.b, a . b)"], misses: ["same(a, b)"]),
    Example(
      match: "expr: '$x + two * $y'", hits: ["a + two * b", "a * 3 + two * b"],
      misses: ["(a + two) * b", "a + two + b"]),
    Example(
      match: "expr: '$v.sheet(isPresented: $x, $$$rest)'",
      hits: [
        "v.sheet(isPresented: $a) { Text() }",
        "v.sheet(isPresented: $a, onDismiss: done) { Text() }",
        "v.sheet(isPresented: $a, content: { Text() })",
        "v.sheet(isPresented: $a, onDismiss: { }, content: make)", "v\n  .sheet(isPresented: a)",
        "v.padding().sheet(isPresented: $a) { }.bold()",
      ], misses: ["v.sheet(item: $a) { _ in }", "sheet(isPresented: $a) { }"]),
    Example(
      match: "expr: 'run(first: $x) { $$$body }'",
      hits: ["run(first: 1) { a(); b() }", "run(first: 1, then: { a in b })", "run(first: 1) { }"],
      misses: ["run(first: 1)", "run(first: 1, then: block)", "run(first: 1) { } other: { }"]),
    Example(
      match: "expr: 'run(first: $x) { done() }'",
      hits: ["run(first: 1) { done() }", "run(first: 1, then: { done() })"],
      misses: ["run(first: 1) { done(); done() }"]),
    Example(
      match: "expr: 'run { $a } other: { $x }'",
      hits: ["run { a } other: { b }", "run(then: { a }, other: { b })"],
      misses: ["run { a } another: { b }"]),
    Example(
      match: "expr: 'List($$$).$$$.listStyle($x)'",
      hits: [
        "List { a }.listStyle(.plain)", "List(a) { b }.bold().frame(width: 2)\n.listStyle(c).d()",
      ], misses: ["Form { a }.listStyle(.plain)", "List { a }.padding()"]),
    Example(match: "expr: '$x.$$isOn'", hits: ["a.$isOn"], misses: ["a.isOn", "a.b"]),
    Example(
      match: "expr: '[$$$, last, $$$x]'", hits: ["[last]", "[a, last, b, c,]"], misses: ["[a]"]),
    Example(
      match: "expr: '$x.say(\"hello\")'", hits: ["a.say(\"hello\")"],
      misses: ["a.say(\"hello!\")"]),
    Example(
      match: "expr: 'f($_, $_, tag: $x)'", hits: ["f(a, b, tag: c)"], misses: ["f(a, tag: c)"]),
    Example(
      match: "stmt: 'guard let $x = $y else { return }'",
      hits: ["guard let a = b() else { return }"], misses: ["guard let a = b() else { throw c }"]),
    Example(
      match: "stmt: 'old($x)'", hits: ["old(1)", "if a { old(1) }"], misses: ["let a = old(1)"]),
    Example(
      match: "decl: 'class $x { $$$members }'",
      hits: ["class A { }", "@MainActor public final class A<T>: B { var a = 1; func b() { } }"],
      misses: ["struct A { }"]),
    Example(
      match: "decl: 'final class $x: $_ { $$$ }'", hits: ["public final class A: B { }"],
      misses: ["class A: B { }", "final class A { }"]),
    Example(
      match: "member: 'func $x($$$parameters) { $$$ }'",
      hits: ["struct A { func b(c: Int, d: Int) { e() } }"],
      misses: ["func b() { }", "struct A { func b() -> Int { 1 } }"]),
    Example(
      match: "type: 'Result<$x, any Error>'", hits: ["var a: Result<Int, any Error>"],
      misses: ["var a: Result<Int, Failure>"]),
  ]

  @Test(arguments: examples)
  func findsWhatItMeans(_ example: Example) throws {
    let recipe = try PatternRecipe("match:\n  " + example.match)
    for code in example.hits {
      #expect(try recipe.run(code + "\n").findings.count == 1, "\(code)")
    }
    for code in example.misses {
      #expect(try recipe.run(code + "\n").findings.isEmpty, "\(code)")
    }
  }

  @Test func givesUpOnTooMuchWork() throws {
    let recipe = try PatternRecipe(
      "match: 'f($$$a, $$$b, $$$c, $$$d, $$$e, $x, tag: nothing)'")
    let arguments = (0..<300).map { "a\($0)" }.joined(separator: ", ")
    let result = try recipe.run("f(\(arguments), b, tag: nothing, other: nothing)\n")
    #expect(result.findings.isEmpty)
    #expect(result.left.map(\.reason) == ["tooMuchWork"])
  }

  @Test(arguments: [
    ("^[A-Z]\\w*$", "Abc", true), ("^[A-Z]\\w*$", "aBC", false), ("a|b+c?", "xbbx", true),
    ("^(ab)*$", "ababab", true), ("^(ab)*$", "aba", false), ("[^x-z]", "xyz", false),
    ("(a*)*(a*)*b", String(repeating: "a", count: 2_000), false), ("\\.", "a.b", true),
  ])
  func matchesTextsInLinearTime(_ example: (String, String, Bool)) throws {
    #expect(try TextPattern(example.0).matches(example.1) == example.2)
  }
}
