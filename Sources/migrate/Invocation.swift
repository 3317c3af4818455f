import MigrateKit

/// Everything a command is given from outside.
struct Invocation {
  var arguments: Arguments
  var terminal: Terminal
  /// The path or name the program was started as.
  var program: String
  var environment: [String: String]
  /// The current folder.
  var folder: String
  /// Starts plugins and ends them.
  var plugins: PluginHost
  /// What happens when a signal ends the program.
  var interruption: Interruption
  /// The recipes that every repository of the run has.
  var recipes = SharedRecipes()
}
