import MigrateKit

/// Writes what the bot did, or would do.
enum BotReportText {
  private struct Document: Encodable {
    var schema = 1
    var report: BotReport
  }

  /// The report of a run.
  static func text(of report: BotReport, _ format: OutcomeFormat) throws -> String {
    if format == .json { return try JSONText.encode(Document(report: report)) }
    let idle = report.branches.filter { $0.reason == BotReason.nothingToDo.code }
    var lines = report.branches.filter { !idle.contains($0) }.map(line)
    if !idle.isEmpty {
      lines.append("nothing to do: " + idle.map(\.recipe).joined(separator: ", "))
    }
    if let dashboard = report.dashboard { lines.append("dashboard is issue #\(dashboard)") }
    if lines.isEmpty { lines.append("nothing to do on '\(report.base)'") }
    return lines.map(PrintableText.line).joined(separator: "\n") + "\n"
  }

  private static func line(_ outcome: BotOutcome) -> String {
    let action = outcome.action.rawValue
    var line = action + String(repeating: " ", count: max(1, 10 - action.count)) + outcome.branch
    if let commit = outcome.commit { line += " \(commit.abbreviated)" }
    if let number = outcome.pullRequest { line += " #\(number)" }
    if !outcome.detail.isEmpty { line += ": \(outcome.detail)" }
    return line
  }

  private struct RehearsalDocument: Encodable {
    var schema = 1
    var rehearsal: BotRehearsal
  }

  /// Every step with its reason and everything that would be posted.
  static func text(of rehearsal: BotRehearsal, _ format: OutcomeFormat) throws -> String {
    if format == .json { return try JSONText.encode(RehearsalDocument(rehearsal: rehearsal)) }
    var lines = [
      "a rehearsal on '\(rehearsal.base)' at \(rehearsal.commit.abbreviated): nothing is written"
    ]
    var last = ""
    let idle = rehearsal.steps.filter {
      $0.action == BotAction.leave(branch: "", .nothingToDo).code
    }
    for step in rehearsal.steps where !idle.contains(step) {
      if step.branch != last { lines += ["", step.branch] }
      last = step.branch
      lines.append("  \(step.summary)\(step.reason.isEmpty ? "" : ": \(step.reason)")")
      if let title = step.title { lines += quoted("title: " + title) }
      if let text = step.text { lines += quoted(text) }
    }
    if !idle.isEmpty {
      lines += ["", "nothing to do: " + idle.map(\.branch).joined(separator: ", ")]
    }
    if rehearsal.steps.isEmpty { lines += ["", "nothing to do"] }
    if let summary = rehearsal.dashboardSummary {
      lines += ["", "dashboard", "  " + summary]
      lines += quoted(rehearsal.dashboard ?? "")
    }
    return lines.map(PrintableText.line).joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "    |" : "    | \($0)" }
  }
}
