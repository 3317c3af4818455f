import SwiftSyntax

/// The comments of a file that tell rules to be silent.
///
/// `// migrate:ignore <id> [reason]` covers its own line and the next one;
/// `// migrate:ignore-file <id>` covers the file. The id is that of a recipe or a rule.
public struct Suppressions: Sendable {
  /// What every suppression comment holds; a file without it needs no look.
  public static let needle = "migrate:ignore"

  /// One suppression comment.
  public struct Comment: Hashable, Sendable {
    /// The id of the recipe or rule that is silenced.
    public var id: String
    /// The bytes of the directive, from its keyword to the end of the id.
    public var byteRange: ByteRange
    /// The lines, counted from 1, that it covers; nil for the whole file.
    public var lines: ClosedRange<Int>?
  }

  /// The comments, in order of position.
  public let comments: [Comment]

  /// Finds the suppression comments of a file.
  public init(_ file: ParsedFile) {
    let bytes = file.source.bytes
    let needle = Array(Self.needle.utf8)
    var comments: [Comment] = []
    var start = 0
    while let offset = Self.firstOffset(of: needle, in: bytes, from: start) {
      start = offset + needle.count
      guard Self.isInComment(offset, file) else { continue }
      var words = offset..<min(bytes.count, offset + 400)
      if let end = bytes[words].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        words = offset..<end
      }
      let text = String(decoding: bytes[words], as: UTF8.self)
      let parts = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard parts.count > 1, ["migrate:ignore", "migrate:ignore-file"].contains(parts[0]) else {
        continue
      }
      let id = String(parts[1])
      let line = file.source.lines.position(of: offset).line
      let end = offset + text[..<parts[1].endIndex].utf8.count
      comments.append(
        Comment(
          id: id, byteRange: ByteRange(offset, end),
          lines: parts[0] == "migrate:ignore-file" ? nil : line...(line + 1)))
    }
    self.comments = comments
  }

  /// The comments that silence a finding, given the ids it goes by and the lines its site touches.
  public func covering(ids: [String], lines: ClosedRange<Int>) -> [Comment] {
    comments.filter { comment in
      ids.contains(comment.id) && (comment.lines.map { $0.contains(lines.lowerBound) } ?? true)
    }
  }

  private static func isInComment(_ offset: Int, _ file: ParsedFile) -> Bool {
    guard let token = file.tree.token(at: AbsolutePosition(utf8Offset: offset)) else {
      return false
    }
    var position = token.position.utf8Offset
    for piece in token.leadingTrivia {
      let end = position + piece.sourceLength.utf8Length
      if offset < end { return piece.isComment && offset >= position }
      position = end
    }
    position = token.endPositionBeforeTrailingTrivia.utf8Offset
    for piece in token.trailingTrivia {
      let end = position + piece.sourceLength.utf8Length
      if offset >= position, offset < end { return piece.isComment }
      position = end
    }
    return false
  }

  private static func firstOffset(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= needle.count else { return nil }
    var index = start
    while index <= bytes.count - needle.count {
      if bytes[index] == needle[0], bytes[index..<(index + needle.count)].elementsEqual(needle) {
        return index
      }
      index += 1
    }
    return nil
  }
}

extension Suppressions {
  /// That of a file, worked out once.
  static func shared(of file: ParsedFile) -> Suppressions { file.memo.value { Suppressions(file) } }
}
