import SwiftSyntax

/// Tells which views of a file are fields for text, or hold one.
struct TextSurfaces {
  /// How a field is found from the view that has the glass.
  enum Distance {
    /// It is written there.
    case direct
    /// It is in a property or function of the file.
    case member
  }

  /// A field and the way to it.
  struct Surface {
    /// The type of the field.
    let field: String
    /// How it is found.
    let distance: Distance
  }

  private let placements: ViewPlacements

  /// Looks at a file.
  init(_ file: ParsedFile) {
    placements = ViewPlacements.shared(of: file)
  }

  /// Views in which text is edited.
  static let fields: Set<String> = ["SecureField", "TextEditor", "TextField"]
  private static let stacks: Set<String> = [
    "Group", "HStack", "LazyHStack", "LazyVStack", "VStack", "ZStack",
  ]

  /// The field under the glass of a site.
  func surface(of site: GlassSite) -> Surface? {
    guard let root = site.chain.root else { return nil }
    if let field = Self.field(in: root) { return Surface(field: field, distance: .direct) }
    if case .member(let name) = site.surface, let type = EnclosingType(of: root) {
      for body in placements.bodies[name, default: []]
      where EnclosingType(of: body)?.name == type.name {
        for leaf in SheetContent.leaves(of: body) {
          if let field = Self.field(in: ModifierLink.root(of: leaf)) {
            return Surface(field: field, distance: .member)
          }
        }
      }
    }
    return nil
  }

  /// The field that a view is, or that a stack holds.
  private static func field(in root: ExprSyntax, depth: Int = 0) -> String? {
    guard depth < 6, let call = root.as(FunctionCallExprSyntax.self) else { return nil }
    let name = ViewTrace.calledName(call)
    if fields.contains(name) { return name }
    guard stacks.contains(name), let closure = call.trailingClosure else { return nil }
    for leaf in SheetContent.leaves(of: closure.statements) {
      // A field that has glass, or a ground, of its own is not on this surface.
      let names = ModifierLink.chain(endingWith: leaf).map(\.name)
      if names.contains("background") || names.contains("glassEffect") { continue }
      if let found = field(in: ModifierLink.root(of: leaf), depth: depth + 1) { return found }
    }
    return nil
  }
}
