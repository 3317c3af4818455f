import MigrateKit
import Testing

@Suite struct YAMLReaderTests {
  private func read(
    _ text: String, _ dialect: YAMLReader.Dialect = .strict
  ) -> YAMLReader.Document {
    YAMLReader.read(Array(text.utf8), file: "f.yml", dialect: dialect)
  }

  private func messages(_ text: String, _ dialect: YAMLReader.Dialect = .strict) -> [String] {
    read(text, dialect).problems.map(\.description)
  }

  @Test func readsScalarsListsAndMappingsAsWritten() {
    let root = read("a: 26.0\nb: [x, 'y']\nc:\n  d: |\n    if #available\n").root
    #expect(root?["a"]?.content == .scalar("26.0", .plain))
    #expect(root?["b"]?.items?.map(\.text) == ["x", "y"])
    #expect(root?["c"]?["d"]?.content == .scalar("if #available\n", .block))
    #expect(root?["c"]?["d"]?.start == LinePosition(line: 4, column: 6))
  }

  @Test func countsColumnsInBytes() {
    let root = read("\u{FEFF}é: 漢字\nk: [é, x]\n").root
    #expect(root?["é"]?.start == LinePosition(line: 1, column: 8))
    #expect(root?["k"]?.items?.last?.start == LinePosition(line: 2, column: 9))
  }

  @Test func countsLinesAsOtherToolsDo() {
    let root = read("a: 'x\u{2028}y'\r\nb: z\r\n").root
    #expect(root?["b"]?.start == LinePosition(line: 2, column: 4))
  }

  @Test func reportsEverythingRefusedAtOnce() {
    let text = "a: &x 1\nb: *x\nc: !t 2\n<<: {d: 3}\na: 4\n"
    #expect(
      messages(text) == [
        "f.yml:1:4: anchors ('&x') are not read; remove it",
        "f.yml:2:4: aliases ('*x') are not read; write the value out",
        "f.yml:3:4: tags ('!t') are not read; quote a value that starts with '!'",
        "f.yml:4:1: merge keys ('<<') are not read; write the keys out",
        "f.yml:5:1: 'a' is given twice; the first is on line 1",
      ])
  }

  @Test func refusesSeveralDocuments() {
    #expect(
      messages("a: 1\n---\nb: 2\n") == ["f.yml:2:1: the file holds several documents; keep one"])
  }

  @Test func refusesDepthOverTheLimit() {
    let text = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
    #expect(messages(text) == ["f.yml:1:33: values nest deeper than 32 levels"])
    #expect(read(text).root == nil)
  }

  @Test func refusesFilesThatAreTooLargeOrNoText() {
    let large = YAMLReader.read([UInt8](repeating: 0x20, count: 1_048_577), file: "f.yml")
    #expect(large.problems.first?.message.hasPrefix("the file has 1048577 bytes") == true)
    let broken = YAMLReader.read([0x61, 0xFF], file: "f.yml")
    #expect(broken.problems.first?.message == "the file is not UTF-8 text; save it as UTF-8")
  }

  @Test func reportsErrorsOfSyntaxWithTheirPlace() {
    #expect(
      messages("a: b: c\n")
        == [
          "f.yml:1:5: mapping values are not allowed in this context; quote a value that holds ': '"
        ]
    )
    #expect(read("a: [1\n").root == nil)
    #expect(read("a: @x\n").root == nil)
    #expect(messages("a: \u{7}\n").first?.hasPrefix("f.yml:1:4: ") == true)
  }

  @Test func readsEmptyFilesAsNothing() {
    #expect(read("").root == nil)
    #expect(read("# only a comment\n").problems.isEmpty)
  }

  @Test func resolvesAliasesAndMergeKeysOfForeignFiles() {
    let root = read("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  k: 3\nc: !t v\nc: w\n", .foreign)
    #expect(root.problems.isEmpty)
    #expect(root.root?["b"]?["k"]?.text == "3")
    #expect(root.root?["b"]?["l"]?.text == "2")
    #expect(root.root?["c"]?.text == "w")
  }

  @Test func boundsWhatAliasesExpandTo() {
    var text = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
    for level in 1...9 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      text += "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(messages(text, .foreign).first?.hasSuffix("holds more than 100000 values") == true)
  }

  @Test func boundsTheDepthThatAliasesReach() {
    var text = "a0: &a0 [x]\n"
    for level in 1...40 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    #expect(messages(text, .foreign).first?.hasSuffix("deeper than 32 levels") == true)
  }
}
