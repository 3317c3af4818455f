import SwiftSyntax

/// Judges a sheet of a bar button item and writes its popover.
struct SheetToPopoverWriter {
  /// The sheet.
  let sheet: SheetPresentation
  /// The item.
  let action: BarItemAction
  /// The file.
  let index: SourceIndex
  /// The platforms of the file and how gates are written.
  let context: RuleContext
  /// The edit that declares the delegate; nil where it is there.
  let declaration: Edit?
  /// The expression that gives the delegate.
  let delegate: String

  /// What can be done.
  enum Answer {
    case left(String)
    /// Why not, as the end of a sentence.
    case advice(String)
    case fix([Edit])
  }

  private var file: ParsedFile { index.file }

  /// What can be done about the sheet.
  var answer: Answer {
    guard let first = sheet.setUp.first, let last = sheet.setUp.last else { return .left("") }
    let gate = Gate(.liquidGlass, at: first, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason { return .left(reason) }
    if sheet.isPresentedOtherwise { return .left("otherStyle") }
    if gate.decision == .compatibilityMode {
      return .advice("its target keeps the old look; remove 'UIDesignRequiresCompatibility' first")
    }
    if sheet.isLarge { return .advice("it can be made large, which a popover cannot") }
    if sheet.hasDelegate { return .advice("its delegate would no longer hear of it") }
    let presented = PopoverPresented(of: sheet.presented, in: index)
    guard presented.isOwn(context.facts) else {
      return .advice("what it shows is not declared by the app")
    }
    guard presented.size(context.facts) != nil else {
      return .advice("the size of its content is not known; set 'preferredContentSize' first")
    }
    let range = ByteRange(
      file.range(of: first).lowerBound, file.endWithComment(of: last))
    guard file.source.isFirstOnLine(range.lowerBound), file.endsLine(range.upperBound) else {
      return .advice("its set-up shares lines with other code")
    }
    let item: String
    var edits: [Edit] = []
    switch action.source {
    case .unreachable(let reason): return .advice(reason)
    case .named(let name): item = name
    case .stored(let statement, let path):
      guard let stored = store(after: statement, from: path) else {
        return .advice("its item has no name")
      }
      item = stored.name
      edits += stored.edits
    }
    edits.append(replacement(in: range, gate, item: item))
    if let declaration { edits.append(declaration) }
    return .fix(edits)
  }

  private func replacement(in range: ByteRange, _ gate: Gate, item: String) -> Edit {
    let new = SourceLines([
      "\(sheet.name).modalPresentationStyle = .popover",
      "\(sheet.name).popoverPresentationController?.sourceItem = \(item)",
      "\(sheet.name).popoverPresentationController?.delegate = \(delegate)",
    ])
    let verbatim = sheet.setUp.reduce(into: Set<Int>()) {
      $0.formUnion(MultilineStrings(in: Syntax($1)).lineStarts(in: file.source))
    }
    let old = SourceLines(range, in: file, verbatim: verbatim)
    let text = gate.either(since: new, before: old).text(
      after: file.source.indentation(ofLineAt: range.lowerBound),
      lineEnding: file.source.lineEnding)
    return Edit(range, text)
  }

  // MARK: - Storing the item

  /// Declares a property for the item and stores it there on iOS 26.
  private func store(
    after statement: CodeBlockItemSyntax, from path: String
  ) -> (name: String, edits: [Edit])? {
    let gate = Gate(.liquidGlass, at: statement, in: file, context: context)
    guard gate.isPossible, statement.enclosingTypeName == sheet.type,
      statement.enclosingFunction?.is(ClosureExprSyntax.self) == false,
      let layout = StatementLayout(of: statement, in: file),
      let place = propertyPlace
    else { return nil }
    let name = FreshName.make(propertyName, in: file.tree)
    let line = SourceLines(["\(name) = \(path)"])
    var edits: [Edit]
    if gate.decision == .gate,
      let join = GateJoin(after: statement, requires: .liquidGlass, in: file, context: context)
    {
      edits = [join.insertion(of: line)]
    } else {
      guard let inserted = layout.inserting(after: gate.since(line)) else { return nil }
      edits = inserted
    }
    edits.append(
      Edit(
        insertAt: place.offset,
        "\(file.source.lineEnding)\(place.indentation)private var \(name): UIBarButtonItem?"
          + place.gap))
    return (name, edits)
  }

  /// The action's name without what says that it is one.
  private var propertyName: String {
    var words = sheet.function.name.text
    for ending in ["ButtonTapped", "ButtonPressed", "ButtonAction", "Tapped", "Pressed", "Action"]
    where words.hasSuffix(ending) && words.count > ending.count {
      words = String(words.dropLast(ending.count))
      break
    }
    for beginning in ["didTap", "didPress", "show", "open", "present", "handle", "on", "tapped"]
    where words.hasPrefix(beginning) {
      let rest = words.dropFirst(beginning.count)
      guard let first = rest.first, first.isUppercase else { continue }
      words = first.lowercased() + rest.dropFirst()
      break
    }
    if words.hasSuffix("Button"), words.count > 6 { words = String(words.dropLast(6)) }
    return words + "BarButtonItem"
  }

  /// The end of the last stored property before the first function of the class, or of the line of
  /// its opening brace.
  private var propertyPlace: (offset: Int, indentation: String, gap: String)? {
    guard
      let block = index.members[sheet.type]?.first(where: {
        $0.parent?.is(ClassDeclSyntax.self) ?? false
      })
    else { return nil }
    var last: MemberBlockItemSyntax?
    for member in block.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.bindings.allSatisfy({ $0.accessorBlock == nil })
      else { break }
      let isClosure = variable.bindings.last?.initializer?.value.is(FunctionCallExprSyntax.self)
      if last != nil, isClosure ?? false,
        variable.trimmedText.contains(where: \.isNewline)
      {
        break
      }
      last = member
    }
    let source = file.source
    if let last {
      let range = file.range(of: last)
      guard file.endsLine(range.upperBound) else { return nil }
      return (range.upperBound, source.indentation(ofLineAt: range.lowerBound), "")
    }
    let brace = block.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    guard file.endsLine(brace) else { return nil }
    let next = source.lines.range(ofLine: source.lines.index(ofLineAt: brace) + 1)
    let gap = source.isBlank(next) ? "" : source.lineEnding
    return (brace, source.indentation(ofLineAt: brace) + source.indentation, gap)
  }
}
