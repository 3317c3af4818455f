import SwiftSyntax

/// What is to be done about the bars of one component.
enum BarVerdict {
  /// The statements apply before 26 only, each with what takes its place on 26.
  case fix([(statement: BarStatement, since: SourceLines)], unknownColors: Bool)
  /// A person has to decide.
  case advice([BarStatement], String)
  /// It stays, for a reason.
  case left(BarStatement, String)
}

/// Decides which statements about bars apply before 26 only.
struct BarJudge {
  let index: SourceIndex
  let context: RuleContext
  private let runsSince26: Bool

  init(_ index: SourceIndex, _ context: RuleContext) {
    self.index = index
    self.context = context
    runsSince26 = AvailabilityContext(at: index.file.tree, platforms: context.platforms)
      .proves(.liquidGlass)
  }

  /// What is to be done about a component; one entry for each thing that there is to say.
  func verdicts(on component: BarComponent) -> [BarVerdict] {
    var open: [BarStatement] = []
    var left: [BarVerdict] = []
    let decided = decidedFor26(in: component)
    for statement in component.statements {
      let known = decided.contains(statement.object.key) ? "alreadyMigrated" : nil
      if let reason = reason(for: statement) ?? known {
        if statement.paints { left.append(.left(statement, reason)) }
      } else {
        open.append(statement)
      }
    }
    let painted = Set(open.filter(\.paints).map(\.object.key))
    let cleared = Set(open.filter(\.clears).map(\.object.key)).subtracting(painted)
    for key in cleared.sorted() {
      if let first = open.first(where: { $0.object.key == key && $0.clears }) {
        left.append(.left(first, "transparent"))
      }
    }
    open.removeAll { cleared.contains($0.object.key) && !$0.isForeground }
    return left + decide(open, painted: painted, cleared: cleared)
  }

  /// The bars and appearances that are set up inside a check for iOS 26, too: what the same
  /// function says of them besides is wanted there.
  private func decidedFor26(in component: BarComponent) -> Set<String> {
    guard !runsSince26 else { return [] }
    let since = component.statements.filter { statement in
      if case .foreground = statement.role { return false }
      return AvailabilityContext(at: statement.item, platforms: context.platforms)
        .proves(.liquidGlass)
    }
    return Set(since.map(\.object.key))
  }

  private func decide(
    _ open: [BarStatement], painted: Set<String>, cleared: Set<String>
  ) -> [BarVerdict] {
    guard !painted.isEmpty else {
      if let first = open.first(where: { $0.isOpen && $0.name == "isTranslucent" }) {
        return [
          .advice([first], "whether it makes the bar opaque is not shown: check it on iOS 26")
        ]
      }
      let trims = open.filter { if case .trim = $0.role { true } else { false } }
      guard cleared.isEmpty, !trims.isEmpty else { return [] }
      if trims.contains(where: \.isPart) { return [.advice(trims, Self.partOfStatement)] }
      return [.fix(trims.map { ($0, SourceLines()) }, unknownColors: false)]
    }
    var gated: [(statement: BarStatement, since: SourceLines)] = []
    var hasUnknownColors = false
    let paintedLists = Set(open.filter(\.paints).map { "\($0.object.key) \($0.listID)" })
    for statement in open {
      switch statement.role {
      case .link, .usual: continue
      case .paint, .trim, .open: gated.append((statement, since(statement)))
      case .clear:
        guard
          statement.paints || paintedLists.contains("\(statement.object.key) \(statement.listID)")
        else { continue }
        gated.append((statement, since(statement)))
      case .foreground(let foreground):
        let isAlone = cleared.isEmpty || painted.contains(statement.object.key)
        switch foreground {
        case .fixed where isAlone: gated.append((statement, SourceLines()))
        case .partlyFixed(let rest) where isAlone:
          gated.append((statement, [statement.code("\(statement.name) = \(rest)")]))
        case .unknown: hasUnknownColors = true
        default: continue
        }
      }
    }
    if let first = gated.first(where: { $0.statement.paints && hasReason($0.statement.item) }) {
      return [.advice([first.statement], "a comment says why it is so: read it first")]
    }
    if gated.contains(where: { $0.statement.isPart }) {
      return [.advice(gated.map(\.statement), Self.partOfStatement)]
    }
    if let own = gated.first(where: { $0.statement.object.isOwn }) {
      return [
        .advice(
          gated.map(\.statement).filter { $0.object.key == own.statement.object.key },
          "the app makes this bar and places it itself: look at it on iOS 26 first")
      ]
    }
    return [.fix(gated, unknownColors: hasUnknownColors)]
  }

  private static let partOfStatement =
    "put what is part of another statement on its own line first"

  /// What takes the place of a statement on 26.
  private func since(_ statement: BarStatement) -> SourceLines {
    switch statement.name {
    case "configureWithOpaqueBackground", "configureWithTransparentBackground":
      [statement.code("configureWithDefaultBackground()")]
    default: []
    }
  }

  // MARK: What is settled already

  private func reason(for statement: BarStatement) -> String? {
    let gate = Gate(
      .liquidGlass, at: statement.item, in: index.file, context: context, drops: true)
    if let reason = gate.decision.leftReason { return reason }
    if gate.decision == .proved, !runsSince26 { return "since26" }
    if explains(statement.item) { return "comment" }
    return condition(around: statement.item)
  }

  /// Whether a comment at a statement says that it is wanted on 26.
  private func explains(_ item: CodeBlockItemSyntax) -> Bool {
    (item.leadingTrivia.pieces + item.trailingTrivia.pieces).contains { Self.explains($0) }
  }

  /// Whether a comment says that what it stands at is wanted on 26.
  static func explains(_ piece: TriviaPiece) -> Bool {
    switch piece {
    case .lineComment(let text), .blockComment(let text):
      let lower = text.lowercased()
      return !lower.contains("migrate:")
        && ["ios 26", "glass", "on purpose", "deliberate", "intention"]
          .contains(where: lower.contains)
    default: return false
    }
  }

  /// Whether a comment at a statement gives a reason for it.
  private func hasReason(_ item: CodeBlockItemSyntax) -> Bool {
    guard let first = item.firstToken(viewMode: .sourceAccurate) else { return false }
    return SiteComment.explains(from: first, to: item.lastToken(viewMode: .sourceAccurate))
  }

  /// Why the project's own conditions around a statement, or before it, settle it.
  private func condition(around item: CodeBlockItemSyntax) -> String? {
    var child = Syntax(item)
    while let parent = child.parent {
      if let branch = parent.as(IfExprSyntax.self), branch.conditions.id != child.id,
        let reason = Self.reason(branch.conditions)
      {
        return reason
      }
      if let list = parent.as(CodeBlockItemListSyntax.self) {
        for other in list where other.position < child.position {
          guard case .stmt(let statement) = other.item,
            let exit = statement.as(GuardStmtSyntax.self)
          else { continue }
          if let reason = Self.reason(exit.conditions) { return reason }
        }
      }
      if let function = parent.as(FunctionDeclSyntax.self) {
        if SheetJudge.namesTheNewDesign(function.name.text) { return "projectFlag" }
        if isUsedBefore26(function.name.text, within: Syntax(function)) { return "usedBefore26" }
      }
      if parent.is(MemberBlockSyntax.self), let type = parent.parent,
        !type.is(ExtensionDeclSyntax.self), let name = type.declaredTypeName
      {
        if SheetJudge.namesTheNewDesign(name) { return "projectFlag" }
        if isUsedBefore26(name, within: type) { return "usedBefore26" }
      }
      child = parent
    }
    return nil
  }

  private static func reason(_ conditions: ConditionElementListSyntax) -> String? {
    let text = conditions.trimmedText
    guard SheetJudge.namesTheNewDesign(text) else { return nil }
    return text.contains("26") ? "alreadyMigrated" : "projectFlag"
  }

  /// Whether every use of a function or type in this file, outside itself, is before 26.
  private func isUsedBefore26(_ name: String, within declaration: Syntax) -> Bool {
    let uses = (index.references[name] ?? []).filter { !declaration.holds($0.position) }
    guard !uses.isEmpty, uses.count < 16 else { return false }
    return uses.allSatisfy {
      AvailabilityContext(at: $0, platforms: context.platforms).isBelow(.liquidGlass)
    }
  }
}

extension BarStatement {
  /// Whether the statement gives the bar a background that covers glass.
  var paints: Bool {
    switch role {
    case .paint: true
    // The default background of a tab bar is glass; without it there is none.
    case .clear: object.kind == .tab
    default: false
    }
  }

  /// Whether the statement leaves the bar without a background, as on 26.
  var clears: Bool {
    if case .clear = role { return object.kind != .tab }
    return false
  }

  /// Whether the value may make the bar opaque.
  var isOpen: Bool {
    if case .open = role { return true }
    return false
  }

  /// Whether the statement is about text or symbols.
  var isForeground: Bool {
    if case .foreground = role { return true }
    return false
  }

  /// The statements around this one.
  var listID: Int { item.parent?.position.utf8Offset ?? 0 }

  /// Code about the same object.
  func code(_ member: String) -> String {
    receiver.map { "\($0).\(member)" } ?? member
  }
}
