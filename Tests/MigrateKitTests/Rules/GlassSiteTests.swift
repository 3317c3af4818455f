@testable import MigrateKit
import Testing

@Suite("Glass sites")
struct GlassSiteTests {
  private func sites(_ code: String) throws -> [GlassSite] {
    GlassSite.all(in: try parsed(code), facts: ProjectFacts())
  }

  private func parsed(_ code: String) throws -> ParsedFile {
    ParsedFile(try SourceFile(path: "Case.swift", bytes: Array(code.utf8)))
  }

  private func only(_ code: String) throws -> GlassSite {
    let found = try sites(code)
    return try #require(found.count == 1 ? found.first : nil)
  }

  @Test("a chain is read in both directions")
  func chain() throws {
    let site = try only(
      """
      struct A: View {
        var body: some View {
          Text("A").font(.title)
            .padding()
            .glassEffect(.regular.tint(.red).interactive(isOn), in: .circle)
            .padding(2).opacity(0.5)
        }
      }
      """)
    #expect(site.chain.before.map(\.name) == ["font", "padding"])
    #expect(site.chain.after.map(\.name) == ["padding", "opacity"])
    #expect(site.surface.viewName == "Text")
    #expect(site.glass?.leaves.map(\.variantName) == ["regular"])
    #expect(site.glass?.interactivity == .sometimes)
    #expect(site.shape?.trimmedDescription == ".circle")
  }

  @Test("a directive in a chain is followed from inside and from outside")
  func directive() throws {
    let site = try only(
      """
      struct A: View {
        var body: some View {
          Image("a").frame(width: 2)
            #if os(visionOS)
            .background(.thinMaterial)
            #else
            .bold()
            .glassEffect(isOn ? .regular : .identity)
            .opacity(0.2)
            #endif
            .padding()
        }
      }
      """)
    #expect(site.chain.before.map(\.name) == ["frame", "bold"])
    #expect(site.chain.after.map(\.name) == ["opacity", "padding"])
    #expect(site.surface.viewName == "Image")
    #expect(site.glass?.leaves.map(\.variantName) == ["regular", "identity"])
    #expect(site.glass?.interactivity == GlassValue.Interactivity.none)
  }

  @Test("a view is followed through the closure of a helper")
  func transform() throws {
    let site = try only(
      """
      struct A: View {
        var body: some View {
          Button("Go") { go() }.buttonStyle(.plain)
            .modify { view in
              if #available(iOS 26.0, *) { view.bold().glassEffect() } else { view }
            }
            .padding()
        }
      }
      """)
    #expect(site.chain.before.map(\.name) == ["buttonStyle", "bold"])
    #expect(site.chain.after.map(\.name) == ["padding"])
    #expect(site.chain.transforms.map(\.name) == ["modify"])
    #expect(site.surface.viewName == "Button")
  }

  @Test("what only has the name is no site")
  func shadows() throws {
    let found = try sites(
      """
      struct A: View {
        var body: some View {
          Text("A").backport.glassEffect(.regular, in: .capsule)
          content
            .backport
            .glassEffect()
          Text("B").modifier { glassEffect(view: $0, interactive: true) }
          Text("C").glassEffect(style: .thick)
          Text("D").glassEffect { Text("E") }
          glassEffect
        }
        var glassEffect: some View { Text("F") }
      }
      """)
    #expect(found.isEmpty)
  }

  @Test("surfaces are told apart")
  func surfaces() throws {
    let found = try sites(
      """
      struct M: ViewModifier {
        func body(content: Content) -> some View { content.glassEffect() }
      }
      struct S: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
          configuration.label.padding().glassEffect()
        }
      }
      extension View {
        func glass() -> some View { glassEffect() }
        func glass2() -> some View { self.padding().glassEffect() }
      }
      struct V: View {
        var body: some View {
          Color.clear.glassEffect()
          Capsule().glassEffect()
          title.glassEffect()
          row(1).glassEffect()
        }
        func wrap(view: some View) -> some View { view.glassEffect() }
      }
      """)
    let kinds = found.map { "\($0.surface)" }
    #expect(
      kinds == [
        "modifierContent(\"M\")", "styleContent(\"S\")", "extended(\"View\")",
        "extended(\"View\")", "fill(\"Color\")", "fill(\"Capsule\")", "member(\"title\")",
        "member(\"row\")", "parameter(\"view\")",
      ])
  }

  @Test("a modifier of the project that can be called like SwiftUI's shadows it")
  func projectModifier() throws {
    let file = try parsed(
      """
      extension View {
        func glassEffect(_ style: Style = .plain, in shape: some Shape) -> some View { self }
      }
      """)
    let facts = GlassShadowCollector().collect(file, given: ProjectFacts())
    #expect(facts.map(\.subject) == ["glassEffect"])
    let other = try parsed(
      """
      struct Backport<Content> {
        func glassEffect(_ style: Style = .plain) -> some View { content }
      }
      extension View {
        func glassEffect<V: View>(view: V, interactive: Bool) -> some View { view }
      }
      """)
    #expect(GlassShadowCollector().collect(other, given: ProjectFacts()).isEmpty)
  }

  @Test("types and modifiers that carry glass are known by name")
  func carriers() throws {
    let file = try parsed(
      """
      extension View {
        func card() -> some View {
          if #available(iOS 26.0, *) { return padding().glassEffect() }
          return padding()
        }
      }
      struct Chip: View {
        var body: some View {
          if #available(iOS 26.0, *) { Text("A").glassEffect() } else { Text("A") }
        }
      }
      struct Bar: View {
        var body: some View { HStack { Text("A").glassEffect() } }
      }
      """)
    let facts = GlassCarrierCollector().collect(file, given: ProjectFacts())
    #expect(
      facts.map { "\($0.subject) \($0.object)" } == [".card helper", "Chip view", "Bar part"])
  }
}
