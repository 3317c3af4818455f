import SwiftSyntax

/// Hides the shared background of toolbar items on iOS 26, through one private helper a file.
///
/// `ToolbarContentBuilder` has no `if` before iOS 16, so an item cannot be conditional inline. The
/// helper returns from `#available` instead of building, which every version can.
public struct ToolbarGate: Sendable {
  private let platforms: FilePlatforms
  private let style: GateStyle
  private let lineEnding: String
  private let unit: String
  private let end: Int
  private let name: String
  private let isPresent: Bool

  /// What the items of the recipes do not have before.
  public static let requirement = APIRequirement.liquidGlass

  /// Looks at the file for the helper that it may already have.
  public init(in file: ParsedFile, context: some GateContext) {
    platforms = context.platforms
    style = context.gateStyle
    lineEnding = file.source.lineEnding
    unit = file.source.indentation
    end = DeclarationEnd.offset(in: file, importing: ["SwiftUI"])
    let declared = DeclaredFunctions.shared(of: file)
    let plain = "withoutSharedBackground"
    let helper = Self.function(plain, style: style, unit: unit)
    let tokens = DeclaredFunctions.tokens(of: helper.text(after: "", lineEnding: "\n"))
    isPresent = declared.has(tokens, named: plain)
    name =
      isPresent || !declared.isTaken(plain)
      ? plain : FreshName.make(plain + "26", in: file.tree)
  }

  /// Whether the helper can be written: a condition of the project's own needs a builder with
  /// `if`, which systems before iOS 16 do not have.
  public var isPossible: Bool {
    guard style.extraCondition != nil else { return true }
    return platforms.isKnown
      && platforms.platforms.allSatisfy { platform in
        guard let version = Self.conditional.version(on: platform) else { return false }
        return platforms.minimum(of: platform).normalized(for: platform) >= version
      }
  }

  /// The modifier of an item.
  ///
  /// - Parameter decision: What the gate at the item decides; `.proved` needs no helper.
  public func modifier(_ decision: Gate.Decision) -> String {
    decision == .proved ? ".sharedBackgroundVisibility(.hidden)" : ".\(name)()"
  }

  /// The insertion at the end of the file that declares the helper; nil when it is there.
  public var declaration: Edit? {
    guard !isPresent else { return nil }
    var head = SourceLines(["", ""])
    if let versions = neededVersions { head = head + ["@available(\(versions), *)"] }
    let whole =
      head + ["fileprivate extension ToolbarContent {"]
      + Self.function(name, style: style, unit: unit).indented(by: unit) + ["}"]
    return Edit(insertAt: end, whole.text(after: "", lineEnding: lineEnding))
  }

  /// The versions of `ToolbarContent` itself, where the file's minimum is older.
  private var neededVersions: String? {
    guard platforms.isKnown else { return nil }
    let isOlder = platforms.platforms.contains { platform in
      guard let version = Self.declared.version(on: platform) else { return false }
      return platforms.minimum(of: platform).normalized(for: platform) < version
    }
    return isOlder ? "iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0" : nil
  }

  private static let declared = APIRequirement([
    .iOS: PlatformVersion(14), .macCatalyst: PlatformVersion(14), .macOS: PlatformVersion(11),
    .tvOS: PlatformVersion(14), .watchOS: PlatformVersion(7), .visionOS: PlatformVersion(1),
  ])

  private static let conditional = APIRequirement([
    .iOS: PlatformVersion(16), .macCatalyst: PlatformVersion(16), .macOS: PlatformVersion(13),
    .tvOS: PlatformVersion(16), .watchOS: PlatformVersion(9), .visionOS: PlatformVersion(1),
  ])

  private static func function(_ name: String, style: GateStyle, unit: String) -> SourceLines {
    let selection = PlatformSelection(requirement, among: Platform.allCases)
    let compiler = style.compilerGate ? "compiler(>=6.2) && " : ""
    let available = "#available(\(selection.versionList), *)"
    let call = "sharedBackgroundVisibility(.hidden)"
    var lines = ["/// Takes the shared background from the item from iOS 26.0 on."]
    let head = "func \(name)() -> some ToolbarContent {"
    let directive = "\(unit)#if \(compiler)\(selection.buildCondition)"
    if let extra = style.extraCondition {
      lines += [
        "@ToolbarContentBuilder", head, directive, "\(unit)if \(available), \(extra) {",
        "\(unit)\(unit)\(call)", "\(unit)} else {", "\(unit)\(unit)self", "\(unit)}",
        "\(unit)#else", "\(unit)self", "\(unit)#endif", "}",
      ]
    } else {
      lines += [
        head, directive, "\(unit)if \(available) { return \(call) }", "\(unit)#endif",
        "\(unit)return self", "}",
      ]
    }
    return SourceLines(lines)
  }
}
