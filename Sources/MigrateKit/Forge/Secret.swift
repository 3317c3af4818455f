/// A token or password: it cannot be printed, encoded or compared by accident.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: String

  /// Keeps a value; nil when there is none.
  public init?(_ value: String?) {
    guard let value, !value.isEmpty else { return nil }
    self.value = value
  }

  /// Three asterisks.
  public var description: String { "***" }
  /// Three asterisks.
  public var debugDescription: String { "***" }
  /// Nothing to look into.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The value, for the one place that sends it.
  public func reveal() -> String { value }

  /// The text with every occurrence of the value replaced.
  public func redacted(from text: String) -> String {
    text.split(separator: value, omittingEmptySubsequences: false).joined(separator: "***")
  }
}
