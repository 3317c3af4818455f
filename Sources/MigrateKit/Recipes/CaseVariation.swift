/// A way to write the files of a case differently that must make no difference to a recipe.
struct CaseVariation: Sendable {
  /// What is different, for messages: `with CR LF`.
  let name: String
  /// Whether added blank lines and the place of added declarations count.
  var isExact = true
  /// Rewrites the marked text before and the text after; nil where the way does not apply.
  let rewrite: @Sendable (_ source: MarkedText, _ expected: String) -> (MarkedText, String)?

  /// Whether the way makes sense in a format: comments and conditions are those of Swift.
  func applies(to format: FileFormat) -> Bool {
    format == .swift
      || [Self.plain.name, Self.withCarriageReturns.name, Self.withoutFinalLineFeed.name]
        .contains(name)
  }

  /// The variations whose results are known to the byte.
  static let all = [
    plain, afterWideCharacters, withByteOrderMark, withCarriageReturns, withTabs,
    withoutFinalLineFeed, insideCondition,
  ]

  /// The case as written.
  static let plain = CaseVariation(name: "as written") { ($0, $1) }

  static let afterWideCharacters = CaseVariation(name: "after a comment in wide characters") {
    let comment = "// é 漢字 👩🏽‍🚀 e\u{301}\n"
    return (MarkedText(comment + $0.marked), comment + $1)
  }

  static let withByteOrderMark = CaseVariation(name: "with a byte order mark") {
    (MarkedText("\u{FEFF}" + $0.marked), "\u{FEFF}" + $1)
  }

  static let withCarriageReturns = CaseVariation(name: "with CR LF") {
    (MarkedText(carriageReturns($0.marked)), carriageReturns($1))
  }

  static let withTabs = CaseVariation(name: "with tabs") { source, expected in
    let bytes = source.bytes
    let step = FileStyle.indentation(of: bytes, lines: LineIndex(bytes))
    let isIndented = MarkedText.lines(of: source.text).contains { $0.hasPrefix(step) }
    guard step != "\t", isIndented else { return nil }
    return (
      MarkedText(tabs(source.marked, step: step.count)), tabs(expected, step: step.count)
    )
  }

  static let withoutFinalLineFeed = CaseVariation(name: "without a final line feed") {
    guard $0.marked.unicodeScalars.last == "\n", $1.unicodeScalars.last == "\n" else { return nil }
    return (MarkedText(String($0.marked.dropLast())), String($1.dropLast()))
  }

  static let insideCondition = CaseVariation(name: "inside '#if'", isExact: false) {
    (MarkedText(conditional($0.marked)), conditional($1))
  }

  /// The text in a comment, where no code is.
  static func comment(_ source: MarkedText) -> String {
    MarkedText.lines(of: source.text).map { "// " + $0 }.joined()
  }

  /// The text in a string literal, where no code is; nil where it cannot be quoted.
  static func literal(_ source: MarkedText) -> String? {
    guard !source.text.contains("\"\"\"####") else { return nil }
    return "let text = ####\"\"\"\n" + source.text + "\n\"\"\"####\n"
  }

  /// The text with a suppression comment above each marked line.
  static func suppressed(_ source: MarkedText, id: String) -> String {
    let lines = source.markedLines.map { line in
      let marked = MarkedText(String(line))
      guard !marked.markers.isEmpty else { return marked.text }
      let indentation = marked.text.prefix { $0 == " " || $0 == "\t" }
      return indentation + "// migrate:ignore \(id) as asked\n" + marked.text
    }
    return lines.joined()
  }

  private static func carriageReturns(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" { result.append("\r") }
      result.append(scalar)
    }
    return String(result)
  }

  private static func tabs(_ text: String, step: Int) -> String {
    MarkedText.lines(of: text).map { line in
      let spaces = line.prefix { $0 == " " }
      return String(repeating: "\t", count: spaces.count / step)
        + String(repeating: " ", count: spaces.count % step) + line[spaces.endIndex...]
    }.joined()
  }

  /// The lines of a condition around the code, which are told apart from any in the code.
  static let conditionLines = ["#if DEBUG // case\n", "#endif // case\n"]

  /// Puts everything below the imports into a condition.
  private static func conditional(_ text: String) -> String {
    var lines = MarkedText.lines(of: text).map(String.init)
    if let last = lines.last, last.unicodeScalars.last != "\n" {
      lines[lines.count - 1] = last + "\n"
    }
    var start = 0
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      let isImport =
        words.first == "import"
        || (words.first?.hasPrefix("@") == true && words.dropFirst().first == "import")
      guard isImport || words.isEmpty || words[0].hasPrefix("//") else { break }
      if isImport { start = index + 1 }
    }
    lines.insert(conditionLines[0], at: start)
    return lines.joined() + conditionLines[1]
  }
}
