import SwiftSyntax

/// Shows a small sheet that a bar button item opens as a popover of that item on iOS 26.
struct SheetToPopoverRule: Rule {
  let id = "sheet-to-popover"
  let needles = Needles([["sheetPresentationController", "BarButtonItem"]])
  let collectors: [any FactCollector] =
    [SheetPresentedCollector()]
    + (1...3).map { PopoverClassCollector(step: $0, presentation: "sheets") }

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    let delegate = PopoverDelegateDeclaration(in: index, context: context)
    let sites = SheetPresentation.all(in: index).compactMap { sheet in
      BarItemAction(of: sheet.function, in: sheet.type, index).map { (sheet, $0) }
    }
    let laysOut = sites.contains { sheet, _ in
      PopoverPresented(of: sheet.presented, in: index).size(context.facts) == .layout
    }
    for (sheet, action) in sites {
      let writer = SheetToPopoverWriter(
        sheet: sheet, action: action, index: index, context: context,
        declaration: delegate.insertion(laysOut: laysOut), delegate: delegate.expression)
      let range = file.range(of: sheet.setUp.first ?? sheet.presentation)
      switch writer.answer {
      case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message: "on iOS 26 this sheet could grow out of its bar button item as a popover, but "
              + reason,
            level: .note))
      case .fix(let edits):
        output.findings.append(
          Finding(
            rule: id, at: range,
            message: "this sheet belongs to a bar button item: show it on iOS 26 as a popover that "
              + "grows out of the item",
            level: .note, safety: .review, fix: Fix(edits)))
      }
    }
    return output
  }
}

/// Collects the classes that sheets of bar button items may show.
private struct SheetPresentedCollector: FactCollector {
  let id = "sheet-presented-classes"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["sheetPresentationController", "BarButtonItem"]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    return SheetPresentation.all(in: index)
      .flatMap { PopoverPresented(of: $0.presented, in: index).names }
      .map { Fact(PopoverFacts.candidate, $0, path: file.source.path) }
  }
}
