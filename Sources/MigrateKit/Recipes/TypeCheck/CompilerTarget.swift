/// A platform and version as the compiler is told of it.
struct CompilerTarget: Hashable, Sendable {
  var platform: Platform
  var version: PlatformVersion
  var architecture: SwiftToolchain.Architecture

  /// Raises versions below the lowest that modules are built for to that.
  init(
    _ platform: Platform, _ version: PlatformVersion, architecture: SwiftToolchain.Architecture
  ) {
    self.platform = platform
    self.version = max(version, Self.lowest(of: platform))
    self.architecture = architecture
  }

  /// The target that modules are built for; those for later versions can import them.
  init(lowestOf platform: Platform, architecture: SwiftToolchain.Architecture) {
    self.init(platform, PlatformVersion(0), architecture: architecture)
  }

  /// The value of `-target`.
  var triple: String {
    switch platform {
    case .iOS: "\(processor)-apple-ios\(version)-simulator"
    case .macCatalyst: "\(processor)-apple-ios\(version)-macabi"
    case .macOS: "\(processor)-apple-macosx\(version)"
    case .tvOS: "\(processor)-apple-tvos\(version)-simulator"
    case .watchOS: "\(processor)-apple-watchos\(version)-simulator"
    case .visionOS: "\(processor)-apple-xros\(version)-simulator"
    }
  }

  /// The name of a module's file within its `.swiftmodule` folder, without its suffix.
  var moduleFileName: String {
    switch platform {
    case .iOS: "\(processor)-apple-ios-simulator"
    case .macCatalyst: "\(processor)-apple-ios-macabi"
    case .macOS: "\(processor)-apple-macos"
    case .tvOS: "\(processor)-apple-tvos-simulator"
    case .watchOS: "\(processor)-apple-watchos-simulator"
    case .visionOS: "\(processor)-apple-xros-simulator"
    }
  }

  private var processor: String { architecture.appleName }

  /// The lowest version of a platform that code is checked for.
  static func lowest(of platform: Platform) -> PlatformVersion {
    switch platform {
    case .iOS, .tvOS: PlatformVersion(12)
    case .macCatalyst: PlatformVersion(13, 1)
    case .macOS: PlatformVersion(10, 14)
    case .watchOS: PlatformVersion(5)
    case .visionOS: PlatformVersion(1)
    }
  }
}
