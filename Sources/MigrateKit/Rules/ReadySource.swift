/// Source that a rule writes into files, ready for a file of its own.
public struct ReadySource: Hashable, Sendable {
  /// What to call the file.
  public var fileName: String
  /// The text of the file, with line feeds.
  public var text: String

  /// Makes a source.
  public init(fileName: String, text: String) {
    self.fileName = fileName
    self.text = text
  }
}
