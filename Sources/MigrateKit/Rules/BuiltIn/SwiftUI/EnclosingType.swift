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
      if let member = type.as(MemberTypeSyntax.self) {
        let isModule = ["SwiftUI", "UIKit"].contains(member.baseType.trimmedText)
        let outer = isModule ? nil : Self.lastName(of: member.baseType)
        let name = Self.qualified(member.name.text, within: outer)
        self.init(name, decl.inheritanceClause, node, isExtension: true)
      } else {
        self.init(Self.lastName(of: type), decl.inheritanceClause, node, isExtension: true)
      }
    } else {
      return nil
    }
  }

  private init(
    _ name: String, _ clause: InheritanceClauseSyntax?, _ node: Syntax, isExtension: Bool = false
  ) {
    self.name =
      isExtension ? name : Self.qualified(name, within: EnclosingType(of: node)?.name)
    self.isExtension = isExtension
    self.inherited = clause?.inheritedTypes.map { $0.type.trimmedText } ?? []
    self.declaration = node
  }

  /// The last name of a type as written.
  private static func lastName(of type: TypeSyntax) -> String {
    type.as(MemberTypeSyntax.self)?.name.text ?? type.as(IdentifierTypeSyntax.self)?.name.text
      ?? type.trimmedText
  }

  /// Names that say nothing without the type around them, which is then part of the name.
  ///
  /// Feature folders that call every view `View` are common.
  static func qualified(_ name: String, within outer: String?) -> String {
    guard name == "View", let outer else { return name }
    return "\(outer).\(name)"
  }

  /// Whether the node is within a type that provides previews.
  static func isPreview(_ node: some SyntaxProtocol) -> Bool {
    var type = EnclosingType(of: node)
    while let current = type {
      if current.inherits("PreviewProvider") { return true }
      type = EnclosingType(of: current.declaration)
    }
    return false
  }

  /// Whether the declaration names the type as one that it inherits or conforms to.
  func inherits(_ name: String) -> Bool { inherited.contains(name) }
}
