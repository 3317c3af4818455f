import SwiftSyntax

/// Writes a look of iOS 26 in the place of one that earlier systems keep.
struct LookGate {
  /// What can be done at a place.
  enum Place: Equatable {
    /// Every system that gets here is 26: the new look stands alone.
    case direct
    /// The old look is for earlier systems only.
    case gated
    /// Nothing, for the reason.
    case left(String)
  }

  private let file: ParsedFile
  private let platforms: FilePlatforms
  private let gate: ViewGate
  private let isNewOnly: Bool
  private let isWidget: Bool

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    platforms = context.platforms
    let gate = ViewGate(.liquidGlass, in: file, context: context)
    self.gate = gate
    isWidget = Self.widgets.contains { gate.declared.isTaken($0) }
    isNewOnly =
      context.gateStyle.extraCondition == nil
      && AvailabilityContext(at: file.tree, platforms: context.platforms).proves(.liquidGlass)
  }

  /// What files of widgets and live activities name: the system draws those, and their grounds.
  private static let widgets: Set<String> = [
    "ActivityConfiguration", "ActivityViewContext", "AppIntentConfiguration", "DynamicIsland",
    "IntentConfiguration", "StaticConfiguration", "TimelineProvider", "WidgetBundle",
    "WidgetConfiguration",
  ]

  /// What can be done at a node; code that is for 26 or for earlier systems alone has its look.
  func place(of node: some SyntaxProtocol) -> Place {
    let known = AvailabilityContext(at: node, platforms: platforms)
    guard known.isBuilt(for: .iOS) || known.isBuilt(for: .macCatalyst) else {
      return .left("platform")
    }
    if known.isBelow(.liquidGlass) { return .left("below") }
    if isWidget { return .left("widget") }
    if let reason = reasonOfHelper(around: Syntax(node)) { return .left(reason) }
    let mobile = [Platform.iOS, .macCatalyst].filter { known.bounds(of: $0).isReachable }
    let isSince = mobile.allSatisfy { known.bounds(of: $0).atLeast >= PlatformVersion(26) }
    if isSince { return isNewOnly ? .direct : .left("since26") }
    return .gated
  }

  /// Which systems are meant where a node stands in the closure of a gate that recipes write.
  private func reasonOfHelper(around node: Syntax) -> String? {
    var next = node.parent
    while let current = next {
      if let closure = current.as(ClosureExprSyntax.self),
        let call = ViewTrace.call(given: closure)
      {
        let name = ViewTrace.calledName(call)
        if name == gate.name(.before) || gate.beforeLooks.contains(name) { return "below" }
        if name == gate.name(.since) { return "since26" }
      }
      if current.is(MemberBlockSyntax.self) { return nil }
      next = current.parent
    }
    return nil
  }

  /// The edits that write modifiers for 26 in the place of links that follow each other; nil where
  /// they cannot move into a closure.
  ///
  /// - Parameters:
  ///   - links: The links of today's look, first one first; none to add modifiers after `view`.
  ///   - new: The modifiers for 26, each beginning with a dot.
  ///   - needs: What the modifiers need.
  func edits(
    replacing links: [ModifierLink], by new: SourceLines, needs: APIRequirement, at place: Place
  ) -> [Edit]? {
    guard let first = links.first, let last = links.last else { return nil }
    let range = ByteRange(first.range.lowerBound, last.range.upperBound)
    guard place == .gated else { return [Edit(range, text(new, at: range.lowerBound))] }
    guard let old = Self.lines(of: links, in: file) else { return nil }
    let code = gate.before(old) + gate.since(new, needs: needs)
    var edits = [Edit(range, text(code, at: range.lowerBound))]
    if let declaration = gate.declaration(of: [.before, .since]) { edits.append(declaration) }
    return edits
  }

  /// The edits that write a look for 26 in the place of links that follow each other, through one
  /// helper a file; nil where they cannot move into a closure.
  ///
  /// - Parameters:
  ///   - links: The links of today's look, first one first.
  ///   - shape: The shape of a look that is given one, which must be plain where it is gated.
  ///   - kinds: Helpers that another edit of the same fix uses.
  func edits(
    replacing links: [ModifierLink], by look: ViewLook, in shape: String? = nil,
    at place: Place, using kinds: Set<ViewGate.Kind> = []
  ) -> [Edit]? {
    guard let first = links.first, let last = links.last else { return nil }
    let range = ByteRange(first.range.lowerBound, last.range.upperBound)
    guard place == .gated else {
      return [Edit(range, text(look.modifiers(in: shape), at: range.lowerBound))]
    }
    guard let old = Self.lines(of: links, in: file) else { return nil }
    let start = range.lowerBound
    var code = gate.either(
      since: look, in: shape, before: old, width: Self.columns - column(of: start))
    let breaks = code.lines.count > 1 && !file.source.isFirstOnLine(start)
    if breaks {
      let indentation = file.source.indentation(ofLineAt: start) + file.source.indentation
      code = gate.either(
        since: look, in: shape, before: old, width: Self.columns - Self.width(of: indentation))
    }
    var edits = [Edit(range, text(code, at: start, breaks: breaks))]
    if let declaration = gate.declaration(of: kinds, looks: [look]) { edits.append(declaration) }
    return edits
  }

  /// The edits that let links apply before 26 only.
  func edits(removing links: [ModifierLink], at place: Place) -> [Edit]? {
    guard let first = links.first, let last = links.last else { return nil }
    let range = ByteRange(first.range.lowerBound, last.range.upperBound)
    guard place == .gated else {
      guard let base = first.member.base else { return nil }
      return [Edit(ByteRange(file.range(of: base).upperBound, range.upperBound), "")]
    }
    guard let old = Self.lines(of: links, in: file) else { return nil }
    var edits = [Edit(range, text(gate.before(old), at: range.lowerBound))]
    if let declaration = gate.declaration(of: [.before]) { edits.append(declaration) }
    return edits
  }

  /// The edits that add modifiers for 26 after a view.
  ///
  /// The helper that they need at a gated place is not declared.
  func edit(
    adding new: SourceLines, after view: ExprSyntax, needs: APIRequirement, at place: Place
  ) -> Edit {
    let end = file.range(of: view).upperBound
    let code = place == .gated ? gate.since(new, needs: needs) : new
    let link = ModifierLink.chain(endingWith: view).last {
      file.source.isFirstOnLine($0.range.lowerBound)
    }
    let start = file.range(of: view).lowerBound
    let isMultiline =
      file.source.lines.index(ofLineAt: start) != file.source.lines.index(ofLineAt: end)
    let indentation =
      link.map { file.source.indentation(ofLineAt: $0.range.lowerBound) }
      ?? file.source.indentation(ofLineAt: start) + (isMultiline ? "" : file.source.indentation)
    return Edit(
      insertAt: end,
      file.source.lineEnding + indentation
        + code.text(after: indentation, lineEnding: file.source.lineEnding))
  }

  /// The columns of a line of code.
  private static let columns = 100

  /// The width of what stands before an offset on its line.
  private func column(of offset: Int) -> Int {
    let source = file.source
    let start = source.lines.starts[source.lines.index(ofLineAt: offset)]
    return Self.width(of: source.text(in: ByteRange(start, offset)))
  }

  private static func width(of text: String) -> Int {
    text.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
  }

  /// Code on the lines of a link; it gets lines of its own where the link has none.
  private func text(_ code: SourceLines, at offset: Int, breaks: Bool = false) -> String {
    let indentation = file.source.indentation(ofLineAt: offset)
    guard !file.source.isFirstOnLine(offset), breaks || code.lines.count > 1 else {
      return code.text(after: indentation, lineEnding: file.source.lineEnding)
    }
    let deeper = indentation + file.source.indentation
    return file.source.lineEnding + deeper
      + code.text(after: deeper, lineEnding: file.source.lineEnding)
  }

  private static func lines(of links: [ModifierLink], in file: ParsedFile) -> SourceLines? {
    var lines = SourceLines()
    for (index, link) in links.enumerated() {
      guard let modifier = ViewGate.modifier(link.call, in: file) else { return nil }
      lines = lines + (index == 0 ? modifier : modifier.indented(by: file.source.indentation))
    }
    return lines
  }

  /// Whether a comment stands between links, so that it would be lost or says why.
  static func haveComment(_ links: [ModifierLink]) -> Bool {
    links.contains { link in
      isRemark(link.member.period.leadingTrivia) || isRemark(link.call.trailingTrivia)
        || link.member.base.map { isRemark($0.trailingTrivia) } ?? false
    }
  }

  /// Whether there is a comment that is not about these recipes.
  private static func isRemark(_ trivia: Trivia) -> Bool {
    trivia.contains { piece in
      switch piece {
      case .lineComment(let text): !text.hasPrefix("// migrate:")
      case .blockComment, .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }
}
