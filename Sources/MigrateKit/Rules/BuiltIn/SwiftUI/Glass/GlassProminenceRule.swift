import SwiftSyntax

/// Replaces `Glass.prominent`, which does not exist, and reports emphasis that is used twice.
///
/// A button is emphasised by its style; any other surface by a tint of its glass.
public struct GlassProminenceRule: Rule {
  /// The stable name.
  public let id = "glass-prominence"

  /// Makes the rule.
  public init() {}

  /// Files with prominent glass, or with prominent glass buttons.
  public var needles: Needles {
    Needles([
      ["prominent", "glassEffect"], ["Glass", "prominent"], [".glass(", "prominent"],
      ["glassProminent"],
    ])
  }

  /// What the project declares itself.
  public var collectors: [any FactCollector] {
    [GlassShadowCollector(), GlassDeclarationCollector()]
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let report = GlassReport(rule: id, file: file, context: context)
    var output = RuleOutput()
    let isDeclared =
      context.facts.has(GlassDeclarationCollector.kind, about: "Glass.prominent")
      || context.facts.has(GlassFacts.shadow, about: "Glass")
    if !isDeclared {
      let writer = ProminenceWriter(file, accent: context.options["accent"] ?? ".accentColor")
      for use in ProminentGlass.all(in: file, facts: context.facts) {
        output.findings.append(
          report.finding(
            use.node, at: file.range(of: use.variant),
            "no glass is 'prominent': " + use.advice, writer.edits(of: use), level: .error))
      }
    }
    for link in ProminentButtons.extra(in: file) {
      output.findings.append(
        report.finding(
          link.call, at: link.range,
          "this is not the only prominent button of its group: give the others '.glass'", nil,
          level: .note))
    }
    return output
  }
}

/// Finds the prominent buttons of a group beside its first one.
private final class ProminentButtons: SyntaxVisitor {
  private var byList: [SyntaxIdentifier: [ModifierLink]] = [:]

  static func extra(in file: ParsedFile) -> [ModifierLink] {
    let search = ProminentButtons(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.byList.values.flatMap { $0.sorted { $0.range < $1.range }.dropFirst() }
      .sorted { $0.range < $1.range }
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    guard let link = ModifierLink(node), link.name == "buttonStyle",
      link.argument("")?.trimmedText == ".glassProminent"
    else { return }
    let chain = ViewChain(around: link)
    guard chain.namespaces.isEmpty, chain.transforms.isEmpty,
      let root = chain.root?.as(FunctionCallExprSyntax.self),
      !ModifierNames.containers.contains(ViewTrace.calledName(root)), link.directive == nil
    else { return }
    let outermost = chain.after.last.map { Syntax($0.call) } ?? Syntax(link.call)
    guard let item = outermost.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self),
      let closure = list.parent?.as(ClosureExprSyntax.self),
      let holder = ViewTrace.call(given: closure),
      ModifierNames.containers.contains(ViewTrace.calledName(holder))
    else { return }
    byList[list.id, default: []].append(link)
  }
}
