import SwiftSyntax

/// Reads the statements that pin edges of a view to the safe area with SnapKit.
enum SnapKitPin {
  /// Every pin of a file, in source order.
  static func all(in index: SourceIndex) -> [StatementPin] {
    (index.references["safeAreaLayoutGuide"] ?? []).compactMap { pin(of: $0.whole) }
  }

  private static func pin(of guide: ExprSyntax) -> StatementPin? {
    var target = guide
    var named: String?
    if let snp = guide.parent?.as(MemberAccessExprSyntax.self), snp.base?.id == guide.id,
      snp.declName.baseName.text == "snp",
      let edge = snp.parent?.as(MemberAccessExprSyntax.self), edge.base?.id == ExprSyntax(snp).id
    {
      target = ExprSyntax(edge)
      named = edge.declName.baseName.text
    }
    guard let argument = target.parent?.as(LabeledExprSyntax.self), argument.label == nil,
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.arguments.count == 1,
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
      callee.declName.baseName.text == "equalTo",
      let statement = Syntax(call).enclosingStatement,
      let closure = statement.parent?.parent?.as(ClosureExprSyntax.self),
      let view = view(constrainedIn: closure)
    else { return nil }
    var members: [String] = []
    var node = callee.base?.core
    while let access = node?.as(MemberAccessExprSyntax.self) {
      members.insert(access.declName.baseName.text, at: 0)
      node = access.base?.core
    }
    guard let maker = node?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      closure.firstParameterName == maker
    else { return nil }
    let edges = VerticalEdge.allCases.filter { edge in
      members.contains { SnapKitEdges.vertical[$0]?.contains(edge) ?? false }
    }
    guard !edges.isEmpty, named.map({ VerticalEdge(rawValue: $0) == edges[0] }) ?? true else {
      return nil
    }
    let container = SafeAreaPin.Container(of: guide)
    return StatementPin(
      statement: statement, view: view, container: container, edges: edges,
      lines: lines(
        members, edges, maker: maker, target: target, named: named, container: container.text,
        isPlain: statement.item.trimmedText == call.trimmedText))
  }

  private static func lines(
    _ members: [String], _ edges: [VerticalEdge], maker: String, target: ExprSyntax,
    named: String?, container: String, isPlain: Bool
  ) -> [String]? {
    guard isPlain else { return nil }
    var rest: [String] = []
    for member in members {
      guard let horizontal = SnapKitEdges.horizontal[member] else { return nil }
      rest += horizontal
    }
    let chain = ([maker] + edges.map(\.rawValue)).joined(separator: ".")
    let own = named.map { "\(container).snp.\($0)" } ?? container
    var lines = ["\(chain).equalTo(\(own))"]
    if !rest.isEmpty {
      lines.append(
        "\(([maker] + rest).joined(separator: ".")).equalTo(\(target.trimmedText))")
    }
    return lines
  }

  /// The view before `.snp.makeConstraints { … }`.
  private static func view(constrainedIn closure: ClosureExprSyntax) -> ExprSyntax? {
    guard let call = closure.owningCall,
      let function = call.calledExpression.as(MemberAccessExprSyntax.self),
      ["makeConstraints", "remakeConstraints"].contains(function.declName.baseName.text),
      let snp = function.base?.as(MemberAccessExprSyntax.self),
      snp.declName.baseName.text == "snp"
    else { return nil }
    return snp.base
  }
}

/// What the members of a SnapKit constraint name.
enum SnapKitEdges {
  static let vertical: [String: [VerticalEdge]] = [
    "top": [.top], "bottom": [.bottom], "edges": [.top, .bottom],
    "directionalEdges": [.top, .bottom], "verticalEdges": [.top, .bottom],
    "directionalVerticalEdges": [.top, .bottom],
  ]

  /// The members that are left without the vertical edges.
  static let horizontal: [String: [String]] = [
    "top": [], "bottom": [], "verticalEdges": [], "directionalVerticalEdges": [],
    "edges": ["left", "right"], "directionalEdges": ["leading", "trailing"],
    "left": ["left"], "right": ["right"], "leading": ["leading"], "trailing": ["trailing"],
    "horizontalEdges": ["horizontalEdges"],
    "directionalHorizontalEdges": ["directionalHorizontalEdges"],
  ]
}

extension Syntax {
  /// The innermost statement around a node.
  var enclosingStatement: CodeBlockItemSyntax? {
    var current: Syntax? = self
    while let node = current {
      if let item = node.as(CodeBlockItemSyntax.self) { return item }
      current = node.parent
    }
    return nil
  }
}
