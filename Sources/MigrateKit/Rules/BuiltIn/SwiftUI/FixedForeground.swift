import SwiftSyntax

/// Looks for text and symbols of a fixed colour that lie directly on a sheet's background.
///
/// White text that was right on a brand colour may not be readable on glass.
final class FixedForeground: SyntaxVisitor {
  private let limit: SyntaxIdentifier
  /// Whether there is one.
  private(set) var isFound = false

  private init(limit: SyntaxIdentifier) {
    self.limit = limit
    super.init(viewMode: .sourceAccurate)
  }

  /// Whether the content has a fixed foreground colour without a background of its own.
  static func isFound(in content: some SyntaxProtocol) -> Bool {
    let search = FixedForeground(limit: content.id)
    search.walk(content)
    return search.isFound
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.id != limit, let call = ViewTrace.call(given: node) else { return .visitChildren }
    let opens: Set<String> = [
      "sheet", "fullScreenCover", "popover", "navigationDestination", "overlay", "background",
      "toolbar", "alert",
    ]
    return opens.contains(ViewTrace.calledName(call)) ? .skipChildren : .visitChildren
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard !isFound, let link = ModifierLink(node) else { return }
    switch link.name {
    case "foregroundColor", "foregroundStyle":
      guard let color = link.argument(""), Self.isFixed(color) else { return }
    case "environment":
      let scheme = link.argument("")?.trimmedText
      guard scheme == "\\.colorScheme", node.arguments.count == 2 else { return }
    default: return
    }
    if !hasOwnBackground(link) { isFound = true }
  }

  private static func isFixed(_ color: ExprSyntax) -> Bool {
    let text = color.trimmedText
    if [".white", ".black", "Color.white", "Color.black"].contains(text) { return true }
    guard let call = color.as(FunctionCallExprSyntax.self) else { return false }
    guard ViewTrace.calledName(call) == "Color" else { return false }
    let labels = call.arguments.map { $0.label?.text ?? "" }
    return labels.contains("red") || labels.contains("hex") || labels.contains("white")
  }

  /// Whether something between the view and the root of the content is painted behind it.
  private func hasOwnBackground(_ link: ModifierLink) -> Bool {
    var node = Syntax(link.call)
    var isPainted = false
    while let parent = node.parent, node.id != limit {
      if let call = parent.as(FunctionCallExprSyntax.self), let outer = ModifierLink(call) {
        if Self.paints.contains(outer.name) { isPainted = true }
      } else if let closure = parent.as(ClosureExprSyntax.self),
        let call = ViewTrace.call(given: closure)
      {
        let name = ViewTrace.calledName(call)
        if isPainted, !ViewTrace.transparent.contains(name) { return true }
        if name == "ZStack", call.parent?.is(CodeBlockItemSyntax.self) == false { return true }
        if name == "label" { return true }
      }
      node = parent
    }
    return false
  }

  private static let paints: Set<String> = [
    "background", "buttonStyle", "listRowBackground", "fill", "glassEffect", "tint",
  ]
}
