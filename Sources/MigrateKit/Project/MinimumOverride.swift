/// Lowest versions as the user gives them: `<platform>=<version>`.
public struct MinimumOverride: Hashable, Sendable {
  /// The platform whose version is given.
  public let platform: Platform
  /// The lowest version.
  public let version: PlatformVersion

  /// Reads `iOS=15.0`; the platform's case does not matter.
  ///
  /// - Throws: `MinimumOverrideError`, whose description says what is wrong and what to write.
  public init(_ text: String) throws(MinimumOverrideError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .noVersion(text) }
    let name = parts[0].trimmed
    let platform =
      Platform.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
      ?? Platform(sourceName: name)
    guard let platform else { throw .unknownPlatform(name) }
    let number = parts[1].trimmed
    guard let version = PlatformVersion(number), version > PlatformVersion(0) else {
      throw .badVersion(number, platform)
    }
    self.platform = platform
    self.version = version.normalized(for: platform)
  }

  /// Reads several; of two for one platform the last counts.
  ///
  /// - Throws: `MinimumOverrideError` for the first that cannot be read.
  public static func parse(_ texts: some Sequence<String>) throws(MinimumOverrideError)
    -> [Platform: PlatformVersion]
  {
    var result: [Platform: PlatformVersion] = [:]
    for text in texts {
      let override = try MinimumOverride(text)
      result[override.platform] = override.version
    }
    return result
  }
}

/// Why a lowest version given by the user cannot be read.
public enum MinimumOverrideError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no `=`.
  case noVersion(String)
  /// No platform has that name.
  case unknownPlatform(String)
  /// The version is not one.
  case badVersion(String, Platform)

  /// What is wrong and what to write instead.
  public var description: String {
    switch self {
    case .noVersion(let text):
      "'\(text)' is not '<platform>=<version>'; write for example 'iOS=15.0'"
    case .unknownPlatform(let name):
      "'\(name)' is not a platform; write one of "
        + Platform.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    case .badVersion(let number, let platform):
      "'\(number)' is not a version; write for example '\(platform)=15.0'"
    }
  }
}
