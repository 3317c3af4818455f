/// What kind of view a bar button item shows, which decides how a change of its looks is trusted.
enum ItemContent: Hashable {
  /// Text that names something: a label, or a stack of labels and images.
  case title
  /// A picture: an image view, an avatar, a badge.
  case image
  /// A control that draws its own background, border or shape.
  case decorated
  /// A button without a background of its own.
  case button
  /// A SwiftUI view in a hosting controller.
  case hosted
  /// Something that shows activity or progress, or a control that needs the platter as its
  /// ground; the associated value is the reason code for leaving it.
  case kept(reason: String)
  /// Something else, or nothing that this file shows.
  case unknown

  /// The kind of a UIKit class.
  init?(className: String) {
    switch className {
    case "UILabel": self = .title
    case "UIImageView": self = .image
    case "UIButton": self = .button
    case "UIVisualEffectView": self = .decorated
    case "UIActivityIndicatorView", "UIRefreshControl": self = .kept(reason: "spinner")
    case "UIProgressView": self = .kept(reason: "progress")
    case "UISwitch": self = .kept(reason: "switch")
    case "UISlider": self = .kept(reason: "slider")
    default: return nil
    }
  }

  /// The kind that the name of a class or variable suggests, where nothing else shows it.
  init(suggestedBy name: String) {
    let words = name.lowercased()
    let kinds: [(content: ItemContent, words: [String])] = [
      (.kept(reason: "spinner"), ["spinner", "activityindicator", "loadingindicator", "loader"]),
      (.kept(reason: "progress"), ["progress"]),
      (.kept(reason: "switch"), ["uiswitch", "toggleswitch"]),
      (.kept(reason: "slider"), ["slider"]),
      (.image, ["avatar", "imageview", "badge", "logo", "profileimage"]),
      (.title, ["label", "titleview"]),
    ]
    for kind in kinds where kind.words.contains(where: { words.contains($0) }) {
      self = kind.content
      return
    }
    self = words.hasSuffix("button") || words.hasSuffix("btn") ? .button : .unknown
  }
}
