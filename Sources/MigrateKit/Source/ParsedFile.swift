public import SwiftSyntax
import SwiftOperators
import SwiftParser

/// A source file with its syntax tree.
///
/// A file in another format than Swift has an empty tree. Operators are folded, so an assignment is an `InfixOperatorExprSyntax`; byte offsets are those
/// of the source. The tree is immutable, so that tasks may share it.
public struct ParsedFile: Sendable {
  /// The file that was parsed.
  public let source: SourceFile
  /// What the file is written in.
  public let format: FileFormat
  /// The tree with operators folded.
  public let tree: SourceFileSyntax
  /// What has been worked out of the file.
  let memo = FileMemo()

  /// Parses the file.
  public init(_ source: SourceFile) {
    self.source = source
    format = FileFormat(path: source.path)
    let bytes = format == .swift ? source.bytes : []
    let parsed = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    // Precedences of unknown operators are guessed, never reported: the compiler does that.
    let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
    self.tree = folded.as(SourceFileSyntax.self) ?? parsed
  }

  /// The bytes of a node without the white space and comments around it.
  public func range(of node: some SyntaxProtocol) -> ByteRange {
    ByteRange(
      node.positionAfterSkippingLeadingTrivia.utf8Offset,
      node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// The text of a node without the white space and comments around it.
  public func text(of node: some SyntaxProtocol) -> String {
    source.text(in: range(of: node))
  }
}
