import MigrateKit

/// Asks about each fix on the terminal, like `git add -p`.
final class FixChoices {
  private enum Answer {
    case ask
    case all
    case none
  }

  private let terminal: Terminal
  private var standing = Answer.ask
  private var standingForFile: (path: String, accepts: Bool)?

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// Asks about every fix of a recipe.
  ///
  /// - Returns: The fingerprints of the findings whose fixes are wanted.
  func choose(_ recipe: RecipePlan) throws -> Set<String> {
    var wanted: Set<String> = []
    standingForFile = nil
    for change in recipe.changes {
      for finding in recipe.findings where finding.path == change.path && !finding.isSuppressed {
        guard let fix = finding.finding.fix else { continue }
        var edits = EditSet()
        guard edits.insert(fix.edits), let updated = edits.applied(to: change.original) else {
          continue
        }
        let diff = try UnifiedDiff(
          path: change.path, original: change.original, updated: updated)
        if accepts(recipe.id, finding, diff.bytes) { wanted.insert(finding.fingerprint) }
      }
    }
    return wanted
  }

  private func accepts(_ recipe: String, _ finding: PlannedFinding, _ diff: [UInt8]) -> Bool {
    switch standing {
    case .all: return true
    case .none: return false
    case .ask: break
    }
    if let standingForFile, standingForFile.path == finding.path {
      return standingForFile.accepts
    }
    terminal.output(bytes: DiffPainter.paint(diff, style: Style(isColored: terminal.colorsOutput)))
    let place = "\(finding.path):\(finding.start.line):\(finding.start.column)"
    terminal.output(
      PrintableText.line(
        "\(place): \(finding.finding.message) [\(finding.finding.safety.rawValue)]")
        + "\n")
    while true {
      terminal.output("apply this fix of '\(recipe)' [y,n,a,d,q,?]? ")
      guard let line = readLine() else {
        standing = .none
        return false
      }
      switch line.lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      case "a":
        standingForFile = (finding.path, true)
        return true
      case "d":
        standingForFile = (finding.path, false)
        return false
      case "q":
        standing = .none
        return false
      default:
        terminal.output(
          """
          y - apply this fix
          n - leave it
          a - apply it and all later ones of this file
          d - leave it and all later ones of this file
          q - leave it and all that follow

          """)
      }
    }
  }
}
