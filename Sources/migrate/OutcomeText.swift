import MigrateKit

/// Writes what happened to a branch as one line.
enum OutcomeText {
  static func line(_ outcome: BranchOutcome) -> String {
    let action = outcome.action.rawValue
    let pad = String(repeating: " ", count: max(1, 10 - action.count))
    var line = action + pad + outcome.branch
    if let commit = outcome.commit { line += " \(commit.abbreviated)" }
    if !outcome.detail.isEmpty { line += ": \(outcome.detail)" }
    return PrintableText.line(line)
  }
}
