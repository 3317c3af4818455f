import SwiftSyntax

/// The nearest type or extension around a node.
struct EnclosingType {
  /// The last name of the type.
  let name: String
  /// Whether the declaration is an extension.
  let isExtension: Bool
  /// The inherited types as written.
  let inherited: [String]
  /// The declaration.
  let declaration: Syntax

  /// Finds the type around a node; nil at file level.
  init?(of node: some SyntaxProtocol) {
    var current = node.parent
    while let candidate = current {
      if let type = EnclosingType(declaration: candidate) {
        self = type
        return
      }
      current = candidate.parent
    }
    return nil
  }

  /// Reads a declaration of a type or an extension; nil for any other node.
  init?(declaration node: Syntax) {
    if let decl = node.as(StructDeclSyntax.self) {
      self.init(decl.name.text, decl.inheritanceClause, node)
    } else if let decl = node.as(ClassDeclSyntax.self) {
      self.init(decl.name.text, decl.inheritanceClause, node)
    } else if let decl = node.as(EnumDeclSyntax.self) {
      self.init(decl.name.text, decl.inheritanceClause, node)
    } else if let decl = node.as(ActorDeclSyntax.self) {
      self.init(decl.name.text, decl.inheritanceClause, node)
    } else if let decl = node.as(ExtensionDeclSyntax.self) {
      let type = decl.extendedType
      let name =
        type.as(MemberTypeSyntax.self)?.name.text
        ?? type.as(IdentifierTypeSyntax.self)?.name.text ?? type.trimmedDescription
      self.init(name, decl.inheritanceClause, node, isExtension: true)
    } else {
      return nil
    }
  }

  private init(
    _ name: String, _ clause: InheritanceClauseSyntax?, _ node: Syntax, isExtension: Bool = false
  ) {
    self.name = name
    self.isExtension = isExtension
    self.inherited = clause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    self.declaration = node
  }

  /// Whether the declaration names the type as one that it inherits or conforms to.
  func inherits(_ name: String) -> Bool { inherited.contains(name) }
}
