/// What makes two runs of a recipe the same.
struct StepKey: Hashable {
  var id: String
  var options: [String: String]
  var owners: [String]

  init(_ recipe: Recipe) {
    id = recipe.id
    options = recipe.options
    owners = recipe.owners
  }
}
