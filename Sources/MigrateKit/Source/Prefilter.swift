/// Finds which of many byte strings occur in a file, in one pass over its bytes (Aho–Corasick).
///
/// The automaton is a dense table over the byte classes that occur in the strings, so one step is
/// one look-up whatever the number of strings.
public struct Prefilter: Sendable {
  /// A string that is looked for.
  struct Entry: Hashable, Sendable {
    var text: String
    var form: Needles.Form
  }

  private let entries: [Entry]
  private let indices: [Entry: Int]
  private let lengths: [Int]
  private let longest: Int
  private let classOfByte: [UInt8]
  private let classCount: Int
  /// For each row and byte class the row of the next state, which carries `matchFlag` when a
  /// string ends there; rows are multiples of `classCount`.
  private let transitions: [UInt32]
  /// For each state, the strings that end there.
  private let matches: [[Int]]

  private static let matchFlag: UInt32 = 1 << 31

  /// The most bytes of strings that are looked for; of names that a hostile project has by the
  /// hundred thousand, those beyond count as present.
  static let lengthLimit = 1 << 16

  /// Builds the automaton; duplicates count once and an empty string occurs everywhere.
  public init(_ strings: [String]) {
    self.init(strings.map { Entry(text: $0, form: []) })
  }

  /// Builds the automaton of everything that needles look for in the text of a file.
  init(_ needles: [Needles]) {
    self.init(needles.flatMap(\.entries))
  }

  private init(_ entries: [Entry]) {
    var seen: Set<Entry> = []
    var length = 0
    let entries = entries.filter { entry in
      guard seen.insert(entry).inserted else { return false }
      length += entry.text.utf8.count
      return length <= Self.lengthLimit
    }
    let strings = entries.map(\.text)
    self.entries = entries
    self.indices = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($0.element, $0.offset) })
    lengths = strings.map(\.utf8.count)
    longest = lengths.max() ?? 0

    var classes = [UInt8](repeating: 0, count: 256)
    var used: [UInt8] = []
    for byte in Set(strings.flatMap { Array($0.utf8) }).sorted() { used.append(byte) }
    // Class 0 is every byte that occurs in no string; 256 distinct bytes cannot all be in UTF-8.
    for (index, byte) in used.enumerated() { classes[Int(byte)] = UInt8(index + 1) }
    let count = used.count + 1
    self.classOfByte = classes
    self.classCount = count

    var table = [Int32](repeating: -1, count: count)
    var ends: [[Int]] = [[]]
    for (index, string) in strings.enumerated() where !string.isEmpty {
      var state = 0
      for byte in string.utf8 {
        let slot = state * count + Int(classes[Int(byte)])
        if table[slot] < 0 {
          table[slot] = Int32(ends.count)
          table.append(contentsOf: repeatElement(-1, count: count))
          ends.append([])
        }
        state = Int(table[slot])
      }
      ends[state].append(index)
    }

    var fallback = [Int](repeating: 0, count: ends.count)
    var queue: [Int] = []
    for byteClass in 0..<count {
      let next = table[byteClass]
      if next < 0 { table[byteClass] = 0 } else { queue.append(Int(next)) }
    }
    var head = 0
    while head < queue.count {
      let state = queue[head]
      head += 1
      ends[state] += ends[fallback[state]]
      for byteClass in 0..<count {
        let slot = state * count + byteClass
        let onFailure = table[fallback[state] * count + byteClass]
        if table[slot] < 0 {
          table[slot] = onFailure
        } else {
          fallback[Int(table[slot])] = Int(onFailure)
          queue.append(Int(table[slot]))
        }
      }
    }
    self.transitions = table.map { state in
      UInt32(state) * UInt32(count) | (ends[Int(state)].isEmpty ? 0 : Self.matchFlag)
    }
    self.matches = ends
  }

  /// The strings that occur in the bytes.
  public func hits(in bytes: [UInt8]) -> PrefilterHits {
    var found = [Bool](repeating: false, count: entries.count)
    for (index, entry) in entries.enumerated() where entry.text.isEmpty { found[index] = true }
    bytes.withUnsafeBufferPointer { bytes in
      transitions.withUnsafeBufferPointer { transitions in
        classOfByte.withUnsafeBufferPointer { classes in
          // A step waits for the one before, so that two runs side by side take little more time
          // than one; the second begins early enough for strings across the middle.
          let middle = bytes.count / 2
          let start = max(0, middle - longest)
          var first: UInt32 = 0
          var second: UInt32 = 0
          for step in 0..<(bytes.count - start) {
            if step < middle {
              first = transitions[Int(first &+ UInt32(classes[Int(bytes[step])]))]
              if first >= Self.matchFlag {
                first &= ~Self.matchFlag
                note(first, endingAt: step, in: bytes, &found)
              }
            }
            let offset = start + step
            second = transitions[Int(second &+ UInt32(classes[Int(bytes[offset])]))]
            if second >= Self.matchFlag {
              second &= ~Self.matchFlag
              note(second, endingAt: offset, in: bytes, &found)
            }
          }
        }
      }
    }
    return PrefilterHits(indices: indices, found: found)
  }

  /// Notes the strings that end in a state, where what stands around them is as they want it.
  @inline(never)
  private func note(
    _ row: UInt32, endingAt offset: Int, in bytes: UnsafeBufferPointer<UInt8>,
    _ found: inout [Bool]
  ) {
    for index in matches[Int(row) / classCount] where !found[index] {
      let form = entries[index].form
      found[index] =
        form.isEmpty || form.isMet(from: offset - lengths[index] + 1, to: offset, in: bytes)
    }
  }

  /// Needles in the form that is asked of many files; strings that the prefilter does not look
  /// for count as present.
  func query(_ needles: Needles) -> PrefilterQuery {
    PrefilterQuery(
      alternatives: needles.alternatives.map { strings in
        strings.compactMap { indices[needles.entry(of: $0)] }
      })
  }
}

/// Needles as places in the table of a prefilter.
struct PrefilterQuery: Sendable {
  fileprivate let alternatives: [[Int]]
}

/// Which strings of a prefilter one file holds.
public struct PrefilterHits: Sendable {
  fileprivate let indices: [Prefilter.Entry: Int]
  fileprivate let found: [Bool]

  /// Whether the file holds enough to be worth parsing; strings the prefilter did not look for
  /// count as present.
  public func satisfy(_ needles: Needles) -> Bool {
    needles.isSatisfied { string in
      indices[needles.entry(of: string)].map { found[$0] } ?? true
    }
  }

  /// Whether the file holds enough to be worth parsing; the query is one of the same prefilter.
  func satisfy(_ query: PrefilterQuery) -> Bool {
    found.withUnsafeBufferPointer { found in
      for alternative in query.alternatives {
        var isMet = true
        for index in alternative where !found[index] {
          isMet = false
          break
        }
        if isMet { return true }
      }
      return false
    }
  }
}

extension Needles {
  /// What is looked for in the text of a file.
  fileprivate var entries: [Prefilter.Entry] { strings.map { entry(of: $0) } }

  fileprivate func entry(of string: String) -> Prefilter.Entry {
    Prefilter.Entry(text: string, form: forms[string] ?? [])
  }
}
