/// Every symbol that a recipe may write, with the versions that have it.
///
/// One table, so that a gate can be checked against what it guards; a recipe that writes a new
/// symbol adds it here first.
public enum EmittedAPI: String, CaseIterable, Sendable {
  case barButtonItemHidesSharedBackground = "UIBarButtonItem.hidesSharedBackground"
  case barButtonItemIdentifier = "UIBarButtonItem.identifier"
  case barButtonItemCustomView = "UIBarButtonItem.init(customView:)"
  case barAppearanceDefaultBackground = "UIBarAppearance.configureWithDefaultBackground()"
  case navigationItemTitleView = "UINavigationItem.titleView"
  case navigationItemBackButtonTitle = "UINavigationItem.backButtonTitle"
  case navigationItemLeftBarButtonItem = "UINavigationItem.leftBarButtonItem"
  case navigationItemLeftBarButtonItems = "UINavigationItem.leftBarButtonItems"
  case navigationItemRightBarButtonItem = "UINavigationItem.rightBarButtonItem"
  case navigationItemRightBarButtonItems = "UINavigationItem.rightBarButtonItems"
  case navigationItemTitle = "UINavigationItem.title"
  case navigationItemLargeTitle = "UINavigationItem.largeTitleDisplayMode"
  case navigationItemBackButton = "UINavigationItem.leftItemsSupplementBackButton"
  case barButtonItemAction = "UIBarButtonItem.init(title:style:target:action:)"
  case barButtonItemImage = "UIBarButtonItem.init(image:style:target:action:)"
  case barButtonItemMenu = "UIBarButtonItem.init(title:image:menu:)"
  case navigationBarHidden = "UINavigationController.setNavigationBarHidden(_:animated:)"
  case scrollViewContentInset = "UIScrollView.contentInset, contentOffset, adjustedContentInset"
  case scrollViewTopEdgeEffect = "UIScrollView.topEdgeEffect"
  case viewIsHidden = "UIView.isHidden"
  case hostingControllerSizingOptions = "UIHostingController.sizingOptions"
  case viewCompressionResistance = "UIView.setContentCompressionResistancePriority(_:for:)"
  case viewContentHuggingPriority = "UIView.setContentHuggingPriority(_:for:)"
  case viewTranslatesAutoresizingMask = "UIView.translatesAutoresizingMaskIntoConstraints"
  case viewBackgroundColor = "UIView.backgroundColor"
  case viewVerticalAnchors = "UIView.topAnchor, UIView.bottomAnchor"
  case popoverSourceItem = "UIPopoverPresentationController.sourceItem"
  case modalPresentationStyle = "UIViewController.modalPresentationStyle"
  case popoverDelegate = "UIPopoverPresentationController.delegate"
  case adaptivePresentationStyle =
    "UIAdaptivePresentationControllerDelegate.adaptivePresentationStyle(for:)"
  case prepareForPopover =
    "UIPopoverPresentationControllerDelegate.prepareForPopoverPresentation(_:)"
  case safeAreaBar = "View.safeAreaBar(edge:alignment:spacing:content:)"
  case scrollEdgeEffectHidden = "View.scrollEdgeEffectHidden(_:for:)"
  case scrollContentBackground = "View.scrollContentBackground(_:)"
  case containerBackgroundForNavigation = "View.containerBackground(_:for: .navigation)"
  case toolbarContentSharedBackground = "ToolbarContent.sharedBackgroundVisibility(_:)"
  case glassEffect = "View.glassEffect(_:in:)"
  case glassEffectContainer = "GlassEffectContainer.init(spacing:content:)"
  case buttonStyleGlass = "PrimitiveButtonStyle.glass"
  case buttonStyleGlassProminent = "PrimitiveButtonStyle.glassProminent"
  case viewContentTransition = "View.contentTransition(_:)"
  case viewFrame = "View.frame(maxWidth:alignment:)"
  case viewPadding = "View.padding(_:_:)"

  /// The versions that have the symbol.
  public var requirement: APIRequirement {
    switch self {
    case .barButtonItemHidesSharedBackground: .iOS(26)
    case .barAppearanceDefaultBackground:
      APIRequirement([
        .iOS: PlatformVersion(13), .macCatalyst: PlatformVersion(13, 1),
        .tvOS: PlatformVersion(13), .visionOS: PlatformVersion(1),
      ])
    case .navigationItemBackButtonTitle:
      APIRequirement([
        .iOS: PlatformVersion(11), .macCatalyst: PlatformVersion(13, 1),
        .visionOS: PlatformVersion(1),
      ])
    case .barButtonItemCustomView, .navigationItemTitleView, .navigationItemLeftBarButtonItem,
      .navigationItemLeftBarButtonItems, .viewContentHuggingPriority, .viewCompressionResistance,
      .viewTranslatesAutoresizingMask, .viewBackgroundColor:
      Self.anyUIKit
    case .viewVerticalAnchors, .navigationItemRightBarButtonItem,
      .navigationItemRightBarButtonItems, .navigationItemTitle, .barButtonItemAction,
      .barButtonItemImage, .navigationBarHidden, .viewIsHidden, .scrollViewContentInset:
      Self.anyUIKit
    case .scrollViewTopEdgeEffect:
      APIRequirement([
        .iOS: PlatformVersion(26), .macCatalyst: PlatformVersion(26),
        .tvOS: PlatformVersion(26), .visionOS: PlatformVersion(26),
      ])
    case .navigationItemLargeTitle, .navigationItemBackButton:
      APIRequirement([
        .iOS: PlatformVersion(11), .macCatalyst: PlatformVersion(13, 1),
        .visionOS: PlatformVersion(1),
      ])
    case .barButtonItemMenu:
      APIRequirement([
        .iOS: PlatformVersion(14), .macCatalyst: PlatformVersion(14),
        .tvOS: PlatformVersion(14), .visionOS: PlatformVersion(1),
      ])
    case .hostingControllerSizingOptions:
      APIRequirement([
        .iOS: PlatformVersion(16), .macCatalyst: PlatformVersion(16),
        .tvOS: PlatformVersion(16), .visionOS: PlatformVersion(1),
      ])
    case .popoverSourceItem:
      APIRequirement([
        .iOS: PlatformVersion(16), .macCatalyst: PlatformVersion(16),
        .visionOS: PlatformVersion(1),
      ])
    case .popoverDelegate, .prepareForPopover:
      APIRequirement([
        .iOS: PlatformVersion(8), .macCatalyst: PlatformVersion(13, 1),
        .visionOS: PlatformVersion(1),
      ])
    case .adaptivePresentationStyle, .modalPresentationStyle: Self.anyUIKit
    case .safeAreaBar:
      APIRequirement(
        [.iOS, .macCatalyst, .macOS, .tvOS, .watchOS, .visionOS].reduce(into: [:]) {
          $0[$1] = PlatformVersion(26)
        })
    case .scrollEdgeEffectHidden:
      APIRequirement(
        [.iOS, .macCatalyst, .macOS, .tvOS, .watchOS].reduce(into: [:]) {
          $0[$1] = PlatformVersion(26)
        })
    case .barButtonItemIdentifier:
      APIRequirement([
        .iOS: PlatformVersion(26), .macCatalyst: PlatformVersion(26), .tvOS: PlatformVersion(26),
        .visionOS: PlatformVersion(26),
      ])
    case .viewContentTransition:
      APIRequirement([
        .iOS: PlatformVersion(16), .macCatalyst: PlatformVersion(16),
        .macOS: PlatformVersion(13), .tvOS: PlatformVersion(16), .watchOS: PlatformVersion(9),
        .visionOS: PlatformVersion(1),
      ])
    case .scrollContentBackground:
      APIRequirement([
        .iOS: PlatformVersion(16), .macCatalyst: PlatformVersion(16),
        .macOS: PlatformVersion(13), .watchOS: PlatformVersion(9), .visionOS: PlatformVersion(1),
      ])
    case .containerBackgroundForNavigation:
      APIRequirement([
        .iOS: PlatformVersion(18), .macCatalyst: PlatformVersion(18),
        .watchOS: PlatformVersion(10),
      ])
    case .toolbarContentSharedBackground:
      APIRequirement([
        .iOS: PlatformVersion(26), .macCatalyst: PlatformVersion(26), .macOS: PlatformVersion(26),
      ])
    case .glassEffect, .glassEffectContainer, .buttonStyleGlass, .buttonStyleGlassProminent: .glass
    case .viewFrame, .viewPadding:
      APIRequirement(
        Self.anyUIKit.versions.merging([
          .macOS: PlatformVersion(10, 15), .watchOS: PlatformVersion(6),
        ]) { first, _ in first })
    }
  }

  private static let anyUIKit = APIRequirement([
    .iOS: PlatformVersion(2), .macCatalyst: PlatformVersion(13, 1), .tvOS: PlatformVersion(9),
    .visionOS: PlatformVersion(1),
  ])
}
