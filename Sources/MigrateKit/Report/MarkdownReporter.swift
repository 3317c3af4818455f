/// Writes what a scan found as Markdown, for a comment or a wiki page.
public enum MarkdownReporter {
  /// The text for a document.
  public static func text(for document: ScanDocument) -> String {
    var text = "| recipe | fixes | to review | advice | files | left alone | skipped |\n"
    text += "|---|---|---|---|---|---|---|\n"
    for recipe in document.recipes {
      let open = recipe.findings.filter { !$0.suppressed }
      let counts = [Safety.safe, .review, .advice].map { safety in
        String(open.count { $0.safety == safety })
      }
      let cells =
        ["`\(recipe.id)`"] + counts
        + [recipe.changes.count, recipe.left.count, recipe.skips.count].map(String.init)
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    for recipe in document.recipes {
      let open = recipe.findings.filter { !$0.suppressed }
      guard !open.isEmpty else { continue }
      text += "\n## \(escape(recipe.title))\n\n"
      for finding in open {
        let place = code("\(finding.path):\(finding.line)")
        text += "- \(place) \(escape(finding.message)) (\(finding.safety.rawValue))\n"
      }
    }
    return text
  }

  /// Text in which nothing is markup.
  static func escape(_ text: String) -> String {
    var result = ""
    for character in PrintableText.lines(text) {
      if character.isNewline {
        result += " "
      } else {
        if "\\`*_{}[]<>#|@~!&".contains(character) { result += "\\" }
        result.append(character)
      }
    }
    return result
  }

  /// A code span that holds the text whatever back-quotes are in it.
  static func code(_ text: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    let line = PrintableText.line(text)
    return fence + pad + line + pad + fence
  }
}
