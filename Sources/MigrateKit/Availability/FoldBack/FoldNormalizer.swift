import SwiftSyntax

/// Writes a folded tree in a form that does not depend on how one value was passed on.
///
/// A local that is used once is put where it is used, a lone `return` is its expression, and a
/// closure that is called at once is its value.
struct FoldNormalizer {
  /// The tree in that form; names at the top level of the file are left.
  func apply(to root: FoldNode) -> FoldNode {
    var result = root
    for index in result.children.indices {
      result.children[index] = normalize(result.children[index], isTopLevel: true)
    }
    return root.kind == .codeBlock ? normalizeBody(normalize(root, isTopLevel: false)) : result
  }

  private func normalize(_ node: FoldNode, isTopLevel: Bool) -> FoldNode {
    var result = node
    for index in result.children.indices {
      result.children[index] = normalize(
        result.children[index], isTopLevel: isTopLevel && node.kind == .ifConfigClause)
    }
    switch result.kind {
    case .codeBlockItemList where !isTopLevel:
      result.children = LetInlining(items: result.children).inlined()
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl:
      if let index = result.childIndex(.codeBlock) {
        result.children[index] = normalizeBody(result.children[index])
      }
    case .accessorBlock, .closureExpr: result = normalizeBody(result)
    case .functionCallExpr: return valueOfImmediateCall(result) ?? result
    case .patternBinding: return withoutRepeatedType(result)
    default: break
    }
    return result
  }

  /// Takes off a final `return` without a value, and writes a lone `return` as its expression.
  private func normalizeBody(_ body: FoldNode) -> FoldNode {
    guard let index = body.childIndex(.codeBlockItemList) else { return body }
    var result = body
    var items = body.children[index].children
    if let last = items.last?.children.first, last.kind == .returnStmt, last.children.count == 1,
      // Alone in a closure, what stands before it would be the closure's value.
      body.kind != .closureExpr || items.count != 2
        || !(items[0].children.first?.isExpression ?? false)
    {
      items.removeLast()
    }
    if items.count == 1, let only = items[0].children.first, only.kind == .returnStmt,
      only.children.count == 2
    {
      items[0].children[0] = only.children[1]
    }
    result.children[index].children = items
    return result
  }

  private func valueOfImmediateCall(_ call: FoldNode) -> FoldNode? {
    guard let closure = call.children.first, closure.kind == .closureExpr,
      call.children.dropFirst().allSatisfy({
        $0.token != nil || ($0.kind == .labeledExprList && $0.children.isEmpty)
          || ($0.kind == .multipleTrailingClosureElementList && $0.children.isEmpty)
      }),
      let items = closure.child(.codeBlockItemList)?.children, items.count == 1,
      let value = items[0].children.first, value.isExpression
    else { return nil }
    if let signature = closure.child(.closureSignature) {
      // Only `() -> Type in`: captures are evaluated, and effects change the call.
      let parts = signature.children.filter { $0.token != .keyword(.in) }
      for part in parts {
        switch part.kind {
        case .returnClause: continue
        case .closureParameterClause where !part.contains({ $0.kind == .closureParameter }):
          continue
        case .attributeList where part.children.isEmpty: continue
        default: return nil
        }
      }
    }
    return value
  }

  /// `x: T = T(…)` says its type twice.
  private func withoutRepeatedType(_ binding: FoldNode) -> FoldNode {
    guard let type = binding.childIndex(.typeAnnotation),
      let value = binding.child(.initializerClause)?.children.last,
      value.kind == .functionCallExpr,
      let name = value.children.first?.referencedName,
      binding.children[type].children.last?.plainTypeName == name
    else { return binding }
    var result = binding
    result.children.remove(at: type)
    return result
  }
}

extension FoldNode {
  /// The name of a type that is one identifier.
  var plainTypeName: String? {
    guard kind == .identifierType, children.count == 1,
      case .identifier(let name) = children[0].token
    else { return nil }
    return name
  }
}
