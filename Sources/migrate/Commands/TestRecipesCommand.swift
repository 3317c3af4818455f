import Foundation
import MigrateKit

/// `migrate recipes test`: checks the cases of recipes, once or whenever a file changes.
struct TestRecipesCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  /// Tests the recipe in a folder, those one level below it, or every known one.
  func run(_ folder: String?) throws -> ExitStatus {
    let terminal = invocation.terminal
    let compiler =
      invocation.arguments.has(.typecheck) ? try CaseCompiler(invocation) : nil
    var cases = 0
    var failed = 0
    let entries = try entries(folder)
    for (index, entry) in entries.enumerated() {
      terminal.progress("testing recipes", index, of: entries.count)
      let document = try RecipeFiles.document(of: entry)
      let verifier = RecipeVerifier(entry)
      if invocation.arguments.has(.bless) {
        try RecipeFiles.bless(document, verifier, of: entry, terminal)
      }
      for example in try RecipeFiles.document(of: entry).cases {
        cases += 1
        var failures = verifier.failures(of: example)
        if let compiler { failures += try compiler.failures(of: example) }
        if !failures.isEmpty { failed += 1 }
        for failure in failures { report(failure) }
      }
    }
    terminal.output("\(cases - failed) passed, \(failed) failed\n")
    if failed > 0, !invocation.arguments.has(.bless) {
      terminal.hint("'--bless' writes what comes out into the 'after' blocks; read it then")
    }
    return failed == 0 ? .done : .badRecipe
  }

  private func entries(_ folder: String?) throws -> [RecipeEntry] {
    let plugins = try PluginSelection.named(invocation)
    var entries = try RecipeLibrary(try RecipeSelection.named(invocation), plugins: plugins).entries
    if let folder {
      let path = Session.absolute(folder, in: invocation.folder)
      entries = try RecipeLibrary(
        try RecipeFiles.folders(at: path), others: entries, plugins: plugins
      ).entries.filter { $0.origin != .plugin }
      guard !entries.isEmpty else {
        throw CommandError(
          .badRecipe, "\(folder): no '\(RecipeFolder.manifestName)' here or one level below")
      }
    }
    // A plugin's recipes have no cases here.
    entries.removeAll { $0.origin == .plugin }
    return entries
  }

  /// Writes a failure, its differences in colour where the output has any.
  private func report(_ failure: CaseFailure) {
    let style = Style(isColored: invocation.terminal.colorsOutput)
    invocation.terminal.output(
      bytes: DiffPainter.paint(Array("\(failure)\n".utf8), style: style))
  }

  // MARK: Watching

  /// Runs the tests in a process of their own, again after every change, until a signal comes.
  ///
  /// Each run sees the files and plugins as they are, and one that fails ends nothing.
  func watch(_ folder: String?) throws -> ExitStatus {
    let arguments = invocation.arguments
    let roots = (folder.map { [$0] } ?? arguments.all(.recipes)) + arguments.all(.config)
    guard !roots.isEmpty else {
      throw CommandError.usage(
        "say what to watch: 'migrate recipes test --watch <folder>', or '--recipes <folder>'")
    }
    let watched = WatchedFiles(roots.map { Session.absolute($0, in: invocation.folder) })
    let run = TestProcess(
      program: Bundle.main.executablePath ?? invocation.program,
      arguments: ["recipes"] + arguments.words(without: .watch))
    run.endWithSignals()
    var state = watched.state()
    while true {
      try run.start()
      invocation.terminal.hint("watching \(roots.joined(separator: ", ")); end with Control-C")
      state = watched.waitForChange(from: state)
      invocation.terminal.output("\n")
    }
  }
}
