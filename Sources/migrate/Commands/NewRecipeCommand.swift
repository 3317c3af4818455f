import Foundation
import MigrateKit

/// `migrate recipes new <id>`: a folder with a recipe that works, to start from.
struct NewRecipeCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run(_ id: String) throws -> ExitStatus {
    let rule = RuleCatalog.builtIn.rules.first {
      $0.readySource != nil && ($0.id == id || $0.id.hasSuffix("-" + id))
    }
    if let source = rule?.readySource { return try write(source) }
    guard let scaffold = RecipeScaffold(id: id, kind: try kind()) else {
      throw CommandError.usage(
        "a recipe's id is lowercase words joined by '-', such as 'new-helper', not '\(id)'")
    }
    let parent = invocation.arguments.last(.recipes) ?? "."
    let folder = Session.absolute(parent, in: invocation.folder) + "/" + id
    let shown = parent == "." ? id : parent + "/" + id
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw CommandError(
        .fileAccess, "\(shown): there already: choose another id, or remove the folder first")
    }
    do {
      for file in scaffold.files { try write(file, in: folder) }
    } catch {
      throw CommandError(.fileAccess, "\(shown): cannot be written: check its permissions")
    }
    for file in scaffold.files { invocation.terminal.output("\(shown)/\(file.name)\n") }
    let commands = scaffold.commands(in: shown).map { "'\($0)'" }.joined(separator: " and ")
    invocation.terminal.hint("edit them, then \(commands); '--bless' writes the 'after' blocks")
    return .done
  }

  private func write(_ file: RecipeScaffold.File, in folder: String) throws {
    let path = URL(fileURLWithPath: folder + "/" + file.name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.text.utf8).write(to: path, options: .withoutOverwriting)
    if file.isExecutable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
    }
  }

  private func kind() throws -> RecipeScaffold.Kind {
    let arguments = invocation.arguments
    switch (arguments.has(.swift), arguments.has(.executable)) {
    case (true, true):
      throw CommandError.usage("a rule is one program: give '--swift' or '--executable'")
    case (false, true): return .executable
    case (false, false): return .pattern
    case (true, false):
      if let named = arguments.last(.package) {
        return .swift(
          package: named.contains("://") ? named : Session.absolute(named, in: invocation.folder))
      }
      guard let package = ownPackage() else {
        throw CommandError.usage(
          "the package of 'migrate' is not known: name its folder or address with '--package'")
      }
      return .swift(package: package)
    }
  }

  /// The package that this program was built from, where its folder is still around it.
  private func ownPackage() -> String? {
    let program = Bundle.main.executablePath ?? invocation.program
    var folder = URL(fileURLWithPath: program).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let sources = folder.appendingPathComponent("Sources/MigrateKit").path
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: sources),
        FileManager.default.fileExists(atPath: manifest)
      {
        return folder.path
      }
    }
    return nil
  }

  /// Writes the source that a built-in recipe uses, ready for a module.
  private func write(_ source: ReadySource) throws -> ExitStatus {
    let parent = invocation.arguments.last(.recipes) ?? "."
    let shown = parent == "." ? source.fileName : parent + "/" + source.fileName
    let path = Session.absolute(parent, in: invocation.folder) + "/" + source.fileName
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandError(
        .fileAccess, "\(shown): there already: remove it first, or name a folder with '--recipes'")
    }
    do {
      try Data(source.text.utf8).write(
        to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw CommandError(.fileAccess, "\(shown): cannot be written: check its permissions")
    }
    invocation.terminal.output(shown + "\n")
    invocation.terminal.hint("add it to a target; the recipe uses it in every file that sees it")
    return .done
  }
}
