import SwiftSyntax

/// Judges the UIKit sites of one file.
struct ControllerJudge {
  /// One site with what is needed to write its edit.
  struct Site {
    enum Kind {
      case assignment(ControllerSite)
      case effect(EffectFill)
    }

    let kind: Kind
    let range: ByteRange
    let problem: String
    /// Sites with one owner change together.
    let owner: String
  }

  private let file: ParsedFile
  private let context: RuleContext
  private let uses: ControllerUses
  private var judged: [(Site, SheetSite.Judgement)] = []

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    self.context = context
    uses = ControllerUses(context.facts)
    judged = ControllerSite.all(in: file).compactMap { judge($0) }
    judged += EffectFill.all(in: file).compactMap { judge($0) }
    if runsSince26 { judged = judged.map { ($0.0, $0.1.settledSince26) } }
  }

  /// The sites with their judgements; where one of a class cannot be changed, none is.
  func sites() -> [(Site, SheetSite.Judgement)] {
    judged.map { site, judgement in
      guard case .fix = judgement, !site.owner.isEmpty else { return (site, judgement) }
      for (other, verdict) in judged where other.owner == site.owner {
        if case .advice(let reason) = verdict { return (site, .advice(reason)) }
        if case .left(let reason) = verdict, reason == "comment" { return (site, .left(reason)) }
      }
      return (site, judgement)
    }
  }

  // MARK: Assignments

  private func judge(_ site: ControllerSite) -> (Site, SheetSite.Judgement)? {
    let target = site.assignment.leftOperand.trimmedText
    let range = file.range(of: site.assignment)
    func made(_ problem: String, _ judgement: SheetSite.Judgement, owner: String = "") -> (
      Site, SheetSite.Judgement
    ) {
      (Site(kind: .assignment(site), range: range, problem: problem, owner: owner), judgement)
    }
    switch site.kind {
    case .cornerRadius:
      let problem = "'\(target)' keeps the sheet's corners from following the display's"
      return made(problem, own(site) ?? cornerRadius(site))
    case .popover:
      return made("'\(target)' covers the glass of this popover", own(site) ?? .fix(.review))
    case .ownView(let type):
      guard uses.candidates.contains(type) else { return nil }
      let judgement = own(site) ?? SheetJudge.advice(uses.verdict(of: type)) ?? content(site)
      let problem = "'\(target)' covers the glass of the sheet that shows '\(type)'"
      return made(problem, judgement, owner: type)
    case .otherView(let name):
      guard let judgement = otherView(name, site) else { return nil }
      return made("'\(target)' covers the glass of this sheet", judgement)
    }
  }

  /// What the site itself says.
  private func own(_ site: ControllerSite) -> SheetSite.Judgement? {
    let value = site.value.trimmedText
    if let judgement = availability(at: Syntax(site.assignment)) { return judgement }
    if [".clear", "UIColor.clear", "nil"].contains(value) { return .left("clear") }
    if value.hasSuffix("automaticDimension") { return .left("automatic") }
    if value.contains("patternImage") || value.lowercased().contains("gradient") {
      return .advice("the background is an image, which glass does not replace: decide by its look")
    }
    guard let statement = site.statement else {
      return .advice("the assignment is part of another statement: gate it by hand")
    }
    let first = statement.firstToken(viewMode: .sourceAccurate)
    let last = statement.lastToken(viewMode: .sourceAccurate)
    if let first, SiteComment.explains(from: first, to: last) { return .left("comment") }
    guard isAloneOnItsLines(statement) else {
      return .advice("the assignment shares its line with other code: gate it by hand")
    }
    return nil
  }

  private func availability(at node: Syntax) -> SheetSite.Judgement? {
    let decision = Gate(.liquidGlass, at: node, in: file, context: context, drops: true).decision
    if let reason = decision.leftReason { return .left(reason) }
    return decision == .proved && !runsSince26 ? .left("since26") : nil
  }

  private var runsSince26: Bool {
    AvailabilityContext(at: file.tree, platforms: context.platforms).proves(.liquidGlass)
  }

  private func isAloneOnItsLines(_ statement: CodeBlockItemSyntax) -> Bool {
    let range = file.range(of: statement)
    guard file.source.isFirstOnLine(range.lowerBound) else { return false }
    let line = file.source.lines.range(ofLine: file.source.lines.index(ofLineAt: range.upperBound))
    let rest = file.source.text(in: ByteRange(range.upperBound, line.upperBound))
    let text = rest.drop { $0 == " " || $0 == "\t" || $0 == ";" }
    return text.isEmpty || text.first?.isNewline ?? true || text.hasPrefix("//")
  }

  private func cornerRadius(_ site: ControllerSite) -> SheetSite.Judgement {
    let property = "sheetPresentationController"
    guard let base = site.assignment.leftOperand.as(MemberAccessExprSyntax.self)?.base else {
      return .advice("check that the sheet has a detent other than '.large'")
    }
    var detents = SheetDetents.none
    if let owner = SheetReceiver.owner(of: base, property: property) {
      if owner.isEmpty {
        if let type = EnclosingType(of: site.assignment) {
          detents = max(OwnDetents.of(type.declaration), uses.ownDetents(of: type.name))
        }
      } else {
        detents = self.detents(of: owner, at: Syntax(site.assignment))
      }
    } else {
      detents = max(detents, parameterDetents(base, site))
    }
    let judgement = SheetJudge.advice(SheetVerdict(end: "sheet", detents: detents))
    return judgement ?? .fix(.safe)
  }

  /// The detents of a sheet controller whose owner is not known, such as a parameter.
  private func parameterDetents(_ base: ExprSyntax, _ site: ControllerSite) -> SheetDetents {
    let name = base.trimmedText.filter { $0 != "?" && $0 != "!" }
    guard !name.contains("."), let scope = ControllerFlow.scope(of: Syntax(site.assignment)) else {
      return .unknown
    }
    let search = NamedDetents(name)
    search.walk(scope)
    return search.detents ?? .unknown
  }

  private func detents(of owner: String, at node: Syntax) -> SheetDetents {
    let own = ControllerTypes.types(of: owner, at: node).map { uses.ownDetents(of: $0) }.max()
    guard let scope = ControllerFlow.scope(of: node, declaring: owner) else {
      return own ?? .unknown
    }
    return max(own ?? .none, ControllerFlow(of: owner, in: scope).detents)
  }

  private func otherView(_ name: String, _ site: ControllerSite) -> SheetSite.Judgement? {
    let node = Syntax(site.assignment)
    guard let scope = ControllerFlow.scope(of: node, declaring: name) else { return nil }
    let flow = ControllerFlow(of: name, in: scope)
    let types = ControllerTypes.types(of: name, at: node)
    let inner = types.map { uses.ownDetents(of: $0) }.max() ?? .none
    guard flow.configuresSheet || flow.detents != .none || inner != .none else { return nil }
    guard flow.end == "sheet" || flow.end == "unknown" else { return nil }
    if let judgement = own(site) { return judgement }
    let verdict = SheetVerdict(end: flow.end, detents: max(inner, flow.detents))
    return SheetJudge.advice(verdict) ?? .fix(.review)
  }

  private func content(_ site: ControllerSite) -> SheetSite.Judgement {
    guard let type = EnclosingType(of: site.assignment) else { return .fix(.review) }
    let search = FixedTextColor(viewMode: .sourceAccurate)
    search.walk(type.declaration)
    guard search.isFound else { return .fix(.review) }
    return .advice("the text has fixed colours: check that it can be read on glass first")
  }

  // MARK: Blur views

  private func judge(_ fill: EffectFill) -> (Site, SheetSite.Judgement)? {
    guard uses.candidates.contains(fill.type), !isMigrated(fill) else { return nil }
    let site = Site(
      kind: .effect(fill), range: file.range(of: fill.statement),
      problem: "the blur of '\(fill.name)' lies over the glass of this sheet", owner: fill.type)
    if let judgement = availability(at: Syntax(fill.statement)) { return (site, judgement) }
    if let advice = SheetJudge.advice(uses.verdict(of: fill.type)) { return (site, advice) }
    guard isAloneOnItsLines(fill.statement) else { return nil }
    return (site, .fix(.review))
  }

  /// Whether the class takes the effect away already.
  private func isMigrated(_ fill: EffectFill) -> Bool {
    guard let type = EnclosingType(of: fill.statement) else { return false }
    let text = type.declaration.trimmedText
    return text.contains("\(fill.name).effect = nil")
      || text.contains("\(fill.name).isHidden = true")
  }

  // MARK: Edits

  /// The edits of a site and of the sites that change with it.
  func fix(for site: Site) -> Fix {
    let together = sites().filter { other, judgement in
      guard case .fix = judgement else { return false }
      return other.range == site.range || (!site.owner.isEmpty && other.owner == site.owner)
    }
    return Fix(together.map { edit(for: $0.0) })
  }

  private func edit(for site: Site) -> Edit {
    let lineEnding = file.source.lineEnding
    switch site.kind {
    case .effect(let fill):
      let gate = Gate(.liquidGlass, at: fill.statement, in: file, context: context, drops: true)
      let indentation = file.source.indentation(ofLineAt: site.range.lowerBound)
      let code = gate.since(["\(fill.name).effect = nil"])
      return Edit(
        insertAt: site.range.upperBound,
        lineEnding + indentation + code.text(after: indentation, lineEnding: lineEnding))
    case .assignment(let assignment):
      let gate = Gate(
        .liquidGlass, at: assignment.assignment, in: file, context: context, drops: true)
      let old = SourceLines(of: assignment.assignment, in: file)
      let code: SourceLines
      switch assignment.kind {
      case .cornerRadius, .popover: code = gate.before(old)
      case .ownView, .otherView:
        let target = assignment.assignment.leftOperand.trimmedText
        code = gate.either(since: ["\(target) = .clear"], before: old)
      }
      let indentation = file.source.indentation(ofLineAt: site.range.lowerBound)
      return Edit(site.range, code.text(after: indentation, lineEnding: lineEnding))
    }
  }
}

/// The detents that a sheet controller of a name is given.
private final class NamedDetents: SyntaxVisitor {
  private let name: String
  var detents: SheetDetents?

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visitPost(_ node: InfixOperatorExprSyntax) {
    let target = node.leftOperand.trimmedText.filter { $0 != "?" && $0 != "!" }
    guard node.operator.is(AssignmentExprSyntax.self), target == name + ".detents" else { return }
    detents = max(detents ?? .none, SheetDetents(of: node.rightOperand))
  }
}

/// Looks for labels whose text is white or black whatever lies behind it.
private final class FixedTextColor: SyntaxVisitor {
  var isFound = false

  override func visitPost(_ node: InfixOperatorExprSyntax) {
    guard node.operator.is(AssignmentExprSyntax.self),
      node.leftOperand.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "textColor"
    else { return }
    let value = node.rightOperand.trimmedText
    if [".white", ".black", "UIColor.white", "UIColor.black"].contains(value) { isFound = true }
  }
}
