import SwiftSyntax

/// Finds what the project puts into containers for glass, and its own wrappers of such containers.
struct GlassContainmentCollector: FactCollector {
  /// A type or a modifier that stands in a container somewhere.
  static let contained = "glass-contained"
  /// A type, or a dot and a function, in whose declaration a container stands.
  static let wrapper = "glass-wrapper"

  let id = "glass-containment"

  func needles(given facts: ProjectFacts) -> Needles { Needles([["GlassEffectContainer"]]) }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let path = file.source.path
    var found: [Fact] = []
    for container in GlassContainers(file).all {
      let names = CalledNames(viewMode: .sourceAccurate)
      names.walk(container.content)
      found += names.found.map { Fact(Self.contained, $0, path: path) }
      if let type = EnclosingType(of: container.call) {
        found.append(Fact(Self.wrapper, type.name, path: path))
      }
      if let function = Self.function(around: Syntax(container.call)) {
        found.append(Fact(Self.wrapper, "." + function, path: path))
      }
    }
    return found
  }

  private static func function(around node: Syntax) -> String? {
    var next = node.parent
    while let parent = next {
      if let function = parent.as(FunctionDeclSyntax.self) { return function.name.text }
      if parent.is(MemberBlockSyntax.self) { return nil }
      next = parent.parent
    }
    return nil
  }
}

private final class CalledNames: SyntaxVisitor {
  var found: Set<String> = []

  override func visitPost(_ node: FunctionCallExprSyntax) {
    let name = ViewTrace.calledName(node)
    if name.first?.isUppercase ?? false, !SheetContent.builtIn.contains(name) { found.insert(name) }
  }
}
