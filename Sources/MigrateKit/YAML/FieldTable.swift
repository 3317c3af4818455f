/// The keys of one kind of mapping: the one list that its reader, its JSON Schema and its
/// documentation come from.
struct FieldTable<Target: Sendable>: Sendable {
  /// The keys, in the order they are documented.
  let fields: [Field<Target>]
  /// Makes the value that the fields are read into.
  let empty: @Sendable () -> Target

  /// What to say of keys that people may expect and that are refused.
  let refused: [String: String]

  init(
    _ empty: @autoclosure @escaping @Sendable () -> Target, _ fields: [Field<Target>],
    refused: [String: String] = [:]
  ) {
    self.fields = fields
    self.empty = empty
    self.refused = refused
  }

  /// Reads every key of a mapping and reports everything wrong with it.
  ///
  /// - Parameter name: the path of keys to the mapping, empty for the top of a file.
  func read(_ node: YAMLNode, name: String, problems: inout ProblemCollector) -> Target {
    var target = empty()
    guard let entries = node.entries else {
      let subject = name.isEmpty ? "the file" : "'\(name)'"
      problems.report(
        "\(subject) must be a mapping of keys, not \(node.kindName)", at: node.start)
      return target
    }
    let prefix = name.isEmpty ? "" : name + "."
    for entry in entries {
      if let field = fields.first(where: { $0.name == entry.key }) {
        field.read(entry.value, prefix + field.name, &target, &problems)
      } else if let refusal = refused[entry.key] {
        problems.report("'\(prefix + entry.key)': \(refusal)", at: entry.start)
      } else {
        let hint = Spelling.hint(for: entry.key, in: fields.map(\.name))
        let known = fields.map { "'\($0.name)'" }.joined(separator: ", ")
        problems.report(
          "unknown key '\(prefix + entry.key)'" + (hint.isEmpty ? "; keys are \(known)" : hint),
          at: entry.start)
      }
    }
    for field in fields where field.isRequired && node[field.name] == nil {
      problems.report(
        "'\(prefix + field.name)' is missing: \(field.documentation)", at: node.start)
    }
    return target
  }

  /// The schema of the mapping.
  var schema: SchemaValue {
    .object([
      "type": .text("object"),
      "additionalProperties": .boolean(false),
      "required": .list(fields.filter(\.isRequired).map { .text($0.name) }),
      "properties": .object(
        fields.map {
          SchemaValue.Member(
            key: $0.name,
            value: $0.schema.adding(["description": .text($0.documentation)]))
        }),
    ])
  }

  /// A complete schema document, with a final line ending.
  func schemaDocument(
    title: String, definitions: KeyValuePairs<String, SchemaValue> = [:]
  ) -> String {
    let head: SchemaValue = .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text(title),
    ])
    guard case .object(let first) = head, case .object(let rest) = schema else { return "" }
    let last: [SchemaValue.Member] =
      definitions.isEmpty
      ? [] : [SchemaValue.Member(key: "$defs", value: .object(definitions))]
    return SchemaValue.object(first + rest + last).json() + "\n"
  }

  /// What people are told of the keys, those of nested mappings after their own.
  var documentation: [FieldDocumentation] {
    fields.flatMap { field in
      [
        FieldDocumentation(
          name: field.name, form: field.form, isRequired: field.isRequired,
          standard: field.standard, text: field.documentation)
      ]
        + field.nested.map { nested in
          var nested = nested
          nested.name = field.name + nested.name
          return nested
        }
    }
  }

  /// The documentation as a Markdown table, with a final line ending.
  var markdown: String {
    var lines = ["| key | form | default | what it says |", "|---|---|---|---|"]
    for entry in documentation {
      let standard = entry.isRequired ? "required" : entry.standard ?? "none"
      lines.append("| `\(entry.name)` | \(entry.form) | \(standard) | \(entry.text) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// One key of a mapping: its name, its wanted type and where its value goes.
struct Field<Target: Sendable>: Sendable {
  let name: String
  let isRequired: Bool
  /// The value used where the key is absent, as Markdown.
  let standard: String?
  let documentation: String
  let form: String
  let schema: SchemaValue
  let nested: [FieldDocumentation]
  let read: @Sendable (YAMLNode, String, inout Target, inout ProblemCollector) -> Void

  /// Makes a key whose value goes to a property.
  init<Value: Sendable>(
    _ name: String, _ type: FieldType<Value>,
    into property: any WritableKeyPath<Target, Value> & Sendable, isRequired: Bool = false,
    standard: String? = nil, _ documentation: String
  ) {
    self.init(
      name, type, isRequired: isRequired, standard: standard, documentation
    ) { $0[keyPath: property] = $1 }
  }

  /// Makes a key whose value goes to an optional property.
  init<Value: Sendable>(
    _ name: String, _ type: FieldType<Value>,
    into property: any WritableKeyPath<Target, Value?> & Sendable, isRequired: Bool = false,
    standard: String? = nil, _ documentation: String
  ) {
    self.init(
      name, type, isRequired: isRequired, standard: standard, documentation
    ) { $0[keyPath: property] = $1 }
  }

  /// Makes a key whose value is added to those of a list.
  init<Value: Sendable>(
    _ name: String, _ type: FieldType<Value>,
    appendingTo property: any WritableKeyPath<Target, [Value]> & Sendable, _ documentation: String
  ) {
    self.init(
      name, type, isRequired: false, standard: nil, documentation
    ) { $0[keyPath: property].append($1) }
  }

  /// The key as one of a mapping that holds the target.
  func within<Outer: Sendable>(
    _ property: any WritableKeyPath<Outer, Target> & Sendable
  ) -> Field<Outer> {
    Field<Outer>(of: self) { [read] node, name, target, problems in
      read(node, name, &target[keyPath: property], &problems)
    }
  }

  private init<Inner: Sendable>(
    of field: Field<Inner>,
    read: @escaping @Sendable (YAMLNode, String, inout Target, inout ProblemCollector) -> Void
  ) {
    name = field.name
    isRequired = field.isRequired
    standard = field.standard
    documentation = field.documentation
    form = field.form
    schema = field.schema
    nested = field.nested
    self.read = read
  }

  private init<Value: Sendable>(
    _ name: String, _ type: FieldType<Value>, isRequired: Bool, standard: String?,
    _ documentation: String, store: @escaping @Sendable (inout Target, Value) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    self.standard = standard
    self.documentation = documentation
    self.form = type.form
    self.schema = type.schema
    self.nested = type.nested
    self.read = { node, name, target, problems in
      if let value = type.read(node, name, &problems) { store(&target, value) }
    }
  }
}

/// What people are told of one key.
struct FieldDocumentation: Hashable, Sendable {
  /// The path of keys, such as `commit.subject` or `rules[].rule`.
  var name: String
  var form: String
  var isRequired: Bool
  var standard: String?
  var text: String
}
