import MigrateKit
import SwiftSyntax

/// Renames a function at its calls; one edit per call, more than one pass when calls nest.
struct RenameRule: Rule {
  var id = "rename"
  var from = "old"
  var to = "new"
  var safety = Safety.safe
  var wholeCall = false
  var needles: Needles { Needles([[from, "("]]) }

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let finder = CallFinder(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    var output = RuleOutput()
    for call in finder.calls where call.calledExpression.trimmedDescription == from {
      let range = wholeCall ? file.range(of: call) : file.range(of: call.calledExpression)
      let text = wholeCall ? to + file.text(of: call).dropFirst(from.count) : to
      output.findings.append(
        Finding(
          rule: id, at: file.range(of: call), message: "'\(from)' is called", safety: safety,
          fix: Fix([Edit(range, text)])))
    }
    return output
  }

  private final class CallFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      calls.append(node)
      return .visitChildren
    }
  }
}

/// Collects the functions that a project declares, then the files that call them.
struct DeclarationCollector: FactCollector {
  let id = "declarations"

  func needles(given facts: ProjectFacts) -> Needles { Needles([["func "]]) }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    file.tree.statements.compactMap { item in
      item.item.as(FunctionDeclSyntax.self).map {
        Fact("declares", $0.name.text, path: file.source.path)
      }
    }
  }
}
