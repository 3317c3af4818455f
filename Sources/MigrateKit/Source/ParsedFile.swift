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
  /// The tree as it was parsed, from which a changed file takes what did not change.
  private let parse: IncrementalParseResult

  /// Parses the file.
  public init(_ source: SourceFile) {
    self.init(source, after: nil)
  }

  /// Parses what edits made of a file; code that they do not touch is not parsed again.
  ///
  /// - Parameter edits: The edits by which the bytes of the file became those of the source.
  init(_ source: SourceFile, changing previous: ParsedFile, by edits: EditSet) {
    let changes = edits.edits.map { edit in
      SourceEdit(
        range: AbsolutePosition(
          utf8Offset: edit.byteRange.lowerBound)..<AbsolutePosition(
            utf8Offset: edit.byteRange.upperBound),
        replacement: edit.text)
    }
    let transition: IncrementalParseTransition?
    do {
      transition = IncrementalParseTransition(
        previousIncrementalParseResult: previous.parse,
        edits: try ConcurrentEdits(concurrent: changes))
    } catch {
      // Edits out of order: everything is parsed.
      transition = nil
    }
    self.init(source, after: previous.format == .swift ? transition : nil)
  }

  private init(_ source: SourceFile, after transition: IncrementalParseTransition?) {
    self.source = source
    format = FileFormat(path: source.path)
    let bytes = format == .swift ? source.bytes : []
    var parse = bytes.withUnsafeBufferPointer {
      Parser.parseIncrementally(source: $0, parseTransition: transition)
    }
    if transition != nil, parse.tree.totalLength.utf8Length != bytes.count {
      parse = bytes.withUnsafeBufferPointer {
        Parser.parseIncrementally(source: $0, parseTransition: nil)
      }
    }
    self.parse = parse
    let parsed = parse.tree
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
