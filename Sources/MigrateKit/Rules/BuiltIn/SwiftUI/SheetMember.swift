import SwiftSyntax

/// A computed property of a view type that holds a part of the content on its own.
enum SheetMember {
  /// How many members are entered, one from within another.
  static let depthLimit = 6

  /// The views that a member of the same type gives, where a chain begins with it and nothing else
  /// in the type does; its result type must be opaque, so that modifiers may be added to it.
  static func leaves(behind root: ExprSyntax) -> [ExprSyntax] {
    guard let name = memberName(root), let type = EnclosingType(of: root) else { return [] }
    let search = MemberUses(of: name)
    search.walk(type.declaration)
    guard search.count == 1, search.bodies.count == 1 else { return [] }
    return search.bodies.flatMap { SheetContent.leaves(of: $0) }
  }

  private static func memberName(_ root: ExprSyntax) -> String? {
    if let reference = root.as(DeclReferenceExprSyntax.self) { return reference.baseName.text }
    guard let member = root.as(MemberAccessExprSyntax.self),
      member.base?.trimmedText == "self"
    else { return nil }
    return member.declName.baseName.text
  }
}

/// Counts the uses of a name and finds the getters of the properties that have it.
private final class MemberUses: SyntaxVisitor {
  private let name: String
  var count = 0
  var bodies: [CodeBlockItemListSyntax] = []

  init(of name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == name { count += 1 }
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name,
      node.typeAnnotation?.type.is(SomeOrAnyTypeSyntax.self) ?? false,
      case .getter(let statements)? = node.accessorBlock?.accessors
    {
      bodies.append(statements)
    }
    return .visitChildren
  }
}
