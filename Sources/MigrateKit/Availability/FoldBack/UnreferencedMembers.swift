import SwiftSyntax

/// Takes out private declarations that the original has not and that nothing refers to, and
/// methods that answer what the system does without them.
struct UnreferencedMembers {
  /// Whether the original holds an identifier.
  let isKnown: (String) -> Bool

  func removed(from root: FoldNode) -> FoldNode {
    var result = root
    for _ in 0..<8 {
      var uses: [String: Int] = [:]
      result.countNames(into: &uses)
      let next = prune(result, uses: uses, isPrivate: false, isInClass: false)
      if next.count == result.count { return next }
      result = next
    }
    return result
  }

  private func prune(
    _ node: FoldNode, uses: [String: Int], isPrivate: Bool, isInClass: Bool
  ) -> FoldNode {
    var result = node
    let isPrivateExtension = node.kind == .extensionDecl && node.isPrivateDeclaration
    result.children = node.children.compactMap { child in
      if let declaration = child.children.first,
        child.kind == .memberBlockItem || child.kind == .codeBlockItem
      {
        if isUnreferenced(declaration, uses: uses, isPrivate: isPrivate, isInClass: isInClass) {
          return nil
        }
        if child.kind == .memberBlockItem, declaration.onlyCallsSuper { return nil }
        if declaration.isStandardAnswer { return nil }
        let pruned = prune(child, uses: uses, isPrivate: isPrivate, isInClass: false)
        return pruned.children.first?.isEmptyPrivateExtension == true ? nil : pruned
      }
      let isOfClass = node.kind == .classDecl || (isInClass && child.kind == .memberBlockItemList)
      return prune(
        child, uses: uses, isPrivate: isPrivateExtension || child.passes(isPrivate),
        isInClass: isOfClass)
    }
    return result
  }

  private func isUnreferenced(
    _ declaration: FoldNode, uses: [String: Int], isPrivate: Bool, isInClass: Bool
  ) -> Bool {
    guard isPrivate || declaration.isPrivateDeclaration,
      let name = declaration.removableName(inClass: isInClass),
      !isKnown(name), !Self.isImplicit(name),
      declaration.child(.attributeList)?.hasOnlyBuilders ?? true
    else { return false }
    var own: [String: Int] = [:]
    declaration.countNames(into: &own)
    return uses[name] == own[name]
  }

  /// Whether the compiler calls a member of the name where the source does not write it.
  private static func isImplicit(_ name: String) -> Bool {
    name.hasPrefix("build")
      || [
        "appendInterpolation", "callAsFunction", "dynamicallyCall", "makeIterator",
        "makeAsyncIterator", "next", "wrappedValue", "projectedValue",
      ].contains(name)
  }
}

extension FoldNode {
  fileprivate var count: Int { children.reduce(1) { $0 + $1.count } }

  fileprivate func countNames(into uses: inout [String: Int]) {
    if case .identifier(let name) = token { uses[name, default: 0] += 1 }
    for child in children { child.countNames(into: &uses) }
  }

  /// Only the member block and its list hand on that their extension is private.
  fileprivate func passes(_ isPrivate: Bool) -> Bool {
    isPrivate && (kind == .memberBlock || kind == .memberBlockItemList)
  }

  fileprivate var isPrivateDeclaration: Bool {
    child(.declModifierList)?.children.contains {
      $0.children.count == 1
        && ($0.children[0].token == .keyword(.private)
          || $0.children[0].token == .keyword(.fileprivate))
    } ?? false
  }

  fileprivate var isEmptyPrivateExtension: Bool {
    kind == .extensionDecl && isPrivateDeclaration && child(.inheritanceClause) == nil
      && child(.memberBlock)?.child(.memberBlockItemList)?.children.isEmpty ?? true
  }

  /// Whether the declaration is an optional method of a UIKit delegate that only says yes, as the
  /// system does where there is none.
  fileprivate var isStandardAnswer: Bool {
    guard kind == .functionDecl, !(child(.declModifierList)?.hasModifier(.override) ?? false),
      children.contains(where: {
        $0.token == .identifier("popoverPresentationControllerShouldDismissPopover")
      }),
      let items = child(.codeBlock)?.child(.codeBlockItemList)?.children, items.count == 1,
      let only = items[0].children.first
    else { return false }
    let value = only.kind == .returnStmt ? only.children.last : only
    return value?.kind == .booleanLiteralExpr && value?.children.first?.token == .keyword(.true)
  }

  /// Attributes such as `@objc` make a declaration reachable by other ways than its name.
  fileprivate var hasOnlyBuilders: Bool {
    children.allSatisfy { attribute in
      if attribute.child(.identifierType)?.children.first?.token == .keyword(.available) {
        return true
      }
      return [
        "available", "ViewBuilder", "MainActor", "ToolbarContentBuilder", "discardableResult",
        "inline",
      ]
      .contains(attribute.child(.identifierType)?.plainTypeName ?? "")
    }
  }

  /// Whether a declaration is an override that only calls what it overrides, without parameters:
  /// a class without it does the same.
  fileprivate var onlyCallsSuper: Bool {
    guard kind == .functionDecl, child(.attributeList)?.children.isEmpty ?? true,
      let modifiers = child(.declModifierList), modifiers.children.count == 1,
      modifiers.hasModifier(.override), child(.functionSignature)?.child(.returnClause) == nil,
      child(.functionSignature)?.child(.functionEffectSpecifiers) == nil,
      !(child(.functionSignature)?.contains { $0.kind == .functionParameter } ?? true),
      let items = child(.codeBlock)?.child(.codeBlockItemList)?.children, items.count == 1,
      let call = items[0].children.first, call.kind == .functionCallExpr,
      !call.contains({ $0.kind == .labeledExpr || $0.kind == .closureExpr }),
      let callee = call.child(.memberAccessExpr), callee.children.count == 3,
      callee.children[0].kind == .superExpr,
      case .identifier(let called) = callee.children[2].children.first?.token
    else { return false }
    return children.contains { $0.token == .identifier(called) }
  }

  /// The name of a declaration that does nothing unless it is referred to.
  ///
  /// A stored variable is part of a structure's initializer, but not of a class's.
  fileprivate func removableName(inClass: Bool) -> String? {
    switch kind {
    case .functionDecl, .structDecl, .enumDecl, .classDecl, .typeAliasDecl:
      guard !(child(.declModifierList)?.hasModifier(.override) ?? false) else { return nil }
      for part in children {
        if case .identifier(let name) = part.token { return name }
      }
      return nil
    case .variableDecl:
      guard let bindings = child(.patternBindingList), bindings.children.count == 1,
        case .identifier(let name) = bindings.children[0].child(.identifierPattern)?.children
          .first?.token
      else { return nil }
      let modifiers = child(.declModifierList)
      let isComputed =
        bindings.children[0].child(.accessorBlock) != nil
        && bindings.children[0].child(.initializerClause) == nil
      let isDeferred =
        (modifiers?.hasModifier(.lazy) ?? false) || (modifiers?.hasModifier(.static) ?? false)
      return isComputed || isDeferred || (inClass && bindings.children[0].startsAsNil) ? name : nil
    default: return nil
    }
  }

  /// Whether the binding is of an optional type and has no value of its own, so that nothing
  /// happens when it begins.
  private var startsAsNil: Bool {
    child(.initializerClause) == nil && child(.accessorBlock) == nil
      && child(.typeAnnotation)?.child(.optionalType) != nil
  }

  private func hasModifier(_ keyword: Keyword) -> Bool {
    children.contains { $0.children.first?.token == .keyword(keyword) }
  }
}
