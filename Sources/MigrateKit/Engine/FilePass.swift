/// One file under one recipe: findings, the proved change, or the reason there is none.
///
/// Pure: the same file, recipe and context give the same result.
public struct FilePass {
  /// How often a recipe is run on its own result before it counts as not settling, besides once
  /// for each fix: of fixes that all overlap, each pass takes one.
  public static let passLimit = 8
  /// How many fixes are tried one by one when the whole change is not proved.
  static let isolationLimit = 40

  private let recipe: Recipe
  private let context: RuleContext
  private let safetyLimit: Safety
  private let selection: Set<String>?
  private let excluded: Set<String>

  /// Prepares a recipe for files of one context.
  ///
  /// - Parameters:
  ///   - selection: the fingerprints of the findings whose fixes are wanted; nil for all.
  ///   - excluded: the fingerprints of those whose fixes are not.
  public init(
    recipe: Recipe, context: RuleContext, safetyLimit: Safety = .review,
    selection: Set<String>? = nil, excluded: Set<String> = []
  ) {
    self.recipe = recipe
    self.context = context
    self.safetyLimit = safetyLimit
    self.selection = selection
    self.excluded = excluded
  }

  /// What the recipe says of one file.
  public struct Result: Sendable {
    /// The findings, by position.
    public var findings: [PlannedFinding] = []
    /// The sites left alone, by position.
    public var left: [PlannedLeftSite] = []
    /// The change, when there is one.
    public var change: FileChange?
    /// What was not done.
    public var skips: [Skip] = []
  }

  /// Runs the recipe on a file.
  public func run(_ file: ParsedFile) -> Result {
    let path = file.source.path
    var first = look(at: file)
    var result = Result()
    if let failure = first.failure {
      result.skips = [skip(path, failure)]
      return result
    }
    result.left = first.left.map {
      PlannedLeftSite(
        path: path, start: file.source.lines.position(of: $0.byteRange.lowerBound),
        reason: $0.reason)
    }
    let eligible = first.findings.indices.filter { isEligible(first.findings[$0]) }
    let chosen = selected(eligible, describe(first.findings, file))
    if chosen.count < eligible.count {
      // What was not selected would be found again, so that a part of the fixes takes one pass.
      if case .proved(let change) = combined(file, chosen.map { first.findings[$0].finding }) {
        result.change = change
      }
    } else if !chosen.isEmpty {
      switch change(file, taking: chosen.map { first.findings[$0].finding }) {
      case .proved(let change):
        result.change = change
      case .broken(let skip):
        return Result(skips: [skip])
      case .failed(var skip):
        let plugins = Set(recipe.rules.compactMap(\.plugin)).sorted().joined(separator: "', '")
        if !plugins.isEmpty { skip.detail += "; its rules are of plugin '\(plugins)'" }
        isolate(file, &first, chosen, because: skip, into: &result)
      }
    }
    result.findings = describe(first.findings, file)
    return result
  }

  private func selected(_ indices: [Int], _ described: [PlannedFinding]) -> [Int] {
    if selection == nil, excluded.isEmpty { return indices }
    return indices.filter {
      let fingerprint = described[$0].fingerprint
      return (selection?.contains(fingerprint) ?? true) && !excluded.contains(fingerprint)
    }
  }

  // MARK: Looking

  private struct Look {
    var findings: [(finding: Finding, isSuppressed: Bool)] = []
    var left: [LeftSite] = []
    var failure: RuleFailure?
  }

  private func look(at file: ParsedFile) -> Look {
    var look = Look()
    let suppressions = Suppressions.shared(of: file)
    var used: Set<Suppressions.Comment> = []
    for rule in recipe.rules where rule.reads(file.source.path) {
      let output = rule.check(file, in: context)
      if let failure = output.failure { return Look(failure: failure) }
      look.left += output.left
      for var finding in output.findings {
        if recipe.changesOlderSystems, finding.safety == .safe { finding.safety = .review }
        if recipe.removes, context.platforms.requiresCompatibility, finding.fix != nil {
          finding.fix = nil
          finding.safety = .advice
          finding.message +=
            "; not changed while the target sets 'UIDesignRequiresCompatibility': remove the key first"
        }
        let lines = file.source.lines
        let start = lines.position(of: finding.byteRange.lowerBound).line
        let end = lines.position(of: finding.byteRange.upperBound).line
        let covering = suppressions.covering(
          ids: [recipe.id, rule.id] + recipe.owners, lines: start...max(start, end))
        used.formUnion(covering)
        look.findings.append((finding, !covering.isEmpty))
      }
    }
    for comment in suppressions.comments
    where comment.id == recipe.id && !used.contains(comment) {
      let finding = Finding(
        rule: "unused-suppression", at: comment.byteRange,
        message: "nothing to ignore for '\(recipe.id)' here: remove this comment", level: .note)
      look.findings.append((finding, false))
    }
    look.findings.sort {
      ($0.finding.byteRange, $0.finding.rule, $0.finding.message)
        < ($1.finding.byteRange, $1.finding.rule, $1.finding.message)
    }
    look.left.sort { ($0.byteRange, $0.reason) < ($1.byteRange, $1.reason) }
    return look
  }

  private func isEligible(_ entry: (finding: Finding, isSuppressed: Bool)) -> Bool {
    entry.finding.fix != nil && !entry.isSuppressed && entry.finding.safety <= safetyLimit
  }

  // MARK: Changing

  private enum Outcome {
    case proved(FileChange)
    case failed(Skip)
    /// A rule could not look at the result, so that nothing is known of it.
    case broken(Skip)
  }

  /// Applies the fixes of the first look and runs the recipe again until it is content.
  private func change(_ file: ParsedFile, taking findings: [Finding]) -> Outcome {
    let path = file.source.path
    var current = file
    defer { if current.memo !== file.memo { current.memo.clear() } }
    var pending = findings
    var resolved: [Safety: Int] = [:]
    let limit = min(Self.passLimit + findings.count, 64)
    var pass = 0
    while !pending.isEmpty {
      guard pass < limit else {
        return .failed(
          Skip(
            path: path, reason: "notSettled",
            detail: "still finds something to do after \(limit) passes", isFault: true))
      }
      pass += 1
      var edits = EditSet()
      for finding in pending {
        guard let fix = finding.fix, edits.insert(fix.edits) else { continue }
        resolved[finding.safety, default: 0] += 1
      }
      guard !edits.isEmpty, let bytes = edits.applied(to: current.source.bytes) else {
        return .failed(
          Skip(
            path: path, reason: "badEdit",
            detail: "an edit is outside the file or inside a character",
            isFault: true))
      }
      guard bytes != current.source.bytes else {
        return .failed(
          Skip(path: path, reason: "notSettled", detail: "a fix changes nothing", isFault: true))
      }
      let source: SourceFile
      do {
        source = try SourceFile(path: path, bytes: bytes)
      } catch {
        return .failed(
          Skip(path: path, reason: "badEdit", detail: "the result is not text", isFault: true))
      }
      let next = ParsedFile(source, changing: current, by: edits)
      if current.memo !== file.memo { current.memo.clear() }
      current = next
      let found = look(at: current)
      if let failure = found.failure { return .broken(skip(path, failure)) }
      pending = found.findings.filter(isEligible).map(\.finding)
    }
    if let failure = Proofs.check(
      original: file, result: current, platforms: context.platforms,
      since: recipe.since, changesOlderSystems: recipe.changesOlderSystems,
      retires: recipe.retires)
    {
      return .failed(
        Skip(
          path: path, reason: failure.reason.rawValue, detail: failure.detail,
          isFault: true))
    }
    guard isWellFormed(current, as: file) else {
      return .failed(
        Skip(
          path: path, reason: ProofFailure.Reason.parsesWorse.rawValue,
          detail: "the result cannot be read any more as what its name says", isFault: true))
    }
    let counts = LineCounts(from: file.source.bytes, to: current.source.bytes)
    return .proved(
      FileChange(
        path: path, original: file.source.bytes, updated: current.source.bytes,
        added: counts.added, removed: counts.removed, resolved: resolved))
  }

  /// Whether a result in another format than Swift can be read as well as its original.
  private func isWellFormed(_ result: ParsedFile, as original: ParsedFile) -> Bool {
    original.format == .swift
      || recipe.rules.filter { $0.reads(original.source.path) }
        .allSatisfy { $0.isWellFormed(result.source) || !$0.isWellFormed(original.source) }
  }

  /// Keeps the fixes that are proved on their own and turns the others into advice.
  private func isolate(
    _ file: ParsedFile, _ look: inout Look, _ chosen: [Int], because skip: Skip,
    into result: inout Result
  ) {
    result.skips.append(skip)
    guard chosen.count > 1, chosen.count <= Self.isolationLimit else {
      withdraw(chosen, from: &look, because: skip)
      return
    }
    var good: [Int] = []
    for index in chosen {
      if case .proved = combined(file, [look.findings[index].finding]) { good.append(index) }
    }
    if !good.isEmpty, good.count < chosen.count,
      case .proved(let change) = combined(file, good.map { look.findings[$0].finding })
    {
      result.change = change
      withdraw(chosen.filter { !good.contains($0) }, from: &look, because: skip)
    } else {
      withdraw(chosen, from: &look, because: skip)
    }
  }

  private func withdraw(_ indices: [Int], from look: inout Look, because skip: Skip) {
    for index in indices {
      look.findings[index].finding.fix = nil
      look.findings[index].finding.safety = .advice
      look.findings[index].finding.message += "; not changed, since the change could not be proved"
    }
  }

  /// One pass of some fixes, proved but not settled: the others are known to be still there.
  private func combined(_ file: ParsedFile, _ findings: [Finding]) -> Outcome {
    let path = file.source.path
    let failed = Outcome.failed(Skip(path: path, reason: "notProved", isFault: true))
    var edits = EditSet()
    var resolved: [Safety: Int] = [:]
    for finding in findings {
      guard let fix = finding.fix, edits.insert(fix.edits) else { return failed }
      resolved[finding.safety, default: 0] += 1
    }
    guard let bytes = edits.applied(to: file.source.bytes), bytes != file.source.bytes else {
      return failed
    }
    let source: SourceFile
    do { source = try SourceFile(path: path, bytes: bytes) } catch { return failed }
    let result = ParsedFile(source, changing: file, by: edits)
    defer { result.memo.clear() }
    guard isWellFormed(result, as: file),
      Proofs.check(
        original: file, result: result, platforms: context.platforms,
        since: recipe.since, changesOlderSystems: recipe.changesOlderSystems,
        retires: recipe.retires) == nil
    else { return failed }
    let counts = LineCounts(from: file.source.bytes, to: bytes)
    return .proved(
      FileChange(
        path: path, original: file.source.bytes, updated: bytes, added: counts.added,
        removed: counts.removed, resolved: resolved))
  }

  private func skip(_ path: String, _ failure: RuleFailure) -> Skip {
    Skip(path: path, reason: failure.reason, detail: failure.detail, isFault: true)
  }

  // MARK: Describing

  private func describe(
    _ findings: [(finding: Finding, isSuppressed: Bool)], _ file: ParsedFile
  ) -> [PlannedFinding] {
    var fingerprints = FingerprintMaker()
    let lines = file.source.lines
    return findings.map { finding, isSuppressed in
      PlannedFinding(
        path: file.source.path, start: lines.position(of: finding.byteRange.lowerBound),
        end: lines.position(of: finding.byteRange.upperBound), finding: finding,
        fingerprint: fingerprints.next(
          recipe: recipe.id, rule: finding.rule, path: file.source.path,
          tokens: FingerprintMaker.tokens(in: finding.byteRange, of: file)),
        isSuppressed: isSuppressed)
    }
  }
}
