/// Reads the XML form of a property list; entities other than the five of XML stay as written.
struct XMLPropertyListParser {
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private var offset: Int

  /// A container that is not closed yet.
  private enum Open {
    case dictionary([String: PropertyList], key: String?)
    case array([PropertyList])
  }

  private enum Token {
    case open(String)
    case close(String)
    case empty(String)
  }

  /// Makes a parser that starts at a byte offset.
  init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Reads the one value inside `<plist>`.
  ///
  /// - Throws: `PropertyListError.syntax` or `.tooDeep`.
  mutating func parse() throws(PropertyListError) -> PropertyList {
    var stack: [Open] = []
    while let token = try nextTag() {
      let value: PropertyList
      switch token {
      case .open("plist"), .close("plist"), .empty("plist"): continue
      case .open("dict"), .open("array"):
        guard stack.count < Self.maximumDepth else { throw .tooDeep }
        if case .open("dict") = token {
          stack.append(.dictionary([:], key: nil))
        } else {
          stack.append(.array([]))
        }
        continue
      case .close("dict"):
        guard case .dictionary(let entries, _)? = stack.popLast() else { throw failure() }
        value = .dictionary(entries)
      case .close("array"):
        guard case .array(let items)? = stack.popLast() else { throw failure() }
        value = .array(items)
      case .open("key"):
        let key = try text(until: "key")
        guard case .dictionary(let entries, _)? = stack.popLast() else { throw failure() }
        stack.append(.dictionary(entries, key: key))
        continue
      case .open(let name):
        let content = try text(until: name)
        value =
          ["string", "integer", "real"].contains(name)
          ? .string(content) : Self.constant(name)
      case .empty(let name): value = Self.constant(name)
      case .close: throw failure()
      }
      switch stack.popLast() {
      case .dictionary(var entries, let key)?:
        guard let key else { throw failure() }
        entries[key] = value
        stack.append(.dictionary(entries, key: nil))
      case .array(var items)?:
        items.append(value)
        stack.append(.array(items))
      case nil: return value
      }
    }
    throw failure()
  }

  private static func constant(_ name: String) -> PropertyList {
    switch name {
    case "true": .boolean(true)
    case "false": .boolean(false)
    case "dict": .dictionary([:])
    case "array": .array([])
    case "string": .string("")
    default: .other
    }
  }

  /// The next tag, past text, comments, processing instructions and the document type.
  private mutating func nextTag() throws(PropertyListError) -> Token? {
    while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      offset = start
      if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") || starts(with: "<!") {
        try skip(past: ">")
      } else {
        return try tag()
      }
    }
    return nil
  }

  private mutating func tag() throws(PropertyListError) -> Token {
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: ">")) else { throw failure() }
    var content = bytes[(offset + 1)..<end]
    offset = end + 1
    let isClose = content.first == UInt8(ascii: "/")
    let isEmpty = content.last == UInt8(ascii: "/")
    if isClose { content = content.dropFirst() }
    if isEmpty { content = content.dropLast() }
    let name = String(decoding: content.prefix { $0 > 0x20 }, as: UTF8.self)
    return isClose ? .close(name) : isEmpty ? .empty(name) : .open(name)
  }

  private mutating func text(until name: String) throws(PropertyListError) -> String {
    var text = ""
    while true {
      guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) else { throw failure() }
      text += Self.unescaped(String(decoding: bytes[offset..<end], as: UTF8.self))
      offset = end
      if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<![CDATA[") {
        let from = offset + 9
        try skip(past: "]]>")
        text += String(decoding: bytes[from..<max(from, offset - 3)], as: UTF8.self)
      } else {
        guard case .close(name) = try tag() else { throw failure() }
        return text
      }
    }
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var result = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      guard let end = rest.prefix(8).firstIndex(of: ";"),
        let plain = names[String(rest[rest.index(after: mark)..<end])]
      else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result += plain
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private func starts(with text: String) -> Bool {
    bytes[offset...].starts(with: text.utf8)
  }

  private mutating func skip(past text: String) throws(PropertyListError) {
    while !starts(with: text) {
      guard offset < bytes.count else { throw failure() }
      offset += 1
    }
    offset += text.utf8.count
  }

  private func failure() -> PropertyListError {
    .syntax(line: bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } + 1)
  }
}
