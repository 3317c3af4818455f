import SwiftSyntax

/// Reads the functions by which PureLayout and TinyConstraints pin a view to the safe area of its
/// superview.
enum LibraryPin {
  /// Every pin of a file.
  static func all(in index: SourceIndex) -> [StatementPin] {
    return names.flatMap { index.references[$0] ?? [] }.compactMap { pin(of: $0, in: index) }
  }

  private static let names = [
    "autoPinEdge", "autoPinEdgesToSuperviewSafeArea", "edgesToSuperview", "verticalToSuperview",
    "topToSuperview", "bottomToSuperview",
  ]

  private static func pin(of reference: DeclReferenceExprSyntax, in index: SourceIndex)
    -> StatementPin?
  {
    guard let access = reference.whole.as(MemberAccessExprSyntax.self), let view = access.base,
      let call = access.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == ExprSyntax(access).id,
      let statement = Syntax(call).enclosingStatement,
      let (edges, lines) = meaning(of: call, named: reference.baseName.text, view: view)
    else { return nil }
    let (container, isSeen) = StatementPin.superview(of: view, in: index)
    guard isSeen else {
      return StatementPin(
        statement: statement, view: view, container: container, edges: edges, lines: nil,
        doubt: "what it is added to is not seen")
    }
    return StatementPin(
      statement: statement, view: view, container: container, edges: edges,
      lines: statement.isPlain(call) ? lines : nil)
  }

  /// The edges that a call pins to the safe area and what pins them to the superview instead.
  private static func meaning(
    of call: FunctionCallExprSyntax, named name: String, view: ExprSyntax
  ) -> (edges: [VerticalEdge], lines: [String]?)? {
    let arguments = Array(call.arguments)
    let text = view.trimmedText
    switch name {
    case "autoPinEdge":
      guard let first = arguments.first, first.label?.text == "toSuperviewSafeArea",
        let named = first.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
        let edge = VerticalEdge(rawValue: named)
      else { return nil }
      let line = "\(text).autoPinEdge(toSuperviewEdge: .\(edge.rawValue))"
      return ([edge], arguments.count == 1 ? [line] : nil)
    case "autoPinEdgesToSuperviewSafeArea":
      let lines =
        VerticalEdge.allCases.map { "\(text).autoPinEdge(toSuperviewEdge: .\($0.rawValue))" }
        + ["leading", "trailing"].map { "\(text).autoPinEdge(toSuperviewSafeArea: .\($0))" }
      return (VerticalEdge.allCases, arguments.isEmpty ? lines : nil)
    default:
      let isSafe = arguments.contains {
        $0.label?.text == "usingSafeArea" && $0.expression.trimmedText == "true"
      }
      guard isSafe else { return nil }
      let edges = VerticalEdge.allCases.filter {
        !name.hasSuffix("ToSuperview") || name.hasPrefix($0.rawValue)
          || !["top", "bottom"].contains { name.hasPrefix($0) }
      }
      var lines = edges.map { "\(text).\($0.rawValue)ToSuperview()" }
      if name.hasPrefix("edges") {
        lines += ["leading", "trailing"].map { "\(text).\($0)ToSuperview(usingSafeArea: true)" }
      }
      return (edges, arguments.count == 1 ? lines : nil)
    }
  }
}
