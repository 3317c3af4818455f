/// One place in a file that is not Swift where `UIDesignRequiresCompatibility` is set.
struct CompatibilityKeySite {
  /// What the key is set to.
  enum Value {
    case on
    case off
    case unknown
    /// It is a key of something else than the whole list, and does nothing.
    case nested
  }

  /// The bytes of key and value.
  let range: ByteRange
  /// What the key is set to.
  let value: Value
  /// The bytes to take out, nil where the rest would not be well-formed or mean something else.
  let removal: ByteRange?

  /// Every place in a file, in order.
  static func all(in source: SourceFile) -> [CompatibilityKeySite] {
    switch FileFormat(path: source.path) {
    case .swift: []
    case .propertyList: inPropertyList(source)
    case .xcodeProject, .buildSettings, .yaml: inLines(source)
    case .json: inJSON(source)
    }
  }

  private static func value(_ text: String) -> Value {
    switch text.lowercased() {
    case "yes", "true", "1", "\"yes\"", "\"true\"", "'yes'", "'true'", "<true/>", "<true></true>":
      .on
    case "no", "false", "0", "", "\"no\"", "\"false\"", "'no'", "'false'", "<false/>": .off
    default: .unknown
    }
  }

  // MARK: Property lists

  private static func inPropertyList(_ source: SourceFile) -> [CompatibilityKeySite] {
    let text = source.bytes
    let hidden =
      ByteSearch.spans(from: "<!--", to: "-->", in: text)
      + ByteSearch.spans(from: "<![CDATA[", to: "]]>", in: text)
    func places(_ tag: String) -> [Int] {
      ByteSearch.all(tag, in: text).filter { place in !hidden.contains { $0.overlaps(place) } }
        .map(\.lowerBound)
    }
    let opened = places("<dict>")
    let closed = places("</dict>")
    return ByteSearch.all("<key>\(CompatibilityKeyRule.key)</key>", in: text).compactMap { key in
      guard !hidden.contains(where: { $0.overlaps(key) }) else { return nil }
      let depth =
        opened.count { $0 < key.lowerBound } - closed.count { $0 < key.lowerBound }
      guard depth < 2 else {
        return CompatibilityKeySite(range: key, value: .nested, removal: nil)
      }
      var start = key.upperBound
      var hasComment = false
      while start < text.count {
        if let comment = hidden.first(where: { $0.lowerBound == start }) {
          start = comment.upperBound
          hasComment = true
        } else if ByteSearch.isSpace(text[start]) {
          start += 1
        } else {
          break
        }
      }
      guard let end = ByteSearch.endOfElement(at: start, in: text) else {
        return CompatibilityKeySite(range: key, value: .unknown, removal: nil)
      }
      let range = ByteRange(key.lowerBound, end)
      var written = source.text(in: ByteRange(start, end)).filter { !$0.isWhitespace }
      for tag in ["<string>", "</string>"] { written = written.replacing(tag, with: "") }
      let setting = value(written)
      // A comment between key and value would go with them.
      guard !hasComment else {
        return CompatibilityKeySite(
          range: range, value: setting == .on ? .unknown : setting, removal: nil)
      }
      return CompatibilityKeySite(
        range: range, value: setting, removal: wholeLines(range, in: source) ?? range)
    }
  }

  /// The lines of a range with their endings, where nothing else is on them.
  private static func wholeLines(_ range: ByteRange, in source: SourceFile) -> ByteRange? {
    let lines = source.lines
    let first = lines.range(ofLine: lines.index(ofLineAt: range.lowerBound))
    let last = lines.range(ofLine: lines.index(ofLineAt: range.upperBound))
    guard source.isBlank(ByteRange(first.lowerBound, range.lowerBound)),
      source.isBlank(ByteRange(range.upperBound, last.upperBound))
    else { return nil }
    return ByteRange(first.lowerBound, last.upperBound)
  }

  // MARK: Formats with a setting a line

  private static func inLines(_ source: SourceFile) -> [CompatibilityKeySite] {
    source.lines.starts.indices.compactMap { site(inLine: $0, of: source) }
  }

  private static func site(inLine index: Int, of source: SourceFile) -> CompatibilityKeySite? {
    let format = FileFormat(path: source.path)
    let whole = source.lines.range(ofLine: index)
    let end = source.endOfText(before: whole.upperBound)
    let line = source.text(in: ByteRange(whole.lowerBound, end))
    guard let setting = Setting(line, format) else {
      return unread(line, at: whole.lowerBound)
    }
    let start = whole.lowerBound + setting.indentation
    var removal: ByteRange? = whole
    switch format {
    case .yaml: if isOnlyEntry(index, setting.indentation, in: source) { removal = nil }
    case .json: removal = jsonRemoval(index, setting, in: source)
    default: break
    }
    if setting.hasComment { removal = nil }
    return CompatibilityKeySite(
      range: ByteRange(start, whole.lowerBound + setting.end), value: value(setting.value),
      removal: removal)
  }

  /// The entries of JSON, where texts may mention the key, and lines hold more than one.
  private static func inJSON(_ source: SourceFile) -> [CompatibilityKeySite] {
    let bytes = source.bytes
    var found: [CompatibilityKeySite] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: 0x22),
      let end = ByteSearch.endOfText(at: start, in: bytes)
    {
      index = end
      var name = source.text(in: ByteRange(start + 1, end - 1))
      if name.hasPrefix("INFOPLIST_KEY_") { name.removeFirst("INFOPLIST_KEY_".count) }
      let colon = ByteSearch.skippingSpace(from: end, in: bytes)
      guard name == CompatibilityKeyRule.key, colon < bytes.count, bytes[colon] == 0x3A else {
        continue
      }
      let line = site(inLine: source.lines.index(ofLineAt: start), of: source)
      if let line, line.range.lowerBound == start, line.value != .unknown {
        found.append(line)
        continue
      }
      let first = ByteSearch.skippingSpace(from: colon + 1, in: bytes)
      let last =
        ByteSearch.endOfText(at: first, in: bytes)
        ?? bytes[first...].firstIndex { [0x2C, 0x7D].contains($0) || ByteSearch.isSpace($0) }
        ?? bytes.count
      let isOff = value(source.text(in: ByteRange(first, last))) == .off
      found.append(
        CompatibilityKeySite(
          range: ByteRange(start, last), value: isOff ? .off : .unknown, removal: nil))
    }
    return found
  }

  /// A line that names the key in another form, unless in a comment.
  private static func unread(_ line: String, at start: Int) -> CompatibilityKeySite? {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    guard rest.contains(CompatibilityKeyRule.key),
      !["#", "//", "/*", "*"].contains(where: { rest.hasPrefix($0) })
    else { return nil }
    let lower = start + line.utf8.count - rest.utf8.count
    return CompatibilityKeySite(
      range: ByteRange(lower, start + line.utf8.count), value: .unknown, removal: nil)
  }

  /// One line that sets the key, and nothing else.
  private struct Setting {
    var indentation: Int
    var value: String
    /// Where key and value end, in bytes of the line.
    var end: Int
    var hasComma = false
    var hasComment = false

    init?(_ line: String, _ format: FileFormat) {
      let rest = line.drop { $0 == " " || $0 == "\t" }
      indentation = line.utf8.count - rest.utf8.count
      let separator: Character = format == .yaml || format == .json ? ":" : "="
      guard let place = rest.firstIndex(of: separator) else { return nil }
      var name = rest[..<place].filter { $0 != "\"" && $0 != "'" && $0 != " " }
      // A condition such as [sdk=iphoneos*] has a separator of its own; such a line is left.
      if name.hasPrefix("INFOPLIST_KEY_") { name.removeFirst("INFOPLIST_KEY_".count) }
      guard name == CompatibilityKeyRule.key else { return nil }
      var text = rest[rest.index(after: place)...]
      let comment = format == .yaml ? " #" : "//"
      if let start = text.firstRange(of: comment) {
        text = text[..<start.lowerBound]
        hasComment = true
      }
      while let last = text.last, last == " " || last == "\t" || last == ";" || last == "," {
        if last == "," { hasComma = true }
        text.removeLast()
      }
      end = line.utf8.distance(from: line.startIndex, to: text.endIndex)
      value = text.filter { $0 != " " && $0 != "\t" }
    }
  }

  /// Whether a mapping would be left without entries.
  private static func isOnlyEntry(_ index: Int, _ depth: Int, in source: SourceFile) -> Bool {
    func neighbour(_ step: Int) -> Int? {
      var line = index + step
      while source.lines.starts.indices.contains(line) {
        let range = source.lines.range(ofLine: line)
        let text = source.text(in: range)
        let rest = text.drop { $0 == " " || $0 == "\t" }
        if rest.first.map({ !$0.isNewline && $0 != "#" }) ?? false {
          return text.utf8.count - rest.utf8.count
        }
        line += step
      }
      return nil
    }
    let before = neighbour(-1) ?? -1
    let after = neighbour(1) ?? -1
    return before < depth && after < depth
  }

  /// The line, and the comma before it where it is the last entry.
  private static func jsonRemoval(
    _ index: Int, _ setting: Setting, in source: SourceFile
  ) -> ByteRange? {
    let whole = source.lines.range(ofLine: index)
    if setting.hasComma { return whole }
    var end = whole.lowerBound
    while end > 0, ByteSearch.isSpace(source.bytes[end - 1]) { end -= 1 }
    guard end > 0 else { return nil }
    if source.bytes[end - 1] == 0x2C {
      return ByteRange(end - 1, source.endOfText(before: whole.upperBound))
    }
    return source.bytes[end - 1] == 0x7B ? whole : nil
  }
}

/// Searches bytes.
enum ByteSearch {
  /// Every place of a text.
  static func all(_ text: String, in bytes: [UInt8]) -> [ByteRange] {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return [] }
    var found: [ByteRange] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: first), start + wanted.count <= bytes.count {
      if bytes[start..<(start + wanted.count)].elementsEqual(wanted) {
        found.append(ByteRange(start, start + wanted.count))
      }
      index = start + 1
    }
    return found
  }

  /// What lies between two texts, with both.
  static func spans(from opening: String, to closing: String, in bytes: [UInt8]) -> [ByteRange] {
    let ends = all(closing, in: bytes)
    return all(opening, in: bytes).map { start in
      let end = ends.first { $0.lowerBound >= start.upperBound }?.upperBound ?? bytes.count
      return ByteRange(start.lowerBound, end)
    }
  }

  /// The end of an XML element without elements in it.
  static func endOfElement(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start < bytes.count, bytes[start] == 0x3C,
      let close = bytes[start...].firstIndex(of: 0x3E), close > start
    else { return nil }
    if bytes[close - 1] == 0x2F { return close + 1 }
    guard let next = bytes[close...].firstIndex(of: 0x3C), next + 1 < bytes.count,
      bytes[next + 1] == 0x2F
    else { return nil }
    return bytes[next...].firstIndex(of: 0x3E).map { $0 + 1 }
  }

  /// The end of a JSON text that starts with its quote at an offset; nil where none does.
  static func endOfText(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start < bytes.count, bytes[start] == 0x22 else { return nil }
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case 0x22: return index + 1
      case 0x5C: index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// The first offset from another one on that is not white space.
  static func skippingSpace(from start: Int, in bytes: [UInt8]) -> Int {
    bytes[start...].firstIndex { !isSpace($0) } ?? bytes.count
  }

  /// Whether a byte is white space.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
