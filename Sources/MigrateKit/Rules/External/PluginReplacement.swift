import SwiftParser
import SwiftSyntax

/// Writes the gate round code that a plugin wants replaced on new systems only.
///
/// It does what a recipe's `replace: {since: …}` does, through the same code.
struct PluginReplacement {
  let rule: String
  let file: ParsedFile
  let context: RuleContext

  /// The name under which a template holds what a modifier is applied to.
  private static let receiver = "receiver"

  /// What comes of a replacement.
  enum Outcome {
    case fix([Edit])
    case left(String)
    case none
  }

  /// Replaces the code of a range.
  ///
  /// - Throws: that the range is no piece of code, or that the text is none.
  func outcome(
    at range: ByteRange, since text: String, gate: PatternAction.GateForm
  ) throws(PatternProblem) -> Outcome {
    let site: PatternSite
    let template: Template
    switch gate {
    case .statement:
      guard let node = Self.code(at: range, in: file) else {
        throw PatternProblem("it must begin and end where an expression or a statement does")
      }
      let item = StatementRewriter.item(around: node)
      let isWhole = item.map { file.range(of: $0) == range } ?? false
      site = PatternSite(node, in: file)
      template = try Template(Self.escaped(text), as: isWhole ? .statements : .expression)
    case .view:
      guard let call = Self.modifier(at: range, in: file) else {
        throw PatternProblem("it must be a modifier, from its dot to the end of its call")
      }
      site = PatternSite(modifier: call, named: Self.receiver, in: file)
      template = try Template("$\(Self.receiver)" + Self.escaped(text), as: .expression)
    }
    let arms = PatternAction.Arms(since: template)
    let pattern = PatternRule(
      id: rule, needles: .none, match: MatchSpecification(), action: .replace(arms),
      gateForm: gate, message: MessageText(""), safety: .review, level: .warning,
      requirement: requirement, changesOlderSystems: false)
    switch PatternRewriter(rule: pattern, file: file, context: context).outcome(for: site) {
    case .fix(let edits): return .fix(edits)
    case .left(let reason): return .left(reason)
    case .report, .none: return .none
    }
  }

  private var requirement: APIRequirement {
    var versions = context.since
    if let version = versions[.iOS], versions[.macCatalyst] == nil {
      versions[.macCatalyst] = max(version, PlatformVersion(13, 1))
    }
    return APIRequirement(versions)
  }

  /// The largest expression or statement that takes up a range.
  private static func code(at range: ByteRange, in file: ParsedFile) -> Syntax? {
    let start = AbsolutePosition(utf8Offset: range.lowerBound)
    var next: Syntax? = file.tree.token(at: start).map(Syntax.init)
    var found: Syntax?
    while let node = next {
      let own = file.range(of: node)
      guard range.contains(own) else { break }
      if own == range, node.is(ExprSyntax.self) || node.is(StmtSyntax.self) { found = node }
      next = node.parent
    }
    return found
  }

  private static func modifier(
    at range: ByteRange, in file: ParsedFile
  ) -> FunctionCallExprSyntax? {
    let start = AbsolutePosition(utf8Offset: range.lowerBound)
    guard let period = file.tree.token(at: start), period.tokenKind == .period,
      period.positionAfterSkippingLeadingTrivia == start,
      let member = period.parent?.as(MemberAccessExprSyntax.self), member.base != nil,
      let call = member.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(member).id,
      file.range(of: call).upperBound == range.upperBound
    else { return nil }
    return call
  }

  /// The text of a template that stands for a text: a dollar sign is one.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var result: [UInt8] = []
    var position = 0
    for token in tree.tokens(viewMode: .sourceAccurate) where Metavariable(token.text) != nil {
      let offset = token.positionAfterSkippingLeadingTrivia.utf8Offset
      result += bytes[position..<offset] + [UInt8(ascii: "$")]
      position = offset
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}

extension PatternSite {
  /// A piece of code.
  fileprivate init(_ node: Syntax, in file: ParsedFile) {
    self.init(
      node: node, bindings: CodeBindings(), receiver: nil, period: nil,
      range: file.range(of: node))
  }

  /// A modifier, from its dot on; what it is applied to is kept under a name.
  fileprivate init(
    modifier call: FunctionCallExprSyntax, named name: String, in file: ParsedFile
  ) {
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    var bindings = CodeBindings()
    if let base = member?.base { _ = bindings.bind(name, CodeBinding(Syntax(base), in: file)) }
    let whole = file.range(of: call)
    let start = member?.period.positionAfterSkippingLeadingTrivia.utf8Offset ?? whole.lowerBound
    self.init(
      node: Syntax(call), bindings: bindings, receiver: name, period: member?.period,
      range: ByteRange(start, whole.upperBound))
  }
}
