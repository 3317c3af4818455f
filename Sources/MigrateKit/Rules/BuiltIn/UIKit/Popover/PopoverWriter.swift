import SwiftSyntax

/// Judges one set-up of a popover and writes its edits.
struct PopoverWriter {
  /// The set-up.
  let setup: PopoverSetup
  /// What it needs to stay a popover.
  let need: PopoverDelegateNeed
  /// The file.
  let index: SourceIndex
  /// The platforms of the file and how gates are written.
  let context: RuleContext
  /// The edit that declares the delegate; nil where it is there.
  let declaration: Edit?
  /// The expression that gives the delegate.
  let delegate: String

  private var file: ParsedFile { index.file }

  /// Says what is to be said of the set-up.
  func check(rule: String, into output: inout RuleOutput) {
    var isDelegateGiven = false
    for setting in setup.all("barButtonItem")
    where !setting.value.is(NilLiteralExprSyntax.self) {
      let range = file.range(of: setting.assignment)
      switch judge(setting) {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(
            rule: rule, at: range,
            message: "from iOS 26 on a popover grows out of its 'sourceItem'; \(reason)",
            level: .note))
      case .fix(let gate):
        isDelegateGiven = true
        output.findings.append(replacement(of: setting, gate, rule: rule))
      }
    }
    switch need {
    case .nothing: break
    case .left(let reason):
      if let anchor { output.left.append(LeftSite(at: anchor, reason: reason)) }
    case .answer(let setting, let type):
      output.findings.append(
        Finding(
          rule: rule, at: file.range(of: setting.assignment),
          message: "on an iPhone this popover turns into a sheet, which does not grow out of its "
            + "source; let '\(type)' answer 'adaptivePresentationStyle(for:)' with '.none' on "
            + "iOS 26 and with what it was before"))
    case .assign(_, let size):
      if !isDelegateGiven { assignment(size, rule: rule, into: &output) }
    }
  }

  // MARK: - The anchor

  private enum Judgement {
    case left(String)
    /// What to do by hand, as the end of a sentence.
    case advice(String)
    case fix(Gate)
  }

  private func judge(_ setting: PopoverSetting) -> Judgement {
    let gate = Gate(
      .liquidGlass, at: setting.assignment, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason { return .left(reason) }
    let others = setup.settings.filter { other in
      !other.value.is(NilLiteralExprSyntax.self)
        && !setting.assignment.excludes(other.assignment)
    }
    if others.contains(where: { $0.member == "sourceView" }) { return .left("sourceView") }
    if others.contains(where: { $0.member == "sourceItem" }) { return .left("alreadyMigrated") }
    if gate.decision == .compatibilityMode {
      return .advice("set it once the target drops 'UIDesignRequiresCompatibility'")
    }
    guard let statement = setting.statement, isAlone(statement), !setting.hasLineBreakInTarget,
      !setting.isImplicitMember
    else { return .advice("set it in place of 'barButtonItem' there") }
    return .fix(gate)
  }

  private func isAlone(_ statement: CodeBlockItemSyntax) -> Bool {
    let range = file.range(of: statement)
    guard file.source.isFirstOnLine(range.lowerBound),
      file.endsLine(file.endWithComment(of: statement))
    else { return false }
    // The one statement of a closure may be what the closure gives.
    let list = statement.parent?.as(CodeBlockItemListSyntax.self)
    return list?.count != 1 || list?.parent?.is(ClosureExprSyntax.self) == false
  }

  private func replacement(of setting: PopoverSetting, _ gate: Gate, rule: String) -> Finding {
    let range = file.range(of: setting.assignment)
    let old = SourceLines(of: setting.assignment, in: file)
    var new = old
    let target = setting.base.trimmedText
    if let first = new.lines.first?.text {
      let rest = first.dropFirst(setting.assignment.leftOperand.trimmedText.count)
      new.lines[0].text = "\(target).sourceItem\(rest)"
    }
    var edits: [Edit] = []
    var message =
      "'barButtonItem' anchors this popover; from iOS 26 on it grows out of its 'sourceItem'"
    var safety = Safety.safe
    if case .assign(let isSelf, _) = need {
      new = new + ["\(target).delegate = \(isSelf ? "self" : delegate)"]
      if !isSelf, let declaration { edits.append(declaration) }
      message += ", and on an iPhone only while a delegate keeps it from turning into a sheet"
      safety = .review
    }
    let text = gate.either(since: new, before: old).text(
      after: file.source.indentation(ofLineAt: range.lowerBound),
      lineEnding: file.source.lineEnding)
    edits.append(Edit(range, text))
    return Finding(rule: rule, at: range, message: message, safety: safety, fix: Fix(edits))
  }

  // MARK: - The delegate alone

  /// The first anchor.
  private var anchor: ByteRange? {
    setup.settings.first { $0.member != "delegate" }.map { file.range(of: $0.assignment) }
  }

  private func assignment(_ size: PopoverSize?, rule: String, into output: inout RuleOutput) {
    guard case .assign(let isSelf, _) = need,
      let setting = setup.settings.last(where: {
        $0.member != "delegate" && !$0.value.is(NilLiteralExprSyntax.self)
      })
    else { return }
    let range = file.range(of: setting.assignment)
    let message =
      "on an iPhone this popover turns into a sheet, which does not grow out of its source"
    func advise(_ reason: String) {
      output.findings.append(
        Finding(rule: rule, at: range, message: "\(message); \(reason)", level: .note))
    }
    if setting.member == "sourceView", size == nil {
      return advise(
        "where its content has a size that fits, give it a delegate that answers "
          + "'adaptivePresentationStyle(for:)' with '.none' on iOS 26")
    }
    let gate = Gate(
      .liquidGlass, at: setting.assignment, in: file, context: context, drops: true)
    switch gate.decision {
    case .below, .impossible: return
    case .compatibilityMode:
      return advise("remove 'UIDesignRequiresCompatibility' from the target first")
    case .gate, .proved: break
    }
    guard let statement = setting.statement else {
      return advise("give it a delegate that answers '.none' on iOS 26")
    }
    let lines = SourceLines([
      "\(setting.base.trimmedText).delegate = \(isSelf ? "self" : delegate)"
    ])
    let join = GateJoin(after: statement, requires: .liquidGlass, in: file, context: context)
    let edits: [Edit]?
    if gate.decision == .gate, let join {
      edits = [join.insertion(of: lines)]
    } else {
      edits = StatementLayout(of: statement, in: file)?.inserting(after: gate.since(lines))
    }
    guard var edits else { return advise("give it a delegate that answers '.none' on iOS 26") }
    if !isSelf, let declaration { edits.append(declaration) }
    output.findings.append(
      Finding(
        rule: rule, at: range, message: "\(message): keep it a popover on iOS 26",
        safety: .review, fix: Fix(edits)))
  }
}

extension PopoverSetting {
  /// Whether the target is spread over lines.
  fileprivate var hasLineBreakInTarget: Bool {
    assignment.leftOperand.trimmedText.contains(where: \.isNewline)
  }

  /// Whether the value takes its type from the property.
  fileprivate var isImplicitMember: Bool {
    let callee = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    return callee.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
  }
}
