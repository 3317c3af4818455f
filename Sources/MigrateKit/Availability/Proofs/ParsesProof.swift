import SwiftDiagnostics
import SwiftParserDiagnostics
import SwiftSyntax

/// The proof that a result parses no worse than its original.
enum ParsesProof {
  static func check(_ original: ParsedFile, _ result: ParsedFile) -> ProofFailure? {
    guard result.tree.hasError else { return nil }
    guard original.tree.hasError else {
      return ProofFailure(.parsesWorse, "the result has a syntax error and the original has none")
    }
    let before = counts(original)
    for (message, count) in counts(result).sorted(by: { $0.key < $1.key })
    where count > before[message, default: 0] {
      return ProofFailure(.parsesWorse, "the result has a new syntax error: \(message)")
    }
    return nil
  }

  private static func counts(_ file: ParsedFile) -> [String: Int] {
    ParseDiagnosticsGenerator.diagnostics(for: file.tree)
      .reduce(into: [:]) { $0[$1.message, default: 0] += 1 }
  }
}
