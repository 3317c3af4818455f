import MigrateKit
import Testing

@Suite struct FoldBackRefusedTests {
  @Test(arguments: gates + locals + views)
  func refusesWhatOlderSystemsWouldNotice(_ refused: FoldBackCase) throws {
    let failure = try #require(try refused.failure())
    #expect(failure.reason == .notProved)
    #expect(failure.detail.first?.isLowercase == true)
  }

  static let gates: [FoldBackCase] = [
    FoldBackCase(
      "value that is not returned any more", "func f() -> Int {\n  a()\n}",
      "func f() -> Int {\n  if #available(iOS 26.0, *) {\n    b()\n  }\n  a()\n}"),
    FoldBackCase(
      "value of a getter that is not returned any more", "var x: Item { Item() }",
      "var x: Item {\n  let item = Item()\n  item\n}"),
    FoldBackCase(
      "override that does not call its super", "class C: P {}",
      "class C: P {\n  override func f() {\n    if #available(iOS 26.0, *) { a() }\n  }\n}"),
    FoldBackCase(
      "override that calls another super", "class C: P {}",
      "class C: P {\n  override func f() {\n    super.g()\n  }\n}"),
    FoldBackCase("no gate", "func f() {\n  a()\n}", "func f() {\n  a()\n  b()\n}"),
    FoldBackCase("lost statement", "func f() {\n  a()\n  b()\n}", "func f() {\n  a()\n}"),
    FoldBackCase("changed literal", "func f() {\n  a(1)\n}", "func f() {\n  a(2)\n}"),
    FoldBackCase(
      "swapped arms", "func f() {\n  a()\n}",
      "func f() {\n  if #available(iOS 26.0, *) {\n    a()\n  } else {\n    b()\n  }\n}"),
    FoldBackCase(
      "inverse gate", "func f() {\n  a()\n}",
      "func f() {\n  if #available(iOS 26.0, *) {\n    a()\n  }\n}"),
    FoldBackCase(
      "gate of an older version", "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(iOS 18.0, *) {\n    b()\n  }\n}"),
    FoldBackCase(
      "gate of an earlier minor version", since: [.iOS: PlatformVersion(26, 1)],
      "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(iOS 26.0, *) {\n    b()\n  }\n}"),
    FoldBackCase(
      "gate of another platform", "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(macOS 26.0, *) {\n    b()\n  }\n}"),
    FoldBackCase(
      "gate of extensions only", "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(iOSApplicationExtension 26.0, *) {\n    b()\n  }\n}"),
    FoldBackCase(
      "removal that a Mac would notice", platforms: .minimums([.iOS: 16, .macOS: 13]),
      "func f() {\n  a()\n}", "func f() {\n  if #unavailable(iOS 26.0) {\n    a()\n  }\n}"),
    FoldBackCase(
      "removal that other platforms of portable code would notice",
      "import SwiftUI\nfunc f() {\n  a()\n}",
      "import SwiftUI\nfunc f() {\n  if #unavailable(iOS 26.0) {\n    a()\n  }\n}"),
    FoldBackCase(
      "removal in portable code that imports UIKit on condition",
      "import SwiftUI\n#if canImport(UIKit)\nimport UIKit\n#endif\nfunc f() {\n  a()\n}",
      "import SwiftUI\n#if canImport(UIKit)\nimport UIKit\n#endif\nfunc f() {\n  if #unavailable(iOS 26.0) {\n    a()\n  }\n}"
    ),
    FoldBackCase(
      "insertion that visionOS would notice", platforms: .minimums([.iOS: 16, .visionOS: 1]),
      "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(iOS 26.0, *) {\n    b()\n  }\n}"),
    FoldBackCase(
      "platform condition without its other branch",
      platforms: .minimums([.iOS: 16, .macOS: 13]),
      "func f() {\n  a()\n}",
      "func f() {\n  #if os(iOS)\n  if #unavailable(iOS 26.0) {\n    a()\n  }\n  #endif\n}"),
    FoldBackCase(
      "compiler condition without its other branch", "func f() {\n  a()\n}",
      "func f() {\n  #if compiler(>=6.2)\n  if #unavailable(iOS 26.0) { a() }\n  #endif\n}"),
    FoldBackCase(
      "condition on debugging", "func f() {\n  a()\n}",
      "func f() {\n  #if DEBUG\n  a()\n  #endif\n}"),
    FoldBackCase(
      "call before the gate's clause", "func f() {\n  a()\n}",
      "func f() {\n  if g(), #available(iOS 26.0, *) {\n    b()\n  } else {\n    a()\n  }\n}"),
    FoldBackCase(
      "other condition with unavailable", "func f() {\n  a()\n}",
      "func f() {\n  if #unavailable(iOS 26.0), Flags.old {\n    a()\n  }\n}"),
    FoldBackCase(
      "arm that declares a name for later", "func f() {\n  let x = a()\n  b(x, x)\n}",
      "func f() {\n  if #unavailable(iOS 26.0) {\n    let x = a()\n  }\n  b(x, x)\n}"),
    FoldBackCase(
      "arm that defers", "func f() {\n  defer { a() }\n  b()\n}",
      "func f() {\n  if #unavailable(iOS 26.0) {\n    defer { a() }\n  }\n  b()\n}"),
    FoldBackCase(
      "guard before what was there", "func f() {\n  a()\n}",
      "func f() {\n  guard #available(iOS 26.0, *) else { return }\n  a()\n}"),
    FoldBackCase(
      "two statements become a call", "func f() {\n  a\n  (b)\n}", "func f() {\n  a(b)\n}"),
    FoldBackCase(
      "new stored member", "class C {\n}", "class C {\n  private let x = make()\n}"),
    FoldBackCase(
      "new public member", "class C {\n}", "class C {\n  func x() { a() }\n}"),
    FoldBackCase(
      "new private member that is reachable otherwise",
      "class C {\n}", "class C {\n  @objc private func x() { a() }\n}"),
    FoldBackCase(
      "new override", "class C {\n}",
      "class C {\n  fileprivate override func x() { a() }\n}"),
    FoldBackCase("new import", "import A", "import A\nimport B"),
    FoldBackCase(
      "minimum hidden by a lower second platform",
      platforms: .minimums([.iOS: 26, .macOS: 13]), "func f() {\n  a()\n}",
      "func f() {\n  b()\n}"),
    FoldBackCase(
      "declaration now for later systems only", "func f() { a() }",
      "@available(iOS 26.0, *)\nfunc f() { a() }"),
  ]

  static let locals: [FoldBackCase] = [
    FoldBackCase(
      "two uses", "func f() {\n  g(Item(), Item())\n}",
      "func f() {\n  let item = Item()\n  g(item, item)\n}"),
    FoldBackCase(
      "use in a closure", "func f() {\n  g { Item() }\n}",
      "func f() {\n  let item = Item()\n  g { item }\n}"),
    FoldBackCase(
      "use in an assertion", "func f() {\n  assert(make())\n}",
      "func f() {\n  let item = make()\n  assert(item)\n}"),
    FoldBackCase(
      "use after '??'", "func f() {\n  g(a ?? Item())\n}",
      "func f() {\n  let item = Item()\n  g(a ?? item)\n}"),
    FoldBackCase(
      "use after '&&'", "func f() {\n  g(a && make())\n}",
      "func f() {\n  let item = make()\n  g(a && item)\n}"),
    FoldBackCase(
      "use in a ternary", "func f() {\n  g(a ? Item() : b)\n}",
      "func f() {\n  let item = Item()\n  g(a ? item : b)\n}"),
    FoldBackCase(
      "use behind optional chaining", "func f() {\n  a?.g(Item())\n}",
      "func f() {\n  let item = Item()\n  a?.g(item)\n}"),
    FoldBackCase(
      "optional assignment", "func f() {\n  a?.item = Item()\n}",
      "func f() {\n  let item = Item()\n  a?.item = item\n}"),
    FoldBackCase(
      "call before the use", "func f() {\n  g(a(), Item())\n}",
      "func f() {\n  let item = Item()\n  g(a(), item)\n}"),
    FoldBackCase(
      "call on the left of an assignment", "func f() {\n  a().item = Item()\n}",
      "func f() {\n  let item = Item()\n  a().item = item\n}"),
    FoldBackCase(
      "call in a statement between", "func f() {\n  a()\n  g(Item())\n}",
      "func f() {\n  let item = Item()\n  a()\n  g(item)\n}"),
    FoldBackCase(
      "assignment between", "func f() {\n  x = 1\n  g(Item(x))\n}",
      "func f() {\n  let item = Item(x)\n  x = 1\n  g(item)\n}"),
    FoldBackCase(
      "changed order", "func f() {\n  g(A(), B())\n}",
      "func f() {\n  let b = B()\n  let a = A()\n  g(a, b)\n}"),
    FoldBackCase(
      "use under a condition", "func f() {\n  if c {\n    g(Item())\n  }\n}",
      "func f() {\n  let item = Item()\n  if c {\n    g(item)\n  }\n}"),
    FoldBackCase(
      "use in a loop", "func f() {\n  while c {\n    g(Item())\n  }\n}",
      "func f() {\n  let item = Item()\n  while c {\n    g(item)\n  }\n}"),
    FoldBackCase(
      "use in a second condition", "func f() {\n  if c, Item() {\n  }\n}",
      "func f() {\n  let item = Item()\n  if c, item {\n  }\n}"),
    FoldBackCase(
      "annotation that converts", "func f() {\n  g(make())\n}",
      "func f() {\n  let item: Any = make()\n  g(item)\n}"),
    FoldBackCase(
      "literal takes another type", "func f() {\n  g(1)\n}",
      "func f() {\n  let item = 1\n  g(item)\n}"),
    FoldBackCase(
      "precedence", "func f() {\n  y = a + b * 2\n}",
      "func f() {\n  let s = a + b\n  y = s * 2\n}"),
    FoldBackCase(
      "variable", "func f() {\n  g(Item())\n}",
      "func f() {\n  var item = Item()\n  g(item)\n}"),
    FoldBackCase(
      "asynchronous let", "func f() {\n  g(Item())\n}",
      "func f() {\n  async let item = Item()\n  g(item)\n}"),
    FoldBackCase(
      "shadowed name", "func f() {\n  g(Item())\n  if let item { h(item) }\n}",
      "func f() {\n  let item = Item()\n  g(item)\n  if let item { h(item) }\n}"),
    FoldBackCase(
      "other object returned", "func f() -> Item {\n  return Item(view: v)\n}",
      "func f() -> Item {\n  let item = Item(view: w)\n  return item\n}"),
    FoldBackCase(
      "closure that captures", "class C {\n  lazy var x = Item()\n}",
      "class C {\n  lazy var x = { [weak self] in Item() }()\n}"),
    FoldBackCase(
      "closure that is not called", "class C {\n  lazy var x = Item()\n}",
      "class C {\n  lazy var x = { Item() }\n}"),
    FoldBackCase(
      "flag set without a gate", "func f() -> Item {\n  return Item(view: v)\n}",
      "func f() -> Item {\n  let item = Item(view: v)\n  item.h = true\n  return item\n}"),
  ]

  static let start = "import SwiftUI\nstruct A: View {\n  var body: some View { "
  static let end = " }\n}"

  static func helper(_ body: String, access: String = "fileprivate ") -> String {
    "\n\n\(access)extension View {\n  func before26<Old: View>(@ViewBuilder _ old: (Self) -> Old)"
      + " -> some View {\n\(body)\n  }\n}"
  }

  static let good =
    "#if os(iOS)\nif #available(iOS 26.0, *) { return self }\n#endif\nreturn old(self)"

  static let views: [FoldBackCase] = [
    FoldBackCase(
      "helper without its platform condition",
      start + "x.background(c)" + end,
      start + "x.before26 { $0.background(c) }" + end
        + helper("if #available(iOS 26.0, *) { return self }\nreturn old(self)")),
    FoldBackCase(
      "helper with its arms swapped",
      start + "x.background(c)" + end,
      start + "x.before26 { $0.background(c) }" + end
        + helper(
          "#if os(iOS)\nif #available(iOS 26.0, *) { return old(self) }\n#endif\nreturn self")),
    FoldBackCase(
      "helper that others can see",
      start + "x.background(c)" + end,
      start + "x.before26 { $0.background(c) }" + end + helper(good, access: "")),
    FoldBackCase(
      "helper that is declared nowhere",
      start + "x.background(c)" + end, start + "x.before26 { $0.background(c) }" + end),
    FoldBackCase(
      "changed argument",
      start + "x.background(c)" + end,
      start + "x.before26 { $0.background(d) }" + end + helper(good)),
    FoldBackCase(
      "modifier moved in the chain",
      start + "x.background(c).y()" + end,
      start + "x.y().before26 { $0.background(c) }" + end + helper(good)),
    FoldBackCase(
      "base used twice",
      start + "x.overlay(x)" + end,
      start + "x.before26 { $0.overlay($0) }" + end + helper(good)),
    FoldBackCase(
      "base evaluated later",
      start + "Group(a(), x())" + end,
      start + "x().before26 { Group(a(), $0) }" + end + helper(good)),
    FoldBackCase(
      "base used inside a closure",
      start + "Group { x() }" + end,
      start + "x().before26 { view in Group { view } }" + end + helper(good)),
    FoldBackCase(
      "new modifier on every system",
      start + "x" + end, start + "x.clear()" + end),
    FoldBackCase(
      "helper that does more",
      start + "x.background(c)" + end,
      start + "x.before26 { $0.background(c) }" + end
        + helper(
          "#if os(iOS)\nif #available(iOS 26.0, *) { return self }\n#endif\nreturn old(self).y()")),
  ]
}
