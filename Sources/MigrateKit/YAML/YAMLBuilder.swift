import CYAML

/// Builds nodes from libyaml's events.
struct YAMLBuilder {
  private struct Frame {
    var start: LinePosition
    var isMapping: Bool
    var anchor: String?
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var key: (text: String, start: LinePosition)?
    /// Whether the value of a merge key comes next.
    var merges = false
    /// Whether the next value has a key that is no text, and is dropped.
    var dropsValue = false
  }

  /// The most nodes that aliases may expand a document to.
  private static let nodeLimit = 100_000

  private let file: String
  private let marks: YAMLMarks
  private let isStrict: Bool
  private var frames: [Frame] = []
  private var anchors: [String: (node: YAMLNode, count: Int, depth: Int)] = [:]
  private var nodeCount = 0
  private var documents = 0

  private(set) var root: YAMLNode?
  private(set) var problems: [FileProblem] = []

  init(file: String, marks: YAMLMarks, dialect: YAMLReader.Dialect) {
    self.file = file
    self.marks = marks
    self.isStrict = dialect == .strict
  }

  /// Reads every event, up to the first error of syntax.
  mutating func run(over bytes: [UInt8]) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else {
      problems.append(FileProblem(file: file, "there is not enough memory to read the file"))
      return
    }
    defer { yaml_parser_delete(parser) }
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, buffer.count > marks.prefix else { return }
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, base + marks.prefix, buffer.count - marks.prefix)
      while next(parser) {}
    }
    if !frames.isEmpty { root = nil }
  }

  /// Takes one event; false after the last one.
  private mutating func next(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> Bool {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      reportSyntaxError(parser.pointee)
      root = nil
      return false
    }
    defer { yaml_event_delete(&event) }
    let start = marks.position(event.start_mark)
    switch event.type {
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT:
      return false
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      if documents > 1 {
        report("the file holds several documents; keep one", at: start)
        return false
      }
      return true
    case YAML_SCALAR_EVENT:
      return takeScalar(event, at: start)
    case YAML_ALIAS_EVENT:
      return takeAlias(Self.text(event.data.alias.anchor) ?? "", at: start)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      let anchor = checked(anchor: data.anchor, tag: data.tag, at: start)
      return open(Frame(start: start, isMapping: false, anchor: anchor))
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      let anchor = checked(anchor: data.anchor, tag: data.tag, at: start)
      return open(Frame(start: start, isMapping: true, anchor: anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return close()
    default:
      return true
    }
  }

  private mutating func takeScalar(_ event: yaml_event_t, at start: LinePosition) -> Bool {
    let data = event.data.scalar
    let anchor = checked(anchor: data.anchor, tag: data.tag, at: start)
    let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
    let text = String(decoding: bytes, as: UTF8.self)
    let style: YAMLScalarStyle =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
    let source = marks.source(of: event.start_mark, isBlock: style == .block)
    return place(
      YAMLNode(.scalar(text, style), at: start, source: source), anchor: anchor, count: 1)
  }

  private mutating func takeAlias(_ name: String, at start: LinePosition) -> Bool {
    if isStrict {
      report("aliases ('*\(name)') are not read; write the value out", at: start)
      return place(YAMLNode(.scalar("", .quoted), at: start), anchor: nil, count: 1)
    }
    guard let known = anchors[name] else {
      report("no anchor '&\(name)' stands before this alias", at: start)
      return place(YAMLNode(.scalar("", .plain), at: start), anchor: nil, count: 1)
    }
    guard frames.count + known.depth <= YAMLReader.depthLimit else {
      report("values nest deeper than \(YAMLReader.depthLimit) levels", at: start)
      return false
    }
    return place(known.node, anchor: nil, count: known.count)
  }

  private mutating func open(_ frame: Frame) -> Bool {
    guard frames.count < YAMLReader.depthLimit else {
      report("values nest deeper than \(YAMLReader.depthLimit) levels", at: frame.start)
      return false
    }
    frames.append(frame)
    return true
  }

  private mutating func close() -> Bool {
    guard let frame = frames.popLast() else { return false }
    let content: YAMLNode.Content =
      frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
    return place(YAMLNode(content, at: frame.start), anchor: frame.anchor, count: 1)
  }

  /// Puts a finished node where it belongs; false when the document has grown too large.
  private mutating func place(_ node: YAMLNode, anchor: String?, count: Int) -> Bool {
    nodeCount += count
    guard nodeCount <= Self.nodeLimit else {
      report("the file holds more than \(Self.nodeLimit) values", at: node.start)
      return false
    }
    if let anchor {
      let size = Self.size(of: node)
      anchors[anchor] = (node, size.count, size.depth)
    }
    guard let last = frames.indices.last else {
      root = node
      return true
    }
    if !frames[last].isMapping {
      frames[last].items.append(node)
    } else if frames[last].dropsValue {
      frames[last].dropsValue = false
    } else if frames[last].merges {
      frames[last].merges = false
      merge(node, into: last)
    } else if let key = frames[last].key {
      frames[last].key = nil
      let entry = YAMLEntry(key.text, at: key.start, node)
      if let known = frames[last].entries.firstIndex(where: { $0.key == key.text }) {
        frames[last].entries[known] = entry
      } else {
        frames[last].entries.append(entry)
      }
    } else {
      takeKey(node, into: last)
    }
    return true
  }

  private mutating func takeKey(_ node: YAMLNode, into frame: Int) {
    guard case .scalar(let text, let style) = node.content else {
      report("a key must be text, not \(node.kindName)", at: node.start)
      frames[frame].dropsValue = true
      return
    }
    if text == "<<", style == .plain {
      if isStrict {
        report("merge keys ('<<') are not read; write the keys out", at: node.start)
        frames[frame].dropsValue = true
      } else {
        frames[frame].merges = true
      }
      return
    }
    if isStrict, let known = frames[frame].entries.first(where: { $0.key == text }) {
      report("'\(text)' is given twice; the first is on line \(known.start.line)", at: node.start)
    }
    frames[frame].key = (text, node.start)
  }

  private mutating func merge(_ node: YAMLNode, into frame: Int) {
    for source in node.items ?? [node] {
      for entry in source.entries ?? []
      where !frames[frame].entries.contains(where: { $0.key == entry.key }) {
        frames[frame].entries.append(entry)
      }
    }
  }

  /// The name of the node's anchor, after anchors and tags have been refused where they must.
  private mutating func checked(
    anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?,
    at start: LinePosition
  ) -> String? {
    let name = Self.text(anchor)
    guard isStrict else { return name }
    if let name { report("anchors ('&\(name)') are not read; remove it", at: start) }
    if let tag = Self.text(tag) {
      report("tags ('\(tag)') are not read; quote a value that starts with '!'", at: start)
    }
    return nil
  }

  private mutating func report(_ message: String, at position: LinePosition) {
    problems.append(FileProblem(file: file, at: position, message))
  }

  private mutating func reportSyntaxError(_ parser: yaml_parser_t) {
    let problem = parser.problem.map { String(cString: $0) } ?? "the file is no YAML"
    let context = parser.context.map { String(cString: $0) + ", " } ?? ""
    let position =
      parser.error == YAML_READER_ERROR
      ? marks.position(ofByte: Int(clamping: parser.problem_offset))
      : marks.position(parser.problem_mark)
    let hint =
      switch problem {
      case "mapping values are not allowed in this context": "; quote a value that holds ': '"
      case "found character that cannot start any token":
        "; quote a value that starts with '@', '`' or '%', and indent with spaces"
      default: ""
      }
    report(context + problem + hint, at: position)
  }

  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  /// The number of nodes in a node, itself included, and of levels below it.
  private static func size(of node: YAMLNode) -> (count: Int, depth: Int) {
    let children: [YAMLNode] =
      switch node.content {
      case .scalar: []
      case .sequence(let items): items
      case .mapping(let entries): entries.map(\.value)
      }
    guard node.text == nil else { return (1, 0) }
    return children.map { size(of: $0) }.reduce((1, 1)) {
      ($0.0 + $1.count, max($0.1, $1.depth + 1))
    }
  }
}
