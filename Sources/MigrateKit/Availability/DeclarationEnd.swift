import SwiftSyntax

/// Where declarations can be added at the end of a file.
enum DeclarationEnd {
  /// The byte offset after the last declaration that sees one of the modules.
  ///
  /// A file for one platform may import them inside an `#if` that holds all of its code; the place
  /// is within that clause then, since nothing outside of it knows the modules' types.
  static func offset(in file: ParsedFile, importing modules: Set<String>) -> Int {
    let bytes = file.source.bytes
    let end = (bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1) + 1
    guard FileImports.shared(of: file).unconditional.isDisjoint(with: modules) else { return end }
    return offset(in: file.tree.statements, importing: modules) ?? end
  }

  /// The end of the clause of the last statement that has the imports, at any depth.
  private static func offset(
    in statements: CodeBlockItemListSyntax, importing modules: Set<String>
  ) -> Int? {
    guard case .decl(let declaration)? = statements.last?.item,
      let config = declaration.as(IfConfigDeclSyntax.self)
    else { return nil }
    for clause in config.clauses {
      guard case .statements(let inner)? = clause.elements, let last = inner.last else { continue }
      if inner.contains(where: { $0.imports(modules) }) {
        return last.endPositionBeforeTrailingTrivia.utf8Offset
      }
      if let found = offset(in: inner, importing: modules) { return found }
    }
    return nil
  }
}

extension CodeBlockItemSyntax {
  /// Whether the item imports one of the modules.
  fileprivate func imports(_ modules: Set<String>) -> Bool {
    guard case .decl(let declaration) = item,
      let name = declaration.as(ImportDeclSyntax.self)?.path.first?.name.text
    else { return false }
    return modules.contains(name)
  }
}
