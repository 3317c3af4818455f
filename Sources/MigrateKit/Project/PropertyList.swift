/// A value of a property list, as far as project files need it.
enum PropertyList: Equatable {
  case string(String)
  case boolean(Bool)
  case array([PropertyList])
  case dictionary([String: PropertyList])
  /// Data, dates and other values that no project setting is made of.
  case other

  /// The text of a string.
  var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The items of an array; none for other values.
  var items: [PropertyList] {
    if case .array(let items) = self { return items }
    return []
  }

  /// The entries of a dictionary; none for other values.
  var entries: [String: PropertyList] {
    if case .dictionary(let entries) = self { return entries }
    return [:]
  }

  /// The strings of an array; other items are left out.
  var texts: [String] { items.compactMap(\.text) }

  /// The value of a key; nil where this is no dictionary.
  subscript(key: String) -> PropertyList? { entries[key] }

  /// Reads the XML or the old-style form.
  ///
  /// - Throws: `PropertyListError`; the binary and JSON forms are not read.
  static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    if bytes.starts(with: Array("bplist".utf8)) { throw .binary }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "<") {
      var parser = XMLPropertyListParser(bytes, at: start)
      return try parser.parse()
    }
    var parser = OldStylePropertyListParser(bytes, at: start)
    return try parser.parse()
  }
}

/// Why a property list cannot be read.
enum PropertyListError: Error, Equatable {
  /// The bytes are in the binary form.
  case binary
  /// The text breaks off or has something else than expected, in a line counted from 1.
  case syntax(line: Int)
  /// Values nest deeper than is followed.
  case tooDeep

  /// What is wrong, for a person.
  var explanation: String {
    switch self {
    case .binary: "is a binary property list"
    case .syntax(let line): "is not a property list at line \(line)"
    case .tooDeep: "nests too deep"
    }
  }
}
