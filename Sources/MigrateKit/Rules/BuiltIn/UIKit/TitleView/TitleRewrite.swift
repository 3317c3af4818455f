import SwiftSyntax

/// Why a statement cannot be rewritten.
struct TitleRewriteObstacle: Error {
  /// The end of a sentence.
  let reason: String
}

/// Writes a title as the title view on iOS 26 and leaves the item as it was before.
struct TitleRewrite {
  /// The place that shows the title.
  let site: LeadingItemSite
  /// The title.
  let title: Title
  /// The file.
  let index: SourceIndex
  /// The platforms of the file and how gates are written.
  let context: RuleContext
  /// The gate at the statement.
  let gate: Gate

  private var file: ParsedFile { index.file }

  /// The edits, or why there are none.
  var edits: Result<[Edit], TitleRewriteObstacle> {
    let region = TitleRegion(site: site, title: title, file: file)
    guard let range = region.range else {
      return .failure(TitleRewriteObstacle(reason: "its statement shares a line with others"))
    }
    let source = file.source
    let code = gate.either(since: titleLines, before: region.lines(in: file))
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    var edits = [Edit(range, code.text(after: indentation, lineEnding: source.lineEnding))]
    for call in title.compressionCalls where !region.holds(call) {
      switch compressionEdit(call) {
      case .success(let edit): if let edit { edits.append(edit) }
      case .failure(let obstacle): return .failure(obstacle)
      }
    }
    edits += rootViewEdits
    return .success(edits)
  }

  /// The statements of the new arm.
  private var titleLines: SourceLines {
    var lines: [String] = []
    if let host = title.host, !host.sizesView {
      lines.append("\(host.controller).sizingOptions = [.intrinsicContentSize]")
    }
    if !title.hasConstraintLayout {
      lines.append("\(title.view).translatesAutoresizingMaskIntoConstraints = false")
    }
    lines += title.leading
    lines.append("\(title.view).setContentHuggingPriority(.fittingSizeLevel, for: .horizontal)")
    let item = site.navigationItem.trimmedText
    lines.append("\(item).titleView = \(title.view)")
    if let text = title.text, !hasBackTitle {
      lines.append("\(item).backButtonTitle = \(text)")
    }
    return SourceLines(lines)
  }

  /// Whether the code says what the back button of the next screen is called.
  private var hasBackTitle: Bool {
    let family = ControllerFamily(of: site.owner, facts: context.facts)
    return !family.titleTexts.isEmpty || family.namesBackButton
  }

  /// Keeps a call that stands elsewhere to older systems.
  private func compressionEdit(
    _ call: MemberUse
  ) -> Result<Edit?, TitleRewriteObstacle> {
    guard let statement = call.statement, let range = wholeLines(of: statement) else {
      return .failure(TitleRewriteObstacle(reason: "its resistance to compression is set inline"))
    }
    let gate = Gate(.liquidGlass, at: statement, in: file, context: context, drops: true)
    switch gate.decision {
    case .gate: break
    case .proved:
      let lines = file.source.lines
      let end = lines.range(ofLine: lines.index(ofLineAt: range.upperBound)).upperBound
      let start = lines.range(ofLine: lines.index(ofLineAt: range.lowerBound)).lowerBound
      return .success(Edit(ByteRange(start, end), ""))
    default: return .success(nil)
    }
    let code = gate.before(SourceLines(of: statement, in: file))
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    return .success(
      Edit(range, code.text(after: indentation, lineEnding: file.source.lineEnding)))
  }

  private func wholeLines(of statement: CodeBlockItemSyntax) -> ByteRange? {
    let range = file.range(of: statement)
    return file.source.isFirstOnLine(range.lowerBound) && file.endsLine(range.upperBound)
      ? range : nil
  }

  /// Leads the content of the hosted view.
  private var rootViewEdits: [Edit] {
    guard let host = title.host, let view = host.view else { return [] }
    let end = file.range(of: view).upperBound
    let animates = context.options["animate-titles"] == "true" && Self.changes(view)
    let all = host.modifiers + (animates ? [".contentTransition(.numericText())"] : [])
    guard !all.isEmpty else { return [] }
    let modifiers = SourceLines(
      all.prefix(1) + all.dropFirst().map { file.source.indentation + $0 })
    if gate.decision == .proved {
      return [Edit(insertAt: end, chained(modifiers, after: end))]
    }
    let viewGate = ViewGate(.liquidGlass, in: file, context: context)
    var needs = EmittedAPI.viewFrame.requirement.and(EmittedAPI.viewPadding.requirement)
    if animates { needs = needs.and(EmittedAPI.viewContentTransition.requirement) }
    var edits = [Edit(insertAt: end, chained(viewGate.since(modifiers, needs: needs), after: end))]
    if let declaration = viewGate.declaration(of: [.since]) { edits.append(declaration) }
    return edits
  }

  /// Whether the text of a view may change: it is made of something else than literals.
  private static func changes(_ view: ExprSyntax) -> Bool {
    guard let call = ModifierLink.root(of: view).as(FunctionCallExprSyntax.self),
      !view.trimmedText.contains("contentTransition")
    else { return false }
    return call.arguments.contains { argument in
      guard let literal = argument.expression.as(StringLiteralExprSyntax.self) else {
        return !argument.expression.is(BooleanLiteralExprSyntax.self)
          && !argument.expression.is(IntegerLiteralExprSyntax.self)
      }
      return literal.representedLiteralValue == nil
    }
  }

  /// Modifiers after a view: on lines of their own where the view's last line is a modifier or
  /// would grow too long.
  private func chained(_ modifiers: SourceLines, after end: Int) -> String {
    let source = file.source
    let indentation = source.indentation(ofLineAt: end)
    let start = source.lines.range(ofLine: source.lines.index(ofLineAt: end)).lowerBound
    let line = source.text(in: ByteRange(start, end))
    let isModifier = line.dropFirst(indentation.count).first == "."
    var lines = modifiers
    if !isModifier, modifiers.lines.count == 1, let only = modifiers.lines.first?.text,
      line.count + only.count > Self.lineLimit
    {
      lines = broken(only)
    }
    let opening = isModifier || lines.lines.first?.text.isEmpty == true
    if opening, !isModifier { lines.lines.removeFirst() }
    let code = lines.text(after: indentation, lineEnding: source.lineEnding)
    return opening ? source.lineEnding + indentation + code : code
  }

  private static let lineLimit = 100

  /// A closure of one line on three, or a modifier on a line of its own.
  private func broken(_ text: String) -> SourceLines {
    let unit = file.source.indentation
    guard let brace = text.firstIndex(of: "{"), text.hasSuffix(" }") else {
      return SourceLines(["", unit + text])
    }
    let body = text[brace...].dropFirst(2).dropLast(2)
    return SourceLines([text[..<brace] + "{", unit + body, "}"])
  }
}
