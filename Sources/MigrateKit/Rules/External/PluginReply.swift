/// What a plugin answers.
enum PluginReply: Hashable, Sendable {
  /// Answers `hello`.
  case hello(PluginHello)
  /// Answers `check`.
  case findings(PluginFindings)
  /// Answers either, when the plugin cannot do what it was asked.
  case error(id: Int?, message: String)
}

/// What a plugin is.
struct PluginHello: Hashable, Sendable {
  struct Rule: Hashable, Sendable {
    /// The id, in kebab case.
    var id: String
    /// What a file must hold before the rule is asked about it: one of these sets of strings.
    var needles: [[String]]
  }

  /// The version of the protocol that the plugin speaks.
  var version: Int
  var rules: [Rule]
  /// Recipes with the keys of a `recipe.yml`.
  var recipes: [JSONValue]
}

/// What a rule says of one file.
struct PluginFindings: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    /// The first byte that goes, and the one after the last.
    var byteRange: [Int]
    /// The text that comes.
    var text: String
  }

  /// What code becomes on new systems; older ones keep it.
  struct Replacement: Hashable, Sendable {
    /// The first byte of the code, and the one after the last.
    var byteRange: [Int]
    /// The code for the recipe's version and later.
    var since: String
    /// `statement` or `view`.
    var gate: String?
  }

  struct Entry: Hashable, Sendable {
    var byteRange: [Int]
    var message: String
    var level: String?
    var safety: String?
    var edits: [Change]?
    var replace: Replacement?
  }

  struct Left: Hashable, Sendable {
    var byteRange: [Int]
    var reason: String
  }

  /// The id of the request.
  var id: Int
  var findings: [Entry]
  var left: [Left]?
}

extension PluginReply: Codable {
  private enum Tag: String, CodingKey { case type }
  private enum ErrorKey: String, CodingKey, CaseIterable { case type, id, message }

  init(from decoder: any Decoder) throws {
    let tag = try decoder.container(keyedBy: Tag.self)
    switch try tag.decode(String.self, forKey: .type) {
    case "hello": self = .hello(try PluginHello(from: decoder))
    case "findings": self = .findings(try PluginFindings(from: decoder))
    case "error":
      let container = try decoder.known(ErrorKey.self)
      self = .error(
        id: try container.decodeIfPresent(Int.self, forKey: .id),
        message: try container.decode(String.self, forKey: .message))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: tag, debugDescription: "unknown message '\(other.prefix(40))'")
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .hello(let hello): try hello.encode(to: encoder)
    case .findings(let findings): try findings.encode(to: encoder)
    case .error(let id, let message):
      var container = encoder.container(keyedBy: ErrorKey.self)
      try container.encode("error", forKey: .type)
      try container.encodeIfPresent(id, forKey: .id)
      try container.encode(message, forKey: .message)
    }
  }
}

extension PluginHello: Codable {
  private enum Key: String, CodingKey, CaseIterable { case type, `protocol`, rules, recipes }

  init(from decoder: any Decoder) throws {
    // A later version may have other keys, so its number is read first.
    version = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .protocol)
    guard version == PluginProtocol.version else {
      rules = []
      recipes = []
      return
    }
    let container = try decoder.known(Key.self)
    rules = try container.decode([Rule].self, forKey: .rules)
    recipes = try container.decodeIfPresent([JSONValue].self, forKey: .recipes) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("hello", forKey: .type)
    try container.encode(version, forKey: .protocol)
    try container.encode(rules, forKey: .rules)
    if !recipes.isEmpty { try container.encode(recipes, forKey: .recipes) }
  }
}

extension PluginHello.Rule: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case id, needles }

  init(from decoder: any Decoder) throws {
    let container = try decoder.known(CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    needles = try container.decode([[String]].self, forKey: .needles)
  }
}

extension PluginFindings: Codable {
  private enum Key: String, CodingKey, CaseIterable { case type, id, findings, left }

  init(from decoder: any Decoder) throws {
    let container = try decoder.known(Key.self)
    id = try container.decode(Int.self, forKey: .id)
    findings = try container.decode([Entry].self, forKey: .findings)
    left = try container.decodeIfPresent([Left].self, forKey: .left)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("findings", forKey: .type)
    try container.encode(id, forKey: .id)
    try container.encode(findings, forKey: .findings)
    try container.encodeIfPresent(left, forKey: .left)
  }
}

extension PluginFindings.Change: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case byteRange, text }

  init(from decoder: any Decoder) throws {
    let container = try decoder.known(CodingKeys.self)
    byteRange = try container.decode([Int].self, forKey: .byteRange)
    text = try container.decode(String.self, forKey: .text)
  }
}

extension PluginFindings.Entry: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case byteRange, message, level, safety, edits, replace
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.known(CodingKeys.self)
    byteRange = try container.decode([Int].self, forKey: .byteRange)
    message = try container.decode(String.self, forKey: .message)
    level = try container.decodeIfPresent(String.self, forKey: .level)
    safety = try container.decodeIfPresent(String.self, forKey: .safety)
    edits = try container.decodeIfPresent([PluginFindings.Change].self, forKey: .edits)
    replace = try container.decodeIfPresent(PluginFindings.Replacement.self, forKey: .replace)
  }
}

extension PluginFindings.Replacement: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case byteRange, since, gate }

  init(from decoder: any Decoder) throws {
    let container = try decoder.known(CodingKeys.self)
    byteRange = try container.decode([Int].self, forKey: .byteRange)
    since = try container.decode(String.self, forKey: .since)
    gate = try container.decodeIfPresent(String.self, forKey: .gate)
  }
}

extension PluginFindings.Left: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable { case byteRange, reason }

  init(from decoder: any Decoder) throws {
    let container = try decoder.known(CodingKeys.self)
    byteRange = try container.decode([Int].self, forKey: .byteRange)
    reason = try container.decode(String.self, forKey: .reason)
  }
}
