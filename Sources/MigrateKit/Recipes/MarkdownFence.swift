/// A fenced block of a Markdown document.
struct MarkdownFence: Hashable, Sendable {
  /// What stands after the opening fence.
  var info: String
  /// Where the info string starts.
  var start: LinePosition
  /// The lines within, without the fence's own indentation.
  var body: String
  /// The indices, from 0, of the document's lines within.
  var bodyLines: Range<Int>
  /// The white space before the fence.
  var indentation: String
  /// The nearest heading above, empty when there is none.
  var heading: String
  /// The index, from 0, of that heading's line.
  var headingLine: Int

  /// Finds the fenced blocks of a document, given its lines with their line feeds.
  static func all(in lines: [Substring]) -> [MarkdownFence] {
    var fences: [MarkdownFence] = []
    var heading = ""
    var headingLine = 0
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if let opening = Opening(line) {
        var end = index + 1
        while end < lines.count, !opening.isClosed(by: lines[end]) { end += 1 }
        let body = lines[(index + 1)..<end].map { opening.unindented($0) }.joined()
        fences.append(
          MarkdownFence(
            info: opening.info, start: LinePosition(line: index + 1, column: opening.column),
            body: body, bodyLines: (index + 1)..<end, indentation: opening.indentation,
            heading: heading, headingLine: headingLine))
        index = end
      } else if line.first == "#" {
        let text = line.drop { $0 == "#" }
        if text.first == " " || text.first == "\t" {
          heading = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          headingLine = index
        }
      }
      index += 1
    }
    return fences
  }

  private struct Opening {
    var indentation: String
    var mark: Character
    var length: Int
    var info: String
    var column: Int

    init?(_ line: Substring) {
      let indentation = line.prefix { $0 == " " || $0 == "\t" }
      let rest = line[indentation.endIndex...]
      guard let mark = rest.first, mark == "`" || mark == "~" else { return nil }
      let fence = rest.prefix { $0 == mark }
      guard fence.count >= 3 else { return nil }
      let info = rest[fence.endIndex...]
      let text = info.drop { $0 == " " || $0 == "\t" }
      if mark == "`", text.contains("`") { return nil }
      self.indentation = String(indentation)
      self.mark = mark
      self.length = fence.count
      self.info = String(text.prefix { !$0.isNewline })
      self.column = line[..<text.startIndex].utf8.count + 1
    }

    func isClosed(by line: Substring) -> Bool {
      let fence = line.drop { $0 == " " || $0 == "\t" }
      let rest = fence.drop { $0 == mark }
      return fence.count - rest.count >= length && rest.allSatisfy(\.isWhitespace)
    }

    func unindented(_ line: Substring) -> Substring {
      var rest = line
      for character in indentation {
        guard rest.first == character else { break }
        rest = rest.dropFirst()
      }
      return rest
    }
  }
}
