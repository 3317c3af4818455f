import Testing

@testable import MigrateKit

/// A rule sees the types of other files for what another rule of its recipe wrote.
@Suite struct FollowingRuleTests {
  private static let manifest = """
    id: two-steps
    title: Title
    summary: Summary.
    commit:
      subject: Subject
    changes-older-systems: true
    rules:
      - id: first
        message: found
        match:
          expr: "fooCall()"
        replace: "barCall()"
      - id: second
        message: found
        match:
          expr: "barCall()"
          inherits: UIViewController
        replace: "bazCall()"

    """

  @Test func typesOfOtherFilesCountForWhatARuleBeforeWrote() throws {
    let folder = RecipeFolder(
      path: "R/two-steps", manifest: Array(Self.manifest.utf8), origin: .repository)
    let recipe = try RecipeLibrary([folder]).entries[0].recipe
    let files = [
      "A.swift": """
      class X: Base { func f() { fooCall() } }
      class Y: UIView { func f() { barCall() } }

      """,
      "B.swift": "class Base: UIViewController {}\n",
    ].mapValues { Array($0.utf8) }
    let platforms = FilePlatforms([.iOS: PlatformVersion(15)])
    let request = Engine.Request(recipes: [recipe], platforms: { _ in platforms })
    let plan = try Engine(request).plan(for: InMemoryProject(files))
    #expect(
      plan.recipes[0].changes.map { String(decoding: $0.updated, as: UTF8.self) } == [
        """
        class X: Base { func f() { bazCall() } }
        class Y: UIView { func f() { barCall() } }

        """
      ])
  }
}
