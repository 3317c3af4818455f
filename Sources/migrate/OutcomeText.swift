import MigrateKit

/// Writes what happened to branches, one a line.
enum OutcomeText {
  /// The branches; of several, the recipes that change nothing share a line.
  static func text(_ outcomes: [BranchOutcome]) -> String {
    let idle = outcomes.filter {
      outcomes.count > 1 && $0.reason == BranchReason.nothingToDo.code
    }
    var lines = outcomes.filter { !idle.contains($0) }.map(line)
    if !idle.isEmpty {
      lines.append("nothing to do: " + idle.map(\.recipe).joined(separator: ", "))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  static func line(_ outcome: BranchOutcome) -> String {
    let action = outcome.action.rawValue
    let pad = String(repeating: " ", count: max(1, 10 - action.count))
    var line = action + pad + outcome.branch
    if let commit = outcome.commit { line += " \(commit.abbreviated)" }
    if !outcome.detail.isEmpty { line += ": \(outcome.detail)" }
    return PrintableText.line(line)
  }
}
