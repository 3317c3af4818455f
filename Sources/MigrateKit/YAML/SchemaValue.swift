/// A JSON value whose keys keep their order, for generated schemas.
indirect enum SchemaValue: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case boolean(Bool)
  case list([SchemaValue])
  case object([Member])

  /// One key of an object.
  struct Member: Hashable, Sendable {
    var key: String
    var value: SchemaValue
  }

  static func object(_ members: KeyValuePairs<String, SchemaValue>) -> SchemaValue {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// The object with further members; other values stay as they are.
  func adding(_ members: KeyValuePairs<String, SchemaValue>) -> SchemaValue {
    guard case .object(let known) = self else { return self }
    return .object(known + members.map { Member(key: $0.key, value: $0.value) })
  }

  /// The value as indented JSON, without a final line ending.
  func json(indentation: Int = 0) -> String {
    let inner = String(repeating: " ", count: indentation + 2)
    let outer = String(repeating: " ", count: indentation)
    switch self {
    case .text(let text): return Self.quoted(text)
    case .integer(let number): return String(number)
    case .boolean(let truth): return truth ? "true" : "false"
    case .list(let items):
      if items.isEmpty { return "[]" }
      let lines = items.map { inner + $0.json(indentation: indentation + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map {
        inner + Self.quoted($0.key) + ": " + $0.value.json(indentation: indentation + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
