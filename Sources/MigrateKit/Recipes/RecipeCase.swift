/// One example of a recipe's document: files, what must be found in them and what must come out.
public struct RecipeCase: Sendable, CustomStringConvertible {
  /// The heading above it, with a number where the heading has several cases.
  public internal(set) var title: String
  /// The path of the document.
  public internal(set) var document: String
  /// The line, from 1, of its first block.
  public internal(set) var line: Int
  /// The files, in the order of the document.
  public internal(set) var files: [CaseFile]
  /// Values for the recipe's options.
  public internal(set) var options: [String: String]
  /// How gates are written.
  public internal(set) var gateStyle: GateStyle

  /// `title (document:line)`.
  public var description: String { "\(title) (\(document):\(line))" }
}

/// One file of a case.
public struct CaseFile: Sendable {
  /// What a file of a case is there for.
  public enum Role: String, Sendable {
    /// It changes.
    case before
    /// It stays as it is.
    case unchanged
    /// It is only there for what other files need to know; nothing is found in it.
    case file
  }

  /// The path within the case's project.
  public internal(set) var path: String
  /// What it is there for.
  public internal(set) var role: Role
  /// The text before, with markers.
  var source: MarkedText
  /// The text after; that before unless the role is `before`.
  var expected: String
  /// The reason codes of the sites left alone, in any order.
  public internal(set) var left: [String]
  /// How far the fixes can be trusted: one value for all, or one for each marker.
  public internal(set) var safety: [Safety]
  /// The platforms the file is built for.
  public internal(set) var platforms: FilePlatforms
  /// Whether the text before compiles; code that uses an API which does not exist cannot.
  public internal(set) var compiles = true
  /// Where the block with the expected text is, for rewriting it.
  var expectedBlock: MarkdownFence?

  /// What the file is written in.
  public var format: FileFormat { FileFormat(path: path) }
  /// The text before, without markers.
  public var before: String { source.text }
  /// The text after.
  public var after: String { expected }
}
