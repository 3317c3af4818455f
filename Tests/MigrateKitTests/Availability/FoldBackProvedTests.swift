import MigrateKit
import Testing

@Suite struct FoldBackProvedTests {
  @Test(arguments: statements + expressions + locals + views)
  func provesWhatOlderSystemsDoNotSee(_ proved: FoldBackCase) throws {
    #expect(try proved.failure() == nil)
  }

  static let statements: [FoldBackCase] = [
    FoldBackCase(
      "nothing changed", "func f() { a() }", "func f() { a() }"),
    FoldBackCase(
      "override that only calls its super outside of a gate", "class C: P {\n  func g() {}\n}",
      "class C: P {\n  override func f() {\n    super.f()\n"
        + "    if #available(iOS 26.0, *) {\n      a()\n    }\n  }\n\n  func g() {}\n}"),
    FoldBackCase(
      "white space only", "func f() { a(); b() }", "func f() {\n  a()\n  b()\n}"),
    FoldBackCase(
      "inserted gate",
      "func f() {\n  x.item = y\n}",
      "func f() {\n  x.item = y\n  if #available(iOS 26.0, *) {\n    x.item?.h = true\n  }\n}"),
    FoldBackCase(
      "inserted gate in its old spelling",
      "func f() {\n  x.item = y\n}",
      "func f() {\n  x.item = y\n  if #available(iOS 19, *) {\n    x.item?.h = true\n  }\n}"),
    FoldBackCase(
      "inserted gate of a later version",
      "func f() {\n  a()\n}",
      "func f() {\n  a()\n  if #available(iOS 26.1, *) { b() }\n}"),
    FoldBackCase(
      "unavailable",
      "func f() {\n  view.backgroundColor = .red\n}",
      "func f() {\n  if #unavailable(iOS 26.0) {\n    view.backgroundColor = .red\n  }\n}"),
    FoldBackCase(
      "both arms",
      "func f() {\n  a()\n  b()\n}",
      "func f() {\n  if #available(iOS 26.0, *) {\n    c()\n  } else {\n    a()\n  }\n  b()\n}"),
    FoldBackCase(
      "empty new arm",
      "func f() {\n  a()\n}",
      "func f() {\n  if #available(iOS 26.0, *) {\n  } else {\n    a()\n  }\n}"),
    FoldBackCase(
      "new arm with a flag",
      "func f() {\n  a()\n}",
      "func f() {\n  if #available(iOS 26.0, *), Flags.glass {\n    b()\n  } else {\n    a()\n  }\n}"
    ),
    FoldBackCase(
      "flag first",
      "func f() {\n  a()\n}",
      "func f() {\n  if Flags.glass, #available(iOS 26.0, *) {\n    b()\n  } else {\n    a()\n  }\n}"
    ),
    FoldBackCase(
      "guard",
      "func f() {\n  a()\n}",
      "func f() {\n  a()\n  guard #available(iOS 26.0, *) else { return }\n  b()\n}"),
    FoldBackCase(
      "early return of what was there",
      "func f() -> Int {\n  a()\n}",
      "func f() -> Int {\n  if #unavailable(iOS 26.0) { return a() }\n  return b()\n}"),
    FoldBackCase(
      "return in both arms",
      "func f() -> Int {\n  g()\n  return a()\n}",
      "func f() -> Int {\n  g()\n  if #available(iOS 26.0, *) { return b() }\n  return a()\n}"),
    FoldBackCase(
      "else if",
      "func f() {\n  if c {\n    a()\n  } else {\n    b()\n  }\n}",
      """
      func f() {
        if c {
          a()
        } else if #available(iOS 26.0, *) {
          z()
        } else {
          b()
        }
      }
      """),
    FoldBackCase(
      "gate in an extra condition that was there",
      "func f() {\n  if let x = y() {\n    a(x)\n  }\n}",
      "func f() {\n  if #unavailable(iOS 26.0), let x = y() {\n    a(x)\n  }\n}"),
    FoldBackCase(
      "change inside a new-only arm",
      "func f() {\n  if #available(iOS 26.0, *) {\n    a()\n  }\n}",
      "func f() {\n  if #available(iOS 26.0, *) {\n    a()\n    b()\n  }\n}"),
    FoldBackCase(
      "change behind a condition with effects in a new-only arm",
      "func f() {\n  if g(), #available(iOS 26.0, *) {\n    a()\n  }\n}",
      "func f() {\n  if g(), #available(iOS 26.0, *) {\n    a()\n    b()\n  }\n}"),
    FoldBackCase(
      "change in a declaration of later systems",
      "@available(iOS 26.0, *)\nfunc f() { a() }",
      "@available(iOS 26.0, *)\nfunc f() { b() }"),
    FoldBackCase(
      "arm with a declaration where a scope was",
      "func f() {\n  do {\n    let x = a()\n    b(x, x)\n  }\n}",
      "func f() {\n  if #unavailable(iOS 26.0) {\n    let x = a()\n    b(x, x)\n  }\n}"),
    FoldBackCase(
      "removal named on iOS, file of two platforms",
      platforms: .minimums([.iOS: 16, .macOS: 13]),
      "func f() {\n  a()\n}",
      """
      func f() {
        #if os(iOS)
        if #unavailable(iOS 26.0) {
          a()
        }
        #else
        a()
        #endif
      }
      """),
    FoldBackCase(
      "removal that lists every platform",
      platforms: .minimums([.iOS: 16, .macOS: 13]),
      "func f() {\n  a()\n}",
      "func f() {\n  if #unavailable(iOS 26.0, macOS 26.0) {\n    a()\n  }\n}"),
    FoldBackCase(
      "removal on Mac Catalyst follows iOS",
      platforms: .minimums([.iOS: 16, .macCatalyst: 16]),
      "func f() {\n  a()\n}",
      "func f() {\n  if #unavailable(iOS 26.0) {\n    a()\n  }\n}"),
    FoldBackCase(
      "compiler condition around an insertion",
      "func f() {\n  a()\n}",
      "func f() {\n  a()\n  #if compiler(>=6.2)\n  if #available(iOS 26.0, *) { b() }\n  #endif\n}"),
    FoldBackCase(
      "compiler condition around a removal",
      "func f() {\n  a()\n}",
      """
      func f() {
        #if compiler(>=6.2) && (os(iOS) || os(tvOS))
        if #unavailable(iOS 26.0) {
          a()
        }
        #else
        a()
        #endif
      }
      """),
    FoldBackCase(
      "minimum is 26 already", platforms: .minimums([.iOS: 26]),
      "func f() {\n  a()\n}", "func f() {\n  b()\n}"),
    FoldBackCase(
      "a condition on debugging stays",
      "func f() {\n  #if DEBUG\n  a()\n  #else\n  b()\n  #endif\n  c()\n}",
      """
      func f() {
        #if DEBUG
        a()
        #else
        b()
        #endif
        if #unavailable(iOS 26.0) { c() }
      }
      """),
    FoldBackCase(
      "gate in a switch case",
      "func f() {\n  switch x {\n  case .a: a()\n  default: break\n  }\n}",
      """
      func f() {
        switch x {
        case .a:
          a()
          if #available(iOS 26.0, *) { b() }
        default: break
        }
      }
      """),
    FoldBackCase(
      "new private members without a use",
      "class C {\n  func f() { a() }\n}",
      """
      class C {
        func f() { if #available(iOS 26.0, *) { clear() } else { a() } }
        private func clear() { b() }
        private var tint: Int { 1 }
        private lazy var item = make()
      }
      """),
    FoldBackCase(
      "new member for later systems",
      "class C {\n  func f() { a() }\n}",
      "class C {\n  func f() { a() }\n  @available(iOS 26.0, *)\n  func g() { b() }\n}"),
  ]

  static let expressions: [FoldBackCase] = [
    FoldBackCase(
      "if expression",
      "func f() {\n  let x = a()\n  use(x, x)\n}",
      """
      func f() {
        let x = if #available(iOS 26.0, *) { b() } else { a() }
        use(x, x)
      }
      """),
    FoldBackCase(
      "returned if expression",
      "var x: Int { a() }",
      "var x: Int {\n  return if #available(iOS 26.0, *) { b() } else { a() }\n}"),
    FoldBackCase(
      "lazy variable with a typed closure",
      "class C {\n  lazy var x = Item(view: v)\n}",
      """
      class C {
        lazy var x: Item = {
          let item = Item(view: v)
          if #available(iOS 26.0, *) {
            item.h = true
          }
          return item
        }()
      }
      """),
    FoldBackCase(
      "lazy variable with a result clause",
      "class C {\n  lazy var x = Item(view: v)\n}",
      """
      class C {
        lazy var x = { () -> Item in
          let item = Item(view: v)
          if #available(iOS 26.0, *) { item.h = true }
          return item
        }()
      }
      """),
    FoldBackCase(
      "implicit initialiser under its annotation",
      "class C {\n  lazy var x: Item = .init(view: v)\n}",
      """
      class C {
        lazy var x: Item = {
          let item: Item = .init(view: v)
          if #available(iOS 26.0, *) { item.h = true }
          return item
        }()
      }
      """),
    FoldBackCase(
      "gate in a closure that was there",
      "class C {\n  let x: Item = {\n    let item = Item()\n    item.a = 1\n    return item\n  }()\n}",
      """
      class C {
        let x: Item = {
          let item = Item()
          item.a = 1
          if #available(iOS 26.0, *) { item.h = true }
          return item
        }()
      }
      """),
  ]

  static let locals: [FoldBackCase] = [
    FoldBackCase(
      "hoisted return",
      "func f() -> Item {\n  return Item(view: v)\n}",
      """
      func f() -> Item {
        let item = Item(view: v)
        if #available(iOS 26.0, *) { item.h = true }
        return item
      }
      """),
    FoldBackCase(
      "hoisted implicit return",
      "func f() -> Item { Item(view: v) }",
      """
      func f() -> Item {
        let item = Item(view: v)
        if #available(iOS 26.0, *) { item.h = true }
        return item
      }
      """),
    FoldBackCase(
      "hoisted array elements in their order",
      "func f() {\n  nav.items = [Item(view: a()), Item(view: b())]\n}",
      """
      func f() {
        let first = Item(view: a())
        let second = Item(view: b())
        if #available(iOS 26.0, *) {
          first.h = true
          second.h = true
        }
        nav.items = [first, second]
      }
      """),
    FoldBackCase(
      "hoisted past a plain name",
      "func f() {\n  nav.items = [other, Item(view: b())]\n}",
      """
      func f() {
        let item = Item(view: b())
        if #available(iOS 26.0, *) { item.h = true }
        nav.items = [other, item]
      }
      """),
    FoldBackCase(
      "hoisted argument",
      "func f() {\n  nav.items.append(.init(view: b()))\n}",
      """
      func f() {
        let item: Item = .init(view: b())
        if #available(iOS 26.0, *) { item.h = true }
        nav.items.append(item)
      }
      """),
    FoldBackCase(
      "argument before a trailing closure",
      "func f() {\n  g(Item(view: b())) { c() }\n}",
      """
      func f() {
        let item = Item(view: b())
        if #available(iOS 26.0, *) { item.h = true }
        g(item) { c() }
      }
      """),
    FoldBackCase(
      "sum keeps its extent",
      "func f() {\n  y = (a + b)\n}",
      "func f() {\n  y = (a + b)\n  if #available(iOS 26.0, *) { y = 0 }\n}"),
  ]
}
