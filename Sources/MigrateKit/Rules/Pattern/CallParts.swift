import SwiftSyntax

/// What a call and the expansion of a macro have in common.
struct CallParts {
  let arguments: LabeledExprListSyntax
  let trailingClosure: ClosureExprSyntax?
  let additionalClosures: MultipleTrailingClosureElementListSyntax

  init(_ call: FunctionCallExprSyntax) {
    arguments = call.arguments
    trailingClosure = call.trailingClosure
    additionalClosures = call.additionalTrailingClosures
  }

  fileprivate init(_ expansion: some FreestandingMacroExpansionSyntax) {
    arguments = expansion.arguments
    trailingClosure = expansion.trailingClosure
    additionalClosures = expansion.additionalTrailingClosures
  }
}

/// The expansion of a macro, which is an expression or a declaration by where it stands.
struct MacroExpansion {
  let name: TokenSyntax
  let call: CallParts
  /// Whether attributes or modifiers stand before it.
  let hasPrefixes: Bool

  /// Reads a node; nil for one that is no expansion, or has generic arguments.
  init?(_ node: Syntax) {
    if let expansion = node.as(MacroExpansionExprSyntax.self) {
      guard expansion.genericArgumentClause == nil else { return nil }
      name = expansion.macroName
      call = CallParts(expansion)
      hasPrefixes = false
    } else if let expansion = node.as(MacroExpansionDeclSyntax.self) {
      guard expansion.genericArgumentClause == nil else { return nil }
      name = expansion.macroName
      call = CallParts(expansion)
      hasPrefixes = !expansion.attributes.isEmpty || !expansion.modifiers.isEmpty
    } else {
      return nil
    }
  }
}
