import SwiftSyntax

/// Makes findings about code that only systems with glass may reach.
struct GlassReport {
  /// The id of the rule.
  let rule: String
  /// The file that the findings are in.
  let file: ParsedFile
  /// What is known of the file.
  let context: RuleContext

  /// A finding; without edits it is advice.
  ///
  /// Nothing older than 26 may change, so that edits are dropped, and the message says why, where
  /// the code does not show that older systems stay away.
  func finding(
    _ node: some SyntaxProtocol, at range: ByteRange, _ message: String, _ edits: [Edit]?,
    level: FindingLevel = .warning, safety: Safety = .review
  ) -> Finding {
    var message = message
    var fix = edits.map { Fix($0) }
    if fix != nil, !AvailabilityContext(at: node, platforms: context.platforms).provesGlass {
      fix = nil
      message += "; let it run on iOS 26 and later only"
    }
    return Finding(
      rule: rule, at: range, message: message, level: level, safety: safety, fix: fix)
  }
}

extension AvailabilityContext {
  /// Whether every system that gets here is of version 26 or later; visionOS, which has no glass,
  /// does not count.
  var provesGlass: Bool {
    let reachable = reachablePlatforms.filter { $0 != .visionOS }
    return !reachable.isEmpty
      && reachable.allSatisfy { bounds(of: $0).atLeast >= PlatformVersion(26) }
  }
}
