/// View modifiers behind helpers that fold back to the original.
extension FoldBackProvedTests {
  static let helper = """


    fileprivate extension View {
      /// Applies `old` before iOS 26.0 only.
      func before26<Old: View>(@ViewBuilder _ old: (Self) -> Old) -> some View {
        #if os(iOS)
        if #available(iOS 26.0, *) { return self }
        #endif
        return old(self)
      }
    }
    """

  static let sinceHelper = """


    fileprivate extension View {
      func since26<New: View>(@ViewBuilder _ new: (Self) -> New) -> some View {
        #if os(iOS)
        if #available(iOS 26.0, *) { return new(self) }
        #endif
        return self
      }
    }
    """

  static let builderHelper = """


    fileprivate extension View {
      @ViewBuilder
      func before26<Old: View>(@ViewBuilder _ old: (Self) -> Old) -> some View {
        #if os(iOS)
        if #available(iOS 26.0, *), Flags.glass {
          self
        } else {
          old(self)
        }
        #else
        old(self)
        #endif
      }
    }
    """

  static let views: [FoldBackCase] = [
    FoldBackCase(
      "helper at the end of a chain",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.y().background(c) }\n}",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.y().before26 { $0.background(c) } }\n}"
        + helper),
    FoldBackCase(
      "helper in the middle of a chain",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.background(c).y() }\n}",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.before26 { $0.background(c) }.y() }\n}"
        + helper),
    FoldBackCase(
      "helper with a trailing closure inside",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.background { c() } }\n}",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.before26 { $0.background { c() } } }\n}"
        + helper),
    FoldBackCase(
      "helper on implicit self",
      "import SwiftUI\nextension View {\n  func f() -> some View { background(c) }\n}",
      "import SwiftUI\nextension View {\n  func f() -> some View { before26 { $0.background(c) } }\n}"
        + helper),
    FoldBackCase(
      "helper that the file has already",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.background(c) }\n}" + helper,
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.before26 { $0.background(c) } }\n}"
        + helper),
    FoldBackCase(
      "helper with a flag",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.background(c) }\n}",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.before26 { $0.background(c) } }\n}"
        + builderHelper),
    FoldBackCase(
      "helper of later systems with a check of its own",
      "import SwiftUI\nstruct A: View {\n  var body: some View { List { r() } }\n}",
      """
      import SwiftUI
      struct A: View {
        var body: some View {
          List { r() }
            .since26 {
              #if os(iOS)
              if #available(iOS 26.0, *) {
                $0.scrollContentBackground(.hidden)
              }
              #else
              $0
              #endif
            }
        }
      }
      """ + sinceHelper),
    FoldBackCase(
      "two helpers",
      "import SwiftUI\nstruct A: View {\n  var body: some View { List { r() }.background(c) }\n}",
      """
      import SwiftUI
      struct A: View {
        var body: some View {
          List { r() }.before26 { $0.background(c) }.since26 { $0.clear() }
        }
      }
      """ + helper + sinceHelper),
    FoldBackCase(
      "helper inside another modifier's closure",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.sheet { S().background(c) } }\n}",
      "import SwiftUI\nstruct A: View {\n  var body: some View { x.sheet { S().before26 { $0.background(c) } } }\n}"
        + helper),
    FoldBackCase(
      "configured helper of the project", helpers: ["legacyOnly": .before],
      "struct A: View {\n  var body: some View { x.background(c) }\n}",
      "struct A: View {\n  var body: some View { x.legacyOnly { $0.background(c) } }\n}"),
    FoldBackCase(
      "inline branch in a builder",
      "struct A: View {\n  var body: some View { x.background(c) }\n}",
      """
      struct A: View {
        var body: some View {
          if #available(iOS 26.0, *) {
            x
          } else {
            x.background(c)
          }
        }
      }
      """),
    FoldBackCase(
      "directive inside a chain", platforms: .minimums([.iOS: 16, .macOS: 13]),
      "struct A: View {\n  var body: some View {\n    x\n      .y()\n  }\n}",
      """
      struct A: View {
        var body: some View {
          x
            #if os(iOS)
            .since26 { $0.clear() }
            #endif
            .y()
        }
      }
      """ + sinceHelper),
  ]
}
