/// The message of a recipe's commit: subject, paragraphs, the files with their counts, trailers.
public struct CommitMessage: Hashable, Sendable {
  /// The most characters of the subject and of a wrapped line.
  public static let width = 72
  /// The most files that are listed by name.
  public static let listedFiles = 40

  /// The whole message, with a final newline.
  public let text: String

  /// Writes the message.
  public init(_ change: RecipeChange, tree: ObjectID) {
    let members = change.members.filter { $0.files > 0 }
    let trailers = DeliveryTrailers(
      recipe: Self.oneLine(change.recipe), version: change.version, base: change.base,
      configuration: Self.oneLine(change.configuration), tree: tree,
      members: members.map { "\($0.id) \($0.version)" })
    var paragraphs = [Self.subject(change.commitSubject, recipe: change.recipe)]
    let body = Self.wrapped(change.commitBody)
    if !body.isEmpty { paragraphs.append(body) }
    if !members.isEmpty { paragraphs.append(Self.list(members)) }
    if !change.changes.isEmpty { paragraphs.append(Self.files(change.changes)) }
    guard let sites = change.sites else {
      paragraphs.append(trailers.lines.joined(separator: "\n"))
      text = paragraphs.joined(separator: "\n\n") + "\n"
      return
    }
    let lines =
      ["\(BotTrailers.sitesKey): \(Self.oneLine(sites))"] + trailers.lines + change.trailers
    paragraphs.append(lines.joined(separator: "\n"))
    text = BotTrailers.sealed(paragraphs.joined(separator: "\n\n") + "\n")
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func subject(_ text: String, recipe: String) -> String {
    let line = oneLine(text)
    if line.isEmpty { return oneLine("Apply \(recipe)") }
    if line.count <= width { return line }
    var short = line.prefix(width - 1)
    if let space = short.lastIndex(of: " "), short.distance(from: space, to: short.endIndex) < 24 {
      short = short[..<space]
    }
    return short + "…"
  }

  /// Fills paragraphs; indented lines and list items keep their own lines.
  private static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    var words: [Substring] = []
    var indentation = ""
    func flush() {
      var line = ""
      var isFirst = true
      for word in words {
        if !line.isEmpty && line.count + 1 + word.count > width {
          lines.append(line)
          line = indentation
          isFirst = true
        }
        line += (isFirst ? "" : " ") + word
        isFirst = false
      }
      if !words.isEmpty { lines.append(line) }
      words = []
      indentation = ""
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) {
        flush()
        if !lines.isEmpty && lines.last != "" { lines.append("") }
      } else if line.first?.isWhitespace == true && indentation.isEmpty {
        flush()
        lines.append(String(line))
      } else {
        if line.hasPrefix("- ") || line.hasPrefix("* ") {
          flush()
          indentation = "  "
        }
        words += line.split(whereSeparator: \.isWhitespace)
      }
    }
    flush()
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static func list(_ members: [MemberPlan]) -> String {
    var lines = ["Recipes, each applied to the result of those before it:", ""]
    for member in members {
      let files = member.files == 1 ? "1 file" : "\(member.files) files"
      lines.append("  \(member.id): \(oneLine(member.title)) (\(files))")
    }
    return lines.joined(separator: "\n")
  }

  private static func files(_ changes: [FileChange]) -> String {
    let count = changes.count == 1 ? "1 file" : "\(changes.count) files"
    var lines = ["Changes in \(count):", ""]
    for change in changes.prefix(listedFiles) {
      lines.append("  \(QuotedPath.quote(change.path)) +\(change.added) -\(change.removed)")
    }
    if changes.count > listedFiles {
      lines.append("  and \(changes.count - listedFiles) more")
    }
    return lines.joined(separator: "\n")
  }
}
