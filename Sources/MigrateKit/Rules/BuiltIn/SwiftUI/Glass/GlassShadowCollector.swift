import SwiftSyntax

/// Finds declarations of the project's own that stand for symbols of SwiftUI's glass.
struct GlassShadowCollector: FactCollector {
  let id = "glass-shadows"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(
      [["func glassEffect", "View"]]
        + ["struct", "class", "enum", "typealias"].flatMap { keyword in
          GlassShadowCollector.types.sorted().map { ["\(keyword) \($0)"] }
        })
  }

  fileprivate static let types: Set<String> = ["Glass", "GlassEffectContainer"]

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = Shadows(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.found.map { Fact(GlassFacts.shadow, $0, path: file.source.path) }
  }
}

private final class Shadows: SyntaxVisitor {
  var found: Set<String> = []

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "glassEffect", let type = EnclosingType(of: node), type.isExtension,
      type.name == "View", isCallableLikeSwiftUIs(node)
    {
      found.insert("glassEffect")
    }
    return .skipChildren
  }

  /// Whether a call with the labels of SwiftUI's modifier can mean the function.
  private func isCallableLikeSwiftUIs(_ function: FunctionDeclSyntax) -> Bool {
    function.signature.parameterClause.parameters.allSatisfy { parameter in
      parameter.defaultValue != nil || ["_", "in", "isEnabled"].contains(parameter.firstName.text)
    }
  }

  private func declare(_ name: TokenSyntax, _ node: some SyntaxProtocol) {
    // One inside another type is named through it, and stands for nothing elsewhere.
    if GlassShadowCollector.types.contains(name.text), EnclosingType(of: node) == nil {
      found.insert(name.text)
    }
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node)
    return .visitChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name, node)
    return .visitChildren
  }
}
