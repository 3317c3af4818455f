import Foundation
import MigrateKit

/// The recipes of this package's `Recipes` folder.
enum BuiltInRecipes {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The folders with a manifest; empty when they cannot be read, which a test reports.
  static let folders = (try? RecipeFolder.all(in: root + "/Recipes", origin: .builtIn)) ?? []

  /// The recipes; those that compile on their own, where something is wrong with any.
  static let entries =
    (try? RecipeLibrary(folders))?.entries
    ?? folders.compactMap { folder in (try? RecipeLibrary([folder]))?.entries.first }

  /// Every case of every document that can be read.
  static let cases: [(entry: RecipeEntry, example: RecipeCase)] = entries.flatMap { entry in
    ((try? document(of: entry))?.cases ?? []).map { (entry, $0) }
  }

  /// The document of a recipe.
  static func document(of entry: RecipeEntry) throws -> RecipeDocument {
    let bytes = try Data(contentsOf: URL(filePath: entry.documentPath))
    let path = "Recipes/\(entry.recipe.id)/\(RecipeFolder.documentName)"
    return try RecipeDocument(path: path, bytes: [UInt8](bytes))
  }

  /// The generated pages; recipes without a document have no row.
  static func index() throws -> RecipeIndex {
    RecipeIndex(
      try entries.filter { FileManager.default.fileExists(atPath: $0.documentPath) }
        .map { ($0, try document(of: $0)) })
  }
}
