import SwiftSyntax

/// Finds the bars that a file makes, places or takes from a nib, which no controller lays out.
enum PlacedBars {
  /// The names of their variables.
  static func names(in index: SourceIndex) -> Set<String> {
    let search = Search(viewMode: .sourceAccurate)
    search.walk(index.file.tree)
    return search.names
  }

  private final class Search: SyntaxVisitor {
    var names: Set<String> = []

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      let isOutlet = node.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedText == "IBOutlet"
      }
      for binding in node.bindings {
        guard let name = binding.pattern.boundName else { continue }
        let isNew = binding.initializer.map { Self.makes($0.value) } ?? false
        if isOutlet || isNew { names.insert(name) }
      }
      return .visitChildren
    }

    override func visitPost(_ node: InfixOperatorExprSyntax) {
      guard node.operator.is(AssignmentExprSyntax.self), Self.makes(node.rightOperand),
        let name = node.leftOperand.core.referenceOfName?.baseName.text
      else { return }
      names.insert(name)
    }

    override func visitPost(_ node: FunctionCallExprSyntax) {
      guard let name = node.calledExpression.core.referenceOfName?.baseName.text,
        ["addSubview", "insertSubview", "addArrangedSubview"].contains(name),
        let added = node.arguments.first?.expression.core.referenceOfName?.baseName.text
      else { return }
      names.insert(added)
    }

    /// Whether a value is a new object: what a type or a closure makes when it is called.
    private static func makes(_ value: ExprSyntax) -> Bool {
      guard let call = value.core.as(FunctionCallExprSyntax.self) else { return false }
      let called = call.calledExpression.core
      if called.is(ClosureExprSyntax.self) { return true }
      let name =
        called.as(MemberAccessExprSyntax.self).flatMap { access in
          access.declName.baseName.text == "init" ? access.base?.trimmedText ?? "" : nil
        } ?? called.as(DeclReferenceExprSyntax.self)?.baseName.text
      return name.map { $0.isEmpty || $0.first?.isUppercase ?? false } ?? false
    }
  }
}
