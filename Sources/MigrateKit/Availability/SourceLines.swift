public import SwiftSyntax

/// Lines of new code that are still to be indented.
public struct SourceLines: Hashable, Sendable {
  /// One line without its line ending.
  public struct Line: Hashable, Sendable {
    /// The text, with only the indentation it has relative to its neighbours.
    public var text: String
    /// Whether the line starts inside a multi-line string literal and must not be indented.
    public var isVerbatim: Bool
  }

  /// The lines.
  public var lines: [Line]

  /// Makes lines of texts, each a line of its own.
  public init(_ texts: [String] = []) {
    lines = texts.map { Line(text: $0, isVerbatim: false) }
  }

  /// Takes the lines of a node as written, less the indentation of the line it starts on.
  ///
  /// White space and comments before and after the node are not taken.
  public init(of node: some SyntaxProtocol, in file: ParsedFile) {
    let range = file.range(of: node)
    self.init(
      range, in: file,
      verbatim: MultilineStrings(in: Syntax(node)).lineStarts(in: file.source))
  }

  init(_ range: ByteRange, in file: ParsedFile, verbatim: Set<Int>) {
    let source = file.source
    let base = source.indentation(ofLineAt: range.lowerBound)
    var lines: [Line] = []
    var index = source.lines.index(ofLineAt: range.lowerBound)
    repeat {
      let whole = source.lines.range(ofLine: index)
      let start = max(whole.lowerBound, range.lowerBound)
      var text = source.text(in: ByteRange(start, min(whole.upperBound, range.upperBound)))
      while let last = text.last, last.isNewline { text.removeLast() }
      let isVerbatim = start == whole.lowerBound && verbatim.contains(start)
      if !isVerbatim, start == whole.lowerBound, text.hasPrefix(base) {
        text.removeFirst(base.count)
      }
      lines.append(Line(text: text, isVerbatim: isVerbatim))
      index += 1
    } while index < source.lines.starts.count && source.lines.starts[index] < range.upperBound
    self.lines = lines
  }

  /// Whether there is no line.
  public var isEmpty: Bool { lines.isEmpty }

  /// The lines of both, in order.
  public static func + (left: SourceLines, right: SourceLines) -> SourceLines {
    var result = left
    result.lines += right.lines
    return result
  }

  /// The lines, each a step deeper; empty and verbatim lines stay as they are.
  public func indented(by indentation: String) -> SourceLines {
    var result = self
    for index in result.lines.indices
    where !result.lines[index].isVerbatim && !result.lines[index].text.isEmpty {
      result.lines[index].text = indentation + result.lines[index].text
    }
    return result
  }

  /// The lines with text before the first one.
  public func prefixed(by text: String) -> SourceLines {
    var result = self
    if result.lines.isEmpty { return SourceLines([text]) }
    result.lines[0].text = text + result.lines[0].text
    return result
  }

  /// The lines with text after the last one.
  public func suffixed(by text: String) -> SourceLines {
    var result = self
    if result.lines.isEmpty { return SourceLines([text]) }
    result.lines[result.lines.count - 1].text += text
    return result
  }

  /// The text of lines that follow `indentation` already written: only the later ones get it.
  public func text(after indentation: String, lineEnding: String) -> String {
    let deeper = indented(by: indentation).lines.map(\.text)
    guard let first = lines.first else { return "" }
    return ([first.text] + deeper.dropFirst()).joined(separator: lineEnding)
  }
}

extension SourceLines: ExpressibleByArrayLiteral {
  /// Makes lines of texts, each a line of its own.
  public init(arrayLiteral elements: String...) { self.init(elements) }
}

/// The multi-line string literals inside a node.
struct MultilineStrings {
  private var ranges: [ByteRange] = []

  init(in node: Syntax) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(node)
    ranges = collector.ranges
  }

  /// The starts of the lines that begin inside a literal, its closing delimiter's line included.
  func lineStarts(in source: SourceFile) -> Set<Int> {
    var starts: Set<Int> = []
    for range in ranges {
      var index = source.lines.index(ofLineAt: range.lowerBound) + 1
      while index < source.lines.starts.count, source.lines.starts[index] < range.upperBound {
        starts.insert(source.lines.starts[index])
        index += 1
      }
    }
    return starts
  }

  private final class Collector: SyntaxVisitor {
    var ranges: [ByteRange] = []

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      if node.openingQuote.tokenKind == .multilineStringQuote {
        ranges.append(
          ByteRange(
            node.positionAfterSkippingLeadingTrivia.utf8Offset,
            node.endPositionBeforeTrailingTrivia.utf8Offset))
      }
      return .visitChildren
    }
  }
}
