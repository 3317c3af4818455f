import SwiftSyntax

/// A rule that a recipe describes by a pattern.
struct PatternRule: Rule {
  let id: String
  let needles: Needles
  let match: MatchSpecification
  let action: PatternAction
  let gateForm: PatternAction.GateForm
  let message: MessageText
  let safety: Safety
  let level: FindingLevel
  /// What the new arm of a gate needs.
  let requirement: APIRequirement
  /// Whether the recipe may change what systems before the version do.
  let changesOlderSystems: Bool
  /// Whether another rule of the recipe may write what this one looks for, so that types count
  /// that hold none of it yet.
  var sitesMayAppear = false

  var collectors: [any FactCollector] {
    let names = match.typesAbove.sorted()
    guard !names.isEmpty else { return [] }
    let isAround =
      match.asksForTypesAroundOnly && !sitesMayAppear && !needles.alternatives.contains([])
    return InheritanceCollector.all(names, sites: needles, isAround: isAround)
  }

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    var checker = ConstraintChecker(
      file, platforms: context.platforms, facts: context.facts)
    let collector = CandidateCollector(patterns: match.patterns, in: file)
    collector.walk(file.tree)
    let rewriter = PatternRewriter(rule: self, file: file, context: context)
    var output = RuleOutput()
    var seen: Set<ByteRange> = []
    for node in collector.candidates {
      checker.matcher.bindings = CodeBindings()
      guard checker.matches(match, node) else { continue }
      let site = PatternSite(
        node: node, bindings: checker.matcher.bindings, patterns: match.patterns, in: file)
      guard seen.insert(site.range).inserted else { continue }
      add(site, rewriter.outcome(for: site), to: &output, file)
    }
    guard !checker.matcher.isExhausted else {
      return RuleOutput(left: [LeftSite(at: ByteRange(at: 0), reason: "tooMuchWork")])
    }
    return output
  }

  private func add(
    _ site: PatternSite, _ outcome: PatternRewriter.Outcome, to output: inout RuleOutput,
    _ file: ParsedFile
  ) {
    var bindings = site.bindings
    _ = bindings.bind(CodeWrapper.whole, CodeBinding(site.node, in: file))
    let renderer = TemplateRenderer(file: file, bindings: bindings)
    switch outcome {
    case .none: return
    case .left(let reason): output.left.append(LeftSite(at: site.range, reason: reason))
    case .report, .fix:
      var fix: Fix?
      if case .fix(let edits) = outcome { fix = Fix(edits) }
      output.findings.append(
        Finding(
          rule: id, at: site.range, message: renderer.message(message.pieces), level: level,
          safety: safety, fix: fix))
    }
  }

  /// Collects the nodes that a pattern could match.
  private final class CandidateCollector: SyntaxAnyVisitor {
    private(set) var candidates: [Syntax] = []
    private let patterns: [Pattern]
    /// Where a text stands that every match holds, sorted; nil when a pattern has no such text.
    private let places: [Int]?

    init(patterns: [Pattern], in file: ParsedFile) {
      self.patterns = patterns
      let texts = patterns.compactMap { $0.needles.max { $0.utf8.count < $1.utf8.count } }
      places =
        texts.count < patterns.count
        ? nil : Set(texts).flatMap { file.source.bytes.offsets(of: $0) }.sorted()
      super.init(viewMode: .sourceAccurate)
    }

    private func holdsPlace(_ node: Syntax) -> Bool {
      guard let places else { return true }
      let start = node.position.utf8Offset
      var lower = 0
      var upper = places.count
      while lower < upper {
        let middle = (lower + upper) / 2
        if places[middle] < start { lower = middle + 1 } else { upper = middle }
      }
      return lower < places.count && places[lower] < node.endPosition.utf8Offset
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      guard holdsPlace(node) else { return .skipChildren }
      let isCandidate = patterns.contains { pattern in
        pattern.subject(of: node).map { pattern.root.accepts($0) } ?? false
      }
      if isCandidate { candidates.append(node) }
      return .visitChildren
    }
  }
}

/// Code that a rule found.
struct PatternSite {
  let node: Syntax
  var bindings: CodeBindings
  /// The placeholder that the code begins with, where a dot follows it.
  var receiver: String?
  /// The dot after the receiver.
  var period: TokenSyntax?
  /// The bytes that people are shown: the code, without its receiver.
  var range: ByteRange
  /// Whether the code is links in a '#if' within a chain, which has its beginning elsewhere.
  var isConditional = false

  init(
    node: Syntax, bindings: CodeBindings, receiver: String?, period: TokenSyntax?, range: ByteRange
  ) {
    self.node = node
    self.bindings = bindings
    self.receiver = receiver
    self.period = period
    self.range = range
  }

  init(node: Syntax, bindings: CodeBindings, patterns: [Pattern], in file: ParsedFile) {
    self.node = node
    self.bindings = bindings
    let whole = file.range(of: node)
    var receiver: String?
    var period: TokenSyntax?
    isConditional = PostfixChain.isConditional(PostfixChain.start(of: node))
    for pattern in patterns where pattern.category == .expr && receiver == nil {
      if isConditional, let name = pattern.root.leadingReceiver?.name,
        let range = bindings[name]?.range, range.upperBound <= whole.lowerBound
      {
        receiver = name
        period = node.firstToken(viewMode: .sourceAccurate)
        break
      }
      guard let name = pattern.root.leadingReceiver?.name, let binding = bindings[name],
        binding.range?.lowerBound == whole.lowerBound,
        let dot = binding.node?.lastToken(viewMode: .sourceAccurate)?
          .nextToken(viewMode: .sourceAccurate), dot.tokenKind == .period
      else { continue }
      receiver = name
      period = dot
    }
    self.receiver = receiver
    self.period = period
    let start = period?.positionAfterSkippingLeadingTrivia.utf8Offset ?? whole.lowerBound
    range = ByteRange(start, whole.upperBound)
  }
}
