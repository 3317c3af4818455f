/// The text of a pull request: what the bot wrote, and what people wrote around it.
public struct PullRequestBody: Hashable, Sendable {
  /// What stands before the bot's part.
  public var before = ""
  /// The bot's part; nil when a person took it out.
  public var section: String?
  /// The tail of what the commands of `verify` printed.
  public var log: String?
  /// What stands after the bot's part.
  public var after = ""
  /// What the bot noted; nil when a person took it out.
  public var record: PullRequestRecord?
  /// Whether the box that asks for a rebuild is ticked.
  public var asksForRebuild = false

  private static let begin = "<!-- migrate:begin -->"
  private static let end = "<!-- migrate:end -->"
  private static let logBegin = "<!-- migrate:log -->"
  private static let logEnd = "<!-- migrate:log-end -->"
  private static let box = "<!-- migrate:rebuild -->"

  /// A text of the bot alone.
  public init(section: String, log: String? = nil, record: PullRequestRecord) {
    self.section = Self.tame(section)
    self.log = log.map(Self.tame)
    self.record = record
    self.record?.section = Self.digest(of: self.section ?? "")
  }

  /// Reads a text, whatever people and the forge made of it.
  public init(_ text: String) {
    var rest = text.replacing("\r\n", with: "\n")
    if let found = PullRequestRecord.find(in: rest) {
      record = found.record
      rest.removeSubrange(found.range)
    }
    log = Self.take(Self.logBegin, Self.logEnd, from: &rest)?.text
    let section = Self.take(Self.begin, Self.end, from: &rest)
    self.section = section?.text
    let split = section?.position ?? rest.endIndex
    before = String(rest[..<split]).trimmingLines()
    after = String(rest[split...]).trimmingLines()
    for part in [self.section ?? "", after, before] {
      for line in part.split(separator: "\n") where line.contains(Self.box) {
        let isTicked = line.contains("[x]") || line.contains("[X]")
        asksForRebuild = asksForRebuild || isTicked
      }
    }
    if let section = self.section { self.section = Self.withoutBox(section) }
  }

  /// Whether a person changed the bot's part.
  public var isEdited: Bool {
    guard let record, let section else { return true }
    return record.section != Self.digest(of: section)
  }

  /// The text as the forge keeps it.
  public var text: String {
    var parts: [String] = []
    if !before.isEmpty { parts.append(before) }
    if let section {
      parts.append("\(Self.begin)\n\(section)\n\n- [ ] \(Self.box)\(Self.boxText)\n\(Self.end)")
    }
    if let log { parts.append("\(Self.logBegin)\n\(log)\n\(Self.logEnd)") }
    if !after.isEmpty { parts.append(after) }
    if let record { parts.append(record.comment) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// The same text with another part of the bot.
  public func replacing(section: String, record: PullRequestRecord) -> PullRequestBody {
    var body = self
    body.section = Self.tame(section)
    body.record = record
    body.record?.section = Self.digest(of: body.section ?? "")
    return body
  }

  /// The number of characters that the text has besides the bot's part, about.
  static func overhead(_ record: PullRequestRecord) -> Int { record.comment.count + 400 }

  private static let boxText =
    " tick this box to have the branch rebuilt; commits of others are kept under another name"

  /// A digest of the bot's part that does not depend on white space at its ends.
  static func digest(of section: String) -> String {
    Digest.short(section.trimmingLines())
  }

  /// Text of others cannot end a part of the text.
  private static func tame(_ text: String) -> String {
    text.replacing("<!--", with: "&lt;!--").trimmingLines()
  }

  private static func withoutBox(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains(box) }.joined(separator: "\n").trimmingLines()
  }

  private static func take(
    _ begin: String, _ end: String, from text: inout String
  ) -> (text: String, position: String.Index)? {
    guard let first = text.firstRange(of: begin),
      let last = text[first.upperBound...].firstRange(of: end)
    else { return nil }
    let inner = String(text[first.upperBound..<last.lowerBound]).trimmingLines()
    let offset = text.utf8.distance(from: text.startIndex, to: first.lowerBound)
    text.removeSubrange(first.lowerBound..<last.upperBound)
    return (inner, text.utf8.index(text.startIndex, offsetBy: offset))
  }
}

extension String {
  /// The text without white space and line ends at its ends.
  func trimmingLines() -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
