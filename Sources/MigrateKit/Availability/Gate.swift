public import SwiftSyntax

/// Decides whether code at a node needs a gate and writes it: the only place that does.
public struct Gate: Sendable {
  /// What has to be done so that code runs only where a requirement is met.
  public enum Decision: String, Sendable {
    /// The code needs the gate.
    case gate
    /// Every system that gets here meets the requirement; the code needs no gate.
    case proved
    /// No system that gets here meets the requirement; there is nothing to adapt.
    case below
    /// No platform of the file has what is required.
    case impossible
    /// The target keeps the old look, so that nothing may be removed, cleared or moved.
    case compatibilityMode

    /// The stable code of why a site is left without a look at its code; nil where there is one.
    public var leftReason: String? {
      switch self {
      case .below: "before26"
      case .impossible: "otherPlatform"
      case .gate, .proved, .compatibilityMode: nil
      }
    }
  }

  /// What has to be done.
  public let decision: Decision
  private let selection: PlatformSelection
  private let style: GateStyle
  private let unit: String
  private let needsVersion: Bool
  private let needsPlatform: Bool

  /// Looks at a node.
  ///
  /// - Parameters:
  ///   - requirement: What the code of the new arm needs.
  ///   - node: Where the gate will stand.
  ///   - drops: Whether the new arm removes, clears or moves something that older systems keep;
  ///     such a gate stands only on platforms that have the requirement.
  public init(
    _ requirement: APIRequirement, at node: some SyntaxProtocol, in file: ParsedFile,
    context: some GateContext, drops: Bool = false
  ) {
    let known = AvailabilityContext(at: node, platforms: context.platforms)
    let selection = PlatformSelection(requirement, in: known)
    self.selection = selection
    style = context.gateStyle
    unit = file.source.indentation
    let reachable = selection.gated.filter { known.bounds(of: $0).isReachable }
    needsVersion = reachable.contains { platform in
      guard let version = requirement.version(on: platform) else { return true }
      return known.bounds(of: platform).atLeast < version
    }
    let otherPlatforms = known.reachablePlatforms.contains { selection.absent.contains($0) }
    let couldBeElsewhere =
      drops && !context.platforms.isKnown && FileImports.shared(of: file).isPortableSwiftUI
      && !known.isEnclosedByPlatformCondition(node)
    needsPlatform = otherPlatforms || couldBeElsewhere
    if selection.gated.isEmpty {
      decision = .impossible
    } else if known.isBelow(requirement) {
      decision = .below
    } else if drops, context.platforms.requiresCompatibility {
      decision = .compatibilityMode
    } else if !needsVersion, !needsPlatform, style.extraCondition == nil {
      decision = .proved
    } else {
      decision = .gate
    }
  }

  /// Whether the new arm can be written, gated or bare.
  public var isPossible: Bool { decision == .gate || decision == .proved }

  /// Writes code for systems that have the requirement only.
  public func since(_ code: SourceLines) -> SourceLines { write(since: code, before: []) }

  /// Writes code for the other systems only.
  public func before(_ code: SourceLines) -> SourceLines { write(since: [], before: code) }

  /// Writes both arms; an empty one is left out where the language allows it.
  public func either(since new: SourceLines, before old: SourceLines) -> SourceLines {
    write(since: new, before: old)
  }

  private func write(since new: SourceLines, before old: SourceLines) -> SourceLines {
    guard decision != .proved else { return new }
    guard decision == .gate else { return old }
    let inner = runTimeGate(since: new, before: old)
    var conditions: [String] = []
    if style.compilerGate { conditions.append("compiler(>=6.2)") }
    if needsPlatform {
      let build = selection.buildCondition
      let isCompound = style.compilerGate && build.contains("||")
      conditions.append(isCompound ? "(\(build))" : build)
    }
    guard !conditions.isEmpty else { return inner }
    let head = SourceLines(["#if \(conditions.joined(separator: " && "))"])
    let middle = old.isEmpty ? SourceLines() : SourceLines(["#else"]) + old
    return head + inner + middle + ["#endif"]
  }

  private func runTimeGate(since new: SourceLines, before old: SourceLines) -> SourceLines {
    guard let condition = runTimeCondition else { return new }
    if new.isEmpty, style.extraCondition == nil {
      return SourceLines(["if #unavailable(\(selection.versionList)) {"])
        + old.indented(by: unit) + ["}"]
    }
    let head = SourceLines(["if \(condition) {"]) + new.indented(by: unit)
    guard !old.isEmpty else { return head + ["}"] }
    return head + ["} else {"] + old.indented(by: unit) + ["}"]
  }

  /// The condition of the new arm, or nil when only platforms differ.
  var runTimeCondition: String? {
    var parts: [String] = []
    if needsVersion { parts.append("#available(\(selection.versionList), *)") }
    if let extra = style.extraCondition { parts.append(extra) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
