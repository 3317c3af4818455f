import MigrateKit
import Testing

@Suite struct SourceFileTests {
  @Test func findsTheIndentationAFileUses() throws {
    #expect(try file("a {\n\tb\n\tc {\n\t\td\n\t}\n}\n").indentation == "\t")
    #expect(try file("a {\n  b\n  c {\n    d\n  }\n}\n").indentation == "  ")
    #expect(try file("a {\n    b\n}\n").indentation == "    ")
    #expect(try file("").indentation == "    ")
  }

  @Test func findsTheLineEndingAFileUses() throws {
    #expect(try file("a\r\nb\r\nc\n").lineEnding == "\r\n")
    #expect(try file("a\nb\n").lineEnding == "\n")
  }

  @Test func refusesBytesThatAreNotText() {
    #expect(throws: SourceError.notUTF8) { try SourceFile(path: "a", bytes: [0x66, 0xFF, 0x0A]) }
    #expect(throws: SourceError.notUTF8) { try SourceFile(path: "a", bytes: [0x66, 0x00]) }
    #expect(throws: SourceError.tooLarge(bytes: 3, limit: 2)) {
      try SourceFile(path: "a", bytes: [0x61, 0x61, 0x61], limit: 2)
    }
  }

  @Test func offsetsOfTheTreeAreThoseOfTheBytes() throws {
    let source = try file("\u{FEFF}// é\r\nlet größe = 1 + 2\r\n")
    let parsed = ParsedFile(source)
    let names = parsed.tree.statements.map { parsed.text(of: $0) }
    #expect(names == ["let größe = 1 + 2"])
    #expect(parsed.tree.description.utf8.elementsEqual(source.bytes))
  }

  @Test func deepNestingDoesNotOverflowTheStack() throws {
    let depth = 20_000
    let text = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    let parsed = ParsedFile(try file("let a = " + text))
    #expect(parsed.tree.hasError)
  }

  @Test func countsLinesAndColumnsFromOneInBytes() {
    let index = LineIndex(Array("a\r\né b\rc\n".utf8))
    #expect(index.position(of: 0) == LinePosition(line: 1, column: 1))
    #expect(index.position(of: 6) == LinePosition(line: 2, column: 4))
    #expect(index.position(of: 8) == LinePosition(line: 3, column: 1))
    #expect(index.position(of: 99) == LinePosition(line: 4, column: 1))
  }

  private func file(_ text: String) throws -> SourceFile {
    try SourceFile(path: "a.swift", bytes: Array(text.utf8))
  }
}
