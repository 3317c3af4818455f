import SwiftSyntax

/// One side of a fold-back, with what is the same for every platform.
struct FoldInput {
  let file: ParsedFile
  /// The private functions that hold a gate.
  let helperFunctions: [FunctionDeclSyntax]
  /// Declarations that the other side has word for word, by node: they fold alike.
  let shared: [SyntaxIdentifier: String]

  /// Reads both sides.
  ///
  /// Only members and declarations of the file are shared, never statements: a local is moved to
  /// where it is used, so that every use of it must be seen.
  static func pair(_ original: ParsedFile, _ result: ParsedFile) -> (FoldInput, FoldInput) {
    let before = DeclarationCollector.declarations(of: original)
    let after = DeclarationCollector.declarations(of: result)
    let countsBefore = before.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
    let countsAfter = after.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
    func shared(_ list: [DeclarationCollector.Entry]) -> [SyntaxIdentifier: String] {
      list.reduce(into: [:]) { known, entry in
        if countsBefore[entry.text] == countsAfter[entry.text] { known[entry.id] = entry.text }
      }
    }
    return (
      FoldInput(
        file: original, helperFunctions: HelperCollector.functions(in: original),
        shared: shared(before)),
      FoldInput(
        file: result, helperFunctions: HelperCollector.functions(in: result),
        shared: shared(after))
    )
  }
}

/// Finds the functions, variables and the like that stand in a file or a type.
private final class DeclarationCollector: SyntaxVisitor {
  struct Entry {
    let id: SyntaxIdentifier
    let text: String
  }

  private let file: ParsedFile
  private var entries: [Entry] = []

  private init(_ file: ParsedFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  static func declarations(of file: ParsedFile) -> [Entry] {
    let collector = DeclarationCollector(file)
    collector.walk(file.tree)
    return collector.entries
  }

  private func add(_ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
    entries.append(Entry(id: node.id, text: file.text(of: node)))
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }

  // Code of the top level is not entered.
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension SyntaxKind {
  /// The kinds of declarations that two sides can share.
  static let shareableKinds: Set<SyntaxKind> = [
    .functionDecl, .initializerDecl, .variableDecl, .subscriptDecl, .deinitializerDecl,
  ]
}
