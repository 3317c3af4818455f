import MigrateKit

/// What happened to one file, as `apply` and `undo` report it.
struct FileReport: Encodable {
  var recipe: String
  var path: String
  /// `written`, `restored` or `refused`.
  var action: String
  /// A stable reason code; empty when something was done.
  var reason: String
  /// The reason for a person.
  var detail: String

  init(_ recipe: String, _ outcome: FileOutcome) {
    self.recipe = recipe
    path = outcome.path
    action = outcome.reason == nil ? outcome.action.rawValue : "refused"
    reason = outcome.reason?.code ?? ""
    detail = outcome.reason?.description ?? ""
  }

  /// Writes the reports in the format asked for.
  static func report(
    _ reports: [FileReport], _ terminal: Terminal, _ format: OutcomeFormat, nothing: String
  ) throws {
    switch format {
    case .json: terminal.output(try JSONText.encode(["files": reports]))
    case .text:
      for report in reports {
        let pad = String(repeating: " ", count: max(1, 10 - report.action.count))
        let detail = report.detail.isEmpty ? "" : ": \(report.detail)"
        terminal.output(
          PrintableText.line("\(report.action)\(pad)\(report.path) (\(report.recipe))\(detail)")
            + "\n")
      }
      if reports.isEmpty, !nothing.isEmpty { terminal.hint(nothing) }
    }
  }
}
