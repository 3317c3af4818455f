import Foundation
import MigrateKit
import Testing

@Suite(.enabled(if: AppleCompiler.isAvailable, AppleCompiler.skipReason))
struct DeclarationsTests {
  @Test(arguments: Platform.allCases)
  func everyPlatformHasItsModules(_ platform: Platform) throws {
    let errors = try AppleCompiler.errors(
      in: """
        import SwiftUI
        #if canImport(UIKit)
        import UIKit
        let color = UIColor.red
        #else
        import AppKit
        let color = NSColor.clear
        #endif
        """, on: platform)
    #expect(errors == [])
  }

  @Test(arguments: Platform.allCases)
  func anUnguarded26CallIsAnError(_ platform: Platform) throws {
    let errors = try AppleCompiler.errors(
      in: """
        import SwiftUI
        @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
        struct Card: View {
          var body: some View { Text("Card").backgroundExtensionEffect() }
        }
        """, on: platform)
    #expect(errors.count == 1)
    #expect(errors.first?.contains("is only available in") == true)
  }

  @Test(arguments: Platform.allCases.filter { $0 != .visionOS })
  func glassHasNoProminentVariant(_ platform: Platform) throws {
    let errors = try AppleCompiler.errors(
      in: """
        import SwiftUI
        struct Card: View {
          var body: some View { Text("Card").glassEffect(.prominent) }
        }
        """, on: platform, PlatformVersion(26))
    #expect(errors == ["type 'Glass' has no member 'prominent'"])
  }

  @Test func glassDoesNotExistOnVisionOS() throws {
    let errors = try AppleCompiler.errors(
      in: """
        import SwiftUI
        struct Card: View {
          var body: some View {
            if #available(visionOS 26.0, *) { Text("Card").glassEffect() }
          }
        }
        """, on: .visionOS, PlatformVersion(26))
    #expect(!errors.isEmpty)
    #expect(errors.allSatisfy { $0.contains("is unavailable in visionOS") })
  }
}
