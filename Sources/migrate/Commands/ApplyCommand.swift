import MigrateKit

/// `migrate apply`: edits the working tree.
///
/// With several recipes each is planned on the result of the one before, as `preview` shows it.
struct ApplyCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run() throws -> ExitStatus {
    let arguments = invocation.arguments
    let format: OutcomeFormat = try arguments.choice(.format) ?? .text
    guard !arguments.has(.base) else {
      throw CommandError.usage(
        "'apply' edits what is on disk, so it takes no '--base': use 'migrate preview --base'")
    }
    let session = try Session(invocation, reading: .workingTreeIfThere)
    let location = session.snapshot.location
    guard location.workFolder != nil else {
      throw CommandError(
        .git, "\(session.path): a bare repository has no files to edit: use 'migrate branch'")
    }
    var writer = try WorkingTreeWriter(
      location, allowsUncommitted: arguments.has(.allowDirty))
    let plan: Plan
    if arguments.has(.interactive) {
      let choices = FixChoices(invocation.terminal)
      plan = try session.chosenPlan { try choices.choose($0) }
    } else {
      plan = try session.stackedPlan()
    }
    var outcomes: [FileReport] = []
    for recipe in plan.recipes where !recipe.changes.isEmpty {
      let written = try writer.apply(recipe.changes, recipe: recipe.id)
      outcomes += written.map { FileReport(recipe.id, $0) }
    }
    try FileReport.report(
      outcomes, invocation.terminal, format,
      nothing: "nothing to do: no recipe changes a file here")
    if outcomes.contains(where: { $0.action == "written" }) {
      invocation.terminal.hint("'git diff' shows the edits, 'migrate undo' takes them back")
    }
    let refused = outcomes.contains { $0.action == "refused" }
    return refused ? .fileAccess : session.status(of: plan)
  }
}
