import SwiftSyntax

/// One statement that pins edges of a view to the safe area by a function other than those of
/// anchors.
struct StatementPin {
  /// The statement.
  let statement: CodeBlockItemSyntax
  /// The view that is pinned.
  let view: ExprSyntax
  /// The view whose safe area it is.
  let container: SafeAreaPin.Container
  /// The vertical edges that are pinned.
  let edges: [VerticalEdge]
  /// What the 26 arm says, or nil where the statement does not show what it does.
  let lines: [String]?
  /// Why there are no lines, as the end of a sentence.
  var doubt = "it keeps a distance from it, or more is said of the constraint"

  /// Every such pin of a file, in source order.
  static func all(in index: SourceIndex, facts: ProjectFacts) -> [StatementPin] {
    (SnapKitPin.all(in: index) + LibraryPin.all(in: index)
      + ProjectPin.all(in: index, facts: facts))
      .sorted { $0.statement.position < $1.statement.position }
  }

  /// The view that a view is added to, as far as the file shows, and whether it shows it.
  static func superview(
    of view: ExprSyntax, in index: SourceIndex
  ) -> (container: SafeAreaPin.Container, isSeen: Bool) {
    let tree = ViewTree(in: index, around: view)
    let parents = view.core.referenceOfName.map { tree.parents(of: $0.baseName.text) } ?? []
    if !parents.contains("view"), parents.contains("self") {
      return (SafeAreaPin.Container(text: "self", expression: nil), true)
    }
    return (SafeAreaPin.Container(controllersView: "view"), !parents.isEmpty)
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement is a call and nothing more.
  func isPlain(_ call: FunctionCallExprSyntax) -> Bool {
    guard case .expr(let expression) = item else { return false }
    return expression.id == ExprSyntax(call).id
  }
}
