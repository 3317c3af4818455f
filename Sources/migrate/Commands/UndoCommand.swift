import MigrateKit

/// `migrate undo`: takes back what `branch` or `apply` did for a recipe.
struct UndoCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  private struct Document: Encodable {
    var branches: [BranchOutcome]
    var files: [FileReport]
  }

  func run() throws -> ExitStatus {
    let arguments = invocation.arguments
    let format: OutcomeFormat = try arguments.choice(.format) ?? .text
    let path = try Session.repositoryPath(invocation)
    let repository = try Repository(at: path, environment: invocation.environment)
    let prefix = arguments.last(.branchPrefix) ?? Configuration.standardBranchPrefix
    var recipes = arguments.all(.recipe)
    guard !recipes.isEmpty else {
      throw CommandError.usage("say what to undo: 'migrate undo --recipe <id>', or 'all'")
    }
    if recipes.contains("all") {
      recipes = try RecipeLibrary(try RecipeSelection.named(invocation)).recipes.map(\.id)
    }
    var document = Document(branches: [], files: [])
    // Several recipes were applied one on top of the other, so the last one goes first.
    for recipe in recipes.reversed() {
      let branch = BranchDelivery.branch(prefix: prefix, recipe: recipe)
      document.branches.append(
        try BranchRemoval.remove(branch: branch, recipe: recipe, in: repository))
      guard repository.location.workFolder != nil else { continue }
      var writer = try WorkingTreeWriter(repository.location, allowsUncommitted: true)
      document.files += try writer.undo(recipe: recipe).map { FileReport(recipe, $0) }
    }
    try report(document, format)
    let refused =
      document.branches.contains { $0.action == .refused }
      || document.files.contains { $0.action == "refused" }
    return refused ? .git : .done
  }

  private func report(_ document: Document, _ format: OutcomeFormat) throws {
    let terminal = invocation.terminal
    if format == .json {
      terminal.output(try JSONText.encode(document))
      return
    }
    let moved = document.branches.filter { $0.action != .unchanged }
    for outcome in moved { terminal.output(OutcomeText.line(outcome) + "\n") }
    try FileReport.report(
      document.files, terminal, .text,
      nothing: moved.isEmpty ? "nothing to undo: no branch and no record of these recipes" : "")
  }
}
