import SwiftSyntax

/// What lies at the root of a sheet's content: the view types, and the detents given within it.
struct SheetRoots {
  /// The view types of the project at the root.
  private(set) var types: Set<String> = []
  /// The detents that the content gives the sheet.
  private(set) var detents = SheetDetents.none
}

extension ViewPlacements {
  /// Looks into a view, the file's own members entered.
  func roots(of view: ExprSyntax) -> SheetRoots {
    var roots = SheetRoots()
    roots.add(view, in: self, visited: [])
    return roots
  }
}

extension SheetRoots {
  fileprivate mutating func add(
    _ view: ExprSyntax, in placements: ViewPlacements, visited: Set<String>
  ) {
    guard visited.count < 6 else { return }
    for link in SheetContent.calls(of: ["presentationDetents"], in: view) {
      detents = max(detents, link.argument("").map { SheetDetents(of: $0) } ?? .unknown)
    }
    types.formUnion(SheetContent.rootTypes(of: view))
    for root in SheetContent.roots(of: view) {
      guard let name = Self.memberName(root), !visited.contains(name) else { continue }
      let seen = visited.union([name])
      if let base = Self.base(ofParameter: name, at: root) {
        add(base, in: placements, visited: seen)
      }
      for body in placements.bodies[name] ?? [] {
        for leaf in SheetContent.leaves(of: body) { add(leaf, in: placements, visited: seen) }
      }
    }
  }

  /// The name of a member or parameter that stands for a view.
  private static func memberName(_ root: ExprSyntax) -> String? {
    var root = root
    if let call = root.as(FunctionCallExprSyntax.self) { root = call.calledExpression }
    if let reference = root.as(DeclReferenceExprSyntax.self) {
      let name = reference.baseName.text
      return name.first?.isUppercase ?? true ? nil : name
    }
    guard let member = root.as(MemberAccessExprSyntax.self),
      member.base?.isSelf ?? false
    else { return nil }
    return member.declName.baseName.text
  }

  /// In `view.modify { $0.… }`, the view for `$0`.
  private static func base(ofParameter name: String, at root: ExprSyntax) -> ExprSyntax? {
    guard name == "$0" || root.is(DeclReferenceExprSyntax.self) else { return nil }
    var node = root.parent
    while let current = node {
      if let closure = current.as(ClosureExprSyntax.self) {
        let parameters = closure.signature?.parameterClause?.trimmedText ?? "$0"
        guard parameters == name, let call = ViewTrace.call(given: closure) else { return nil }
        return ModifierLink(call)?.member.base
      }
      node = current.parent
    }
    return nil
  }
}
