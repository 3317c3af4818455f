/// Any key of a JSON object.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// The object's values by the keys of a type; any other key is an error, since a misspelt one
  /// would otherwise be lost without a word.
  func known<Key: CodingKey & CaseIterable>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let names = Key.allCases.map(\.stringValue)
    for key in try container(keyedBy: AnyKey.self).allKeys
    where !names.contains(key.stringValue) {
      let hint = Spelling.hint(for: key.stringValue, in: names)
      let known = names.map { "'\($0)'" }.joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "unknown key '\(key.stringValue)'"
            + (hint.isEmpty ? "; keys are \(known)" : hint)))
    }
    return try container(keyedBy: type)
  }
}

extension DecodingError {
  /// What is wrong with a message and where in it, on one line.
  var summary: String {
    let (context, text): (Context, String) =
      switch self {
      case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
      case .typeMismatch(let type, let context): (context, "must be \(Self.name(of: type))")
      case .valueNotFound(let type, let context): (context, "must be \(Self.name(of: type))")
      case .dataCorrupted(let context):
        (
          context,
          context.debugDescription.hasPrefix("unknown")
            ? context.debugDescription : "is no JSON that fits"
        )
      @unknown default: (Context(codingPath: [], debugDescription: ""), "cannot be read")
      }
    var path = ""
    for key in context.codingPath {
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
    }
    return path.isEmpty ? "the line \(text)" : "'\(path)': \(text)"
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Int.Type: "a whole number"
    case is Bool.Type: "true or false"
    default: "\(type)".contains("Dictionary") ? "an object" : "a list or an object"
    }
  }
}
