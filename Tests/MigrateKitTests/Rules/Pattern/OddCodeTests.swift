import MigrateKit
import Testing

/// Patterns and texts against code that is rarely written so.
@Suite struct OddCodeTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var match: String
    var code: String
    var count = 1
    var testDescription: String { "\(match) in \(code)" }
  }

  static let examples = [
    // Closures after the parentheses, labels, macros.
    Example(
      match: "expr: '$v.sheet(isPresented: $b, onDismiss: $d, content: $c)'",
      code: "v.sheet(isPresented: $a) { b() } content: { A() }"),
    Example(
      match: "expr: '$v.sheet(isPresented: $b, onDismiss: $d, content: $c)'",
      code: "v.sheet(isPresented: $a, onDismiss: done) { A() }"),
    Example(
      match: "expr: 'Button(action: $a, label: $l)'", code: "Button { a() } label: { b() }"),
    Example(match: "expr: 'Button(action: $a, label: $l)'", code: "Button { a() }", count: 0),
    Example(match: "expr: '#Preview($$$)'", code: "#Preview(\"a\") { B() }"),
    Example(match: "decl: '#Preview { $$$ }'", code: "#Preview { B() }"),
    Example(match: "decl: '#Preview { $$$ }'", code: "struct A { #Preview { B() } }"),
    Example(match: "member: '#Preview { $$$ }'", code: "#Preview { B() }", count: 0),
    // Chains.
    Example(
      match: "expr: 'List($$$).$$$.listStyle($s)'",
      code: "List { a }\n#if os(iOS)\n.b()\n#endif\n.listStyle(.plain)"),
    Example(
      match: "expr: 'List($$$).$$$.listStyle($s)'",
      code: "List { a }\n#if os(iOS)\n.b()\n.listStyle(.plain)\n#else\n.listStyle(.c)\n#endif",
      count: 2),
    Example(
      match: "expr: '$v.listStyle($s)'",
      code: "List { a }\n#if os(iOS)\n#if DEBUG\n.listStyle(.plain)\n#endif\n#endif"),
    Example(match: "expr: '$v.old()'", code: "f(.old())", count: 0),
    Example(match: "expr: 'view.$$$.pin($s)'", code: "view?.a.pin(b)"),
    Example(match: "expr: 'view.$$$.pin($s)'", code: "view!.a[0].b()().pin(c)"),
    Example(match: "expr: 'view.$$$.pin($s)'", code: "view(a).pin(c)", count: 0),
    Example(match: "expr: 'Text($t).$$$.font($f).$$$'", code: "Text(a).b().font(c).d().e"),
    Example(match: "expr: 'A.$$$.old()'", code: "A.old()"),
    // The same code, however it is written, and only that.
    Example(match: "expr: 'same($x, $x)'", code: "same(`a` /* b */ . c, a\n  .c)"),
    Example(match: "expr: 'same($x, $x)'", code: "same({ a; b }, { a\nb })"),
    Example(match: "expr: 'same($x, $x)'", code: "same([1, 2,], [1, 2])"),
    Example(match: "expr: 'same($x, $x)'", code: "same({ a\n(b) }, { a(b) })", count: 0),
    Example(match: "expr: 'same(a($$$x), a($$$x))'", code: "same(a(b, (c)), a(b(c)))", count: 0),
    // Operators, literals, conditions.
    Example(match: "expr: '$a ?? old'", code: "let a = b ?? c ?? old"),
    Example(match: "expr: 'old ? $a : $b'", code: "let a = old ? 1 : c ? 2 : 3"),
    Example(match: "expr: 'old(\"a\\($x)b\")'", code: "old(\"a\\(1 + 2)b\")"),
    Example(match: "expr: 'old($x)'", code: "\"\\(old(1)) b\""),
    Example(match: "stmt: 'if old, $$$c { $$$ }'", code: "if old, let a = b, c { d() }"),
    Example(
      match: "expr: 'switch old { $$$ }'", code: "let a = switch old { case .b: 1\ndefault: 2 }"),
    Example(
      match: "expr: 'old.map { [weak self] $x in $$$body }'",
      code: "old.map { [weak self] a in b(a); c() }"),
    Example(match: "expr: 'Foo<$a, $$$>()'", code: "Foo<Int, Bar, Baz>()"),
    Example(
      match: "stmt: 'if #available(iOS 15, *) { $$$a } else { $$$b }'",
      code: "if #available(iOS 15, *) { a() } else { b() }"),
  ]

  @Test(arguments: examples)
  func findsWhatIsMeant(_ example: Example) throws {
    let recipe = try PatternRecipe("match:\n  " + example.match)
    #expect(try recipe.run(example.code + "\n").findings.count == example.count)
  }

  // MARK: Texts

  struct Change: Sendable, CustomTestStringConvertible {
    var rule: String
    var code: String
    /// What comes out; nil where the code stays.
    var result: String?
    var left: [String] = []
    var testDescription: String { "\(rule): \(code)" }
  }

  static let changes = [
    // What a '?' ends stays what it ends.
    Change(
      rule: "match: '$a.old($b)'\nreplace: '$a.new($b)'", code: "a?.b.old(c)?.d",
      result: "a?.b.new(c)?.d"),
    Change(
      rule: "match: '$a.old($b)'\nreplace: 'new($a, $b)'", code: "a?.old(b)",
      left: ["optionalChain"]),
    Change(
      rule: "match: '$x.count == 0'\nreplace: '$x.isEmpty'", code: "let a = b?.count == 0",
      left: ["optionalChain"]),
    Change(
      rule: "match: '$x.radius = $r'\nreplace: '$x.round = $r'", code: "view?.layer.radius = 2",
      result: "view?.layer.round = 2"),
    Change(
      rule: "match: '$x.radius = $r'\nreplace: '$x.round(by: $r)'", code: "view?.layer.radius = 2",
      result: "view?.layer.round(by: 2)"),
    Change(
      rule: "match: 'old($a.frame)'\nreplace: 'new($a.frame)'", code: "old(b?.c.frame)",
      result: "new(b?.c.frame)"),
    Change(
      rule: "match: 'old($a)'\nreplace: '$a.new()'", code: "old(b?.c)", result: "(b?.c).new()"),
    // What only stands where it stands.
    Change(
      rule: "match: 'old($a, $b)'\nreplace: '$a.new($b)'", code: "old(&a, b)",
      left: ["inOutArgument"]),
    Change(
      rule: "match: '$a.old($b)'\nreplace: 'new($a, $b)'", code: "super.old(b)",
      left: ["superReference"]),
    Change(
      rule: "match: '$a.old($b)'\nreplace: 'new($a, $b)'", code: "let c: D = .a.old(b)",
      left: ["implicitMember"]),
    Change(
      rule: "match: 'old($a)'\nreplace: 'run { $a }'", code: "old(try await b())", left: ["effects"]
    ),
    Change(
      rule: "match: 'old { $a }'\nreplace: 'run { $a }'", code: "old { try b() }",
      result: "run { try b() }"),
    // Links in a '#if' have their beginning elsewhere.
    Change(
      rule: "match: '$v.old($x)'\nreplace: '$v.new($x)'",
      code: "A {}\n  #if os(iOS)\n  .b()\n  .old(1)\n  #else\n  .old(2)\n  #endif\n  .old(3)",
      result: "A {}\n  #if os(iOS)\n  .b()\n  .new(1)\n  #else\n  .new(2)\n  #endif\n  .new(3)"),
    Change(
      rule: "match: '$v.old($x)'\nreplace: 'New($v, $x)'",
      code: "A {}\n  #if os(iOS)\n  .b()\n  .old(1)\n  #endif\n  .old(3)",
      left: ["conditionalChain", "conditionalChain"]),
    Change(
      rule: "match: '$v.old($x)'\nremove: always", code: "A {}\n  #if os(iOS)\n  .old(1)\n  #endif",
      left: ["conditionalChain"]),
    Change(
      rule: "match: '$v.old($x)'\ninsert-after: 'b()'",
      code: "A {}\n  #if os(iOS)\n  .old(1)\n  #endif", left: ["conditionalChain"]),
    Change(
      rule: "match: 'A($$$).$$$l.old()'\nreplace: 'B().$$$l.new()'",
      code: "A {}\n  #if os(iOS)\n  .c()\n  #endif\n  .old()", left: ["conditionalChain"]),
    // Links and blocks that are written again.
    Change(
      rule: "match: 'Text($t).$$$l.font($f).$$$r'\nreplace: 'Label($t).$$$l.style($f).$$$r'",
      code: "Text(a).b().font(c).d()", result: "Label(a).b().style(c).d()"),
    Change(
      rule: "match: 'Text($t).$$$l.font($f).$$$r'\nreplace: 'Label($t).$$$l.style($f).$$$r'",
      code: "Text(a).font(c)", result: "Label(a).style(c)"),
    Change(
      rule: "match: 'old { $$$b }'\nreplace: 'new { $$$b }'",
      code: "old { [weak self] x in\n    // why\n    a(x)\n\n    b(x)\n}",
      result: "new { [weak self] x in\n    // why\n    a(x)\n\n    b(x)\n}"),
    Change(
      rule: "match: 'old { $x in $$$b }'\nreplace: 'new { $x in $$$b }'",
      code: "func f() {\n    old { a in\n        b(a)\n    }\n}",
      result: "func f() {\n    new { a in\n        b(a)\n    }\n}"),
    Change(
      rule: "match: {decl: 'class $n { $$$b }'}\nreplace: 'struct $n { $$$b }'",
      code: "class A {\n    var b = 1\n\n    // c\n    func d() {}\n}",
      result: "struct A {\n    var b = 1\n\n    // c\n    func d() {}\n}"),
    Change(
      rule: "match: 'old { $$$b }'\nreplace: 'new { $$$b }'", code: "old { }\nold { a }",
      result: "new { }\nnew { a }"),
  ]

  @Test(arguments: changes)
  func changesWhatIsMeant(_ change: Change) throws {
    let recipe = try PatternRecipe(
      change.rule, head: "changes-older-systems: true\nremoves: true")
    let result = try recipe.run(change.code + "\n")
    #expect(result.left.map(\.reason) == change.left)
    let text = result.change.map { String(decoding: $0.updated, as: UTF8.self) }
    #expect(text == change.result.map { $0 + "\n" })
  }
}
