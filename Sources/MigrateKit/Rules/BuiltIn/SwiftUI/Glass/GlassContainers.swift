import SwiftSyntax

/// The containers for glass that a file writes.
struct GlassContainers {
  /// One container.
  struct Container {
    /// The call that makes it.
    let call: FunctionCallExprSyntax
    /// What it holds.
    let content: CodeBlockItemListSyntax

    /// The bytes of its name and arguments, without its content.
    var range: ByteRange {
      ByteRange(
        call.positionAfterSkippingLeadingTrivia.utf8Offset,
        (call.rightParen?.endPositionBeforeTrailingTrivia
          ?? call.calledExpression.endPositionBeforeTrailingTrivia).utf8Offset)
    }
  }

  /// The containers, in source order.
  let all: [Container]

  /// Finds the containers of a file.
  init(_ file: ParsedFile) {
    let search = ContainerSearch(viewMode: .sourceAccurate)
    search.walk(file.tree)
    all = search.found.sorted { $0.range < $1.range }
  }

  /// What is wrong with where a container stands.
  func problem(of container: Container) -> String? {
    for step in ViewTrace(of: container.call).steps {
      guard case .content(let call, _, _) = step else { continue }
      if all.contains(where: { $0.call.id == call.id }) {
        return "this container lies in another one: their shapes cannot see each other"
      }
      if !ModifierNames.containers.contains(ViewTrace.calledName(call)) { break }
    }
    guard let list = Self.item(of: container)?.parent?.as(CodeBlockItemListSyntax.self),
      let closure = list.parent?.as(ClosureExprSyntax.self),
      let stack = ViewTrace.call(given: closure),
      ["HStack", "VStack"].contains(ViewTrace.calledName(stack))
    else { return nil }
    let own = Self.item(of: container)?.id
    guard let index = list.firstIndex(where: { $0.id == own }), index > list.startIndex else {
      return nil
    }
    let before = list[list.index(before: index)]
    return all.contains { Self.item(of: $0)?.id == before.id }
      ? "this container stands beside another one: shapes in different ones cannot see each other"
      : nil
  }

  /// The statement that a container, with its modifiers, is.
  private static func item(of container: Container) -> CodeBlockItemSyntax? {
    var node = Syntax(container.call)
    while let parent = node.parent {
      if let item = parent.as(CodeBlockItemSyntax.self) { return item }
      let isChain =
        parent.is(MemberAccessExprSyntax.self)
        || parent.as(FunctionCallExprSyntax.self)?.calledExpression.id == node.id
        || parent.is(PostfixIfConfigExprSyntax.self)
      guard isChain else { return nil }
      node = parent
    }
    return nil
  }
}

extension GlassContainers.Container {
  /// A spacing of the container that is not that of the one stack which it holds.
  var spacing: (own: ExprSyntax, stack: ExprSyntax)? {
    guard let own = call.arguments.first(where: { $0.label?.text == "spacing" })?.expression,
      let stack = onlyStack,
      let other = stack.arguments.first(where: { $0.label?.text == "spacing" })?.expression,
      let first = Self.number(own), let second = Self.number(other), first != second
    else { return nil }
    // Whoever names shapes wants them to merge, and chose the distance for it.
    let named = ["glassEffectID", "glassEffectUnion", "glassEffectTransition", "offset"]
    let calls = ModifierCalls(Set(named))
    calls.walk(content)
    return calls.found.isEmpty ? (own: own, stack: other) : nil
  }

  /// Whether what it holds has glass once, as far as is written here.
  var isSingle: Bool {
    let calls = ModifierCalls(["glassEffect", "buttonStyle"])
    calls.walk(content)
    return calls.found.count == 1 && content.count == 1 && onlyStack == nil
  }

  private var onlyStack: FunctionCallExprSyntax? {
    guard content.count == 1, let only = content.first?.item.as(ExprSyntax.self),
      let root = ModifierLink.root(of: only).as(FunctionCallExprSyntax.self),
      ["HStack", "VStack", "LazyHStack", "LazyVStack"].contains(ViewTrace.calledName(root))
    else { return nil }
    return root
  }

  private static func number(_ expression: ExprSyntax) -> Double? {
    guard expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self)
    else { return nil }
    return Double(expression.trimmedText.filter { $0 != "_" })
  }
}

private final class ContainerSearch: SyntaxVisitor {
  var found: [GlassContainers.Container] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard ViewTrace.calledName(node) == "GlassEffectContainer" else { return .visitChildren }
    let argument = node.arguments.first { $0.label?.text == "content" }?.expression
    if let closure = node.trailingClosure ?? argument?.as(ClosureExprSyntax.self) {
      found.append(GlassContainers.Container(call: node, content: closure.statements))
    }
    return .visitChildren
  }
}
