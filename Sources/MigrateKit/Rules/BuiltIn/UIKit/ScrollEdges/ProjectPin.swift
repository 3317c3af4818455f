import SwiftSyntax

/// Reads calls of functions that pin a view to a safe area as a whole, such as
/// `table.pinEdges(to: view.safeAreaLayoutGuide)`.
///
/// Where the project declares the function and it does nothing but pin edges, the call is written
/// out; else there is advice.
enum ProjectPin {
  /// Every pin of a file.
  static func all(in index: SourceIndex, facts: ProjectFacts) -> [StatementPin] {
    return index.calls.compactMap { pin(of: $0, index: index, facts: facts) }
  }

  private static func pin(
    of call: FunctionCallExprSyntax, index: SourceIndex, facts: ProjectFacts
  ) -> StatementPin? {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      let receiver = access.base, PinFunction.isNamedLikeOne(access.declName.baseName.text),
      let statement = Syntax(call).enclosingStatement
    else { return nil }
    let name = access.declName.baseName.text
    let guide = call.arguments.map(\.expression).first {
      $0.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "safeAreaLayoutGuide"
        || $0.as(DeclReferenceExprSyntax.self)?.baseName.text == "safeAreaLayoutGuide"
    }
    guard guide != nil || name.contains("SafeArea") else { return nil }
    let edges = namedEdges(in: call)
    guard !edges.isEmpty else { return nil }
    let function = PinFunction.known(PinFunction.key(of: call, named: name), facts)
    if let function, statement.isPlain(call), edges == VerticalEdge.allCases,
      let place = place(of: call, function, receiver: receiver, guide: guide, in: index)
    {
      return StatementPin(
        statement: statement, view: receiver, container: place.container,
        edges: VerticalEdge.allCases.filter { function.edges.contains($0.rawValue) },
        lines: function.lines(
          for: receiver.trimmedText, guide: place.guide, own: place.container.text,
          unit: index.file.source.indentation))
    }
    // The function may belong to the container, and the view be what it is given.
    let isContainer = receiver.core.referenceOfName?.baseName.text == "view"
    let pinned = isContainer ? call.arguments.first?.expression ?? receiver : receiver
    let container =
      guide.map { SafeAreaPin.Container(of: $0) }
      ?? (isContainer
        ? SafeAreaPin.Container(text: receiver.trimmedText, expression: receiver)
        : StatementPin.superview(of: pinned, in: index).container)
    return StatementPin(
      statement: statement, view: pinned, container: container, edges: edges, lines: nil,
      doubt: "what '\(name)' pins is not seen")
  }

  private static func place(
    of call: FunctionCallExprSyntax, _ function: PinFunction, receiver: ExprSyntax,
    guide: ExprSyntax?, in index: SourceIndex
  ) -> (container: SafeAreaPin.Container, guide: String)? {
    switch function.target {
    case .guide:
      guard let guide else { return nil }
      return (SafeAreaPin.Container(of: guide), guide.trimmedText)
    case .view:
      guard let view = call.arguments.first?.expression else { return nil }
      let text = view.trimmedText
      return (
        SafeAreaPin.Container(text: text, expression: view), "\(text).safeAreaLayoutGuide"
      )
    case .superview:
      let (container, isSeen) = StatementPin.superview(of: receiver, in: index)
      return isSeen ? (container, "\(container.text).safeAreaLayoutGuide") : nil
    }
  }

  /// The vertical edges that the arguments name; both where they name none.
  private static func namedEdges(in call: FunctionCallExprSyntax) -> [VerticalEdge] {
    let names = call.arguments.flatMap { argument in
      argument.expression.tokens(viewMode: .sourceAccurate).map(\.text)
    }
    let all = ["top", "bottom", "leading", "trailing", "left", "right"]
    guard names.contains(where: { all.contains($0) }) else { return VerticalEdge.allCases }
    return VerticalEdge.allCases.filter { names.contains($0.rawValue) }
  }
}
