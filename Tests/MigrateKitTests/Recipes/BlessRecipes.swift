import Foundation
import MigrateKit
import Testing

/// Rewrites the `after` blocks of the recipes' documents, and the generated pages, when
/// `MIGRATE_BLESS` is set; read the difference before you commit it.
@Suite(.serialized) struct BlessRecipes {
  private static let isAsked = ProcessInfo.processInfo.environment["MIGRATE_BLESS"] != nil

  @Test(.enabled(if: isAsked, "set MIGRATE_BLESS to rewrite the 'after' blocks"))
  func rewriteTheBlocks() throws {
    for entry in BuiltInRecipes.entries {
      let document = try BuiltInRecipes.document(of: entry)
      let blessing = CaseBlessing(document, by: RecipeVerifier(entry))
      for refusal in blessing.refused { Issue.record("\(refusal)") }
      guard !blessing.changed.isEmpty else { continue }
      try Data(blessing.text.utf8).write(to: URL(filePath: entry.documentPath))
    }
  }

  @Test(.enabled(if: isAsked, "set MIGRATE_BLESS to rewrite the generated pages"))
  func rewriteThePages() throws {
    for page in try BuiltInRecipes.index().pages {
      let file = URL(filePath: BuiltInRecipes.root + "/" + page.path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(page.text.utf8).write(to: file)
    }
  }
}
