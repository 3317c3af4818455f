import MigrateKit

/// `migrate scan`: findings and what would be done about each; writes nothing.
struct ScanCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  enum Format: String, CaseIterable {
    case text
    case json
    case sarif
    case xcode
    case github
    case markdown
  }

  func run() throws -> ExitStatus {
    let format: Format = try invocation.arguments.choice(.format) ?? .text
    if invocation.arguments.operands.count > 1 { return try FleetScan(invocation).run(format) }
    let session = try Session(invocation, reading: .workingTreeIfThere)
    let ahead = session.status()
    let plan = try session.plan()
    let terminal = invocation.terminal
    let status = try ahead.value()
    let document = session.document(plan, status)
    switch format {
    case .text:
      let reporter = TextReporter(
        style: Style(isColored: terminal.colorsOutput),
        isVerbose: invocation.arguments.has(.verbose))
      terminal.output(reporter.text(for: document))
      session.warn(about: status)
      hint(plan)
    case .json: terminal.output(try JSONText.encode(document))
    case .sarif:
      let changed = try FileContents(session.snapshot)
      var reporter = SARIFReporter { changed.bytes(of: $0) }
      terminal.output(try reporter.text(for: document))
    case .xcode:
      terminal.output(
        XcodeReporter.text(for: document, root: session.snapshot.location.workFolder ?? ""))
    case .github: terminal.output(GitHubReporter.text(for: document))
    case .markdown: terminal.output(MarkdownReporter.text(for: document))
    }
    return session.status(of: plan)
  }

  private func hint(_ plan: Plan) {
    if plan.recipes.contains(where: { !$0.changes.isEmpty }) {
      invocation.terminal.hint(
        "'migrate preview' shows the changes, 'migrate branch' makes a branch per recipe")
    }
  }
}
