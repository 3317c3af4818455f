import CYAML

/// Reads YAML text into nodes with their places.
public enum YAMLReader {
  /// How much of YAML is understood.
  public enum Dialect: Sendable {
    /// For files of our own: no anchors, aliases, tags, merge keys or duplicate keys.
    case strict
    /// For files of other tools: aliases and merge keys are resolved, the last duplicate wins.
    case foreign
  }

  /// What a file held.
  public struct Document: Sendable {
    /// The top node; nil for a file that is empty or could not be read.
    public var root: YAMLNode?
    /// What is wrong with the file, in order of position.
    public var problems: [FileProblem]
  }

  /// The most bytes a file may have.
  public static let byteLimit = 1 << 20
  /// The most levels that nodes may nest.
  public static let depthLimit = 32

  /// Reads a file's bytes; never traps, whatever the bytes.
  ///
  /// - Parameter file: the path to name in problems.
  public static func read(
    _ bytes: [UInt8], file: String, dialect: Dialect = .strict
  ) -> Document {
    guard bytes.count <= byteLimit else {
      let message = "the file has \(bytes.count) bytes; \(byteLimit) are the most that are read"
      return Document(root: nil, problems: [FileProblem(file: file, message)])
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let message = "the file is not UTF-8 text; save it as UTF-8"
      return Document(root: nil, problems: [FileProblem(file: file, message)])
    }
    var builder = YAMLBuilder(file: file, marks: YAMLMarks(bytes), dialect: dialect)
    builder.run(over: bytes)
    return Document(root: builder.root, problems: builder.problems.sorted())
  }
}

/// Turns libyaml's marks, which count characters, into positions, which count bytes.
struct YAMLMarks {
  /// The number of bytes of a byte order mark at the start, which libyaml is not shown.
  let prefix: Int
  private let lines: LineIndex
  /// The byte offset of each character; nil when every character is one byte.
  private let offsets: [Int]?
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    prefix = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lines = LineIndex(bytes)
    offsets =
      bytes.allSatisfy { $0 < 0x80 }
      ? nil : bytes.indices.dropFirst(prefix).filter { bytes[$0] & 0xC0 != 0x80 }
  }

  func position(_ mark: yaml_mark_t) -> LinePosition { lines.position(of: offset(mark)) }

  func source(of mark: yaml_mark_t, isBlock: Bool) -> ScalarSource {
    ScalarSource(bytes: bytes, lines: lines, start: offset(mark), isBlock: isBlock)
  }

  private func offset(_ mark: yaml_mark_t) -> Int {
    let index = Int(clamping: mark.index)
    guard let offsets else { return index }
    return index < offsets.count ? offsets[index] : Int.max
  }

  func position(ofByte offset: Int) -> LinePosition {
    lines.position(of: offset + prefix)
  }
}
