import SwiftSyntax

/// Collects the deprecated methods of popover delegates that code depends on by name.
struct PopoverMethodCollector: FactCollector {
  let id = "popover-methods"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(PopoverDeprecations.current.keys.sorted().map { [$0] })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    var names: Set<String> = []
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      for name in PopoverDeprecations.current.keys where token.text.contains(name) {
        if !Self.isPlainDeclaration(token) { names.insert(name) }
      }
    }
    return names.sorted().map { Fact(PopoverFacts.namedMethod, $0, path: file.source.path) }
  }

  /// Whether a token is the name of a method that overrides none and that no protocol asks for.
  private static func isPlainDeclaration(_ token: TokenSyntax) -> Bool {
    guard let function = token.parent?.as(FunctionDeclSyntax.self), function.name.id == token.id,
      function.body != nil
    else { return false }
    return !function.modifiers.contains { ["override", "open"].contains($0.name.text) }
  }
}
