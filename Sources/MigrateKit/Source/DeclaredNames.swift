/// Which types a file may declare or extend: what it denies is certain.
///
/// The bytes are read without regard to comments and strings, and names are kept as hashes, so that
/// thousands of names are asked of a file in one look at a few numbers.
struct DeclaredNames: Sendable {
  private let keys: Set<UInt64>
  /// Whether what follows keywords is too long to be read, so that nothing can be denied.
  private let isOpen: Bool

  /// How many times the bytes of a file what follows its keywords may be in all.
  private static let reach = 8

  /// The words that begin the declaration or the extension of a type.
  static let keywords = ["actor", "class", "enum", "extension", "protocol", "struct"]

  /// A keyword with what comes of it, so that nothing is worked out for each word of a file.
  private struct Keyword {
    var bytes: [UInt8]
    var seed: UInt64
  }

  /// The keywords by the letter they begin with.
  private static let table: [[Keyword]] = {
    var table = [[Keyword]](repeating: [], count: 256)
    for keyword in keywords {
      let bytes = Array(keyword.utf8)
      guard let first = bytes.first else { continue }
      table[Int(first)].append(Keyword(bytes: bytes, seed: Key.seed(keyword)))
    }
    return table
  }()

  /// Whether each byte can be part of a name; those of letters beyond ASCII count as such.
  private static let nameParts: [Bool] = (0...255).map { byte in
    byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8]) {
    var keys: Set<UInt64> = []
    var isOpen = false
    var budget = bytes.count * Self.reach
    let table = Self.table
    bytes.withUnsafeBufferPointer { bytes in
      Self.nameParts.withUnsafeBufferPointer { nameParts in
        var isAtStart = true
        for index in bytes.indices {
          let byte = bytes[index]
          guard nameParts[Int(byte)], byte < 0x80 else {
            isAtStart = true
            continue
          }
          guard isAtStart else { continue }
          isAtStart = false
          for keyword in table[Int(byte)] {
            let end = index + keyword.bytes.count
            guard end < bytes.count, !nameParts[Int(bytes[end])] || bytes[end] >= 0x80,
              bytes[index..<end].elementsEqual(keyword.bytes)
            else { continue }
            // What follows may be prose with another keyword in it, so that it is read once more.
            let limit = min(bytes.count, end + budget)
            let rest = UnsafeBufferPointer(rebasing: bytes[..<limit])
            let last = Self.readNames(after: end, of: keyword.seed, in: rest, &keys)
            if last == limit, limit < bytes.count { isOpen = true }
            budget -= last - end
          }
        }
      }
    }
    self.keys = keys
    self.isOpen = isOpen
  }

  /// Whether the file may hold one of the declarations.
  func mayHold(anyOf wanted: Set<Key>) -> Bool {
    guard !wanted.isEmpty else { return false }
    return isOpen || keys.contains { wanted.contains(Key(hash: $0)) }
  }

  /// A declaration to look for.
  struct Key: Hashable, Sendable {
    fileprivate let hash: UInt64

    fileprivate init(hash: UInt64) { self.hash = hash }

    init(_ declaration: Needles.Declaration) {
      let hash = declaration.name.utf8.reduce(Self.seed(declaration.keyword)) { Self.mix($0, $1) }
      self.hash = declaration.isBelowAnother ? Self.belowAnother(hash) : hash
    }

    /// The key of a declaration that has another type above it.
    fileprivate static func belowAnother(_ hash: UInt64) -> UInt64 {
      mix(hash, UInt8(ascii: ":"))
    }

    /// The start of the hash of the names that a keyword declares.
    fileprivate static func seed(_ keyword: String) -> UInt64 {
      keyword.utf8.reduce(0xCBF2_9CE4_8422_2325) { mix($0, $1) }
    }

    fileprivate static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
  }

  /// Takes every name up to what cannot stand in the name of a type; those of a qualified name and
  /// of generic arguments are among them.
  ///
  /// - Returns: The offset behind what was read; the end of the bytes where the end of the names
  ///   was not found.
  private static func readNames(
    after start: Int, of seed: UInt64, in bytes: UnsafeBufferPointer<UInt8>,
    _ keys: inout Set<UInt64>
  ) -> Int {
    var found: [UInt64] = []
    var index = start
    var depth = 0
    scan: while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case _ where isNamePart(byte):
        readName(at: &index, of: seed, in: bytes, &found)
        continue
      case UInt8(ascii: "/"):
        guard let end = endOfComment(at: index, in: bytes) else { break scan }
        index = end
        continue
      case UInt8(ascii: ":"):
        for hash in found { keys.insert(Key.belowAnother(hash)) }
        break scan
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"):
        if bytes[index - 1] != UInt8(ascii: "-") { depth -= 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "}"): break scan
      default:
        guard depth > 0 || isBetweenNames(byte) else { break scan }
      }
      index += 1
    }
    keys.formUnion(found)
    return index
  }

  /// Takes one name, and the parts of it between what is beyond ASCII: that may be a letter, or a
  /// space that does not break.
  private static func readName(
    at index: inout Int, of seed: UInt64, in bytes: UnsafeBufferPointer<UInt8>,
    _ found: inout [UInt64]
  ) {
    var whole = seed
    var part = seed
    var isWhole = true
    while index < bytes.count, isNamePart(bytes[index]) {
      let byte = bytes[index]
      whole = Key.mix(whole, byte)
      if byte < 0x80 {
        part = Key.mix(part, byte)
      } else {
        isWhole = false
        if part != seed { found.append(part) }
        part = seed
      }
      index += 1
    }
    if !isWhole, part != seed { found.append(part) }
    found.append(whole)
  }

  /// The end of the comment that begins at an offset, that of the bytes where it is cut off; nil
  /// where none begins.
  private static func endOfComment(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard start + 1 < bytes.count else { return bytes.count }
    var index = start
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      return index
    case UInt8(ascii: "*"):
      var depth = 0
      while index + 1 < bytes.count {
        let isOpening = bytes[index] == UInt8(ascii: "/") && bytes[index + 1] == UInt8(ascii: "*")
        let isClosing = bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")
        depth += isOpening ? 1 : isClosing ? -1 : 0
        index += isOpening || isClosing ? 2 : 1
        if depth == 0 { return index }
      }
      return bytes.count
    default: return nil
    }
  }

  /// Whether a byte may stand between a keyword and a name, or between two parts of a name.
  private static func isBetweenNames(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), 0x09...0x0D, UInt8(ascii: "."), UInt8(ascii: "`"): return true
    default: return false
    }
  }

  private static func isNamePart(_ byte: UInt8) -> Bool { nameParts[Int(byte)] }
}
