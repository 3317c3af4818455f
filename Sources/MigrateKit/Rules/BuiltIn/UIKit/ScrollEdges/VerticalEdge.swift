/// The top or the bottom of a view.
enum VerticalEdge: String, CaseIterable, Comparable {
  case top
  case bottom

  /// The name of the anchor, such as `topAnchor`.
  var anchor: String { "\(rawValue)Anchor" }

  /// Makes an edge of an anchor's name.
  init?(anchor: String) {
    guard let edge = Self.allCases.first(where: { $0.anchor == anchor }) else { return nil }
    self = edge
  }

  /// The top comes first.
  static func < (left: VerticalEdge, right: VerticalEdge) -> Bool {
    left == .top && right == .bottom
  }
}
