import SwiftSyntax

/// What a view is inside of, as far as its file shows.
struct ViewSurroundings {
  /// The names of everything that takes the view in a closure, containers and modifiers alike.
  let containers: Set<String>
  /// The modifiers after the view and after what holds it.
  let modifiers: Set<String>
  /// Whether some way to the view is not known to its end.
  let isOpen: Bool
  private let isToolbarContent: Bool
  private let isPreview: Bool

  init(of view: some ExprSyntaxProtocol, placements: ViewPlacements) {
    let traces = placements.traces(of: view)
    containers = Set(traces.flatMap(\.containers))
    modifiers = Set(
      traces.flatMap { trace in
        trace.links.map { Self.appliesGlass($0) ? "glassEffect" : $0.name }
      })
    isOpen = traces.contains { trace in
      switch trace.end {
      case .body, .sheet, .cover, .popover, .pushed, .hosted, .preview: false
      default: true
      }
    }
    isPreview = traces.allSatisfy { $0.end == .preview } || EnclosingType.isPreview(view)
    isToolbarContent = Self.isToolbarContent(Syntax(view))
  }

  /// Whether a modifier such as `since26 { … }` puts glass on what it is applied to.
  private static func appliesGlass(_ link: ModifierLink) -> Bool {
    guard let closure = link.call.trailingClosure, closure.statements.count == 1 else {
      return false
    }
    return closure.tokens(viewMode: .sourceAccurate).contains { $0.text == "glassEffect" }
      && !["overlay", "sheet", "background", "toolbar", "safeAreaInset", "popover"]
        .contains(link.name)
  }

  private static func isToolbarContent(_ node: Syntax) -> Bool {
    var next = node.parent
    while let current = next {
      if let function = current.as(FunctionDeclSyntax.self),
        let type = function.signature.returnClause?.type.trimmedDescription
      {
        return type.contains("ToolbarContent")
      }
      if let variable = current.as(VariableDeclSyntax.self),
        let type = variable.bindings.first?.typeAnnotation?.type.trimmedDescription,
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
    if isToolbarContent || !containers.isDisjoint(with: Self.toolbars) { return "toolbar" }
    if !containers.isDisjoint(with: Self.menus) { return "menu" }
    if modifiers.contains("glassEffect") { return "glass" }
    return nil
  }

  /// Whether the view is in something that scrolls.
  var isScrolling: Bool { !containers.isDisjoint(with: Self.scrolling) }
  /// Whether the view lies over other content.
  var isFloating: Bool { !containers.isDisjoint(with: Self.floating) }
}
