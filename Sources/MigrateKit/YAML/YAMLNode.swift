/// A part of a YAML document with its place in the file.
public struct YAMLNode: Hashable, Sendable {
  /// What a node holds.
  public enum Content: Hashable, Sendable {
    /// Text, as written apart from quotes and escapes.
    case scalar(String, YAMLScalarStyle)
    /// Items in order.
    case sequence([YAMLNode])
    /// Keys with values, in order.
    case mapping([YAMLEntry])
  }

  /// What the node holds.
  public var content: Content
  /// Where the node starts.
  public var start: LinePosition
  /// Where the text of a scalar comes from; nil for other nodes.
  public var source: ScalarSource?

  /// Makes a node.
  public init(_ content: Content, at start: LinePosition, source: ScalarSource? = nil) {
    self.source = source
    self.content = content
    self.start = start
  }

  /// The text of a scalar, nil for other nodes.
  public var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The items of a sequence, nil for other nodes.
  public var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries of a mapping, nil for other nodes.
  public var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key of a mapping; nil when there is no such key or the node is no mapping.
  public subscript(key: String) -> YAMLNode? {
    entries?.last { $0.key == key }?.value
  }

  /// Whether the node is a plain scalar that YAML reads as null: nothing, `~` or `null`.
  public var isNull: Bool {
    guard case .scalar(let text, .plain) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// What the node is, for messages.
  var kindName: String {
    switch content {
    case .scalar: "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// One key of a YAML mapping with its value.
public struct YAMLEntry: Hashable, Sendable {
  /// The key's text.
  public var key: String
  /// Where the key starts.
  public var start: LinePosition
  /// The value.
  public var value: YAMLNode

  /// Makes an entry.
  public init(_ key: String, at start: LinePosition, _ value: YAMLNode) {
    self.key = key
    self.start = start
    self.value = value
  }
}

/// How a YAML scalar is written.
public enum YAMLScalarStyle: String, Hashable, Sendable {
  case plain
  case quoted
  case block
}
