import SwiftSyntax

/// A place that shows bar button items.
enum ItemDestination: Hashable {
  /// A navigation item, with the side that the item is on; nil for groups and the centre.
  case navigationItem(side: Side?)
  /// A toolbar, a controller's `toolbarItems` included.
  case toolbar
  /// A group of more than one item, in which the system ignores the flag.
  case group

  /// The side of a navigation bar.
  enum Side: String, Hashable {
    case left
    case right
  }
}

/// One arrival of an item at a destination.
struct ItemArrival {
  /// The destination.
  let destination: ItemDestination
  /// What holds it: the target of an assignment, or the call.
  let site: Syntax
  /// Whether the item becomes the only one of its side.
  let isSingle: Bool
}

extension ItemDestination {
  /// The destination that a variable of a UIKit type stands for.
  static func named(_ name: String) -> (destination: ItemDestination, isSingle: Bool)? {
    switch name {
    case "leftBarButtonItem": (.navigationItem(side: .left), true)
    case "rightBarButtonItem": (.navigationItem(side: .right), true)
    case "leftBarButtonItems": (.navigationItem(side: .left), false)
    case "rightBarButtonItems": (.navigationItem(side: .right), false)
    case "leadingItemGroups": (.navigationItem(side: .left), false)
    case "trailingItemGroups", "pinnedTrailingGroup": (.navigationItem(side: .right), false)
    case "centerItemGroups": (.navigationItem(side: nil), false)
    case "toolbarItems": (.toolbar, false)
    default: nil
    }
  }

  /// The destination that a method of a UIKit type hands its first argument to.
  static func setter(_ name: String) -> (destination: ItemDestination, isSingle: Bool)? {
    switch name {
    case "setLeftBarButton", "setLeftBarButtonItem": (.navigationItem(side: .left), true)
    case "setRightBarButton", "setRightBarButtonItem": (.navigationItem(side: .right), true)
    case "setLeftBarButtonItems": (.navigationItem(side: .left), false)
    case "setRightBarButtonItems": (.navigationItem(side: .right), false)
    case "setToolbarItems", "setItems": (.toolbar, false)
    default: nil
    }
  }

  /// Whether the variable of this name holds groups rather than items.
  static func holdsGroups(_ name: String) -> Bool {
    name.hasSuffix("ItemGroups") || name == "pinnedTrailingGroup"
  }

  /// The short form that facts carry.
  var code: String {
    switch self {
    case .navigationItem(let side): side.map { "navigationItem-\($0.rawValue)" } ?? "navigationItem"
    case .toolbar: "toolbar"
    case .group: "group"
    }
  }

  /// Reads the short form.
  init?(code: String) {
    switch code {
    case "navigationItem": self = .navigationItem(side: nil)
    case "navigationItem-left": self = .navigationItem(side: .left)
    case "navigationItem-right": self = .navigationItem(side: .right)
    case "toolbar": self = .toolbar
    case "group": self = .group
    default: return nil
    }
  }
}
