import SwiftSyntax

/// Takes out checks for systems that the file's minimum versions have left behind.
///
/// Only files are looked at whose platforms all have a minimum of 26 or later.
public struct RetireAvailabilityRule: Rule {
  /// The stable name.
  public let id = "retire-availability"

  /// Makes the rule.
  public init() {}

  /// Files with checks, or with attributes that name versions.
  public var needles: Needles { Needles([["#available"], ["#unavailable"], ["@available"]]) }

  /// Where every platform has a minimum of 26 or later.
  public func applies(to platforms: FilePlatforms) -> Bool { RetiredChecks.apply(to: platforms) }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    guard RetiredChecks.apply(to: context.platforms) else { return RuleOutput() }
    let helpers = RetiredViewGates(file, context.platforms)
    let visitor = RetiredSites(
      file, RetiredChecks(file: file, platforms: context.platforms), helpers: helpers)
    visitor.walk(file.tree)
    var output = visitor.output
    for helper in helpers.helpers {
      check(helper, in: file, context, output: &output)
    }
    return output
  }

  private func check(
    _ helper: RetiredViewGates.Entry, in file: ParsedFile, _ context: RuleContext,
    output: inout RuleOutput
  ) {
    let inlining = HelperInlining(file: file, platforms: context.platforms)
    let name = helper.name
    if helper.mentions == 0 {
      guard let edit = inlining.removal(of: helper.declaration) else { return }
      output.findings.append(
        Finding(
          rule: id, at: file.range(of: helper.declaration.name),
          message: "nothing uses '\(name)' any more: take it out", level: .note, fix: Fix([edit])))
      return
    }
    if helper.mentions > helper.calls.count {
      output.left.append(LeftSite(at: file.range(of: helper.declaration.name), reason: "helper"))
    }
    for call in helper.calls {
      guard let link = ModifierLink(call) else { continue }
      guard let edit = inlining.edit(of: call, meaning: helper.meaning) else {
        if !HelperInlining.hasCheck(call) {
          output.left.append(LeftSite(at: link.range, reason: "helper"))
        }
        continue
      }
      let message =
        switch helper.meaning {
        case .drops: "'\(name)' does nothing from the file's minimum on: take it out"
        case .applies: "'\(name)' always applies what it is given: write the modifiers themselves"
        case .appliesOn, .writesOn: "'\(name)' only tells platforms apart: write it as '#if'"
        case .writes: "'\(name)' always gives the new look: write its modifiers themselves"
        case .gives: "'\(name)' always gives its argument: write the argument itself"
        }
      output.findings.append(
        Finding(rule: id, at: link.range, message: message, level: .note, fix: Fix([edit])))
    }
  }
}

/// Finds the checks of a file and what becomes of each.
private final class RetiredSites: SyntaxVisitor {
  private let file: ParsedFile
  private let checks: RetiredChecks
  private let helpers: RetiredViewGates
  private let branches: RetiredBranch
  private(set) var output = RuleOutput()

  init(_ file: ParsedFile, _ checks: RetiredChecks, helpers: RetiredViewGates) {
    self.file = file
    self.checks = checks
    self.helpers = helpers
    branches = RetiredBranch(file: file)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    helpers.contain(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    // What follows in a chain waits for what goes before it.
    if let parent = node.parent?.as(IfExprSyntax.self),
      checks.verdict(of: parent.conditions).isDecided
    {
      return .visitChildren
    }
    report(node.conditions) { branches.collapse(node, holds: $0) }
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    report(node.conditions) { branches.collapse(node, holds: $0) }
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    report(node.conditions) { _ in .left("loop") }
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    guard checks.isRedundant(node) else { return .skipChildren }
    let range = file.range(of: node)
    guard node.parent?.parent?.is(IfConfigClauseSyntax.self) != true else {
      output.left.append(LeftSite(at: range, reason: "directive"))
      return .skipChildren
    }
    output.findings.append(
      Finding(
        rule: "retire-availability", at: range,
        message: "the attribute asks for no more than the file's minimum does: take it out",
        level: .note, fix: Fix([attributeRemoval(range)])))
    return .skipChildren
  }

  private func report(
    _ list: ConditionElementListSyntax, collapse: (Bool) -> RetiredBranch.Outcome
  ) {
    let outcome: RetiredBranch.Outcome
    var message = "the check always holds from the file's minimum on: take it out"
    switch checks.verdict(of: list) {
    case .open: return
    case .left(let reason): outcome = .left(reason)
    case .partly(let indices): outcome = branches.without(indices, in: list)
    case .holds: outcome = collapse(true)
    case .fails:
      message = "the check never holds from the file's minimum on: take it out with its code"
      outcome = collapse(false)
    }
    let range = checks.site(in: list)
    switch outcome {
    case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
    case .fix(let fix):
      output.findings.append(
        Finding(rule: "retire-availability", at: range, message: message, level: .note, fix: fix))
    }
  }

  /// An attribute goes with its line, or with the space behind it.
  private func attributeRemoval(_ range: ByteRange) -> Edit {
    let source = file.source
    let end = source.lines.range(ofLine: source.lines.index(ofLineAt: range.upperBound)).upperBound
    let rest = source.text(in: ByteRange(range.upperBound, end))
    if source.isFirstOnLine(range.lowerBound), rest.allSatisfy(\.isWhitespace) {
      return Edit(
        ByteRange(source.lines.starts[source.lines.index(ofLineAt: range.lowerBound)], end), "")
    }
    let gap = rest.prefix { $0 == " " || $0 == "\t" }.utf8.count
    return Edit(ByteRange(range.lowerBound, range.upperBound + gap), "")
  }
}
