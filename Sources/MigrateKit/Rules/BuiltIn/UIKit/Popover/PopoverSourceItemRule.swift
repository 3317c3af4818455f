import SwiftSyntax

/// Lets popovers grow out of what they are anchored to on iOS 26.
///
/// They do from their `sourceItem`, and on an iPhone only while a delegate keeps them from turning
/// into sheets.
struct PopoverSourceItemRule: Rule {
  let id = "popover-source-item"
  let needles = Needles([
    ["popoverPresentationController", "barButtonItem"], ["popover", ".barButtonItem ="],
    ["UIPopoverPresentationController", "barButtonItem"],
    ["modalPresentationStyle", "popoverPresentationController"],
    ["popoverPresentationControllerShouldDismissPopover"],
    ["popoverPresentationControllerDidDismissPopover"],
  ])
  let collectors = PopoverFacts.collectors

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    let delegate = PopoverDelegateDeclaration(in: index, context: context)
    let needs = PopoverSetup.all(in: index).map { setup in
      (setup, PopoverDelegateNeed(of: setup, in: index, facts: context.facts))
    }
    let laysOut = needs.contains { _, need in
      if case .assign(false, .layout) = need { true } else { false }
    }
    for (setup, need) in needs {
      let writer = PopoverWriter(
        setup: setup, need: need, index: index, context: context,
        declaration: delegate.insertion(laysOut: laysOut), delegate: delegate.expression)
      writer.check(rule: id, into: &output)
    }
    PopoverDeprecations(index: index, context: context).check(rule: id, into: &output)
    return output
  }
}
