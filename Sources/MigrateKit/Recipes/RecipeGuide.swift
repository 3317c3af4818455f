/// Where the advice of a recipe comes from.
public struct RecipeGuide: Hashable, Sendable {
  /// The section of the adaptation guide, or the name of the API.
  public internal(set) var section: String = ""
  /// Addresses of pages that say more.
  public internal(set) var pages: [String] = []
}
