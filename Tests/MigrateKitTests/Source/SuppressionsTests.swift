import MigrateKit
import Testing

@Suite struct SuppressionsTests {
  @Test func aLineCommentCoversItsLineAndTheNext() throws {
    let suppressions = try make("let a = 1\n// migrate:ignore some-recipe on purpose\nlet b = 2\n")
    #expect(suppressions.covering(ids: ["some-recipe"], lines: 3...3).count == 1)
    #expect(suppressions.covering(ids: ["some-recipe"], lines: 1...1).isEmpty)
    #expect(suppressions.covering(ids: ["other"], lines: 3...3).isEmpty)
  }

  @Test func aTrailingCommentCoversItsOwnLine() throws {
    let suppressions = try make("let a = 1  // migrate:ignore r\nlet b = 2\n")
    #expect(suppressions.covering(ids: ["r"], lines: 1...1).count == 1)
  }

  @Test func aFileCommentCoversEveryLine() throws {
    let suppressions = try make("// migrate:ignore-file r\nlet a = 1\n\n\n\nlet b = 2\n")
    #expect(suppressions.covering(ids: ["r"], lines: 6...6).count == 1)
  }

  @Test func textInAStringIsNoSuppression() throws {
    let suppressions = try make("let a = \"// migrate:ignore r\"\nlet b = 2\n")
    #expect(suppressions.comments.isEmpty)
  }

  private func make(_ text: String) throws -> Suppressions {
    Suppressions(ParsedFile(try SourceFile(path: "a.swift", bytes: Array(text.utf8))))
  }
}
