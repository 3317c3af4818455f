/// Why a pattern, a template or a text pattern cannot be used.
public struct PatternProblem: Error, Hashable, Sendable {
  /// What is wrong and what to do: lowercase start, code in single quotes, no final stop.
  public var message: String
  /// The byte of the text at which it is wrong; nil when the text as a whole is.
  public var offset: Int?

  init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}
