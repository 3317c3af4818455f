/// What `migrate` sends.
enum PluginRequest: Hashable, Sendable {
  /// The first message of a process.
  case hello(protocol: Int)
  /// Asks one rule about one file.
  case check(PluginCheck)
}

/// One file for one rule.
struct PluginCheck: Hashable, Codable, Sendable {
  /// How gates are to be written.
  struct Gate: Hashable, Codable, Sendable {
    /// A Swift condition that every gate has besides `#available`.
    var alsoIf: String?
    /// Whether gates stand in `#if compiler(>=6.2)`.
    var compiler: Bool
  }

  /// Counts the requests of one process from 1; the answer repeats it.
  var id: Int
  /// The id of the rule.
  var rule: String
  /// The path from the root of the repository.
  var path: String
  /// The whole text of the file.
  var text: String
  /// The minimum version of each platform that the file is built for, `0.0` where it is not
  /// known; empty when nothing is known of the file.
  var platforms: [String: String]
  /// The version of each platform that the recipe adapts to.
  var since: [String: String]
  /// Whether a target of the file keeps the old look.
  var requiresCompatibility: Bool
  /// How gates are to be written.
  var gate: Gate
  /// The options of the recipe, as written.
  var options: [String: String]
}

extension PluginRequest: Codable {
  private enum Key: String, CodingKey {
    case type
    case `protocol`
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(String.self, forKey: .type) {
    case "hello": self = .hello(protocol: try container.decode(Int.self, forKey: .protocol))
    case "check": self = .check(try PluginCheck(from: decoder))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "unknown message '\(other)'")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .hello(let version):
      try container.encode("hello", forKey: .type)
      try container.encode(version, forKey: .protocol)
    case .check(let check):
      try container.encode("check", forKey: .type)
      try check.encode(to: encoder)
    }
  }
}
