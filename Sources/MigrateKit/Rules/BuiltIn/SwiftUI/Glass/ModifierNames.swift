/// What is known of SwiftUI's modifiers by their names.
enum ModifierNames {
  /// Modifiers that neither size nor draw anything around a view: text, colours, traits.
  static let environment: Set<String> = [
    "accentColor", "accessibilityAddTraits", "accessibilityElement", "accessibilityHidden",
    "accessibilityHint", "accessibilityIdentifier", "accessibilityLabel",
    "accessibilityRemoveTraits", "accessibilityShowsLargeContentViewer", "accessibilityValue",
    "allowsTightening", "antialiased", "autocapitalization", "autocorrectionDisabled",
    "baselineOffset", "bold", "colorScheme", "contentTransition", "controlSize",
    "disableAutocorrection", "dynamicTypeSize", "environment", "environmentObject",
    "focused", "font", "fontDesign", "fontWeight", "fontWidth", "foregroundColor",
    "foregroundStyle", "id", "imageScale", "interpolation", "italic", "kerning", "keyboardType",
    "labelStyle", "labelsHidden", "layoutPriority", "lineLimit", "lineSpacing",
    "minimumScaleFactor", "monospaced", "monospacedDigit", "multilineTextAlignment",
    "progressViewStyle", "renderingMode", "resizable", "scrollContentBackground", "strikethrough",
    "submitLabel", "symbolEffect", "symbolRenderingMode", "symbolVariant", "tag", "textCase",
    "textContentType", "textFieldStyle", "textInputAutocapitalization", "textScale", "tint",
    "tracking", "truncationMode", "underline", "unredacted", "zIndex",
  ]

  /// Modifiers that size, place or draw, and never make a view respond to touches.
  static let drawing: Set<String> = [
    "alignmentGuide", "animation", "aspectRatio", "background", "blendMode", "blur", "border",
    "brightness", "clipShape", "clipped", "compositingGroup", "containerRelativeFrame",
    "containerShape", "contentMargins", "contrast", "cornerRadius",
    "drawingGroup", "edgesIgnoringSafeArea", "fixedSize", "flipsForRightToLeftLayoutDirection",
    "frame", "geometryGroup", "glassEffect", "glassEffectID", "glassEffectTransition",
    "glassEffectUnion", "grayscale", "hidden", "ignoresSafeArea", "layoutDirectionBehavior",
    "listRowBackground", "listRowInsets", "listRowSeparator", "listRowSeparatorTint", "mask",
    "matchedGeometryEffect", "offset", "opacity", "overlay", "padding", "position",
    "preferredColorScheme", "redacted", "rotation3DEffect", "rotationEffect", "safeAreaPadding",
    "saturation", "scaleEffect", "scaledToFill", "scaledToFit", "scenePadding", "shadow",
    "transaction", "transformEffect", "transition", "visualEffect",
  ]

  /// Modifiers that run code or set up a screen without any touch on the view.
  static let lifecycle: Set<String> = [
    "alert", "confirmationDialog", "dropDestination", "fullScreenCover",
    "interactiveDismissDisabled", "navigationBarTitleDisplayMode",
    "navigationDestination", "navigationTitle", "onAppear", "onChange", "onDisappear",
    "onDrop", "onGeometryChange", "onPreferenceChange", "onReceive", "preference",
    "presentationDetents",
    "presentationDragIndicator", "refreshable", "safeAreaBar", "safeAreaInset", "scrollDisabled",
    "scrollIndicators", "scrollPosition", "scrollTargetBehavior", "scrollTargetLayout",
    "searchable", "sheet", "statusBarHidden", "task", "toolbar", "toolbarBackground",
    "allowsHitTesting",
  ]

  /// Modifiers that make a view, and all that it holds, respond to touches.
  static let touch: Set<String> = [
    "contextMenu", "draggable", "gesture", "highPriorityGesture", "matchedTransitionSource",
    "onDrag", "onLongPressGesture", "onPlayPauseCommand", "onTapGesture", "simultaneousGesture",
    "swipeActions",
  ]

  /// Modifiers that people give to views which respond to touches; on what holds them they say
  /// nothing.
  static let touchHints: Set<String> = [
    "buttonBorderShape", "buttonStyle", "contentShape", "disabled", "focusable", "hoverEffect",
    "keyboardShortcut", "onContinuousHover", "onHover",
  ]

  /// Views that respond to touches; what is in their closures is a part of them.
  static let controls: Set<String> = [
    "Button", "ColorPicker", "ControlGroup", "DatePicker", "DisclosureGroup", "EditButton", "Link",
    "Menu", "MultiDatePicker", "NavigationLink", "PasteButton", "PhotosPicker", "Picker",
    "RenameButton", "SecureField", "ShareLink", "SignInWithAppleButton", "Slider", "Stepper",
    "TextEditor", "TextField", "TextFieldLink", "Toggle",
  ]

  /// Views that show something and never respond to touches.
  static let displays: Set<String> = [
    "AsyncImage", "Canvas", "ContentUnavailableView", "Divider", "EmptyView", "Gauge", "Image",
    "Label", "LabeledContent", "ProgressView", "Spacer", "Text",
  ]

  /// Containers that respond to touches no more than what they hold.
  static let containers: Set<String> = [
    "ForEach", "GeometryReader", "GlassEffectContainer", "Grid", "GridRow", "Group", "HStack",
    "HStackLayout", "VStackLayout", "ZStackLayout",
    "LazyHGrid", "LazyHStack", "LazyVGrid", "LazyVStack", "NavigationStack", "NavigationView",
    "ScrollView", "ScrollViewReader", "Section", "VStack", "ViewThatFits", "ZStack",
  ]
}
