import SwiftSyntax

/// The statements that make up the old form: the one that shows the item, and those right beside
/// it that only it needs.
struct TitleRegion {
  /// The bytes of the statements; nil where they share lines with others.
  let range: ByteRange?
  private let site: LeadingItemSite
  private let kept: [CodeBlockItemSyntax]
  private let inlinesItem: Bool

  private enum Role {
    /// Goes into the arm of older systems.
    case kept
    /// Sets the flag on an item that is no longer shown.
    case flag
    /// Declares the item, whose creation can stand where the item is named.
    case declaration
  }

  init(site: LeadingItemSite, title: Title, file: ParsedFile) {
    self.site = site
    let items = site.statement.parent?.as(CodeBlockItemListSyntax.self).map { Array($0) } ?? []
    let calls = title.compressionCalls.compactMap { $0.statement?.id }
    let center = items.firstIndex { $0.id == site.statement.id } ?? 0
    var kept = [site.statement]
    var inlinesItem = false
    func role(_ item: CodeBlockItemSyntax) -> Role? {
      if calls.contains(item.id) { return .kept }
      if site.isFlag(item) { return .flag }
      return site.declares(item, in: file) ? .declaration : nil
    }
    var first = center
    before: while first > 0 {
      let item = items[first - 1]
      switch role(item) {
      case .kept: kept.insert(item, at: 0)
      case .flag: break
      case .declaration:
        guard kept.count == 1 else { break before }
        inlinesItem = true
      case nil: break before
      }
      first -= 1
      if inlinesItem { break }
    }
    var last = center
    after: while last + 1 < items.count {
      let item = items[last + 1]
      switch role(item) {
      case .kept: kept.append(item)
      case .flag: break
      case .declaration, nil: break after
      }
      last += 1
    }
    self.kept = kept
    self.inlinesItem = inlinesItem
    guard items.indices.contains(first) else {
      range = nil
      return
    }
    let start = file.range(of: items[first]).lowerBound
    let end = file.endWithComment(of: items[last])
    let isWhole = file.source.isFirstOnLine(start) && file.endsLine(end)
    range = isWhole ? ByteRange(start, end) : nil
  }

  /// Whether a use stands in the region.
  func holds(_ use: MemberUse) -> Bool {
    kept.contains { $0.holds(use.node.position) }
  }

  /// The statements for older systems, each with the comments right above and after it.
  func lines(in file: ParsedFile) -> SourceLines {
    guard let range else { return SourceLines() }
    var lines = SourceLines()
    for item in kept {
      let own = file.range(of: item).lowerBound
      let start = own == range.lowerBound ? own : file.startWithComments(of: item)
      if inlinesItem, item.id == site.statement.id {
        lines = lines + inlined(ByteRange(start, file.endWithComment(of: item)), in: file)
        continue
      }
      let verbatim = MultilineStrings(in: Syntax(item)).lineStarts(in: file.source)
      lines =
        lines
        + SourceLines(
          ByteRange(start, file.endWithComment(of: item)), in: file, verbatim: verbatim)
    }
    return lines
  }

  /// The statement with the creation of the item in place of its name.
  private func inlined(_ range: ByteRange, in file: ParsedFile) -> SourceLines {
    let name = file.range(of: site.item)
    let head = SourceLines(ByteRange(range.lowerBound, name.lowerBound), in: file, verbatim: [])
    let tail = file.source.text(in: ByteRange(name.upperBound, range.upperBound))
    return head.suffixed(by: file.text(of: site.creation.call) + tail)
  }
}

extension LeadingItemSite {
  /// Whether a statement only declares the local that holds the item, in a way that lets the
  /// creation stand for it.
  fileprivate func declares(_ item: CodeBlockItemSyntax, in file: ParsedFile) -> Bool {
    guard let carrier, case .local(let binding) = carrier.declaration,
      case .decl(let decl) = item.item, let variable = decl.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.let),
      variable.bindings.count == 1, variable.bindings.first?.id == binding.id,
      binding.typeAnnotation == nil, case .named = creation.spelling,
      self.item.is(DeclReferenceExprSyntax.self)
    else { return false }
    let range = file.range(of: item)
    let last = file.range(of: statement).upperBound
    let isPlain = file.endWithComment(of: item) == range.upperBound
    let lines = file.source.lines
    let isShort =
      lines.index(ofLineAt: range.lowerBound) == lines.index(ofLineAt: range.upperBound)
      && lines.index(ofLineAt: file.range(of: self.item).upperBound) == lines.index(ofLineAt: last)
    return isPlain && isShort
  }

  /// Whether a statement does nothing but set the flag that hides the item's background on 26.
  fileprivate func isFlag(_ item: CodeBlockItemSyntax) -> Bool {
    guard !item.description.contains("//"), !item.description.contains("/*"),
      let gate = item.asIfExpression, gate.elseBody == nil, gate.conditions.count == 1,
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
  func endsLine(_ offset: Int) -> Bool {
    let line = source.lines.range(ofLine: source.lines.index(ofLineAt: offset))
    let rest = source.text(in: ByteRange(offset, line.upperBound))
      .drop { $0 == " " || $0 == "\t" }
    return rest.isEmpty || rest.first?.isNewline == true
  }

  /// The end of a statement, or of a line comment that follows it on its line.
  func endWithComment(of item: CodeBlockItemSyntax) -> Int {
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
  func startWithComments(of item: CodeBlockItemSyntax) -> Int {
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
