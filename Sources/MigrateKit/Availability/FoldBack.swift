import SwiftSyntax

/// The proof that a result, read as a system before the recipe's version sees it, equals the
/// original read the same way.
struct FoldBack {
  let platforms: FilePlatforms
  let since: [Platform: PlatformVersion]
  let helpers: Set<String>

  func check(_ original: ParsedFile, _ result: ParsedFile) -> ProofFailure? {
    let before = original.tree.tokens(viewMode: .sourceAccurate).map(\.text)
    let after = result.tree.tokens(viewMode: .sourceAccurate).map(\.text)
    return before == after ? nil : ProofFailure(.notProved, "fold-back is not written yet")
  }
}
