import SwiftSyntax

/// Finds declarations of the project's own with the names of an API that SwiftUI does not have.
///
/// What the project declares itself is no mistake.
struct GlassDeclarationCollector: FactCollector {
  /// The kind of the facts; the subject is the declared name.
  static let kind = "glass-declared-name"

  let id = "glass-declared-names"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(
      [["extension Glass"], ["extension SwiftUI.Glass"], [" glass", "ShapeStyle"]]
        + Self.functions.sorted().map { ["func \($0)"] }
        + [["GlassEffectStyle"], [" containerConcentric", "static"]])
  }

  fileprivate static let functions: Set<String> = [
    "glassEffectID", "glassEffectTransition", "glassEffectUnion", "scrollEdgeEffectDisabled",
    "scrollExtensionMode", "sharedBackgroundVisibility",
  ]

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = Declarations(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.found.map { Fact(Self.kind, $0, path: file.source.path) }
  }
}

private final class Declarations: SyntaxVisitor {
  var found: Set<String> = []

  private func isExtension(of names: Set<String>, around node: some SyntaxProtocol) -> Bool {
    guard let type = EnclosingType(of: node) else { return false }
    return type.isExtension && names.contains(type.name)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    if GlassDeclarationCollector.functions.contains(name) { found.insert(name) }
    if isExtension(of: ["Glass"], around: node) { found.insert("Glass.\(name)") }
    if isExtension(of: ["ShapeStyle", "View"], around: node), name == "glass" {
      found.insert("ShapeStyle.glass")
    }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        continue
      }
      if name == "containerConcentric" { found.insert(name) }
      if isExtension(of: ["Glass"], around: node) { found.insert("Glass.\(name)") }
      if name == "glass", EnclosingType(of: node)?.isExtension ?? false {
        found.insert("ShapeStyle.glass")
      }
    }
    return .skipChildren
  }

  private func declare(_ name: TokenSyntax) {
    if name.text == "GlassEffectStyle" { found.insert(name.text) }
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name)
    return .visitChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name)
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name)
    return .visitChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name)
    return .visitChildren
  }
}
