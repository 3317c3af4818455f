/// The `README.md` of a recipe: its reasons and its cases.
///
/// A case is made of fenced blocks whose info string is `swift`, or `xml`, `yaml`, `json` or `text`
/// for files of other formats, and a role: `before` with the
/// `after` below it, `unchanged`, or `file` for a file that the others only need to exist. Blocks
/// under one heading that have different `path`s make one case; a path that comes again starts the
/// next one, and `file` blocks belong to every case of their heading.
public struct RecipeDocument: Sendable {
  /// The path of the document.
  public let path: String
  /// The lines, each with its line feed.
  let lines: [Substring]
  /// The cases, in order.
  public let cases: [RecipeCase]

  /// The path of a file whose block names none.
  public static let standardPath = "Case.swift"

  /// Reads a document's bytes; line endings become line feeds.
  ///
  /// - Throws: everything wrong with its blocks.
  public init(path: String, bytes: [UInt8]) throws(FileProblems) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FileProblems([
        FileProblem(file: path, "the file is not UTF-8 text; save it as UTF-8")
      ])
    }
    self.path = path
    self.lines = MarkedText.lines(
      of: String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\r" })))
    var builder = CaseBuilder(document: path)
    for fence in MarkdownFence.all(in: lines) { builder.take(fence) }
    self.cases = builder.finish()
    if !builder.problems.isEmpty { throw FileProblems(builder.problems) }
  }

  /// The first case that changes something, to show what a recipe does.
  public var example: RecipeCase? {
    cases.first { $0.files.contains { $0.role == .before } }
  }
}

/// Groups the fenced blocks of a document into cases.
struct CaseBuilder {
  private enum Kind: String {
    case before
    case after
    case unchanged
    case file
  }

  private var collector: ProblemCollector
  private var cases: [RecipeCase] = []
  /// The cases of the current heading.
  private var current: [RecipeCase] = []
  private var headingLine: Int?
  /// The files that belong to every case of the current heading.
  private var shared: [CaseFile] = []
  private var pending: (file: CaseFile, attributes: CaseAttributes, fence: MarkdownFence)?

  init(document: String) {
    collector = ProblemCollector(file: document)
  }

  var problems: [FileProblem] { collector.problems }

  mutating func take(_ fence: MarkdownFence) {
    let words = CaseAttributes.Word.all(in: fence.info, at: fence.start)
    guard let language = words.first?.text, words.count > 1 else { return }
    if language != "swift" {
      let others = ["xml", "yaml", "json", "text"]
      guard others.contains(language), Kind(rawValue: words[1].text) != nil else { return }
    }
    guard let kind = Kind(rawValue: words[1].text) else {
      collector.report(
        "'\(words[1].text)' is no part of a case; write 'before', 'after', 'unchanged' or 'file',"
          + " or nothing after 'swift'", at: words[1].start)
      return
    }
    if fence.headingLine != headingLine { closeHeading() }
    headingLine = fence.headingLine
    let attributes = CaseAttributes(Array(words.dropFirst(2)), problems: &collector)
    if kind == .after {
      takeAfter(fence, attributes)
      return
    }
    closePending()
    let source = MarkedText(fence.body)
    if !source.isNumberedInOrder {
      collector.report("the markers of a block must count up from 1️⃣", at: fence.start)
    }
    var file = CaseFile(
      path: attributes.path ?? RecipeDocument.standardPath, role: .unchanged, source: source,
      expected: source.text, left: attributes.left, safety: attributes.safety,
      platforms: attributes.platforms ?? CaseAttributes.standardPlatforms,
      compiles: attributes.compiles)
    switch kind {
    case .before:
      file.role = .before
      pending = (file, attributes, fence)
    case .file:
      file.role = .file
      takeShared(file, attributes, fence)
    case .unchanged, .after:
      add(file, attributes, fence)
    }
  }

  mutating func finish() -> [RecipeCase] {
    closeHeading()
    return cases
  }

  private mutating func takeAfter(_ fence: MarkdownFence, _ attributes: CaseAttributes) {
    guard let (before, own, opening) = pending else {
      collector.report("this 'after' has no 'before' above it", at: fence.start)
      return
    }
    pending = nil
    var file = before
    if let path = attributes.path, path != file.path {
      collector.report("'path' differs from '\(file.path)' of the 'before'", at: fence.start)
    }
    file.expected = fence.body
    file.expectedBlock = fence
    if file.expected == file.source.text {
      collector.report(
        "'before' and 'after' are the same; write one 'unchanged' block", at: fence.start)
    }
    add(file, own, opening)
  }

  private mutating func takeShared(
    _ file: CaseFile, _ attributes: CaseAttributes, _ fence: MarkdownFence
  ) {
    if attributes.path == nil {
      collector.report("a 'file' block needs a 'path'", at: fence.start)
    } else if shared.contains(where: { $0.path == file.path }) {
      collector.report("'\(file.path)' is given twice under this heading", at: fence.start)
    }
    if !file.source.markers.isEmpty || !file.left.isEmpty || !file.safety.isEmpty {
      collector.report(
        "nothing may be found in a 'file' block; call it 'before' or 'unchanged'",
        at: fence.start)
    }
    shared.append(file)
  }

  private mutating func add(
    _ file: CaseFile, _ attributes: CaseAttributes, _ fence: MarkdownFence
  ) {
    let isTaken = current.last?.files.contains { $0.path == file.path } ?? true
    if isTaken {
      let title = fence.heading.isEmpty ? "case" : fence.heading
      current.append(
        RecipeCase(
          title: current.isEmpty ? title : "\(title) (\(current.count + 1))",
          document: collector.file, line: fence.start.line, files: [], options: [:],
          gateStyle: GateStyle()))
    }
    let index = current.count - 1
    current[index].files.append(file)
    for (name, value) in attributes.options {
      if let other = current[index].options[name], other != value {
        collector.report("option '\(name)' has two values in one case", at: fence.start)
      }
      current[index].options[name] = value
    }
    if attributes.gateStyle != GateStyle() { current[index].gateStyle = attributes.gateStyle }
  }

  private mutating func closePending() {
    guard let (_, _, fence) = pending else { return }
    pending = nil
    collector.report(
      "this 'before' has no 'after'; add one, or call it 'unchanged'", at: fence.start)
  }

  private mutating func closeHeading() {
    closePending()
    if current.isEmpty, let file = shared.first, let line = headingLine {
      collector.report(
        "'\(file.path)' belongs to no case: there is none under this heading",
        at: LinePosition(line: line + 1, column: 1))
    }
    for var entry in current {
      for file in shared {
        if entry.files.contains(where: { $0.path == file.path }) {
          collector.report(
            "'\(file.path)' is both a 'file' and a part of the case",
            at: LinePosition(line: entry.line, column: 1))
        }
        entry.files.append(file)
      }
      cases.append(entry)
    }
    current = []
    shared = []
  }
}
