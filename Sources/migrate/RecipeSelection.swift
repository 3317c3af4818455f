import Foundation
import MigrateKit

/// Which recipes a command knows and which of them it runs.
enum RecipeSelection {
  /// Every known recipe: those beside the program, in the folders named, and in the repository.
  static func library(
    _ invocation: Invocation, _ snapshot: Snapshot?, _ reader: inout SnapshotReader
  ) throws -> RecipeLibrary {
    var folders = try named(invocation)
    for entry in snapshot?.entries ?? [] {
      let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 4, parts[0] == ".migrate", parts[1] == "recipes",
        parts[3] == RecipeFolder.manifestName
      else { continue }
      let bytes = try reader.read(entry, limit: 1 << 20)
      folders.append(
        RecipeFolder(
          path: parts.dropLast().joined(separator: "/"), manifest: bytes, origin: .repository))
    }
    return try RecipeLibrary(folders)
  }

  /// The recipes beside the program and in the folders named by '--recipes'.
  static func named(_ invocation: Invocation) throws -> [RecipeFolder] {
    let program = Bundle.main.executablePath ?? invocation.program
    var folders = try RecipeLibrary.builtInFolders(programPath: program)
    for folder in invocation.arguments.all(.recipes) {
      folders += try RecipeFolder.all(
        in: Session.absolute(folder, in: invocation.folder), origin: .user)
    }
    return folders
  }

  /// The recipes asked for, in that order, each once.
  static func chosen(_ arguments: Arguments, _ library: RecipeLibrary) throws -> [Recipe] {
    var ids = arguments.all(.recipe)
    if ids.isEmpty { ids = library.recommended }
    var chosen: [Recipe] = []
    for id in ids {
      let found: [Recipe]
      if id == "all" {
        found = library.recipes
      } else if let entry = library.entry(id) {
        found = [entry.recipe]
      } else {
        throw CommandError(.badRecipe, library.objection(toUnknown: id))
      }
      for recipe in found where !chosen.contains(where: { $0.id == recipe.id }) {
        chosen.append(recipe)
      }
    }
    return chosen
  }
}
