import MigrateKit
import Synchronization

/// The recipes that every repository of a run has: read once and compiled once, on a thread of
/// their own while the first repository is looked at.
final class SharedRecipes: Sendable {
  private struct Loaded {
    var folders: [RecipeFolder]
    var library: Result<RecipeLibrary, any Error>
  }

  private let loading = Mutex<Ahead<Loaded>?>(nil)

  /// Begins to read and compile, once in a run; what goes wrong is told to whoever asks.
  func begin(_ read: @escaping @Sendable () throws -> [RecipeFolder]) {
    loading.withLock { loading in
      guard loading == nil else { return }
      loading = Ahead {
        let folders = try read()
        return Loaded(folders: folders, library: Result { try RecipeLibrary(folders) })
      }
    }
  }

  /// The folders of the recipes.
  func folders() throws -> [RecipeFolder] {
    try loading.withLock { $0 }?.value().folders ?? []
  }

  /// The recipes of the folders alone.
  func library() throws -> RecipeLibrary {
    try loading.withLock { $0 }?.value().library.get() ?? RecipeLibrary([])
  }
}
