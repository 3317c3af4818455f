import SwiftSyntax

/// A bar at the bottom of a view that the project shows as a sheet.
struct SheetBar {
  /// What content that scrolls under the bar should look like.
  enum Want: String {
    case blur
    case clear
  }

  /// How the bar is made.
  enum Kind {
    /// `safeAreaInset`, which never blurs.
    case inset
    /// `safeAreaBar`, which blurs.
    case bar
    /// Items of the toolbar at the bottom, which blur.
    case toolbar
  }

  /// The modifier.
  let link: ModifierLink
  /// How the bar is made.
  let kind: Kind

  /// The bars of a file that lie in sheets.
  static func all(in file: ParsedFile, context: RuleContext) -> [SheetBar] {
    let placements = ViewPlacements.shared(of: file)
    let uses = SheetUses(context.facts)
    return links(in: file).compactMap { link in
      let shown = placements.traces(of: link.call).filter { $0.end != .preview }
      guard !shown.isEmpty, shown.allSatisfy({ isSheet($0, uses) }) else { return nil }
      let kind: Kind =
        switch link.name {
        case "safeAreaInset": .inset
        case "safeAreaBar": .bar
        default: .toolbar
        }
      return SheetBar(link: link, kind: kind)
    }
  }

  /// The modifiers that put a bar at the bottom.
  static func links(in file: ParsedFile) -> [ModifierLink] {
    let calls = ModifierCalls(["safeAreaInset", "safeAreaBar", "toolbar"])
    calls.walk(file.tree)
    return calls.found.filter { link in
      if link.name != "toolbar" {
        return link.argument("edge")?.trimmedText == ".bottom"
      }
      guard let closure = link.call.trailingClosure else { return false }
      return closure.statements.contains {
        $0.item.trimmedText.contains("placement: .bottomBar")
      }
    }
  }

  private static func isSheet(_ trace: ViewTrace, _ uses: SheetUses) -> Bool {
    let use = SheetUse(trace)
    guard use.end.hasPrefix("in:") else { return use.end == "sheet" || trace.end == .sheet }
    switch uses.verdict(of: String(use.end.dropFirst(3))) {
    case .floats, .large, .unknownDetents: return true
    case .never, .elsewhere, .unknown: return false
    }
  }

  // MARK: Judging

  func judgement(
    _ want: Want, in file: ParsedFile, context: RuleContext
  ) -> SheetSite.Judgement {
    let gate = Gate(
      .liquidGlass, at: link.member.period, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason { return .left(reason) }
    if isGated { return .left("alreadyMigrated") }
    switch (want, kind) {
    case (.blur, .bar), (.blur, .toolbar), (.clear, .inset): return .left("asWanted")
    case (.clear, _):
      return hidesEffect ? .left("alreadyMigrated") : .fix(.review)
    case (.blur, .inset):
      if usesFocus {
        return .advice("'safeAreaBar' has trouble with '@FocusState', so it stays an inset")
      }
      guard let closure = link.call.trailingClosure, closure.statements.count == 1,
        link.call.additionalTrailingClosures.isEmpty, closure.signature == nil,
        file.source.lines.index(ofLineAt: file.range(of: closure).lowerBound) + 4
          >= file.source.lines.index(ofLineAt: file.range(of: closure).upperBound)
      else {
        return .advice(
          "make its content a view of its own first, so that it can be named in both forms")
      }
      return .fix(.review)
    }
  }

  /// Whether the modifier stands in a closure for some systems only.
  private var isGated: Bool {
    guard let base = link.member.base else { return false }
    return ModifierLink.root(of: base).trimmedText == "$0"
  }

  private var hidesEffect: Bool {
    var current = Syntax(link.call)
    while let parent = current.parent {
      if let outer = parent.as(FunctionCallExprSyntax.self),
        outer.calledExpression.id == current.id, let next = ModifierLink(outer)
      {
        if next.name == "scrollEdgeEffectHidden" { return true }
        let inner = next.call.trailingClosure?.statements.trimmedText ?? ""
        if inner.contains("scrollEdgeEffectHidden") { return true }
      } else if !parent.is(MemberAccessExprSyntax.self) {
        return false
      }
      current = parent
    }
    return false
  }

  /// Whether the view with the bar, or the bar, has to do with focus.
  private var usesFocus: Bool {
    if link.call.trimmedText.contains("focused(") { return true }
    guard let type = EnclosingType(of: link.call) else { return false }
    return type.declaration.trimmedText.contains("@FocusState")
  }
}

/// Writes bars of sheets in the wanted form.
struct SheetBarWriter {
  private let file: ParsedFile
  private let gate: ViewGate

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    gate = ViewGate(.liquidGlass, in: file, context: context)
  }

  /// The edits that bring a bar to the wanted form on 26; nil where it cannot move into a closure.
  func fix(_ bar: SheetBar, _ want: SheetBar.Want) -> Fix? {
    let source = file.source
    let range = bar.link.range
    let indentation =
      source.isFirstOnLine(range.lowerBound)
      ? source.indentation(ofLineAt: range.lowerBound)
      : source.indentation(ofLineAt: file.range(of: bar.link.call).lowerBound) + source.indentation
    func text(_ lines: SourceLines) -> String {
      lines.text(after: indentation, lineEnding: source.lineEnding)
    }
    switch want {
    case .clear:
      let hidden = gate.since(
        [".scrollEdgeEffectHidden(true, for: .bottom)"],
        needs: EmittedAPI.scrollEdgeEffectHidden.requirement)
      let edit = Edit(
        insertAt: range.upperBound, source.lineEnding + indentation + text(hidden))
      return Fix([edit, gate.declaration(of: [.since])].compactMap { $0 })
    case .blur:
      guard let modifier = ViewGate.modifier(bar.link.call, in: file) else { return nil }
      var new = modifier
      let name = ".safeAreaInset"
      guard new.lines.first?.text.hasPrefix(name) == true else { return nil }
      new.lines[0].text = ".safeAreaBar" + new.lines[0].text.dropFirst(name.count)
      let code =
        gate.before(modifier)
        + gate.since(new, needs: EmittedAPI.safeAreaBar.requirement)
      let edit = Edit(range, text(code))
      return Fix([edit, gate.declaration(of: [.before, .since])].compactMap { $0 })
    }
  }
}
