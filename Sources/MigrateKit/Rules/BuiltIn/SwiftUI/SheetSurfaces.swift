import SwiftSyntax

/// The contents of sheets that a file holds and that are known to float on 26.
struct SheetSurface {
  /// The presenting call or the body that shows the content.
  let id: SyntaxIdentifier
  /// The content as a whole.
  let content: Syntax
  /// The views at its root.
  let leaves: [ExprSyntax]
  /// Whether the sheet is given a background where it is presented, in whatever file.
  let hasBackgroundElsewhere: Bool
}

extension SheetSurface {
  /// Finds the surfaces of a file.
  static func all(in file: ParsedFile, uses: SheetUses) -> [SheetSurface] {
    let search = Search(uses)
    search.walk(file.tree)
    return search.found
  }

  private final class Search: SyntaxVisitor {
    private let uses: SheetUses
    var found: [SheetSurface] = []

    init(_ uses: SheetUses) {
      self.uses = uses
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
      guard node.pattern.trimmedText == "body", let type = EnclosingType(of: node),
        case .getter(let statements)? = node.accessorBlock?.accessors,
        uses.verdict(of: type.name) == .floats
      else { return .visitChildren }
      let shown = uses.uses(of: type.name)
      found.append(
        SheetSurface(
          id: node.id, content: Syntax(node), leaves: SheetContent.leaves(of: statements),
          hasBackgroundElsewhere: shown.contains { $0.hasBackground }))
      return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard ViewTrace.calledName(node) == "sheet", let closure = node.trailingClosure,
        let first = closure.statements.first,
        let leaf = SheetContent.leaves(of: closure.statements).first,
        ViewTrace(of: leaf).end == .sheet, ViewTrace(of: leaf).site?.id == node.id
      else { return .visitChildren }
      let own =
        SheetContent.calls(of: ["presentationDetents"], in: closure.statements)
        .map { $0.argument("").map { SheetDetents(of: $0) } ?? .unknown }
        .max() ?? .none
      guard own == .partial, !first.item.is(DeclSyntax.self) else { return .visitChildren }
      found.append(
        SheetSurface(
          id: node.id, content: Syntax(closure),
          leaves: SheetContent.leaves(of: closure.statements), hasBackgroundElsewhere: false))
      return .visitChildren
    }
  }
}

extension SheetSurface {
  /// The fills at the root of the content: backgrounds of the whole, and colours under a `ZStack`.
  var fills: [SheetSite.Kind] { leaves.flatMap { Self.fills(of: $0) } }

  private static func fills(of view: ExprSyntax, depth: Int = 0) -> [SheetSite.Kind] {
    guard depth < SheetMember.depthLimit else { return [] }
    var found: [SheetSite.Kind] = []
    let chain = ModifierLink.chain(endingWith: view)
    for (index, link) in chain.enumerated() where link.name == "background" {
      // What is padded, clipped or sized afterwards is a card on the sheet, not its ground.
      if chain[(index + 1)...].contains(where: { shaping.contains($0.name) }) { continue }
      found.append(.modifier(link))
    }
    let first = ModifierLink.root(of: view)
    if !chain.contains(where: { shaping.contains($0.name) }) {
      found += SheetMember.leaves(behind: first).flatMap { fills(of: $0, depth: depth + 1) }
    }
    guard let root = first.as(FunctionCallExprSyntax.self), let closure = root.trailingClosure
    else { return found }
    let name = ViewTrace.calledName(root)
    if ViewTrace.navigation.contains(name) || ViewTrace.transparent.contains(name) {
      found += SheetContent.leaves(of: closure.statements).flatMap { fills(of: $0, depth: depth) }
    } else if name == "ZStack", closure.statements.count > 1,
      let bottom = closure.statements.first?.item.as(ExprSyntax.self), isGround(bottom)
    {
      found.append(.fill(bottom))
    }
    return found
  }

  /// Whether a view reaches under the safe areas, as the ground of a screen does.
  private static func isGround(_ view: ExprSyntax) -> Bool {
    let names = ModifierLink.chain(endingWith: view).map(\.name)
    guard !names.contains(where: SheetJudge.namesTheNewDesign) else { return false }
    return names.contains("ignoresSafeArea") || names.contains("edgesIgnoringSafeArea")
  }

  private static let shaping: Set<String> = [
    "padding", "cornerRadius", "clipShape", "clipped", "mask", "offset", "scaleEffect", "border",
    "shadow", "position", "rotationEffect", "overlay", "contentShape", "opacity", "frame",
  ]
}
