/// One thing that a toolbar item shows.
enum ToolbarPart: Hashable, Comparable {
  /// Text or a label that is no control.
  case text
  case image
  /// A picture of a person or thing that has a shape of its own.
  case avatar
  /// A picture, as a name says whose declaration is not seen.
  case guessedImage
  /// A control whose whole label is an avatar.
  case avatarButton
  case button
  /// A field, switch or slider.
  case input
  case spinner
  /// Spacers, colours and shapes, which say nothing.
  case decoration
  /// A view type that is not SwiftUI's, by name.
  case view(String)
  /// Something that the file does not show, as written.
  case unknown(String)

  /// Reads what `encoded` wrote.
  init?(encoded: String) {
    let parts = encoded.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("view", 2): self = .view(parts[1])
    case ("unknown", 2): self = .unknown(parts[1])
    case ("text", 1): self = .text
    case ("image", 1): self = .image
    case ("avatar", 1): self = .avatar
    case ("guessedImage", 1): self = .guessedImage
    case ("avatarButton", 1): self = .avatarButton
    case ("button", 1): self = .button
    case ("input", 1): self = .input
    case ("spinner", 1): self = .spinner
    case ("decoration", 1): self = .decoration
    default: return nil
    }
  }

  /// The part as the object of a fact.
  var encoded: String {
    switch self {
    case .text: "text"
    case .image: "image"
    case .avatar: "avatar"
    case .guessedImage: "guessedImage"
    case .avatarButton: "avatarButton"
    case .button: "button"
    case .input: "input"
    case .spinner: "spinner"
    case .decoration: "decoration"
    case .view(let name): "view:\(name)"
    case .unknown(let text): "unknown:\(text)"
    }
  }

  /// Whether the part is only looked at.
  var isShown: Bool {
    switch self {
    case .text, .image, .avatar, .guessedImage, .avatarButton: true
    default: false
    }
  }

  /// The part within something that is tapped as a whole.
  var tapped: ToolbarPart {
    switch self {
    case .text, .image, .guessedImage: .button
    case .avatar: .avatarButton
    default: self
    }
  }
}

/// What names of views say where their declarations are not seen.
enum ToolbarViewName {
  private static let texts: Set<String> = ["Text", "Label", "LabeledContent"]
  private static let images: Set<String> = [
    "Image", "AsyncImage", "KFImage", "KFAnimatedImage", "LazyImage", "WebImage", "AnimatedImage",
    "CachedAsyncImage",
  ]
  private static let buttons: Set<String> = [
    "Button", "Link", "NavigationLink", "Menu", "EditButton", "ShareLink", "PhotosPicker",
    "PasteButton", "RenameButton", "ControlGroup", "HelpLink", "SettingsLink",
  ]
  private static let inputs: Set<String> = [
    "Toggle", "Picker", "DatePicker", "ColorPicker", "Stepper", "Slider", "TextField",
    "SecureField", "MultiDatePicker",
  ]
  private static let decorations: Set<String> = [
    "EmptyView", "Spacer", "Divider", "Color", "Rectangle", "Circle", "Capsule", "Ellipse",
    "RoundedRectangle", "LinearGradient",
  ]
  /// Containers that show nothing but what they hold.
  static let containers: Set<String> = [
    "HStack", "VStack", "ZStack", "LazyHStack", "LazyVStack", "Group", "ForEach", "ViewThatFits",
    "GeometryReader", "AnyView", "WithPerceptionTracking", "TimelineView", "ScrollView",
    "PhaseAnimator", "KeyframeAnimator",
  ]

  /// What a view of SwiftUI, or of a well-known image library, is.
  static func part(of name: String) -> ToolbarPart? {
    if texts.contains(name) { return .text }
    if images.contains(name) { return .image }
    if buttons.contains(name) { return .button }
    if inputs.contains(name) { return .input }
    if decorations.contains(name) { return .decoration }
    return name == "ProgressView" || name == "Gauge" ? .spinner : nil
  }

  /// Whether the name is that of a control with a label.
  static func isLabelled(_ name: String) -> Bool { buttons.contains(name) }

  /// What the name of a view says whose declaration is not seen; nil for nothing.
  static func guess(_ name: String) -> ToolbarPart? {
    let words = name.lowercased()
    for spinner in ["spinner", "activityindicator", "progress", "loading"]
    where words.contains(spinner) {
      return .spinner
    }
    for control in ["menu", "picker", "toggle", "link", "switch", "btn"]
    where words.hasSuffix(control) {
      return .button
    }
    if words.contains("button") { return .button }
    if words.hasSuffix("field") || words.hasSuffix("searchbar") { return .input }
    return isAvatar(name) ? .avatar : nil
  }

  /// What the name of a member says that the file does not declare; nil for nothing.
  static func guess(member name: String) -> ToolbarPart? {
    let words = name.lowercased()
    if words.contains("button") || words.contains("menu") { return .button }
    let pictures = ["icon", "image", "logo", "avatar", "thumbnail"]
    return pictures.contains { words.hasSuffix($0) } ? .guessedImage : nil
  }

  /// Whether the name is that of a picture of somebody.
  static func isAvatar(_ name: String) -> Bool {
    let words = name.lowercased()
    return ["avatar", "profilepic", "profileimage", "userimage", "userpic"].contains {
      words.contains($0)
    }
  }
}
