import SwiftSyntax

/// What a view is inside of, as far as the project shows.
struct ViewSurroundings {
  /// The names of everything that surely takes the view in a closure, containers and modifiers alike.
  let containers: Set<String>
  /// Whether some way to the view is not known to its end.
  let isOpen: Bool
  /// Whether the view lies over other content.
  let isFloating: Bool
  private let ways: [PlacementWay]
  private let isToolbarContent: Bool
  private let isPreview: Bool

  /// Follows a view outward through its file, and on through the project where facts are given.
  init(
    of view: some ExprSyntaxProtocol, placements: ViewPlacements,
    facts: ProjectFacts = ProjectFacts()
  ) {
    let traces = placements.traces(of: view)
    let own = Set(traces.flatMap(\.containers))
    let placed = PlacementFacts(facts)
    let all = traces.flatMap { placed.ways(from: PlacementWay($0)) }
    let ways = all.filter { !$0.isPreview }
    self.ways = ways
    containers =
      ways.dropFirst().reduce(ways.first?.containers ?? []) { $0.intersection($1.containers) }
      .union(own)
    isFloating =
      !own.isDisjoint(with: Self.floating)
      || !ways.isEmpty && ways.allSatisfy { !$0.containers.isDisjoint(with: Self.floating) }
    isOpen = ways.contains(where: \.isOpen)
    isPreview = ways.isEmpty || EnclosingType.isPreview(view)
    isToolbarContent = Self.isToolbarContent(Syntax(view))
  }

  private static func isToolbarContent(_ node: Syntax) -> Bool {
    var next = node.parent
    while let current = next {
      if let function = current.as(FunctionDeclSyntax.self),
        let type = function.signature.returnClause?.type.trimmedText
      {
        return type.contains("ToolbarContent")
      }
      if let variable = current.as(VariableDeclSyntax.self),
        let type = variable.bindings.first?.typeAnnotation?.type.trimmedText,
        variable.bindings.first?.accessorBlock != nil
      {
        return type.contains("ToolbarContent")
      }
      next = current.parent
    }
    return false
  }

  private static let toolbars: Set<String> = [
    "toolbar", "ToolbarItem", "ToolbarItemGroup", "navigationBarItems",
  ]
  private static let scrolling: Set<String> = [
    "List", "Form", "ScrollView", "LazyVStack", "LazyHStack", "LazyVGrid", "LazyHGrid", "Table",
    "Section", "OutlineGroup", "TabView",
  ]
  private static let menus: Set<String> = [
    "Menu", "alert", "confirmationDialog", "actionSheet", "contextMenu", "swipeActions",
    "ControlGroup",
  ]
  private static let floating: Set<String> = ["overlay", "safeAreaInset", "safeAreaBar", "ZStack"]

  /// The reason to keep glass from the view at all; nil for none.
  var objection: String? {
    if isPreview { return "preview" }
    if isToolbarContent || isInside(Self.toolbars) { return "toolbar" }
    if isInside(Self.menus) { return "menu" }
    if ways.contains(where: \.isOnGlass) { return "glass" }
    return nil
  }

  /// Whether the view is in something that scrolls.
  var isScrolling: Bool { isInside(Self.scrolling) }

  /// Whether some way goes through one of the containers.
  private func isInside(_ names: Set<String>) -> Bool {
    ways.contains { !$0.containers.isDisjoint(with: names) }
  }
}
