import SwiftSyntax

/// The kinds of facts about bar button items that files share.
enum BarItemFact {
  /// Subject: a type that is made with a custom view and may be a subclass.
  static let candidate = "bar-item-candidate"
  /// Subject: a class that inherits from `UIBarButtonItem`.
  static let subclass = "bar-item-subclass"
  /// Subject: such a class whose own code sets the flag on itself.
  static let hidingSubclass = "bar-item-hiding-subclass"
  /// Subject: a function or variable that sets the flag on the item it is given, makes or is a
  /// member of.
  static let helper = "shared-background-helper"
  /// Subject: a function that makes items of a custom view and sets the flag on them; object: its
  /// name with labels.
  static let factory = "shared-background-factory"
  /// Subject: a view controller that sets the flag on the items of its navigation item as it
  /// appears, for its subclasses too.
  static let hidingController = "shared-background-controller"
  /// Subject: the flag; some file sets it for every item, through the appearance proxy or in a
  /// navigation controller.
  static let everywhere = "shared-background-everywhere"
  /// Subject: a member that carries an item with a custom view; object: its type and form.
  static let carrier = "bar-item-carrier"
  /// Subject: such a member; object: a further member that another file hands the item on to.
  static let forwarded = "bar-item-forwarded"
  /// Subject: such a member; object: where a file takes it, and the type it is named in.
  static let destination = "bar-item-destination"
  /// Subject: a view class that an item shows.
  static let viewClass = "bar-item-view-class"
  /// Subject: a SwiftUI view that is hosted in a file with custom items.
  static let hostedView = "bar-item-hosted-view"
  /// Subject: such a view; object: a part of what it shows.
  static let hostedContent = "bar-item-hosted-content"
  /// Subject: a class; object: what it inherits from.
  static let superclass = "view-superclass"
}

extension ItemForm {
  /// The short form that facts carry.
  var code: String {
    switch self {
    case .item: "item"
    case .items: "items"
    case .group: "group"
    case .groups: "groups"
    case .maker: "maker"
    }
  }

  /// Reads the short form.
  init?(code: String) {
    switch code {
    case "item": self = .item
    case "items": self = .items
    case "group": self = .group
    case "groups": self = .groups
    case "maker": self = .maker
    default: return nil
    }
  }
}

extension ExposedItem {
  /// The fact that records this member: as its own subject, or as what another hands on to.
  func fact(_ kind: String, from origin: String? = nil, path: String) -> Fact {
    let words = [type.isEmpty ? "*" : type, form.code, isFunction ? "func" : "var", name]
    return Fact(kind, origin ?? name, words.joined(separator: " "), path: path)
  }

  /// Reads such a fact.
  init?(fact: Fact) {
    let words = fact.object.split(separator: " ").map(String.init)
    guard words.count == 4, let form = ItemForm(code: words[1]) else { return nil }
    self.init(
      type: words[0] == "*" ? "" : words[0], name: words[3], form: form,
      isFunction: words[2] == "func")
  }
}
