import SwiftSyntax

/// Whether code of a type reads how high a scroll container is, or where it lies.
struct ScrollSizeReads {
  let container: ScrollContainer
  let index: SourceIndex

  /// Whether there is such code, what delegates are given included.
  var areSeen: Bool {
    container.uses.contains { Self.isRead($0) } || givenUses.contains { Self.isRead($0) }
  }

  private static let classes: Set<String> = ["UIScrollView", "UITableView", "UICollectionView"]

  /// The uses of the parameters of the type's functions that are scroll views.
  private var givenUses: [MemberUse] {
    let bodies = container.scopes.compactMap { $0.as(MemberBlockSyntax.self) }
    let functions = bodies.flatMap { SourceIndex.flattened($0.members) }
      .compactMap { $0.as(FunctionDeclSyntax.self) }
    return functions.flatMap { function -> [MemberUse] in
      guard let body = function.body else { return [] }
      let given = function.signature.parameterClause.parameters
        .filter { Self.classes.contains($0.type.simpleName) }
        .map { ($0.secondName ?? $0.firstName).text }
      return given.flatMap { index.references[$0] ?? [] }
        .filter { body.position <= $0.position && $0.endPosition <= body.endPosition }
        .map { MemberUse(of: $0) }
    }
  }

  /// Whether a use reads more of the frame than how wide it is.
  private static func isRead(_ use: MemberUse) -> Bool {
    guard !use.isAssigned, let first = use.path.first else { return false }
    var rest = use.path.dropFirst()
    switch first {
    case "visibleSize": return rest.first != "width"
    case "bounds", "frame":
      if let next = rest.first, ["size", "origin"].contains(next) { rest = rest.dropFirst() }
      return !["width", "minX", "midX", "maxX", "x"].contains(rest.first)
    default: return false
    }
  }
}
