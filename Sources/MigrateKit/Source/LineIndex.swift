/// The line starts of one file, for turning byte offsets into line and column.
public struct LineIndex: Sendable {
  /// The byte offset of each line's first byte; never empty.
  public let starts: [Int]
  private let length: Int

  /// Finds the lines of the bytes; a line ends with LF, CR LF or a lone CR.
  public init(_ bytes: [UInt8]) {
    var starts = [0]
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte == 0x0A {
          starts.append(index)
        } else if byte == 0x0D, index >= buffer.count || buffer[index] != 0x0A {
          starts.append(index)
        }
      }
    }
    self.starts = starts
    self.length = bytes.count
  }

  /// The position of a byte offset; offsets outside the file are moved to its nearest end.
  public func position(of offset: Int) -> LinePosition {
    let offset = min(max(offset, 0), length)
    let line = index(ofLineAt: offset)
    return LinePosition(line: line + 1, column: offset - starts[line] + 1)
  }

  /// The index, from 0, of the line that holds the byte offset.
  public func index(ofLineAt offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The byte range of a line, given by its index from 0, including its line ending.
  public func range(ofLine index: Int) -> ByteRange {
    guard starts.indices.contains(index) else { return ByteRange(at: length) }
    return ByteRange(starts[index], index + 1 < starts.count ? starts[index + 1] : length)
  }
}

/// A place in a file as people count it: both numbers from 1, the column in UTF-8 bytes.
public struct LinePosition: Hashable, Comparable, Codable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in UTF-8 bytes.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Orders by line, then by column.
  public static func < (left: LinePosition, right: LinePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
