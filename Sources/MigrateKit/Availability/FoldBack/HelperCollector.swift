import SwiftSyntax

/// Finds the private functions of a file that hold a gate.
final class HelperCollector: SyntaxVisitor {
  private(set) var functions: [FunctionDeclSyntax] = []
  private var counts: [String: Int] = [:]

  init() { super.init(viewMode: .sourceAccurate) }

  /// The functions whose name is declared once.
  static func functions(in file: ParsedFile) -> [FunctionDeclSyntax] {
    let bytes = file.source.bytes
    let gates = ["#available", "#unavailable", "#if"]
    guard gates.contains(where: { !bytes.offsets(of: $0).isEmpty }) else { return [] }
    let collector = HelperCollector()
    collector.walk(file.tree)
    return collector.functions.filter { collector.counts[$0.name.text] == 1 }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    counts[node.name.text, default: 0] += 1
    guard node.effectsAreNone, isPrivate(node), let body = node.body,
      body.tokens(viewMode: .sourceAccurate).contains(where: {
        [.poundAvailable, .poundUnavailable, .poundIf].contains($0.tokenKind)
      })
    else { return .visitChildren }
    functions.append(node)
    return .visitChildren
  }

  private func isPrivate(_ function: FunctionDeclSyntax) -> Bool {
    if function.modifiers.hasPrivate { return true }
    let container = function.parent?.parent?.parent?.parent
    return container?.as(ExtensionDeclSyntax.self)?.modifiers.hasPrivate ?? false
  }
}

extension FunctionDeclSyntax {
  fileprivate var effectsAreNone: Bool { signature.effectSpecifiers == nil }
}

extension DeclModifierListSyntax {
  /// Whether one of the modifiers is `private` or `fileprivate`, of the whole declaration.
  var hasPrivate: Bool {
    contains {
      $0.detail == nil
        && ($0.name.tokenKind == .keyword(.private)
          || $0.name.tokenKind == .keyword(.fileprivate))
    }
  }
}

extension AvailabilityFolder {
  /// The helpers as systems before the version see them.
  func helpers(
    _ functions: [FunctionDeclSyntax]
  ) throws(FoldError) -> [String: FoldedHelper] {
    var result: [String: FoldedHelper] = [:]
    for function in functions {
      guard let body = function.body else { continue }
      let folded = FoldNormalizer().apply(to: try fold(body))
      guard let items = folded.child(.codeBlockItemList)?.children, items.count == 1,
        let only = items[0].children.first,
        let value = only.kind == .returnStmt ? only.children.last : only, value.isExpression
      else { continue }
      let parameters = function.signature.parameterClause.parameters
      let names = parameters.map { ($0.secondName ?? $0.firstName).text }
      let shared = PlainValues.views.subtracting(PlainValues.declared(around: function))
      guard value.isClosed(over: shared.union(names + ["self"])) else { continue }
      result[function.name.text] = FoldedHelper(
        name: function.name.text,
        labels: parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.text },
        parameters: names, value: value)
    }
    return result
  }
}

extension FoldNode {
  /// Whether every plain name in the node is one of these.
  fileprivate func isClosed(over names: Set<String>) -> Bool {
    if let name = referencedName { return names.contains(name) }
    if kind == .memberAccessExpr {
      return children.dropLast().allSatisfy { $0.isClosed(over: names) }
    }
    return children.allSatisfy { $0.isClosed(over: names) }
  }
}
