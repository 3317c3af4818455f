import MigrateKit
import Testing

@Suite struct RecipeDocumentTests {
  private func document(_ text: String) throws -> RecipeDocument {
    try RecipeDocument(path: "R/README.md", bytes: Array(text.utf8))
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try document(text)
      return []
    } catch let error as FileProblems {
      return error.problems.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func readsBlocksIntoCases() throws {
    let text = """
      # Glass

      ```swift
      documentation()
      ```

      ## Changes a call

      ```swift before iOS=16.4 macOS=13 safety=review option.depth=2 also-if="A.b && c"
      1️⃣old()
      ```
      ```swift after
      new()
      ```

      ```swift unchanged left=spinner,toolbarItem
      other()
      ```

      ## Several files
      ```swift file path=Facts.swift
      struct A {}
      ```
      ~~~swift before path=B/One.swift
      old()
      ~~~
      ~~~ swift after
      new()
      ~~~
      ```swift unchanged path=Two.swift platforms=unknown
      old
      ```
      """
    let cases = try document(text).cases
    #expect(cases.map(\.title) == ["Changes a call", "Changes a call (2)", "Several files"])
    #expect(cases[0].options == ["depth": "2"])
    #expect(cases[0].gateStyle.extraCondition == "A.b && c")
    #expect(cases[0].line == 9)
    let first = try #require(cases[0].files.first)
    #expect(first.before == "old()\n" && first.after == "new()\n")
    #expect(first.safety == [.review])
    #expect(
      first.platforms.minimums == [.iOS: PlatformVersion(16, 4), .macOS: PlatformVersion(13)])
    #expect(cases[1].files.map(\.left) == [["spinner", "toolbarItem"]])
    #expect(cases[1].files[0].platforms.minimums == [.iOS: PlatformVersion(15)])
    #expect(cases[2].files.map(\.path) == ["B/One.swift", "Two.swift", "Facts.swift"])
    #expect(cases[2].files.map(\.role) == [.before, .unchanged, .file])
    #expect(!cases[2].files[1].platforms.isKnown)
  }

  @Test func readsBlocksOfIndentedListsAndCarriageReturns() throws {
    let text = "- item\r\n\r\n  ```swift unchanged\r\n  a {\r\n    b\r\n  }\r\n  ```\r\n"
    #expect(try document(text).cases.first?.files.first?.before == "a {\n  b\n}\n")
  }

  @Test func reportsEverythingWrongAtOnceWithItsPlace() {
    let text = """
      ```swift befor
      ```
      ```swift after
      ```
      ```swift before lef=a path
      2️⃣x
      ```
      ```swift before iOS=new
      x
      ```
      ```swift after path=Other.swift
      x
      ```
      ## Facts
      ```swift file
      1️⃣x
      ```
      """
    #expect(
      problems(text) == [
        "R/README.md:1:10: 'befor' is no part of a case; write 'before', 'after', 'unchanged' or"
          + " 'file', or nothing after 'swift'",
        "R/README.md:3:4: this 'after' has no 'before' above it",
        "R/README.md:5:4: the markers of a block must count up from 1️⃣",
        "R/README.md:5:4: this 'before' has no 'after'; add one, or call it 'unchanged'",
        "R/README.md:5:17: unknown attribute 'lef'; did you mean 'left'",
        "R/README.md:5:23: 'path' has no value; write 'key=value'",
        "R/README.md:8:17: 'iOS' must be a version such as '15.0', or 'unknown'",
        "R/README.md:11:4: 'before' and 'after' are the same; write one 'unchanged' block",
        "R/README.md:11:4: 'path' differs from 'Case.swift' of the 'before'",
        "R/README.md:14:1: 'Case.swift' belongs to no case: there is none under this heading",
        "R/README.md:15:4: a 'file' block needs a 'path'",
        "R/README.md:15:4: nothing may be found in a 'file' block; call it 'before' or 'unchanged'",
      ])
  }
}
