import SwiftSyntax

/// The proof that comments, byte order mark, line endings and the final newline stay.
enum KeepsProof {
  static func check(_ original: ParsedFile, _ result: ParsedFile) -> ProofFailure? {
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
    var kept = comments(result)
    for comment in comments(original) {
      guard let count = kept[comment.key], count >= comment.value else {
        return ProofFailure(.notKept, "the comment '\(comment.key.prefix(60))' was lost")
      }
      kept[comment.key] = count
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

  private static func comments(_ file: ParsedFile) -> [String: Int] {
    var counts: [String: Int] = [:]
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      for piece in token.leadingTrivia.pieces + token.trailingTrivia.pieces {
        switch piece {
        case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
          .docBlockComment(let text):
          counts[text, default: 0] += 1
        default: break
        }
      }
    }
    return counts
  }
}
