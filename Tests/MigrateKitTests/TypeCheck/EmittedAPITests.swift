import Testing

@testable import MigrateKit

@Suite(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
struct EmittedAPITests {
  /// Uses every symbol on a platform at one version, and expects errors exactly where the table
  /// says that the symbol does not exist there.
  @Test(arguments: Platform.allCases)
  func everySymbolExistsWhereTheTableSays(_ platform: Platform) throws {
    let lowest = Self.lowest(of: platform)
    let known = EmittedAPI.allCases.compactMap { $0.requirement.version(on: platform) }
    let versions = Set(known.flatMap { [$0, Self.before($0)] }).union([lowest, PlatformVersion(26)])
    for version in versions.filter({ $0 >= lowest }).sorted() {
      var files: [String: [UInt8]] = [:]
      for symbol in EmittedAPI.allCases {
        files[symbol.rawValue] = Array(Self.use(of: symbol).utf8)
      }
      let request = TypeChecker.Request(files: files, platform: platform, version: version)
      let errors = try AppleCompiler.checker.get().errors(in: request)
      for symbol in EmittedAPI.allCases {
        let own = errors.filter { $0.path == symbol.rawValue }
        let since = symbol.requirement.version(on: platform)
        if let since, since <= version {
          #expect(own.isEmpty, "\(symbol.rawValue) on \(platform.rawValue) \(version)")
        } else {
          #expect(
            !own.isEmpty, "\(symbol.rawValue) should not exist on \(platform.rawValue) \(version)")
        }
      }
    }
  }

  /// The first version with SwiftUI, which the code below is written for.
  private static func lowest(of platform: Platform) -> PlatformVersion {
    switch platform {
    case .iOS, .tvOS: PlatformVersion(13)
    case .macCatalyst: PlatformVersion(13, 1)
    case .macOS: PlatformVersion(10, 15)
    case .watchOS: PlatformVersion(6)
    case .visionOS: PlatformVersion(1)
    }
  }

  /// The version before a major one, or before a minor one; the one before 26 is far from it.
  private static func before(_ version: PlatformVersion) -> PlatformVersion {
    if version.minor > 0 { return PlatformVersion(version.major, version.minor - 1) }
    return PlatformVersion(version.major == 26 ? 18 : version.major - 1, 9)
  }

  private static func use(of symbol: EmittedAPI) -> String {
    let index = EmittedAPI.allCases.firstIndex(of: symbol) ?? 0
    let code = code(for: symbol).replacing("use(", with: "use\(index)(")
    return """
      import SwiftUI
      @MainActor @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
      \(code)
      """
  }

  private static func code(for symbol: EmittedAPI) -> String {
    switch symbol {
    case .barButtonItemHidesSharedBackground:
      "func use(_ item: UIBarButtonItem) { item.hidesSharedBackground = true }"
    case .barButtonItemCustomView:
      "func use(_ view: UIView) -> UIBarButtonItem { UIBarButtonItem(customView: view) }"
    case .barAppearanceDefaultBackground:
      "func use(_ look: UIBarAppearance) { look.configureWithDefaultBackground() }"
    case .navigationItemTitleView:
      "func use(_ item: UINavigationItem, _ view: UIView) { item.titleView = view }"
    case .navigationItemBackButtonTitle:
      "func use(_ item: UINavigationItem) { item.backButtonTitle = nil }"
    case .navigationItemLeftBarButtonItem:
      "func use(_ item: UINavigationItem) { item.leftBarButtonItem = nil }"
    case .navigationItemLeftBarButtonItems:
      "func use(_ item: UINavigationItem) { item.leftBarButtonItems = [] }"
    case .hostingControllerSizingOptions:
      """
      func use(_ controller: UIHostingController<Text>) {
        controller.sizingOptions = [.intrinsicContentSize]
      }
      """
    case .viewCompressionResistance:
      """
      func use(_ view: UIView) {
        view.setContentCompressionResistancePriority(.defaultHigh, for: .horizontal)
      }
      """
    case .viewContentHuggingPriority:
      """
      func use(_ view: UIView) {
        view.setContentHuggingPriority(.fittingSizeLevel, for: .horizontal)
      }
      """
    case .viewTranslatesAutoresizingMask:
      "func use(_ view: UIView) { view.translatesAutoresizingMaskIntoConstraints = false }"
    case .viewBackgroundColor:
      "func use(_ view: UIView) { view.backgroundColor = .clear }"
    case .navigationItemRightBarButtonItem:
      "func use(_ item: UINavigationItem) { item.rightBarButtonItem = nil }"
    case .navigationItemRightBarButtonItems:
      "func use(_ item: UINavigationItem) { item.rightBarButtonItems = [] }"
    case .navigationItemTitle:
      "func use(_ item: UINavigationItem) { item.title = nil }"
    case .navigationItemLargeTitle:
      "func use(_ item: UINavigationItem) { item.largeTitleDisplayMode = .never }"
    case .navigationItemBackButton:
      "func use(_ item: UINavigationItem) { item.leftItemsSupplementBackButton = true }"
    case .barButtonItemAction:
      """
      func use() -> UIBarButtonItem {
        UIBarButtonItem(title: "", style: .plain, target: nil, action: nil)
      }
      """
    case .barButtonItemImage:
      """
      func use() -> UIBarButtonItem {
        UIBarButtonItem(image: UIImage(), style: .plain, target: nil, action: nil)
      }
      """
    case .barButtonItemMenu:
      "func use(_ menu: UIMenu) -> UIBarButtonItem { UIBarButtonItem(title: nil, menu: menu) }"
    case .navigationBarHidden:
      """
      func use(_ controller: UINavigationController) {
        controller.setNavigationBarHidden(false, animated: true)
      }
      """
    case .scrollViewContentInset:
      """
      func use(_ view: UIScrollView) {
        view.contentInset.top = 8
        view.contentOffset.y = -view.adjustedContentInset.top
      }
      """
    case .scrollViewTopEdgeEffect:
      "func use(_ view: UIScrollView) { view.topEdgeEffect.isHidden = true }"
    case .viewIsHidden:
      "func use(_ view: UIView) { view.isHidden = true }"
    case .viewVerticalAnchors:
      """
      func use(_ view: UIView) -> [NSLayoutYAxisAnchor] { [view.topAnchor, view.bottomAnchor] }
      """
    case .popoverSourceItem:
      """
      func use(_ popover: UIPopoverPresentationController, _ item: UIBarButtonItem?) {
        popover.sourceItem = item
      }
      """
    case .modalPresentationStyle:
      "func use(_ controller: UIViewController) { controller.modalPresentationStyle = .none }"
    case .popoverDelegate:
      """
      func use(
        _ popover: UIPopoverPresentationController,
        _ delegate: any UIPopoverPresentationControllerDelegate
      ) { popover.delegate = delegate }
      """
    case .adaptivePresentationStyle:
      """
      func use(
        _ delegate: any UIAdaptivePresentationControllerDelegate,
        _ controller: UIPresentationController
      ) -> Any? { delegate.adaptivePresentationStyle?(for: controller) }
      """
    case .prepareForPopover:
      """
      func use(
        _ delegate: any UIPopoverPresentationControllerDelegate,
        _ controller: UIPopoverPresentationController
      ) { delegate.prepareForPopoverPresentation?(controller) }
      """
    case .safeAreaBar:
      "func use(_ view: Text) -> any View { view.safeAreaBar(edge: .bottom) { Text(\"\") } }"
    case .scrollEdgeEffectHidden:
      "func use(_ view: Text) -> any View { view.scrollEdgeEffectHidden(true, for: .bottom) }"
    case .barButtonItemIdentifier:
      "func use(_ item: UIBarButtonItem) { item.identifier = nil }"
    case .viewContentTransition:
      "func use(_ view: Text) -> any View { view.contentTransition(.numericText()) }"
    case .scrollContentBackground:
      "func use(_ view: Text) -> any View { view.scrollContentBackground(.hidden) }"
    case .containerBackgroundForNavigation:
      "func use(_ view: Text) -> any View { view.containerBackground(.clear, for: .navigation) }"
    case .toolbarContentSharedBackground:
      """
      func use(_ item: ToolbarItem<(), Text>) -> any ToolbarContent {
        item.sharedBackgroundVisibility(.hidden)
      }
      """
    case .glassEffect:
      "func use(_ view: Text) -> any View { view.glassEffect(.regular, in: Circle()) }"
    case .glassEffectContainer:
      "func use(_ view: Text) -> some View { GlassEffectContainer(spacing: 8) { view } }"
    case .buttonStyleGlass:
      "func use(_ view: Text) -> any View { view.buttonStyle(.glass) }"
    case .buttonStyleGlassProminent:
      "func use(_ view: Text) -> any View { view.buttonStyle(.glassProminent) }"
    case .viewFrame:
      "func use(_ view: Text) -> any View { view.frame(maxWidth: .infinity, alignment: .leading) }"
    case .viewPadding:
      "func use(_ view: Text) -> any View { view.padding(.leading, 16) }"
    }
  }
}
