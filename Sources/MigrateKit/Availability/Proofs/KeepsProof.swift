import SwiftSyntax

/// The proof that comments, byte order mark, line endings and the final newline stay.
enum KeepsProof {
  /// Checks both files.
  ///
  /// - Parameter retired: The code of the original whose comments may go with it.
  static func check(
    _ original: ParsedFile, _ result: ParsedFile, retired: RetiredCode? = nil
  ) -> ProofFailure? {
    let before = original.source.bytes
    let after = result.source.bytes
    if before.starts(with: [0xEF, 0xBB, 0xBF]) != after.starts(with: [0xEF, 0xBB, 0xBF]) {
      return ProofFailure(.notKept, "the byte order mark changed")
    }
    if before.last == 0x0A, after.last != 0x0A { return finalNewline }
    if let last = before.last, last != 0x0A, after.last == 0x0A { return finalNewline }
    if original.source.lines.starts.count > 1,
      Endings(before).kinds.isStrictSubset(of: Endings(after).kinds)
    {
      return ProofFailure(.notKept, "the line endings changed")
    }
    if Indentation(original.source).isBroken(by: Indentation(result.source)) {
      return ProofFailure(.notKept, "the result mixes tabs and spaces and the original does not")
    }
    let kept = comments(result)
    for comment in comments(original).sorted(by: { $0.key < $1.key })
    where kept[comment.key, default: 0] < comment.value {
      if let retired, comment.value - kept[comment.key, default: 0] <= retired.count(comment.key) {
        continue
      }
      let text = comment.key.prefix { !$0.isNewline }.prefix(60)
      return ProofFailure(.notKept, "the comment '\(text)' was lost")
    }
    return nil
  }

  private static let finalNewline = ProofFailure(.notKept, "the final newline changed")

  private struct Endings {
    var kinds: Set<String> = []
    init(_ bytes: [UInt8]) {
      var previous: UInt8 = 0
      for byte in bytes {
        if byte == 0x0A { kinds.insert(previous == 0x0D ? "crlf" : "lf") }
        previous = byte
      }
    }
  }

  /// How the lines of a file are indented.
  private struct Indentation {
    private var tabs = 0
    private var spaces = 0

    init(_ source: SourceFile) {
      for start in source.lines.starts where start < source.bytes.count {
        if source.bytes[start] == 0x09 { tabs += 1 }
        if source.bytes[start] == 0x20 { spaces += 1 }
      }
    }

    func isBroken(by result: Indentation) -> Bool {
      (tabs > 0 && spaces == 0 && result.spaces > 0)
        || (spaces > 0 && tabs == 0 && result.tabs > 0)
    }
  }

  /// How often each comment is there; a block comment's lines count without their indentation,
  /// since code that moves takes them along.
  static func comments(
    _ file: ParsedFile, where isCounted: (TokenSyntax) -> Bool = { _ in true }
  ) -> [String: Int] {
    var counts: [String: Int] = [:]
    let bytes = file.source.bytes
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      guard token.mayHaveComments(in: bytes), isCounted(token) else { continue }
      for piece in token.leadingTrivia.pieces + token.trailingTrivia.pieces {
        switch piece {
        case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
          .docBlockComment(let text):
          counts[unindented(text), default: 0] += 1
        default: break
        }
      }
    }
    return counts
  }

  private static func unindented(_ comment: String) -> String {
    guard comment.utf8.contains(0x0A) else { return comment }
    return comment.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.drop { $0 == " " || $0 == "\t" }) }.joined(separator: "\n")
  }
}

extension TokenSyntax {
  /// Whether a slash, without which there is no comment, stands before or after the token.
  fileprivate func mayHaveComments(in bytes: [UInt8]) -> Bool {
    let leading = leadingTriviaLength.utf8Length
    let trailing = trailingTriviaLength.utf8Length
    guard leading + trailing > 0 else { return false }
    let start = position.utf8Offset
    let end = endPosition.utf8Offset
    guard start >= 0, end <= bytes.count else { return true }
    let slash = UInt8(ascii: "/")
    return bytes[start..<(start + leading)].contains(slash)
      || bytes[(end - trailing)..<end].contains(slash)
  }
}
