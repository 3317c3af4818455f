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
    lines.append("\(site.navigationItem.trimmedDescription).titleView = \(title.view)")
    return SourceLines(lines)
  }

  /// Keeps a call that stands elsewhere to older systems.
  private func compressionEdit(
    _ call: MemberUse
  ) -> Result<Edit?, TitleRewriteObstacle> {
    guard let statement = call.statement, let range = wholeLines(of: statement) else {
      return .failure(TitleRewriteObstacle(reason: "its resistance to compression is set inline"))
    }
    let gate = Gate(.liquidGlass, at: statement, in: file, context: context, drops: true)
    guard gate.decision == .gate else {
      return gate.decision == .below
        ? .success(nil)
        : .failure(TitleRewriteObstacle(reason: "its resistance to compression is set elsewhere"))
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
    guard let view = title.host?.rootView else { return [] }
    let end = file.range(of: view).upperBound
    let indentation = file.source.indentation(ofLineAt: end)
    let modifiers = SourceLines([
      ".padding(.horizontal)",
      "\(file.source.indentation).frame(maxWidth: .infinity, alignment: .leading)",
    ])
    let ending = file.source.lineEnding
    if gate.decision == .proved {
      let code = modifiers.text(after: indentation, lineEnding: ending)
      return [Edit(insertAt: end, code)]
    }
    let viewGate = ViewGate(.liquidGlass, in: file, context: context)
    let needs = EmittedAPI.viewFrame.requirement.and(EmittedAPI.viewPadding.requirement)
    let code = viewGate.since(modifiers, needs: needs)
    var edits = [Edit(insertAt: end, code.text(after: indentation, lineEnding: ending))]
    if let declaration = viewGate.declaration(of: [.since]) { edits.append(declaration) }
    return edits
  }
}

/// The statements that make up the old form: the one that shows the item, and those right beside
/// it that only it needs.
struct TitleRegion {
  /// The bytes of the statements; nil where they share lines with others.
  let range: ByteRange?
  private let kept: [CodeBlockItemSyntax]

  init(site: LeadingItemSite, title: Title, file: ParsedFile) {
    guard let list = site.statement.parent?.as(CodeBlockItemListSyntax.self) else {
      range = nil
      kept = []
      return
    }
    let items = Array(list)
    guard let center = items.firstIndex(where: { $0.id == site.statement.id }) else {
      range = nil
      kept = []
      return
    }
    let calls = title.compressionCalls.compactMap { $0.statement?.id }
    func role(_ item: CodeBlockItemSyntax) -> Role {
      if calls.contains(item.id) { return .kept }
      if site.isFlag(item) { return .dropped }
      return site.isDeclaration(item) ? .kept : .outside
    }
    var first = center
    var last = center
    while first > 0, role(items[first - 1]) != .outside { first -= 1 }
    while last + 1 < items.count, role(items[last + 1]) != .outside,
      !site.isDeclaration(items[last + 1])
    {
      last += 1
    }
    kept = items[first...last].filter { $0.id == site.statement.id || role($0) == .kept }
    let start = file.range(of: items[first]).lowerBound
    let end = file.endWithComment(of: items[last])
    let isWhole = file.source.isFirstOnLine(start) && file.endsLine(end)
    range = isWhole ? ByteRange(start, end) : nil
  }

  private enum Role {
    /// Goes into the arm of older systems.
    case kept
    /// Sets the flag on an item that is no longer shown.
    case dropped
    /// Is not part of the region.
    case outside
  }

  /// Whether a use stands in the region.
  func holds(_ use: MemberUse) -> Bool {
    kept.contains { $0.holds(use.node.position) }
  }

  /// The statements for older systems, each with the comments right above and after it.
  func lines(in file: ParsedFile) -> SourceLines {
    guard let first = kept.first else { return SourceLines() }
    var lines = SourceLines()
    for item in kept {
      let start =
        item.id == first.id ? file.range(of: item).lowerBound : file.startWithComments(of: item)
      let verbatim = MultilineStrings(in: Syntax(item)).lineStarts(in: file.source)
      lines =
        lines
        + SourceLines(
          ByteRange(start, file.endWithComment(of: item)), in: file, verbatim: verbatim)
    }
    return lines
  }
}

extension LeadingItemSite {
  /// Whether a statement only declares the local that holds the item.
  fileprivate func isDeclaration(_ item: CodeBlockItemSyntax) -> Bool {
    guard let carrier, case .local(let binding) = carrier.declaration,
      case .decl(let decl) = item.item, let variable = decl.as(VariableDeclSyntax.self)
    else { return false }
    return variable.bindings.count == 1 && variable.bindings.first?.id == binding.id
  }

  /// Whether a statement does nothing but set the flag that hides the item's background on 26.
  fileprivate func isFlag(_ item: CodeBlockItemSyntax) -> Bool {
    guard let gate = item.asIfExpression, gate.elseBody == nil, gate.conditions.count == 1,
      gate.conditions.first?.condition.isAvailability == true, gate.body.statements.count == 1,
      case .expr(let expression)? = gate.body.statements.first?.item,
      let assignment = expression.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self),
      let access = assignment.leftOperand.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == SharedBackgroundFlag.name,
      let name = access.base?.core.referenceOfName?.baseName.text
    else { return false }
    return name == carrier?.name || SourceIndex.leadingNames.contains(name)
  }
}

extension ParsedFile {
  /// Whether nothing but white space and a comment follows on the line.
  fileprivate func endsLine(_ offset: Int) -> Bool {
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: offset))
    let rest = source.text(in: ByteRange(offset, line.upperBound))
      .drop { $0 == " " || $0 == "\t" }
    return rest.isEmpty || rest.first?.isNewline == true
  }

  /// The end of a statement, or of a line comment that follows it on its line.
  fileprivate func endWithComment(of item: CodeBlockItemSyntax) -> Int {
    let end = range(of: item).upperBound
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: end))
    var stop = line.upperBound
    while stop > end, source.bytes[stop - 1] == 0x0A || source.bytes[stop - 1] == 0x0D { stop -= 1 }
    let rest = source.text(in: ByteRange(end, stop)).drop { $0 == " " || $0 == "\t" }
    guard rest.hasPrefix("//") else { return end }
    while stop > end, source.bytes[stop - 1] == 0x20 || source.bytes[stop - 1] == 0x09 { stop -= 1 }
    return stop
  }

  /// The start of the comments that stand right above a statement.
  fileprivate func startWithComments(of item: CodeBlockItemSyntax) -> Int {
    var offset = item.position.utf8Offset
    for piece in item.leadingTrivia {
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: return offset
      default: offset += piece.sourceLength.utf8Length
      }
    }
    return range(of: item).lowerBound
  }
}
