/// Writes what people read of the bot: pull requests, comments and the dashboard, in Markdown.
///
/// Text of the repository is escaped: it can neither be markup nor mention people or issues.
public struct BotWords: BotWording {
  /// The names of the labels that texts mention.
  public var labels: BotLabels

  /// Makes a writer.
  public init(labels: BotLabels = BotLabels()) {
    self.labels = labels
  }

  /// The words of a pull request, within limits.
  public func pullRequest(_ work: BotWork, limits: ForgeLimits) -> PullRequestWords {
    var title = PrintableText.line(work.change.commitSubject)
    if title.count > limits.title { title = title.prefix(limits.title - 1) + "…" }
    var rows = 200
    var text = ""
    repeat {
      text = PullRequestText(work, labels: labels, rows: rows).text
      rows /= 2
    } while text.utf8.count > limits.body && rows > 0
    if text.utf8.count > limits.body {
      text = Self.cut(text, to: max(0, limits.body))
    }
    return PullRequestWords(title: title, section: text)
  }

  /// The beginning of a text, in whole lines.
  private static func cut(_ text: String, to limit: Int) -> String {
    var kept = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard kept.utf8.count + line.utf8.count + 8 <= limit else { return kept + "…" }
      kept += line + "\n"
    }
    return kept
  }

  /// What a comment says.
  public func notice(_ notice: BotNotice, kept: String?) -> String {
    switch notice {
    case .people:
      return """
        This branch holds commits that are not the bot's, so it is yours now: the bot does not \
        move it any more, also when the base moves.

        To have it built again from the current base, tick the box in the text above or set the \
        label \(MarkdownReporter.code(labels.rebuild)). Your commits are then kept under another \
        name.
        """
    case .rebuilt(let commit):
      let place = kept.map { " as \(MarkdownReporter.code($0))" } ?? ""
      return """
        The branch was built again, as asked. The commits that were on it are kept\(place); the \
        last one is \(commit.abbreviated).
        """
    case .closed(.branchDeleted):
      return """
        The branch was deleted, which counts as closing: these sites are not proposed again, \
        unless somebody asks for it on the dashboard or the recipe has a new version.
        """
    case .closed(let reason):
      return "Closed by the bot: \(reason.description)."
    }
  }

  /// The text of the dashboard.
  public func dashboard(
    _ entries: [BotDashboardEntry], isPaused: Bool, limits: ForgeLimits
  ) -> String {
    var lines = [
      "What the migration bot does here. Ticking a box asks for something; the next run does it.",
      "",
    ]
    if isPaused {
      lines += [
        "**Paused**, since nobody reacted for some time.", "",
        BotDashboard.box(.resume) + " go on", "",
      ]
    }
    if entries.isEmpty { lines += ["There is nothing to do."] }
    let room = limits.body - 500
    var size = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    var leftOut = 0
    for group in BotDashboardEntry.Group.allCases {
      let members = entries.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      lines += ["## \(Self.heading(group))", ""]
      size += 40
      for entry in members {
        let line = Self.line(entry)
        size += line.utf8.count + 1
        guard size < room else {
          leftOut += 1
          continue
        }
        lines.append(line)
      }
      lines.append("")
    }
    if leftOut > 0 { lines.append("and \(leftOut) more") }
    return lines.joined(separator: "\n")
  }

  private static func heading(_ group: BotDashboardEntry.Group) -> String {
    switch group {
    case .open: "Open"
    case .blocked: "Blocked"
    case .limited: "Waiting for a limit"
    case .pending: "Pending"
    case .declined: "Declined"
    }
  }

  private static func line(_ entry: BotDashboardEntry) -> String {
    var text = " "
    if let number = entry.number { text += "#\(number) " }
    text += "\(MarkdownText.plain(entry.title)) (\(MarkdownReporter.code(entry.branch)))"
    if !entry.detail.isEmpty { text += ": \(MarkdownText.plain(entry.detail))" }
    if let page = entry.page { text += "; open it by hand: \(MarkdownText.link(page))" }
    guard let request = entry.request else { return "-" + text }
    let word: String
    switch (request, entry.group) {
    case (.approve, _): word = " approve:"
    case (_, .declined): word = " ask again:"
    default: word = " rebuild:"
    }
    return BotDashboard.box(request, isTicked: entry.isTicked) + word + text
  }
}
