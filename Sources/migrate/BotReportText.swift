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
    var lines = report.branches.map(line)
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

  private struct Rehearsal: Encodable {
    struct Step: Encodable {
      var branch: String
      var action: String
      var reason: String
      var text: String
    }
    var schema = 1
    var base: String
    var commit: ObjectID
    var steps: [Step]
  }

  /// Every step with its reason and the text that would be posted.
  static func rehearsal(
    _ preparation: BotPreparation, _ wording: any BotWording, _ format: OutcomeFormat
  ) throws -> String {
    let works = Dictionary(
      preparation.works.map { ($0.unit.branch, $0.unit) }, uniquingKeysWith: { first, _ in first })
    let steps = preparation.actions.map { action in
      Rehearsal.Step(
        branch: action.branch, action: action.code, reason: reason(action),
        text: text(action, works[action.branch], wording))
    }
    if format == .json {
      return try JSONText.encode(
        Rehearsal(
          base: preparation.observation.base, commit: preparation.plan.base, steps: steps))
    }
    if steps.isEmpty { return "nothing to do on '\(preparation.observation.base)'\n" }
    var lines: [String] = []
    for step in steps {
      let reason = step.reason.isEmpty ? "" : ": \(step.reason)"
      lines.append(PrintableText.line("\(step.action) \(step.branch)\(reason)"))
      for line in step.text.split(separator: "\n", omittingEmptySubsequences: false)
      where !step.text.isEmpty {
        lines.append("    " + PrintableText.line(String(line)))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func reason(_ action: BotAction) -> String {
    switch action {
    case .leave(_, let reason), .close(_, _, let reason): reason.description
    case .push(let push):
      switch push.cause {
      case .new: "there is no branch yet"
      case .asked: "somebody asked for it"
      case .conflicts: "it conflicts with the base"
      case .sitesChanged: "it is about other sites now"
      case .recipeChanged: "the recipe or its settings changed"
      case .behind: "the base has moved"
      case .baseChanged: "what it stands on has changed"
      }
    default: ""
    }
  }

  private static func text(
    _ action: BotAction, _ unit: BotUnit?, _ wording: any BotWording
  ) -> String {
    switch action {
    case .open: unit.map { "\($0.words.title)\n\n\($0.words.section)" } ?? ""
    case .refresh(_, _, let refresh):
      refresh.words.map { "\($0.title)\n\n\($0.section)" } ?? ""
    case .say(_, _, let notice): wording.notice(notice, kept: nil)
    default: ""
    }
  }
}
