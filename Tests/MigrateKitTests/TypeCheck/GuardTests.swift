import MigrateKit
import Testing

/// What `#available` proves to the compiler on each platform; gates are written to these rules.
@Suite(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
struct GuardTests {
  /// A condition around a use of a symbol, and the platforms on which it does not compile.
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var code: String
    var failsOn: Set<Platform>
    var testDescription: String { name }
  }

  @Test(arguments: examples, Platform.allCases)
  func conditionsProveWhatTheyList(_ example: Example, _ platform: Platform) throws {
    let errors = try AppleCompiler.errors(in: example.code, on: platform, Self.minimum(platform))
    #expect(errors.isEmpty != example.failsOn.contains(platform), "\(errors)")
  }

  private static func minimum(_ platform: Platform) -> PlatformVersion {
    switch platform {
    case .iOS, .macCatalyst, .tvOS: PlatformVersion(18)
    case .macOS: PlatformVersion(15)
    case .watchOS: PlatformVersion(11)
    case .visionOS: PlatformVersion(2)
    }
  }

  private static let notIOS: Set<Platform> = [.macOS, .tvOS, .watchOS, .visionOS]

  static let examples: [Example] =
    [
      swiftUI("iOS alone", "iOS 26.0, *", ".glassEffect()", failsOn: notIOS),
      swiftUI("iOS 19 is iOS 26", "iOS 19.0, *", ".glassEffect()", failsOn: notIOS),
      swiftUI(
        "macOS 16 is macOS 26", "iOS 26, macOS 16, tvOS 26, watchOS 26, *", ".glassEffect()",
        failsOn: [.visionOS]),
      swiftUI(
        "every platform with glass", "iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, *",
        ".glassEffect()", failsOn: [.visionOS]),
      swiftUI(
        "every platform with glass, without visionOS",
        "iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, *", ".glassEffect()",
        within: "!os(visionOS)", failsOn: []),
      swiftUI(
        "Mac Catalyst alone", "macCatalyst 26.0, *", ".backgroundExtensionEffect()",
        failsOn: [.iOS, .macOS, .tvOS, .watchOS, .visionOS]),
      swiftUI(
        "application extensions alone", "iOSApplicationExtension 26.0, *",
        ".backgroundExtensionEffect()", failsOn: Set(Platform.allCases)),
      swiftUI(
        "macOS alone", "macOS 26.0, *", ".backgroundExtensionEffect()",
        failsOn: [.iOS, .macCatalyst, .tvOS, .watchOS, .visionOS]),
      swiftUI(
        "iOS is no proof for visionOS", "iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, *",
        ".backgroundExtensionEffect()", failsOn: [.visionOS]),
      swiftUI(
        "all platforms", "iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *",
        ".safeAreaBar(edge: .bottom) { Text(\"Bar\") }", failsOn: []),
      swiftUI(
        "an older version", "iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *",
        ".backgroundExtensionEffect()", failsOn: Set(Platform.allCases)),
      swiftUI(
        "a glass button with a variant before 26.1",
        "iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, *", ".buttonStyle(.glass(.clear))",
        within: "!os(visionOS)", failsOn: Set(Platform.allCases).subtracting([.visionOS])),
      swiftUI(
        "a glass button with a variant", "iOS 26.1, macOS 26.1, tvOS 26.1, watchOS 26.1, *",
        ".buttonStyle(.glass(.clear))", within: "!os(visionOS)", failsOn: []),
      swiftUI(
        "a tab bar that minimises", "iOS 26.0, *", ".tabBarMinimizeBehavior(.onScrollDown)",
        within: "os(iOS)", failsOn: []),
      swiftUI(
        "a tab bar that minimises, everywhere",
        "iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *",
        ".tabBarMinimizeBehavior(.onScrollDown)", failsOn: notIOS),
    ] + uiKit

  private static let uiKit: [Example] = [
    statement(
      "a bar item's background", "iOS 26.0, *", "item.hidesSharedBackground = true",
      within: "os(iOS)", failsOn: []),
    statement(
      "a bar item's background without a guard", nil, "item.hidesSharedBackground = true",
      within: "os(iOS)", failsOn: [.iOS, .macCatalyst]),
    statement(
      "a bar item's background on 16", "iOS 16.0, *", "item.hidesSharedBackground = true",
      within: "os(iOS)", failsOn: [.iOS, .macCatalyst]),
    statement(
      "glass in UIKit", "iOS 26.0, tvOS 26.0, *", "_ = UIGlassEffect(style: .regular)",
      within: "canImport(UIKit) && !os(watchOS) && !os(visionOS)", failsOn: []),
    statement(
      "corners", "iOS 26.0, tvOS 26.0, *",
      "view.cornerConfiguration = .uniformCorners(radius: .containerConcentric())",
      within: "canImport(UIKit) && !os(watchOS)", failsOn: [.visionOS]),
    statement(
      "edge effects", "iOS 26.0, tvOS 26.0, visionOS 26.0, *",
      "scroll.topEdgeEffect.isHidden = true", within: "canImport(UIKit) && !os(watchOS)",
      failsOn: []),
    statement(
      "a detent's background", "iOS 26.1, *",
      "UISheetPresentationController.Detent.medium().backgroundEffect = nil", within: "os(iOS)",
      failsOn: [.macCatalyst]),
    statement(
      "a detent's background, not on Mac Catalyst", "iOS 26.1, *",
      "UISheetPresentationController.Detent.medium().backgroundEffect = nil",
      within: "os(iOS) && !targetEnvironment(macCatalyst)", failsOn: []),
  ]

  private static func swiftUI(
    _ name: String, _ condition: String, _ modifier: String, within build: String = "true",
    failsOn: Set<Platform>
  ) -> Example {
    Example(
      name: name,
      code: """
        import SwiftUI
        #if \(build)
        struct Card: View {
          var body: some View {
            if #available(\(condition)) { Text("Card")\(modifier) } else { Text("Card") }
          }
        }
        #endif
        """, failsOn: failsOn)
  }

  private static func statement(
    _ name: String, _ condition: String?, _ statement: String, within build: String,
    failsOn: Set<Platform>
  ) -> Example {
    let guarded = condition.map { "if #available(\($0)) { \(statement) }" } ?? statement
    return Example(
      name: name,
      code: """
        #if \(build)
        import UIKit
        @MainActor func use(_ item: UIBarButtonItem, _ view: UIView, _ scroll: UIScrollView) {
          \(guarded)
        }
        #endif
        """, failsOn: failsOn)
  }
}
