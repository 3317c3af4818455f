import MigrateKit
import Testing

@Suite struct RecipeVerifierTests {
  static let text = """
    ## Replaces a word

    ```swift before
    func f() {
      if true {
        1️⃣old
      }
    }
    ```
    ```swift after
    func f() {
      if true {
        new(
        )
      }
    }
    ```

    """

  private func entry(_ fault: LineRule.Fault?) throws -> RecipeEntry {
    let manifest = """
      id: lines
      title: Lines
      summary: Lines.
      commit: {subject: Change lines}
      rules: [line-rule]
      changes-older-systems: true
      """
    let folder = RecipeFolder(path: "R/lines", manifest: Array(manifest.utf8), origin: .user)
    let catalog = RuleCatalog([LineRule(fault: fault)])
    return try #require(try RecipeLibrary([folder], catalog: catalog).entries.first)
  }

  private func document(_ text: String) throws -> RecipeDocument {
    let reviewed = text.replacing("swift before\n", with: "swift before safety=review\n")
    return try RecipeDocument(path: "R/lines/README.md", bytes: Array(reviewed.utf8))
  }

  private func checks(_ text: String, _ fault: LineRule.Fault? = nil) throws -> Set<String> {
    let verifier = RecipeVerifier(try entry(fault))
    return Set(try document(text).cases.flatMap { verifier.failures(of: $0) }.map(\.check))
  }

  @Test func acceptsARuleThatHolds() throws {
    #expect(try checks(Self.text).isEmpty)
  }

  @Test(arguments: [
    (LineRule.Fault.looksAtCommentsAndLiterals, ["in a comment", "in a string literal"]),
    (.countsCharacters, ["after a comment in wide characters", "with a byte order mark"]),
    (.alwaysEndsLinesWithLineFeeds, ["with CR LF"]),
    (.alwaysIndentsWithSpaces, ["with tabs"]),
    (.needsTooMuch, ["as written"]),
    (.neverSettles, ["as written"]),
    (.shouts, ["as written"]),
  ])
  func findsTheFault(_ fault: LineRule.Fault, _ expected: [String]) throws {
    let found = try checks(Self.text, fault)
    #expect(found.isSuperset(of: expected), "\(found)")
  }

  @Test func findsNeedlesThatHideASite() throws {
    let text = Self.text.replacing("func f() {", with: "func f() { // Banana")
    #expect(try checks(text, .needsTooMuch) == ["before parsing"])
  }

  @Test func showsWhatDiffers() throws {
    let text = Self.text.replacing("1️⃣old", with: "old").replacing("new(", with: "newer(")
    let example = try #require(try document(text).cases.first)
    let failures = RecipeVerifier(try entry(nil)).failures(of: example).map(\.description)
    #expect(
      failures == [
        "R/lines/README.md:3: Replaces a word, as written: no marker is at Case.swift:3:5:"
          + " 'old' is old: replace it [line-rule]",
        "R/lines/README.md:3: Replaces a word, as written: 'Case.swift' comes out wrong"
          + " (- expected, + actual):\n func f() {\n   if true {\n-    newer(\n+    new(\n     )\n"
          + "   }\n }",
      ])
  }

  @Test func reportsMarkersWithoutFindingsAndSitesNotLeft() throws {
    let text = "```swift unchanged left=spinner option.depth=2\nlet a = 1️⃣b\n```\n"
    let verifier = RecipeVerifier(try entry(nil))
    let failures = verifier.failures(of: try #require(try document(text).cases.first))
    #expect(
      failures.map(\.detail) == [
        "the recipe has no option 'depth'",
        "nothing is found at marker 1 (line 1, column 9 of 'Case.swift')",
        "'Case.swift' should leave sites for [spinner], but leaves []",
      ])
  }

  @Test func blessesWhatTheRecipeDoesNow() throws {
    let wrong = Self.text.replacing("new(\n    )", with: "stale")
    let verifier = RecipeVerifier(try entry(nil))
    let blessing = CaseBlessing(try document(wrong), by: verifier)
    #expect(blessing.text == Self.text.replacing("before\n", with: "before safety=review\n"))
    #expect(blessing.changed == ["Replaces a word"])
    #expect(blessing.refused.isEmpty)
  }

  @Test func refusesToBlessABlockOfTheWrongRole() throws {
    let text = "```swift unchanged\nold\n```\n"
    let blessing = CaseBlessing(try document(text), by: RecipeVerifier(try entry(nil)))
    #expect(blessing.text == text)
    #expect(blessing.refused.count == 1)
  }
}
