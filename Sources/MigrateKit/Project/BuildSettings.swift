/// The build settings of one target in one configuration, as a stack of layers.
struct BuildSettings {
  /// One assignment of a key, with the conditions in its square brackets.
  struct Assignment: Equatable {
    /// Names and patterns, such as `sdk` and `iphoneos*`.
    var conditions: [Condition]
    var value: String
  }

  /// One condition of an assignment.
  struct Condition: Equatable {
    var name: String
    var pattern: String
  }

  /// Assignments by key, in the order they are written.
  typealias Layer = [String: [Assignment]]

  /// A value with its variables replaced.
  struct Value: Equatable {
    var text: String
    /// Variables that nothing defines; they count as empty.
    var unresolved: Set<String> = []
  }

  /// The layers, weakest first: project configuration file, project, target's file, target.
  var layers: [Layer]
  /// What the build system itself defines, such as `SRCROOT`.
  var builtIns: [String: String]
  /// The name of the configuration, for `[config=…]`.
  var configuration: String

  /// The value of a key when building for an SDK; nil where no layer assigns it.
  func value(of key: String, sdk: String = "") -> Value? {
    var expansion = Expansion(settings: self, sdk: sdk)
    guard let text = expansion.lookUp(key, below: layers.count, depth: 0) else { return nil }
    return Value(text: text.trimmed, unresolved: expansion.unresolved)
  }

  /// Whether a switch such as `SUPPORTS_MACCATALYST` is on.
  func isOn(_ key: String, sdk: String = "") -> Bool {
    Self.isTrue(value(of: key, sdk: sdk)?.text ?? "")
  }

  /// Whether a text means yes, as the build system and property lists read it.
  static func isTrue(_ text: String) -> Bool {
    ["YES", "TRUE", "1"].contains(text.uppercased())
  }

  /// Splits `KEY[sdk=iphoneos*][arch=arm64]` into the key and its conditions.
  static func splitKey(_ key: String) -> (name: String, conditions: [Condition]) {
    guard let bracket = key.firstIndex(of: "[") else { return (key.trimmed, []) }
    let conditions = key[bracket...].split { "[],".contains($0) }.compactMap {
      (part: Substring) -> Condition? in
      guard let equals = part.firstIndex(of: "=") else { return nil }
      return Condition(
        name: String(part[..<equals]).trimmed,
        pattern: String(part[part.index(after: equals)...]).trimmed)
    }
    return (String(key[..<bracket]).trimmed, conditions)
  }

  /// The layer that a `buildSettings` dictionary makes; unconditional assignments come first.
  static func layer(_ entries: [String: PropertyList]) -> Layer {
    var layer: Layer = [:]
    for key in entries.keys.sorted() {
      guard let entry = entries[key] else { continue }
      let (name, conditions) = splitKey(key)
      let value = entry.text ?? entry.texts.joined(separator: " ")
      layer[name, default: []].append(Assignment(conditions: conditions, value: value))
    }
    return layer
  }

  /// The assignment of a layer that holds for an SDK: the last conditional one, else the last.
  fileprivate func assignment(of key: String, in layer: Layer, sdk: String) -> Assignment? {
    let matching = layer[key, default: []].filter { assignment in
      assignment.conditions.allSatisfy { condition in
        switch condition.name {
        case "sdk": Self.matches(sdk, condition.pattern)
        case "config": Self.matches(configuration, condition.pattern)
        default: condition.pattern == "*"
        }
      }
    }
    return matching.last { !$0.conditions.isEmpty } ?? matching.last
  }

  /// Whether a name matches a pattern that may end in `*`.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }
}

/// One replacement of variables, bounded in depth, number and length.
private struct Expansion {
  let settings: BuildSettings
  let sdk: String
  var unresolved: Set<String> = []
  private var budget = 500

  init(settings: BuildSettings, sdk: String) {
    self.settings = settings
    self.sdk = sdk
  }

  /// The expanded value of a key from the layers below an index.
  mutating func lookUp(_ key: String, below limit: Int, depth: Int) -> String? {
    for index in (0..<limit).reversed() {
      if let found = settings.assignment(of: key, in: settings.layers[index], sdk: sdk) {
        return expand(found.value, of: key, at: index, depth: depth)
      }
    }
    return settings.builtIns[key]
  }

  private mutating func expand(_ text: String, of key: String, at layer: Int, depth: Int)
    -> String
  {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      guard let open = rest.first, open == "(" || open == "{" else {
        result += "$"
        continue
      }
      guard let end = Self.end(of: rest, open: open) else {
        unresolved.insert(String(rest.prefix(80)))
        return result
      }
      let name = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
      result += replacement(for: name, of: key, at: layer, depth: depth)
      if result.utf8.count > 1 << 16 { return result }
    }
    return result + rest
  }

  private mutating func replacement(
    for reference: String, of key: String, at layer: Int, depth: Int
  ) -> String {
    budget -= 1
    guard depth < 32, budget > 0 else {
      unresolved.insert(key)
      return ""
    }
    let written = expand(reference, of: key, at: layer, depth: depth + 1)
    let parts = written.split(separator: ":", omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let isInherited = name == "inherited" || name == key
    let value =
      isInherited
      ? lookUp(key, below: layer, depth: depth + 1)
      : lookUp(name, below: settings.layers.count, depth: depth + 1)
    if let value, !value.isEmpty || parts.count == 1 { return value }
    if let fallback = parts.dropFirst().first(where: { $0.hasPrefix("default=") }) {
      return String(fallback.dropFirst("default=".count))
    }
    if !isInherited, value == nil { unresolved.insert(name) }
    return ""
  }

  /// The index of the bracket that closes the first one.
  private static func end(of text: Substring, open: Character) -> Substring.Index? {
    let close: Character = open == "(" ? ")" : "}"
    var depth = 0
    for index in text.indices {
      if text[index] == open { depth += 1 }
      if text[index] == close {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }
}

extension StringProtocol {
  /// The text without spaces, tabs and line ends around it.
  var trimmed: String {
    let blank: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
    guard let first = firstIndex(where: { !blank.contains($0) }),
      let last = lastIndex(where: { !blank.contains($0) })
    else { return "" }
    return String(self[first...last])
  }
}
