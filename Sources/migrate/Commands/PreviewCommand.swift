import MigrateKit

/// `migrate preview`: the dry run, as a diff that 'git apply' takes.
///
/// With one recipe the diff is exactly what its branch holds; with several, each is made against
/// the result of the one before.
struct PreviewCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  enum Format: String, CaseIterable {
    case diff
    case json
  }

  func run() throws -> ExitStatus {
    let arguments = invocation.arguments
    let format: Format = try arguments.choice(.format) ?? .diff
    let session = try Session(invocation, reading: .workingTreeIfThere)
    let status = session.status()
    let plan = try session.stackedPlan()
    let terminal = invocation.terminal
    let style = Style(isColored: terminal.colorsOutput)
    var entries: [Entry] = []
    for step in plan.recipes {
      var text: [UInt8] = []
      for change in step.changes {
        let diff = try UnifiedDiff(
          path: change.path, isExecutable: session.isExecutable(change.path),
          original: change.original, updated: change.updated)
        text += diff.bytes
      }
      if format == .diff, arguments.has(.stat) {
        terminal.output(DiffStat.text(for: step, style: style))
      } else if format == .diff {
        terminal.output(bytes: DiffPainter.paint(text, style: style))
      } else {
        entries.append(Entry(step, diff: String(decoding: text, as: UTF8.self)))
      }
    }
    if format == .json {
      terminal.output(try JSONText.encode(["recipes": entries]))
    }
    session.warn(about: try status.value())
    return session.status(of: plan)
  }

  private struct Entry: Encodable {
    var id: String
    var diff: String

    init(_ step: RecipePlan, diff: String) {
      id = step.id
      self.diff = diff
    }
  }
}
