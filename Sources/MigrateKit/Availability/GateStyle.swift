/// How the user wants gates to be written.
public struct GateStyle: Hashable, Codable, Sendable {
  /// A condition of the project's own that is added to every gate (`also-if`).
  public var extraCondition: String?
  /// Whether gates are wrapped in `#if compiler(>=6.2)` for older SDKs.
  public var compilerGate: Bool

  /// Makes a style; by default a gate is `#available` alone.
  public init(extraCondition: String? = nil, compilerGate: Bool = false) {
    self.extraCondition = extraCondition
    self.compilerGate = compilerGate
  }
}

/// What a gate must know besides the code it stands in.
public protocol GateContext {
  /// The platforms and minimum versions of the file.
  var platforms: FilePlatforms { get }
  /// How gates are written.
  var gateStyle: GateStyle { get }
}
