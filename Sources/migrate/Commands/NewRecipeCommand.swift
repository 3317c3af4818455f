import Foundation
import MigrateKit

/// `migrate recipes new <id>`: a folder with a recipe that works, to start from.
struct NewRecipeCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run(_ id: String) throws -> ExitStatus {
    guard let scaffold = RecipeScaffold(id: id) else {
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
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for (name, text) in scaffold.files {
        try Data(text.utf8).write(
          to: URL(fileURLWithPath: folder + "/" + name), options: .withoutOverwriting)
      }
    } catch {
      throw CommandError(.fileAccess, "\(shown): cannot be written: check its permissions")
    }
    for (name, _) in scaffold.files { invocation.terminal.output("\(shown)/\(name)\n") }
    invocation.terminal.hint(
      "edit both, then 'migrate recipes test \(shown)'; '--bless' writes the 'after' blocks")
    return .done
  }
}
