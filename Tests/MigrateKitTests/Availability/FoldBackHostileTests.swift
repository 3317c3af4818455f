import MigrateKit
import Testing

/// Pairs that read alike before 26 at a glance and behave differently.
@Suite struct FoldBackHostileTests {
  @Test(arguments: cases)
  func refuses(_ refused: FoldBackCase) throws {
    let failure = try #require(try refused.failure())
    #expect(failure.reason == .notProved)
  }

  static let cases: [FoldBackCase] = [
    FoldBackCase(
      "local moved past a local that hides a name it means",
      "func f() {\n  let x = y\n  use(Item(x), x)\n}",
      "func f() {\n  let item = Item(x)\n  let x = y\n  use(item, x)\n}"),
    FoldBackCase(
      "local with a call moved past a read of what the call may change",
      "func f() {\n  let n = count\n  use(make(), n, n)\n}",
      "func f() {\n  let item = make()\n  let n = count\n  use(item, n, n)\n}"),
    FoldBackCase(
      "newer override, which the runtime calls on every system",
      "class A: B {\n  func f() {}\n}",
      "class A: B {\n  func f() {}\n  @available(iOS 26.0, *) override func g() { h() }\n}"),
    FoldBackCase(
      "newer method that Objective-C reaches by its selector",
      "class A: B {\n  func f() {}\n}",
      "class A: B {\n  func f() {}\n  @available(iOS 26.0, *) @objc func g() { h() }\n}"),
    FoldBackCase(
      "newer local with a value, which is evaluated on every system",
      "func f() {\n  a()\n}",
      "func f() {\n  @available(iOS 26.0, *) let x = b()\n  a()\n}"),
    FoldBackCase(
      "private member that string interpolation calls",
      "let a = \"\\(1)\"",
      "let a = \"\\(1)\"\nprivate extension String.StringInterpolation {\n"
        + "  mutating func appendInterpolation(_ value: Int) {}\n}"),
    FoldBackCase(
      "private member that a result builder calls",
      "import SwiftUI\nlet a = 1",
      "import SwiftUI\nlet a = 1\nprivate extension ViewBuilder {\n"
        + "  static func buildExpression(_ text: Text) -> EmptyView { EmptyView() }\n}"),
    FoldBackCase(
      "value of a closure that is not returned any more",
      "let a = run { b() }",
      "let a = run {\n  if #available(iOS 26.0, *) {\n    c()\n  }\n  b()\n  return\n}"),
    FoldBackCase(
      "removal that a Mac of the same version would notice",
      platforms: .minimums([.iOS: 26, .macOS: 26]), "func f() {\n  a()\n}", "func f() {\n}"),
    FoldBackCase(
      "insertion that a vision system of the same version would notice",
      platforms: .minimums([.iOS: 15, .visionOS: 26]), "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(iOS 26.0, *) {\n    b()\n  }\n}"),
    FoldBackCase(
      "local moved into a closure that runs later",
      "func f() {\n  later { use(make()) }\n}",
      "func f() {\n  let item = make()\n  later { use(item) }\n}"),
    FoldBackCase(
      "local moved behind a short circuit",
      "func f() {\n  use(a && make())\n}",
      "func f() {\n  let item = make()\n  use(a && item)\n}"),
    FoldBackCase(
      "loop that runs on newer systems only",
      "func f() {\n  a()\n}",
      "func f() {\n  while #unavailable(iOS 26.0) {\n    a()\n  }\n}"),
    FoldBackCase(
      "gate whose condition has effects",
      "func f() {\n  a()\n}",
      "func f() {\n  if b(), #available(iOS 26.0, *) {\n    c()\n  }\n  a()\n}"),
    FoldBackCase(
      "code behind a gate that leaves",
      "func f() {\n  a()\n  b()\n}",
      "func f() {\n  a()\n  guard #available(iOS 26.0, *) else { return }\n  b()\n}"),
    FoldBackCase(
      "arm that leaves a loop the other way",
      "func f() {\n  for x in y {\n    continue\n  }\n}",
      "func f() {\n  for x in y {\n    if #unavailable(iOS 26.0) { break }\n    continue\n  }\n}"),
    FoldBackCase(
      "code that only debug builds lose",
      "func f() {\n  a()\n}",
      "func f() {\n  #if DEBUG\n  if #unavailable(iOS 26.0) { a() }\n  #else\n  #endif\n}"),
    FoldBackCase(
      "code that a simulator would lose",
      "func f() {\n  a()\n}",
      "func f() {\n  #if targetEnvironment(simulator)\n  #else\n  a()\n  #endif\n}"),
    FoldBackCase(
      "line break that splits a call", "func f() {\n  a\n  (b)\n}", "func f() {\n  a(b)\n}"),
  ]
}
