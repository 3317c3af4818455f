/// Why a pattern, a template or a text pattern cannot be used.
public struct PatternProblem: Error, Hashable, Sendable {
  /// What is wrong and what to do: lowercase start, code in single quotes, no final stop.
  public var message: String

  init(_ message: String) {
    self.message = message
  }
}
