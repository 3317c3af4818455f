import SwiftSyntax

/// Controllers whose presentation is the system's business.
enum SystemController {
  private static let prefixes = [
    "UI", "PH", "SF", "MF", "QL", "EK", "CN", "MP", "SK", "AV", "PK", "GK", "AS", "VN", "SL",
  ]

  /// Whether the name is that of a controller, or of another class, of a system framework.
  static func isSystem(_ name: String) -> Bool {
    prefixes.contains { prefix in
      guard name.hasPrefix(prefix) else { return false }
      let rest = name.dropFirst(prefix.count)
      // `UIKitDemoViewController` may be anybody's, `SKPhotoBrowser` is not of StoreKit.
      return rest.first?.isUppercase ?? false
        && (prefix == "UI" || rest.hasSuffix("ViewController") || rest.hasSuffix("Controller"))
    }
  }
}

/// The controller that a popover presents.
struct PopoverPresented {
  /// Its class; nil where the file does not show it.
  let type: String?
  /// The class of the root of a navigation controller.
  let root: String?
  /// Whether the file shows a size that is given to it.
  private let size: PopoverSize?

  /// Looks at what a set-up presents.
  init(of setup: PopoverSetup, in index: SourceIndex) {
    if let presented = setup.presented {
      self.init(of: presented, in: index)
    } else if case .own(let name) = setup.key {
      self.init(type: name, root: nil, size: nil)
    } else {
      self.init(type: nil, root: nil, size: nil)
    }
  }

  private init(type: String?, root: String?, size: PopoverSize?) {
    self.type = type
    self.root = root
    self.size = size
  }

  /// Looks at a controller that is presented.
  init(of presented: ExprSyntax, in index: SourceIndex) {
    type = index.typeName(of: presented)
    var root: String?
    if let call = NamedObject.creation(giving: presented, in: index),
      let argument = call.arguments.first(where: { $0.label?.text == "rootViewController" })
    {
      root = index.typeName(of: argument.expression)
    }
    self.root = root
    size = Self.size(of: presented, in: index)
  }

  /// What the set-up says of the size of what it presents.
  private static func size(of presented: ExprSyntax, in index: SourceIndex) -> PopoverSize? {
    guard let object = NamedObject(presented, in: index) else { return nil }
    for use in object.uses {
      if let value = use.assigned("preferredContentSize") {
        return value.trimmedText.contains("systemLayoutSizeFitting") ? .layout : .fixed
      }
      if let value = use.assigned("sizingOptions"),
        value.trimmedText.contains("preferredContentSize")
      {
        return .layout
      }
    }
    return nil
  }

  /// The classes of the app whose declarations matter.
  var names: [String] { [type, root].compactMap { $0 }.filter { !SystemController.isSystem($0) } }

  /// Whether the app declares what is shown.
  func isOwn(_ facts: ProjectFacts) -> Bool {
    guard let type else { return false }
    if type == "UIHostingController" { return true }
    let shown = type == "UINavigationController" ? root : type
    guard let shown else { return false }
    if shown == "UIHostingController" { return true }
    return facts.has(PopoverFacts.declared, about: shown) && !isSystem(shown, facts)
  }

  /// Whether a class inherits from one whose presentation is the system's business.
  private func isSystem(_ name: String, _ facts: ProjectFacts) -> Bool {
    var current = name
    for _ in 0..<8 {
      guard let parent = facts.facts(PopoverFacts.declared, about: current).first?.object else {
        break
      }
      current = parent
    }
    let plain = [
      "UIViewController", "UITableViewController", "UICollectionViewController",
      "UIPageViewController", "UITabBarController", "UISplitViewController",
      "UINavigationController", "UIHostingController", "UIInputViewController",
      "UISearchContainerViewController",
    ]
    return SystemController.isSystem(current) && !plain.contains { current.hasPrefix($0) }
  }

  /// What is known of the size of its content.
  func size(_ facts: ProjectFacts) -> PopoverSize? {
    if let size { return size }
    for name in [type, root].compactMap({ $0 }) {
      var current = name
      for _ in 0..<8 {
        if let known = facts.facts(PopoverFacts.size, about: current).first {
          return PopoverSize(rawValue: known.object)
        }
        guard let parent = facts.facts(PopoverFacts.declared, about: current).first?.object,
          !parent.isEmpty
        else { break }
        current = parent
      }
    }
    return nil
  }
}
