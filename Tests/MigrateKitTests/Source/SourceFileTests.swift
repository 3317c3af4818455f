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

  @Test(
    arguments: [
      ("[", "]"), ("(", ")"), ("{", "}"), ("a<", ""), ("try ", ""), ("#if A\n", ""), ("a + ", ""),
      ("a.b().c", ""), ("a ? b : ", ""), ("if a { } else ", ""), ("f { }.g ", ""), ("\\(", ")"),
      ("\"\\(", ")\""), ("@a(", ")"), ("/*", "*/"), ("f(a, b).", ""), ("- ", ""), ("[\n", "]"),
      ("f [1]", ""), ("await ", ""), ("\"\"\"\n[ \"\"\"\n[", ""),
    ])
  func refusesTextThatTheParserWouldFollowWithoutBound(_ part: (String, String)) throws {
    let depth = 20_000
    let text =
      "let a = " + String(repeating: part.0, count: depth) + "1"
      + String(repeating: part.1, count: depth)
    #expect(throws: SourceError.tooDeep) { _ = try file(text) }
  }

  @Test func acceptsWhatPeopleAndGeneratorsWrite() throws {
    var text = "let table: [[[Int]]] = [\n"
    for row in 0..<3_000 { text += "  [[\(row), 2], [3]],\n" }
    text += "]\nlet s = \"[[[[[[[[[[[[[[[[\" // [[[[[[[[[[[[[[[[[[[[\n"
    text += "let long = a\n" + String(repeating: "  .padding(4)\n", count: 300)
    text += "let sum = 1" + String(repeating: " + 2", count: 400) + "\n"
    for row in 0..<3_000 { text += "if a < \(row), b > 2 { f(x: [\(row)]) }\n" }
    text += String(repeating: "#if DEBUG\nlet d = 1\n#endif\n", count: 500)
    let parsed = ParsedFile(try file(text))
    #expect(!parsed.tree.hasError)
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
