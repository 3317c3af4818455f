import SwiftSyntax

/// The bodies of the computed properties and functions of a file's types, by type and name.
struct ViewMembers {
  private let bodies: [String: [CodeBlockItemListSyntax]]

  /// Indexes the file.
  init(_ file: ParsedFile) {
    let index = Index(viewMode: .sourceAccurate)
    index.walk(file.tree)
    bodies = index.bodies
  }

  /// The statements of a member of a type; nil where there is none or more than one.
  func body(_ name: String, of type: String) -> CodeBlockItemListSyntax? {
    let found = bodies["\(type).\(name)"] ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// The statements of a member of the innermost type around a node that has it.
  func body(_ name: String, around node: some SyntaxProtocol) -> CodeBlockItemListSyntax? {
    var current = EnclosingType(of: node)
    while let type = current {
      if let body = body(name, of: type.name) { return body }
      current = EnclosingType(of: type.declaration)
    }
    return nil
  }

  private final class Index: SyntaxVisitor {
    var bodies: [String: [CodeBlockItemListSyntax]] = [:]

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
      if case .getter(let statements)? = node.accessorBlock?.accessors,
        let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        add(statements, name, at: node)
      }
      return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      if let body = node.body { add(body.statements, node.name.text, at: node) }
      return .visitChildren
    }

    private func add(
      _ statements: CodeBlockItemListSyntax, _ name: String, at node: some SyntaxProtocol
    ) {
      guard let type = EnclosingType(of: node)?.name else { return }
      bodies["\(type).\(name)", default: []].append(statements)
    }
  }
}
