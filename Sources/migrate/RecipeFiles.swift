import Foundation
import MigrateKit

/// Reads and writes the files of recipe folders for the commands.
enum RecipeFiles {
  /// The document of a recipe with its cases.
  static func document(of entry: RecipeEntry) throws -> RecipeDocument {
    let path = entry.documentPath
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw CommandError(.badRecipe, "\(path): cannot be read: a recipe explains itself there")
    }
    return try RecipeDocument(path: path, bytes: Array(contents))
  }

  /// The recipe at a path, or those one level below it.
  static func folders(at path: String) throws -> [RecipeFolder] {
    let manifest = path + "/" + RecipeFolder.manifestName
    if let contents = FileManager.default.contents(atPath: manifest) {
      return [RecipeFolder(path: path, manifest: Array(contents), origin: .user)]
    }
    return try RecipeFolder.all(in: path, origin: .user)
  }

  /// Writes what the recipe does now into the cases of its document.
  static func bless(
    _ document: RecipeDocument, _ verifier: RecipeVerifier, of entry: RecipeEntry,
    _ terminal: Terminal
  ) throws {
    let blessing = CaseBlessing(document, by: verifier)
    for refusal in blessing.refused { terminal.hint("not blessed: \(refusal)") }
    guard !blessing.changed.isEmpty else { return }
    do {
      try Data(blessing.text.utf8).write(
        to: URL(fileURLWithPath: entry.documentPath), options: .atomic)
    } catch {
      throw CommandError(
        .fileAccess, "\(entry.documentPath): cannot be written: check its permissions")
    }
    for title in blessing.changed { terminal.output("blessed '\(title)'\n") }
  }
}
