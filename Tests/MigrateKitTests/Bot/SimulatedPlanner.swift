import MigrateKit
import Synchronization

/// Plans recipes that rename functions, whose versions the test raises.
final class SimulatedPlanner: Sendable {
  let versions: Mutex<[String: Int]>
  static let functions = ["alpha": "oldA", "beta": "oldB", "gamma": "oldC"]

  init() {
    versions = Mutex(Self.functions.mapValues { _ in 1 })
  }

  func recipes(
    at base: ObjectID, excluding excluded: Set<String>, isStacked: Bool,
    in location: RepositoryLocation
  ) throws -> [BotRecipe] {
    let versions = versions.withLock { $0 }
    let recipes = Self.functions.sorted { $0.key < $1.key }.map { id, function in
      Recipe(
        id: id, version: versions[id] ?? 1, title: "Recipe \(id)", summary: "Renames.",
        commitSubject: "Rename \(function)",
        rules: [
          RenameRule(
            id: id, from: function, to: "new" + function.suffix(1),
            safety: id == "beta" ? .review : .safe)
        ], changesOlderSystems: true)
    }
    var request = Engine.Request(recipes: recipes)
    request.excluded = excluded
    let snapshot = try Repository(location).snapshot(of: base)
    let provider = SnapshotProvider(snapshot)
    let plan =
      isStacked
      ? try Engine.stackedPlan(request, for: provider) : try Engine(request).plan(for: provider)
    return zip(recipes, plan.recipes).map {
      BotRecipe(recipe: $0, configuration: "default", plan: $1)
    }
  }
}
