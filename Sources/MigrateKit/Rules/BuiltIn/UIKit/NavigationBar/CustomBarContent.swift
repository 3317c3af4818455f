import SwiftSyntax

/// What a custom bar holds, as one file shows it.
struct CustomBarContent {
  /// Where a button stands.
  enum Side: String {
    case left
    case right
  }

  /// One view in the bar.
  struct Item {
    /// What the view is.
    enum Kind {
      case title
      case button
      /// A line or a background without content.
      case decoration
      case other
    }

    /// The name of the view.
    let name: String
    /// What it is.
    let kind: Kind
    /// The name of its class, where the file shows it.
    let className: String?
    /// Where it stands.
    var side: Side?
    /// An expression that names it.
    let expression: ExprSyntax
  }

  /// The views, those of stacks included, in the order in which they are added.
  let items: [Item]

  /// The titles.
  var titles: [Item] { items.filter { $0.kind == .title } }

  /// The buttons on a side, the outermost first.
  func buttons(_ side: Side) -> [Item] { items.filter { $0.kind == .button && $0.side == side } }

  /// Reads the bar.
  init(of bar: CustomBar, in index: SourceIndex) {
    let tree = ViewTree(in: index)
    var items: [Item] = []
    var open: [(name: String, side: Side?)] = tree.children(of: bar.name).map { ($0, nil) }
    var seen: Set<String> = [bar.name]
    while !open.isEmpty {
      let (name, outer) = open.removeFirst()
      guard seen.insert(name).inserted,
        let reference = Self.reference(to: name, ofTypeOf: bar.expression, in: index)
      else { continue }
      let expression = reference.whole
      let className = index.typeName(of: expression) ?? Self.created(expression, in: index)
      let side = outer ?? Self.side(of: name, in: bar.name, index: index)
      let children = tree.children(of: name)
      if className == "UIStackView" || (className == "UIView" && !children.isEmpty) {
        let ordered = side == .right ? children.reversed() : children
        open += ordered.map { ($0, side) }
        continue
      }
      items.append(
        Item(
          name: name, kind: Self.kind(className, name), className: className, side: side,
          expression: expression))
    }
    self.items = Self.withNeighbours(items, index: index)
  }

  /// The listing, such as "the title 'titleLabel' and the button 'addButton' (right)".
  var listing: String {
    var parts = items.compactMap { item -> String? in
      switch item.kind {
      case .title: "the title '\(item.name)'"
      case .button:
        "the button '\(item.name)'" + (item.side.map { " (\($0.rawValue))" } ?? "")
      case .other:
        item.className.map { "'\(item.name)' of class '\($0)'" } ?? "the view '\(item.name)'"
      case .decoration: nil
      }
    }
    guard parts.count > 1, let last = parts.popLast() else { return parts.first ?? "" }
    return parts.joined(separator: ", ") + " and " + last
  }

  private static func reference(
    to name: String, ofTypeOf bar: ExprSyntax, in index: SourceIndex
  ) -> DeclReferenceExprSyntax? {
    (index.references[name] ?? []).first { $0.enclosingTypeName == bar.enclosingTypeName }
  }

  private static func created(_ expression: ExprSyntax, in index: SourceIndex) -> String? {
    NamedObject.creation(giving: expression, in: index)?.calledExpression.core
      .referenceOfName?.baseName.text
  }

  private static func kind(_ className: String?, _ name: String) -> Item.Kind {
    switch className {
    case "UILabel": return .title
    case "UIButton": return .button
    case "UIVisualEffectView": return .decoration
    case "UIView":
      let words = ["separator", "line", "divider", "border", "shadow", "background", "hairline"]
      return words.contains { name.lowercased().contains($0) } ? .decoration : .other
    default: return .other
    }
  }

  /// The side on which a view is pinned to the bar.
  private static func side(of name: String, in bar: String, index: SourceIndex) -> Side? {
    for reference in index.references[name] ?? [] {
      let use = MemberUse(of: reference)
      guard let anchor = use.path.first, let own = use.anchor,
        let other = TopPin.other(than: own)?.core.as(MemberAccessExprSyntax.self),
        other.declName.baseName.text == anchor, let base = other.base,
        base.trimmedText.split(separator: ".").contains(where: { $0 == bar })
      else { continue }
      switch anchor {
      case "leadingAnchor", "leftAnchor": return .left
      case "trailingAnchor", "rightAnchor": return .right
      default: continue
      }
    }
    return nil
  }

  /// Gives buttons that stand beside one whose side is known that side, after it.
  private static func withNeighbours(_ items: [Item], index: SourceIndex) -> [Item] {
    var known = items.filter { $0.side != nil || $0.kind != .button }
    var open = items.filter { $0.side == nil && $0.kind == .button }
    while let place = open.firstIndex(where: { neighbour(of: $0, among: known, index) != nil }) {
      var item = open.remove(at: place)
      item.side = neighbour(of: item, among: known, index)
      known.append(item)
    }
    return known + open
  }

  private static func neighbour(
    of item: Item, among known: [Item], _ index: SourceIndex
  ) -> Side? {
    for reference in index.references[item.name] ?? [] {
      let use = MemberUse(of: reference)
      guard let anchor = use.path.first, let own = use.anchor,
        let other = TopPin.other(than: own)?.core.as(MemberAccessExprSyntax.self),
        let name = other.base?.core.referenceOfName?.baseName.text,
        let side = known.first(where: { $0.name == name && $0.kind == .button })?.side
      else { continue }
      switch (side, anchor, other.declName.baseName.text) {
      case (.right, "trailingAnchor", "leadingAnchor"), (.right, "rightAnchor", "leftAnchor"),
        (.left, "leadingAnchor", "trailingAnchor"), (.left, "leftAnchor", "rightAnchor"):
        return side
      default: continue
      }
    }
    return nil
  }
}
