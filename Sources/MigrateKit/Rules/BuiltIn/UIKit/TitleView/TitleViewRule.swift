import SwiftSyntax

/// Moves a title that is shown as a leading bar button item to `navigationItem.titleView` on
/// iOS 26, where bar button items take part in the morph between screens.
public struct TitleViewRule: Rule {
  /// The stable name.
  public let id = "title-view"

  /// Makes the rule.
  public init() {}

  static let siteNeedles = Needles([
    ["leftBarButtonItem", "customView"], ["setLeftBarButton", "customView"],
  ])

  /// What a file must hold before the rule is asked about it.
  public var needles: Needles { Self.siteNeedles }

  /// What must be known of other files first.
  public var collectors: [any FactCollector] {
    [TitleCandidateCollector()] + (1...3).map { ControllerCollector(step: $0) }
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    for site in LeadingItemSite.all(in: index) {
      if site.isOtherArmOfTitleView {
        output.left.append(left(site, "alreadyMigrated", in: file))
        continue
      }
      let gate = Gate(.liquidGlass, at: site.statement, in: file, context: context, drops: true)
      if let reason = gate.decision.leftReason {
        output.left.append(left(site, reason, in: file))
      } else {
        check(site, gate: gate, index: index, context: context, into: &output)
      }
    }
    output.findings = output.findings.reduce(into: []) { found, finding in
      if found.last != finding { found.append(finding) }
    }
    return output
  }

  private func left(_ site: LeadingItemSite, _ reason: String, in file: ParsedFile) -> LeftSite {
    LeftSite(at: file.range(of: site.statement), reason: reason)
  }

  private func check(
    _ site: LeadingItemSite, gate: Gate, index: SourceIndex, context: RuleContext,
    into output: inout RuleOutput
  ) {
    let file = index.file
    let range = file.range(of: site.statement)
    let reader = TitleContentReader(index: index, facts: context.facts, site: site)
    let title: Title
    switch reader.read() {
    case .left(let reason):
      output.left.append(left(site, reason, in: file))
      return
    case .doubtful(let reason):
      output.findings.append(advice(at: range, because: reason))
      return
    case .title(let read): title = read
    }
    if site.isConditional {
      output.left.append(left(site, "conditional", in: file))
      return
    }
    let placement = TitlePlacement(site: site, title: title, index: index, facts: context.facts)
    if let reason = placement.obstacle {
      output.findings.append(advice(at: range, because: reason))
      return
    }
    if gate.decision == .compatibilityMode {
      output.findings.append(
        Finding(
          rule: id, at: range,
          message:
            "a title in a bar button item morphs into the back button on iOS 26 once the target "
            + "drops 'UIDesignRequiresCompatibility'; remove the key first",
          level: .note))
      return
    }
    if context.options["morph"] == "identifier" {
      identify(site, gate: gate, in: file, context: context, into: &output)
      return
    }
    let rewrite = TitleRewrite(site: site, title: title, index: index, context: context, gate: gate)
    switch rewrite.edits {
    case .success(let edits):
      output.findings.append(
        Finding(
          rule: id, at: range,
          message:
            "a title in a bar button item morphs into the back button on iOS 26; "
            + "show it as 'titleView' there",
          safety: .review, fix: Fix(edits)))
    case .failure(let obstacle):
      output.findings.append(advice(at: range, because: obstacle.reason))
    }
  }

  /// Gives the item an identifier that no item of another screen has, so that it morphs into none.
  private func identify(
    _ site: LeadingItemSite, gate: Gate, in file: ParsedFile, context: RuleContext,
    into output: inout RuleOutput
  ) {
    let range = file.range(of: site.statement)
    let member = "\(site.navigationItem.trimmedText).leftBarButtonItem"
    let block = site.statement.parent?.trimmedText ?? ""
    if block.contains(".identifier = ") {
      output.left.append(left(site, "alreadyMigrated", in: file))
      return
    }
    guard site.statement.trimmedText.hasPrefix(member + " ="), !site.owner.isEmpty,
      let layout = StatementLayout(of: site.statement, in: file)
    else {
      output.findings.append(advice(at: range, because: "its item is not set by itself"))
      return
    }
    let line = "\(member)?.identifier = \"\(site.owner).title\""
    let identified = Gate(
      EmittedAPI.barButtonItemIdentifier.requirement, at: site.statement, in: file,
      context: context)
    guard identified.isPossible else { return }
    guard let edits = layout.inserting(after: identified.since([line])) else {
      output.findings.append(advice(at: range, because: "its statement returns"))
      return
    }
    output.findings.append(
      Finding(
        rule: id, at: range,
        message:
          "a title in a bar button item morphs into the back button on iOS 26; "
          + "give it an identifier of its own there",
        safety: .review, fix: Fix(edits)))
  }

  private func advice(at range: ByteRange, because reason: String) -> Finding {
    Finding(
      rule: id, at: range,
      message:
        "a title in a bar button item morphs into the back button on iOS 26, but \(reason); "
        + "move it to 'navigationItem.titleView' by hand",
      level: .note)
  }
}

extension LeadingItemSite {
  /// Whether the statement stands in the `else` of an availability check that sets a title view.
  fileprivate var isOtherArmOfTitleView: Bool {
    var node = Syntax(statement)
    while let parent = node.parent, !parent.is(MemberBlockSyntax.self) {
      if let check = parent.as(IfExprSyntax.self), check.elseBody?.id == node.id,
        check.conditions.contains(where: { $0.condition.isAvailability }),
        check.body.statements.contains(where: { $0.setsTitleView })
      {
        return true
      }
      node = parent
    }
    return false
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement assigns a title view.
  fileprivate var setsTitleView: Bool {
    guard case .expr(let expression) = item,
      let assignment = expression.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self)
    else { return false }
    return assignment.leftOperand.core.referenceOfName?.baseName.text == "titleView"
  }
}
