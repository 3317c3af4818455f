import SwiftSyntax

/// One `ToolbarItem(…) { … }`: where it is placed, what makes it part of a toolbar, and what it
/// shows.
struct ToolbarItemSite {
  /// What holds an item.
  enum Holder: Hashable {
    /// A builder of toolbar content.
    case toolbar
    /// A builder whose items the user can rearrange, or a member that names that protocol.
    case customizable
    case preview
    /// Something that may need the item's own type.
    case other
  }

  /// The call that makes the item.
  let call: FunctionCallExprSyntax
  /// The item with its modifiers.
  let whole: ExprSyntax
  /// The modifiers of the item.
  let links: [ModifierLink]
  /// What the item shows.
  let parts: Set<ToolbarPart>
  /// The names of the placements that the item may have; nil where one is not known.
  let placements: Set<String>?

  /// Reads a call; nil for one that makes no item of SwiftUI's.
  init?(_ call: FunctionCallExprSyntax, reader: ToolbarContentReader) {
    guard let content = ToolbarItems.content(of: call) else { return nil }
    self.call = call
    parts = reader.parts(of: content)
    var whole = ExprSyntax(call)
    while let member = whole.parent?.as(MemberAccessExprSyntax.self), member.base?.id == whole.id,
      let outer = member.parent?.as(FunctionCallExprSyntax.self),
      outer.calledExpression.id == member.id
    {
      whole = ExprSyntax(outer)
    }
    self.whole = whole
    links = ModifierLink.chain(endingWith: whole)
    let placement = call.arguments.first { $0.label?.text == "placement" }?.expression
    placements = placement.map { Self.placements($0, reader: reader) } ?? ["automatic"]
  }

  private static func placements(
    _ expression: ExprSyntax, reader: ToolbarContentReader, depth: Int = 0
  ) -> Set<String>? {
    guard depth < 4 else { return nil }
    if let ternary = expression.as(TernaryExprSyntax.self) {
      guard let first = placements(ternary.thenExpression, reader: reader, depth: depth + 1),
        let second = placements(ternary.elseExpression, reader: reader, depth: depth + 1)
      else { return nil }
      return first.union(second)
    }
    if let access = expression.as(MemberAccessExprSyntax.self) {
      let base = access.base?.shortText ?? ""
      let isPlain = ["", "ToolbarItemPlacement", "SwiftUI.ToolbarItemPlacement"].contains(base)
      if isPlain { return [access.declName.baseName.text] }
    }
    guard
      let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
      let body = reader.body(name, around: expression)
    else { return nil }
    var found: Set<String> = []
    for item in body {
      let values = PlacementValues(viewMode: .sourceAccurate)
      values.walk(item)
      for value in values.found {
        guard let inner = placements(value, reader: reader, depth: depth + 1) else { return nil }
        found.formUnion(inner)
      }
    }
    return found.isEmpty ? nil : found
  }

  /// Whether a modifier of the item decides about its background, with the names of the project's
  /// own helpers.
  func isDecided(helpers: Set<String>) -> Bool {
    links.contains { link in
      link.name == "sharedBackgroundVisibility" || helpers.contains(link.name)
        || link.name.contains("ackground") || link.name.contains("lass")
    }
  }

  /// What holds the item.
  var holder: Holder {
    var node = Syntax(whole)
    while let parent = node.parent {
      switch parent.kind {
      case .codeBlockItem, .codeBlock, .expressionStmt, .ifExpr, .switchCase, .switchCaseList,
        .switchExpr, .ifConfigClause, .ifConfigClauseList, .ifConfigDecl, .accessorBlock,
        .labeledExpr, .labeledExprList:
        node = parent
      case .returnStmt:
        // A branch among several returns needs one type for all of them.
        guard let list = parent.parent?.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
          list.parent?.is(CodeBlockSyntax.self) ?? false
            || list.parent?.is(AccessorBlockSyntax.self)
              ?? false
        else { return .other }
        node = parent
      case .codeBlockItemList:
        guard let closure = parent.parent?.as(ClosureExprSyntax.self) else {
          node = parent
          continue
        }
        guard let call = ViewTrace.call(given: closure) else {
          return ["Preview"].contains(Self.macroName(closure)) ? .preview : .other
        }
        let name = ViewTrace.calledName(call)
        if name == "Group" || name == "ForEach" {
          node = Syntax(call)
          continue
        }
        let isToolbar = name.hasSuffix("oolbar") || name.hasSuffix("oolbarContent")
        guard isToolbar else { return .other }
        let isCustomizable = call.arguments.contains { $0.label?.text == "id" }
        return isCustomizable ? .customizable : Self.isInPreview(call) ? .preview : .toolbar
      case .patternBinding:
        return Self.holder(parent.as(PatternBindingSyntax.self)?.typeAnnotation?.type)
      case .functionDecl:
        return Self.holder(parent.as(FunctionDeclSyntax.self)?.signature.returnClause?.type)
      default:
        return .other
      }
    }
    return .other
  }

  private static func holder(_ type: TypeSyntax?) -> Holder {
    switch type?.trimmedText {
    case "some ToolbarContent", "some SwiftUI.ToolbarContent": .toolbar
    case "some CustomizableToolbarContent": .customizable
    default: .other
    }
  }

  private static func macroName(_ closure: ClosureExprSyntax) -> String {
    closure.parent?.as(MacroExpansionExprSyntax.self)?.macroName.text ?? ""
  }

  private static func isInPreview(_ node: some SyntaxProtocol) -> Bool {
    if EnclosingType.isPreview(node) { return true }
    var current = node.parent
    while let parent = current {
      let name =
        parent.as(MacroExpansionExprSyntax.self)?.macroName.text
        ?? parent.as(MacroExpansionDeclSyntax.self)?.macroName.text
      if name == "Preview" { return true }
      current = parent.parent
    }
    return false
  }
}

/// The values that a computed placement may have: what its branches end with.
private final class PlacementValues: SyntaxVisitor {
  var found: [ExprSyntax] = []

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    switch node.item {
    case .expr(let value):
      if !value.is(IfExprSyntax.self), !value.is(SwitchExprSyntax.self) {
        found.append(value)
        return .skipChildren
      }
    case .stmt(let statement):
      if let value = statement.as(ReturnStmtSyntax.self)?.expression {
        found.append(value)
        return .skipChildren
      }
    default: break
    }
    return .visitChildren
  }
}
