/// A type that a field may want, with the way to read it, its schema and its name for people.
struct FieldType<Value: Sendable>: Sendable {
  /// The type's name for people, such as `true or false`.
  let form: String
  let schema: SchemaValue
  /// The keys below it, where it is or holds a mapping.
  var nested: [FieldDocumentation] = []
  /// Reads a node, or reports what is wrong and returns nil.
  let read: @Sendable (YAMLNode, _ name: String, inout ProblemCollector) -> Value?
}

/// A value with the place it was read from.
struct Located<Value: Sendable>: Sendable {
  var value: Value
  var start: LinePosition
  /// Where a text comes from.
  var source: ScalarSource?
}

extension Located<String> {
  /// The place of a byte of the text; its start where that is not known.
  func position(of offset: Int?) -> LinePosition {
    guard let offset, let source else { return start }
    return source.positions(of: [offset], in: value)[0] ?? start
  }
}

extension Located: Equatable where Value: Equatable {}

extension FieldType where Value == String {
  /// Text of one line, not empty.
  static func line(limit: Int = 200) -> FieldType {
    FieldType(
      form: "one line of text",
      schema: .object([
        "type": .text("string"), "minLength": .integer(1), "maxLength": .integer(limit),
      ])
    ) { node, name, problems in
      guard let text = Self.text(node, name, &problems) else { return nil }
      if text.contains(where: \.isNewline) {
        problems.report("'\(name)' must be one line", at: node.start)
        return nil
      }
      if text.count > limit {
        problems.report(
          "'\(name)' is \(text.count) characters long; \(limit) are the most", at: node.start)
        return nil
      }
      return text
    }
  }

  /// Paragraphs; white space at the end is dropped.
  static let prose = FieldType(
    form: "text", schema: .object(["type": .text("string"), "minLength": .integer(1)])
  ) { node, name, problems in
    Self.text(node, name, &problems)
  }

  /// A name in kebab case.
  static let identifier = FieldType(
    form: "name in kebab case",
    schema: .object(["type": .text("string"), "pattern": .text("^[a-z][a-z0-9]*(-[a-z0-9]+)*$")])
  ) { node, name, problems in
    guard let text = Self.text(node, name, &problems) else { return nil }
    guard isIdentifier(text) else {
      problems.report(
        "'\(name)' must be lowercase words joined by '-', not '\(text)'", at: node.start)
      return nil
    }
    return text
  }

  /// Swift text, which YAML's plain scalars would cut or change.
  static let swift = FieldType(
    form: "Swift text, quoted or as a block", schema: .object(["type": .text("string")])
  ) { node, name, problems in
    if case .scalar(_, .plain) = node.content {
      problems.report(
        "'\(name)' is Swift text: quote it or write it as a block ('|'), since YAML cuts plain"
          + " text at ' #' and ': '", at: node.start)
      return nil
    }
    return Self.text(node, name, &problems)
  }

  /// Any scalar as written, even an empty one.
  static let scalar = FieldType(
    form: "text, number or truth value, as written",
    schema: .object(["type": .list([.text("string"), .text("number"), .text("boolean")])])
  ) { node, name, problems in
    guard let text = node.text else {
      problems.report("'\(name)' must be a single value, not \(node.kindName)", at: node.start)
      return nil
    }
    return text
  }

  /// One of some words.
  static func oneOf(_ words: [String]) -> FieldType {
    FieldType(
      form: "one of " + words.map { "`\($0)`" }.joined(separator: ", "),
      schema: .object(["enum": .list(words.map { .text($0) })])
    ) { node, name, problems in
      guard let text = Self.text(node, name, &problems) else { return nil }
      guard words.contains(text) else {
        let known = words.map { "'\($0)'" }.joined(separator: ", ")
        problems.report("'\(name)' must be one of \(known), not '\(text)'", at: node.start)
        return nil
      }
      return text
    }
  }

  /// Whether a text is lowercase words and numbers joined by single hyphens.
  static func isIdentifier(_ text: String) -> Bool {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = text.utf8.first, first >= 0x61, first <= 0x7A else { return false }
    return words.allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }

  private static func text(
    _ node: YAMLNode, _ name: String, _ problems: inout ProblemCollector
  ) -> String? {
    guard let text = node.text else {
      problems.report("'\(name)' must be text, not \(node.kindName)", at: node.start)
      return nil
    }
    guard !node.isNull, let last = text.lastIndex(where: { !$0.isWhitespace }) else {
      problems.report("'\(name)' is empty; give a value or remove the key", at: node.start)
      return nil
    }
    return String(text[...last])
  }
}

extension FieldType where Value == Bool {
  /// `true` or `false`; YAML's other words for them are refused.
  static let boolean = FieldType(
    form: "`true` or `false`", schema: .object(["type": .text("boolean")])
  ) { node, name, problems in
    guard case .scalar(let text, .plain) = node.content, text == "true" || text == "false" else {
      problems.report("'\(name)' must be 'true' or 'false'", at: node.start)
      return nil
    }
    return text == "true"
  }
}

extension FieldType where Value == Int {
  /// A whole number within bounds.
  static func integer(_ bounds: ClosedRange<Int>) -> FieldType {
    FieldType(
      form: "whole number",
      schema: .object([
        "type": .text("integer"), "minimum": .integer(bounds.lowerBound),
        "maximum": .integer(bounds.upperBound),
      ])
    ) { node, name, problems in
      guard let text = node.text, let number = Int(text), bounds.contains(number) else {
        problems.report(
          "'\(name)' must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
          at: node.start)
        return nil
      }
      return number
    }
  }
}

extension FieldType where Value == PlatformVersion {
  /// A version such as `26.0`, as written.
  static let version = FieldType(
    form: "version such as `\"26.0\"`",
    schema: .object([
      "type": .list([.text("string"), .text("number")]),
      "pattern": .text("^[0-9]+(\\.[0-9]+){0,2}$"),
    ])
  ) { node, name, problems in
    guard let text = node.text, let version = PlatformVersion(text) else {
      problems.report("'\(name)' must be a version such as \"26.0\"", at: node.start)
      return nil
    }
    return version
  }
}

extension FieldType {
  /// Items of one type.
  static func list<Item>(of item: FieldType<Item>) -> FieldType where Value == [Item] {
    FieldType(
      form: "list: " + item.form,
      schema: .object(["type": .text("array"), "items": item.schema]),
      nested: item.nested.map { documentation in
        var documentation = documentation
        documentation.name = "[]" + documentation.name
        return documentation
      }
    ) { node, name, problems in
      guard let items = node.items else {
        problems.report("'\(name)' must be a list, not \(node.kindName)", at: node.start)
        return nil
      }
      return items.enumerated().compactMap { index, node in
        item.read(node, "\(name)[\(index)]", &problems)
      }
    }
  }

  /// Items of one type, or a single item without a list.
  static func oneOrMore<Item>(of item: FieldType<Item>) -> FieldType where Value == [Item] {
    FieldType(
      form: item.form + ", or a list",
      schema: .object([
        "anyOf": .list([
          item.schema, .object(["type": .text("array"), "items": item.schema]),
        ])
      ]),
      nested: item.nested
    ) { node, name, problems in
      guard node.items != nil else {
        return item.read(node, name, &problems).map { [$0] }
      }
      return list(of: item).read(node, name, &problems)
    }
  }

  /// Values by free names.
  static func mapping<Item>(
    of item: FieldType<Item>, key: String
  ) -> FieldType where Value == [NamedValue<Item>] {
    FieldType(
      form: "mapping of \(key) to \(item.form)",
      schema: .object(["type": .text("object"), "additionalProperties": item.schema]),
      nested: item.nested.map { documentation in
        var documentation = documentation
        documentation.name = ".<\(key)>" + documentation.name
        return documentation
      }
    ) { node, name, problems in
      guard let entries = node.entries else {
        problems.report(
          "'\(name)' must be a mapping of \(key) to value, not \(node.kindName)", at: node.start)
        return nil
      }
      return entries.compactMap { entry in
        item.read(entry.value, "\(name).\(entry.key)", &problems)
          .map { NamedValue(name: entry.key, start: entry.start, value: $0) }
      }
    }
  }

  /// A mapping with its own table of keys.
  static func object(_ table: FieldTable<Value>) -> FieldType {
    FieldType(
      form: "mapping", schema: table.schema,
      nested: table.documentation.map { documentation in
        var documentation = documentation
        documentation.name = "." + documentation.name
        return documentation
      }
    ) { node, name, problems in
      guard node.entries != nil else {
        problems.report("'\(name)' must be a mapping, not \(node.kindName)", at: node.start)
        return nil
      }
      return table.read(node, name: name, problems: &problems)
    }
  }

  /// The type with the place of each value.
  var located: FieldType<Located<Value>> {
    FieldType<Located<Value>>(form: form, schema: schema, nested: nested) {
      [read] node, name, problems in
      read(node, name, &problems).map { Located(value: $0, start: node.start, source: node.source) }
    }
  }

  /// The type, or a single scalar that stands for it.
  func or(
    _ short: FieldType<String>, _ convert: @escaping @Sendable (String) -> Value
  ) -> FieldType {
    FieldType(
      form: "\(short.form), or \(form)", schema: .object(["oneOf": .list([short.schema, schema])]),
      nested: nested
    ) { [read] node, name, problems in
      node.text == nil
        ? read(node, name, &problems) : short.read(node, name, &problems).map(convert)
    }
  }
}

/// A value under a free name of a mapping.
struct NamedValue<Value: Sendable>: Sendable {
  var name: String
  var start: LinePosition
  var value: Value
}
