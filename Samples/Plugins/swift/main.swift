import MigrateKit
import SwiftSyntax

/// On iOS 26 `applyBrand()` becomes `applyGlassBrand()`.
struct BrandBarRule: Rule {
  let id = "brand-bar-call"
  let needles = Needles([["applyBrand"]])

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let finder = CallFinder(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    var output = RuleOutput()
    for call in finder.calls {
      let range = file.range(of: call)
      let gate = Gate(.liquidGlass, at: call, in: file, context: context, drops: true)
      guard gate.isPossible else { continue }
      guard call.parent?.is(CodeBlockItemSyntax.self) == true,
        file.source.isFirstOnLine(range.lowerBound)
      else {
        output.left.append(LeftSite(at: range, reason: "notAStatement"))
        continue
      }
      let old = SourceLines(of: call, in: file)
      let new = SourceLines([
        file.text(of: call).replacing("applyBrand", with: "applyGlassBrand")
      ])
      let text = gate.either(since: new, before: old).text(
        after: file.source.indentation(ofLineAt: range.lowerBound),
        lineEnding: file.source.lineEnding)
      output.findings.append(
        Finding(
          rule: id, at: range,
          message: "'applyBrand' draws the old bar: use 'applyGlassBrand' from iOS 26 on",
          safety: .review, fix: Fix([Edit(range, text)])))
    }
    return output
  }

  private final class CallFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let name = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if name == "applyBrand", node.arguments.isEmpty { calls.append(node) }
      return .visitChildren
    }
  }
}

RulePlugin.main(
  recipes: [
    Recipe(
      id: "brand-bar-swift", title: "Brand bars in glass",
      summary: "On iOS 26 bars take the brand's glass look. Earlier systems stay as they are.",
      commitSubject: "Brand bars in glass on iOS 26", rules: [BrandBarRule()],
      isRecommended: false)
  ])
