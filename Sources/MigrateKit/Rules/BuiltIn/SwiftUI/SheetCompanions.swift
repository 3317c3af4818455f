import SwiftSyntax

/// What the content of a sheet needs on 26 once its background is gone: scroll content and
/// navigation paint opaque grounds of their own.
struct SheetCompanions {
  /// The modifiers to append, by the byte offset at which they go.
  private(set) var insertions: [Int: (view: ExprSyntax, modifiers: [EmittedAPI])] = [:]

  /// Finds what the views at the root of a sheet need.
  init(_ leaves: [ExprSyntax]) {
    for leaf in leaves { visit(leaf, inNavigation: false) }
  }

  /// The first view that needs something.
  var first: ExprSyntax? { insertions.min { $0.key < $1.key }?.value.view }

  private mutating func visit(_ view: ExprSyntax, inNavigation: Bool, depth: Int = 0) {
    guard depth < SheetMember.depthLimit else { return }
    let root = ModifierLink.root(of: view)
    let chain = ModifierLink.chain(endingWith: view)
    if inNavigation, !Self.has("containerBackground", in: view) {
      append(.containerBackgroundForNavigation, after: view)
    }
    if !chain.contains(where: { Self.hides($0) }) {
      for leaf in SheetMember.leaves(behind: root) {
        visit(leaf, inNavigation: false, depth: depth + 1)
      }
    }
    guard let call = root.as(FunctionCallExprSyntax.self) else { return }
    let name = ViewTrace.calledName(call)
    let isPlain = chain.contains { link in
      link.name == "listStyle" && link.argument("")?.trimmedText == ".carousel"
    }
    if Self.scrolling.contains(name), !isPlain,
      !chain.contains(where: { Self.hides($0) })
    {
      append(.scrollContentBackground, after: ExprSyntax(call))
    }
    guard let closure = call.trailingClosure else { return }
    if ViewTrace.navigation.contains(name) {
      for leaf in SheetContent.leaves(of: closure.statements) {
        visit(leaf, inNavigation: true, depth: depth)
        for destination in Self.destinations(in: leaf)
        where !Self.has("containerBackground", in: destination) {
          append(.containerBackgroundForNavigation, after: destination)
        }
      }
    } else if ViewTrace.transparent.contains(name) {
      for leaf in SheetContent.leaves(of: closure.statements) {
        visit(leaf, inNavigation: inNavigation && name != "Group", depth: depth)
      }
    }
  }

  private mutating func append(_ modifier: EmittedAPI, after view: ExprSyntax) {
    let offset = view.endPositionBeforeTrailingTrivia.utf8Offset
    // The outermost view that ends here is the one that has every modifier before it.
    var entry = insertions[offset] ?? (view, [])
    if !entry.modifiers.contains(modifier) { entry.modifiers.append(modifier) }
    insertions[offset] = entry
  }

  private static let scrolling: Set<String> = ["List", "Form"]

  private static func hides(_ link: ModifierLink) -> Bool {
    link.name == "scrollContentBackground"
      || SheetContent.calls(of: ["scrollContentBackground"], in: link.call.arguments).count > 0
      || link.call.trailingClosure.map {
        link.name.contains("26")
          && !SheetContent.calls(of: ["scrollContentBackground"], in: $0).isEmpty
      } ?? false
  }

  private static func has(_ modifier: String, in view: ExprSyntax) -> Bool {
    ModifierLink.chain(endingWith: view).contains { link in
      link.name == modifier
        || link.name.contains("26")
          && link.call.trailingClosure.map {
            !SheetContent.calls(of: [modifier], in: $0).isEmpty
          } ?? false
    }
  }

  /// The views that navigation within the content leads to, as far as they are written here.
  private static func destinations(in view: ExprSyntax) -> [ExprSyntax] {
    let search = Destinations(viewMode: .sourceAccurate)
    search.walk(view)
    return search.found
  }
}

/// The destinations of navigation links and of `navigationDestination`.
private final class Destinations: SyntaxVisitor {
  var found: [ExprSyntax] = []

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    guard let leaf = SheetContent.leaves(of: node.statements).first,
      let call = ViewTrace.call(given: node)
    else { return .visitChildren }
    if ["sheet", "fullScreenCover", "popover"].contains(ViewTrace.calledName(call)) {
      return .skipChildren
    }
    let trace = ViewTrace(of: leaf)
    if trace.end == .pushed, trace.site?.id == call.id {
      found += SheetContent.leaves(of: node.statements)
    }
    return .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.label?.text == "destination", !node.expression.is(ClosureExprSyntax.self),
      let call = node.parent?.parent?.as(FunctionCallExprSyntax.self),
      ViewTrace.calledName(call) == "NavigationLink"
    else { return .visitChildren }
    found.append(node.expression)
    return .visitChildren
  }
}
