/// A function of the project under migration that does something only on the new system.
public struct ProjectHelper: Hashable, Sendable {
  /// The function's name, such as `glassIfAvailable`.
  public internal(set) var name = ""
  /// What a call means on earlier systems: a Swift expression in which `self` is the receiver and
  /// `$0`, `$1`, … are the arguments.
  public internal(set) var before = ""
}
