import SwiftSyntax

/// The popover presentation controller that an expression stands for.
struct PopoverReference {
  /// What tells one popover of a member from another.
  enum Key: Hashable {
    /// The presented controller's variable, or the popover's own where the file does not show
    /// whose popover it is.
    case variable(SyntaxIdentifier)
    /// The type whose own popover it is.
    case own(String)
    /// The presented controller as written.
    case text(String)
  }

  /// What tells it from others.
  let key: Key
  /// The presented controller; nil for the popover of `self`, or where the file does not show it.
  let presented: ExprSyntax?

  /// Resolves an expression; nil where the file does not show that it is a popover.
  init?(_ expression: ExprSyntax, in index: SourceIndex, depth: Int = 0) {
    let core = expression.core
    guard depth < 4, let reference = core.referenceOfName else { return nil }
    let name = reference.baseName.text
    if name == "popoverPresentationController" || name == "presentationController",
      index.declaration(of: reference) == nil
    {
      let base = core.as(MemberAccessExprSyntax.self)?.base
      self.init(presented: base.flatMap { index.isSelf($0) ? nil : $0 }, at: core, in: index)
      return
    }
    guard core.is(DeclReferenceExprSyntax.self) || index.isSelf(of: reference),
      let declaration = index.declaration(of: reference)
    else { return nil }
    if let value = Self.value(of: declaration, in: index), value.id != core.id,
      let inner = PopoverReference(value, in: index, depth: depth + 1)
    {
      self = inner
      return
    }
    guard declaration.annotation?.simpleName == "UIPopoverPresentationController" else {
      return nil
    }
    self.init(key: .variable(declaration.node.id), presented: nil)
  }

  private init(key: Key, presented: ExprSyntax?) {
    self.key = key
    self.presented = presented
  }

  private init?(presented: ExprSyntax?, at node: ExprSyntax, in index: SourceIndex) {
    if let presented {
      self.init(key: Self.key(of: presented, in: index), presented: presented)
    } else if let type = node.enclosingTypeName {
      self.init(key: .own(type), presented: nil)
    } else {
      return nil
    }
  }

  /// The key of a controller's popover.
  static func key(of presented: ExprSyntax, in index: SourceIndex) -> Key {
    let core = presented.core
    if index.isSelf(core), let type = core.enclosingTypeName { return .own(type) }
    if let reference = core.referenceOfName,
      core.is(DeclReferenceExprSyntax.self) || index.isSelf(of: reference),
      let declaration = index.declaration(of: reference)
    {
      return .variable(declaration.node.id)
    }
    return .text(core.trimmedText)
  }

  private static func value(of declaration: Declaration, in index: SourceIndex) -> ExprSyntax? {
    switch declaration {
    case .local(let binding): return binding.initializer?.value
    case .optionalBinding(let binding):
      if let value = binding.initializer?.value { return value }
      guard let name = binding.pattern.boundName,
        let outer = index.declaration(named: name, at: binding)
      else { return nil }
      return value(of: outer, in: index)
    default: return nil
    }
  }
}
