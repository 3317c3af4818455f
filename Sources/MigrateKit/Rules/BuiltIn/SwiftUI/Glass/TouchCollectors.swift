import SwiftSyntax

/// Reads the surfaces with interactive glass, so that the names on their way are looked up.
struct TouchSurfaceCollector: FactCollector {
  let id = "touch-surfaces"

  func needles(given facts: ProjectFacts) -> Needles { Needles([["glassEffect", "interactive("]]) }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let sites = GlassSite.all(in: file, facts: facts).filter {
      $0.glass?.interactivity == .always
    }
    guard !sites.isEmpty else { return [] }
    let reader = TouchReader(file)
    return sites.compactMap { site in
      guard let reading = reader.reading(of: site), !reading.responds else { return nil }
      let place = "\(file.source.path):\(site.range.lowerBound)"
      return Fact(TouchFacts.surface, place, reading.encoded, path: file.source.path)
    }
  }
}

/// Looks up the names that earlier rounds found on the way of a surface.
struct TouchLookupCollector: FactCollector {
  /// The number of the round; later ones look up what earlier ones found.
  let round: Int

  var id: String { "touch-lookup-\(round)" }

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(
      words: TouchFacts(facts).wanted.sorted().map { name in
        name.hasPrefix(".")
          ? [String(name.dropFirst())] : name.split(separator: ".").map(String.init)
      })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = TouchUses(TouchFacts(facts).wanted)
    search.walk(file.tree)
    let path = file.source.path
    var found = search.declared.map { name, node in
      Fact(
        TouchFacts.declaration, name, TouchSearch.finds(in: node) ? "responds" : "passive",
        path: path)
    }
    guard !search.uses.isEmpty else { return found }
    let reader = TouchReader(file)
    for (name, use) in search.uses {
      guard let reading = reader.reading(ofUse: use) else { continue }
      found.append(Fact(TouchFacts.use, name, reading.encoded, path: path))
    }
    return found
  }
}

/// The declarations and the uses of wanted types and modifiers.
private final class TouchUses: SyntaxVisitor {
  private let wanted: Set<String>
  var declared: [(String, Syntax)] = []
  var uses: [(String, ExprSyntax)] = []

  init(_ wanted: Set<String>) {
    self.wanted = wanted
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let link = ModifierLink(node) {
      if wanted.contains("." + link.name) { uses.append(("." + link.name, ExprSyntax(node))) }
      if link.name == "modifier", let made = link.argument("")?.as(FunctionCallExprSyntax.self),
        wanted.contains(ViewTrace.calledName(made))
      {
        uses.append((ViewTrace.calledName(made), ExprSyntax(node)))
      }
    }
    let name = ViewTrace.calledName(node)
    if wanted.contains(name), name.first?.isUppercase ?? false, !isArgumentOfModifier(node) {
      uses.append((name, ExprSyntax(node)))
    }
    return .visitChildren
  }

  private func isArgumentOfModifier(_ node: FunctionCallExprSyntax) -> Bool {
    guard let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else {
      return false
    }
    return ModifierLink(call)?.name == "modifier"
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = "." + node.name.text
    if wanted.contains(name) { declared.append((name, Syntax(node))) }
    return .visitChildren
  }

  private func declare(_ node: some DeclSyntaxProtocol) {
    guard let name = EnclosingType(declaration: Syntax(node))?.name, wanted.contains(name) else {
      return
    }
    declared.append((name, Syntax(node)))
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(node)
    return .visitChildren
  }
}
