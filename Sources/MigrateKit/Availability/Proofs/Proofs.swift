/// Why a result was not accepted.
public struct ProofFailure: Error, Hashable, Sendable {
  /// Which proof failed.
  public enum Reason: String, Sendable {
    /// The result has a syntax error that the original has not.
    case parsesWorse
    /// Older systems would not behave as before, or it cannot be shown that they do.
    case notProved
    /// A comment, a line ending or bytes outside the edits changed.
    case notKept
  }

  /// Which proof failed.
  public var reason: Reason
  /// What differs and where: lowercase start, code in single quotes, no final stop.
  public var detail: String

  /// Makes a failure.
  public init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}

/// The proofs that every changed file passes before it enters a plan.
public enum Proofs {
  /// Checks a result against its original; nil when every proof holds.
  ///
  /// - Parameters:
  ///   - since: The version of each platform that the recipe adapts to.
  ///   - changesOlderSystems: Whether the recipe by nature changes older systems, which leaves
  ///     out fold-back.
  ///   - retires: Whether the recipe takes out what the file's minimum made needless: both sides are
  ///     then also read as systems of that minimum, and comments of code that goes may go.
  ///   - helpers: The names of the project's own helpers, and which systems run the closure they are given.
  public static func check(
    original: SourceFile, result: SourceFile, platforms: FilePlatforms,
    since: [Platform: PlatformVersion], changesOlderSystems: Bool, retires: Bool = false,
    helpers: [String: ViewGate.Kind] = [:]
  ) -> ProofFailure? {
    check(
      original: ParsedFile(original), result: ParsedFile(result), platforms: platforms,
      since: since, changesOlderSystems: changesOlderSystems, retires: retires, helpers: helpers)
  }

  /// Checks a result against its original, both parsed already; nil when every proof holds.
  public static func check(
    original before: ParsedFile, result after: ParsedFile, platforms: FilePlatforms,
    since: [Platform: PlatformVersion], changesOlderSystems: Bool, retires: Bool = false,
    helpers: [String: ViewGate.Kind] = [:]
  ) -> ProofFailure? {
    if let failure = ParsesProof.check(before, after) { return failure }
    let retired = retires ? RetiredCode(before, result: after, platforms: platforms) : nil
    if let failure = KeepsProof.check(before, after, retired: retired) { return failure }
    if changesOlderSystems { return nil }
    let foldBack = FoldBack(platforms: platforms, since: since, helpers: helpers)
    if let failure = foldBack.check(before, after) { return failure }
    guard retires else { return nil }
    return FoldBack(platforms: platforms, since: since, helpers: helpers, era: .from)
      .check(before, after)
  }
}
