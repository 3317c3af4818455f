/// A document whose `after` blocks hold what the recipe makes of its `before` blocks now.
public struct CaseBlessing: Hashable, Sendable {
  /// The text of the document, with line feeds.
  public let text: String
  /// The titles of the cases whose text changed.
  public let changed: [String]
  /// What was not rewritten and why: cases that stay as they are, and files that are not done.
  public let refused: [String]

  /// Runs every case and rewrites the blocks that differ; markers stay where the author put them.
  public init(_ document: RecipeDocument, by verifier: RecipeVerifier) {
    var lines = document.lines.map(String.init)
    var changed: [String] = []
    var refused: [String] = []
    var replacements: [(lines: Range<Int>, text: [String])] = []
    for example in document.cases {
      let results = verifier.results(of: example)
      for file in example.files {
        let actual = String(decoding: results[file.path] ?? [], as: UTF8.self)
        guard actual != file.after else { continue }
        guard let block = file.expectedBlock, actual != file.before else {
          let words = actual == file.before ? "does not change" : "changes"
          refused.append("\(example): '\(file.path)' \(words), so its blocks need another role")
          continue
        }
        let text = MarkedText.lines(of: actual).map { line in
          line.allSatisfy(\.isWhitespace) ? String(line) : block.indentation + line
        }
        replacements.append((block.bodyLines, text))
        if changed.last != example.title { changed.append(example.title) }
      }
    }
    for replacement in replacements.reversed() {
      lines.replaceSubrange(replacement.lines, with: replacement.text)
    }
    self.text = lines.joined()
    self.changed = changed
    self.refused = refused
  }
}
