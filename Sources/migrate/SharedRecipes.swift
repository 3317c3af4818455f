import MigrateKit
import Synchronization

/// The recipes that every repository of a run has: read once and compiled once.
final class SharedRecipes: Sendable {
  private struct Known {
    var folders: [RecipeFolder]?
    var library: RecipeLibrary?
  }

  private let known = Mutex(Known())

  /// The folders of the recipes; read when they are first asked for.
  func folders(_ read: () throws -> [RecipeFolder]) throws -> [RecipeFolder] {
    if let folders = known.withLock({ $0.folders }) { return folders }
    let folders = try read()
    known.withLock { $0.folders = folders }
    return folders
  }

  /// The recipes of the folders alone; compiled when they are first asked for.
  func library(_ compile: () throws -> RecipeLibrary) throws -> RecipeLibrary {
    if let library = known.withLock({ $0.library }) { return library }
    let library = try compile()
    known.withLock { $0.library = library }
    return library
  }
}
