import Testing

@testable import MigrateKit

/// The listings of the guide, as they stand there, against every recipe of the default set at once.
@Suite struct GlassGuideTests {
  private static let recipes = BuiltInRecipes.entries.map(\.recipe).filter(\.isRecommended)

  private static func plan(_ view: String) throws -> Plan {
    let source = """
      import SwiftUI

      struct Screen: View {
          let items: [String] = []

          var body: some View {
              VStack {
                  \(view)
              }
          }

          func save() {}
      }

      struct Root: View {
          var body: some View {
              NavigationLink("Open") { Screen() }
          }
      }

      struct ActionButton: View {
          var icon: String

          var body: some View { Button {} label: { Image(systemName: icon) } }
      }

      struct ItemRow: View {
          var item: String

          var body: some View { Text(item) }
      }

      enum AppTheme {
          enum Colors {
              static let accent = Color.teal
              static let background = Color.white
          }
          enum Fonts {
              static let headline = Font.headline
          }
      }

      """
    let request = Engine.Request(
      recipes: recipes, platforms: { _ in FilePlatforms([.iOS: PlatformVersion(26)]) })
    return try Engine(request).plan(for: InMemoryProject(["Screen.swift": Array(source.utf8)]))
  }

  /// What the guide calls correct, or shows without a word against it.
  @Test(arguments: [
    """
    Text("Label")
        .font(AppTheme.Fonts.headline)
        .padding()
        .glassEffect(.regular, in: .rect(cornerRadius: 12))
    """,
    """
    GlassEffectContainer(spacing: 12) {
        HStack(spacing: 12) {
            ActionButton(icon: "pencil")
                .glassEffect(.regular.interactive(), in: .circle)
            ActionButton(icon: "trash")
                .glassEffect(.regular.interactive(), in: .circle)
        }
    }
    """,
    """
    Text("Brand")
        .padding()
        .glassEffect(.regular.tint(AppTheme.Colors.accent))
    """,
    """
    List(items, id: \\.self) { item in
        ItemRow(item: item)
            .listRowBackground(
                Rectangle()
                    .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 10))
                    .padding(.horizontal, 4)
            )
    }
    .scrollContentBackground(.hidden)
    """,
    """
    Button("Save") { save() }
        .buttonStyle(.glassProminent)
    """,
    """
    Button("Save") { save() }
        .glassEffect(.regular.interactive())
    """,
    """
    NavigationLink("Open") { Text("Open") }
        .glassEffect(.regular.interactive())
    """,
    """
    Text("Static").padding().glassEffect(.regular)
    """,
  ])
  func aRightListingGivesNoFinding(_ view: String) throws {
    #expect(Self.recipes.count > 15)
    for result in try Self.plan(view).recipes {
      #expect(result.findings.isEmpty, "\(result.findings)")
      #expect(result.skips.isEmpty)
    }
  }

  /// What the guide calls wrong, with the fix of one recipe.
  @Test(arguments: [
    (
      "Text(\"Label\")\n    .glassEffect()\n    .padding()", "glass-modifier-order",
      "Text(\"Label\")\n    .padding()\n    .glassEffect()"
    ),
    (
      "Text(\"Header\").padding().glassEffect(.regular.interactive())", "glass-interactive",
      "Text(\"Header\").padding().glassEffect(.regular)"
    ),
    (
      "TextField(\"Name\", text: .constant(\"\")).glassEffect(.regular)", "glass-text-surfaces",
      "TextField(\"Name\", text: .constant(\"\")).background { Color.clear.glassEffect(.regular) }"
    ),
    (
      "VStack { Text(\"A\").glassEffect() }.padding().glassEffect()", "glass-nesting",
      "VStack { Text(\"A\") }.padding().glassEffect()"
    ),
    (
      "HStack(spacing: 12) { Text(\"A\").glassEffect(); Text(\"B\").glassEffect() }",
      "glass-container",
      "GlassEffectContainer(spacing: 12) { "
        + "HStack(spacing: 12) { Text(\"A\").glassEffect(); Text(\"B\").glassEffect() } }"
    ),
    (
      "Text(\"On\").padding().glassEffect(.prominent)", "glass-prominence",
      "Text(\"On\").padding().glassEffect(.regular.tint(.accentColor))"
    ),
    (
      "Button(\"Save\") { save() }.glassEffect(.prominent)", "glass-prominence",
      "Button(\"Save\") { save() }.buttonStyle(.glassProminent)"
    ),
  ])
  func aWrongListingGetsItsFix(_ before: String, _ recipe: String, _ after: String) throws {
    let plan = try Self.plan(before)
    let changed = plan.recipes.filter { !$0.changes.isEmpty }
    #expect(changed.map(\.id) == [recipe])
    let text = try #require(
      changed.first?.changes.first.map { String(decoding: $0.updated, as: UTF8.self) })
    #expect(text.contains(after), "\(text)")
  }
}
