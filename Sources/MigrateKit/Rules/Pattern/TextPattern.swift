/// A regular expression that is matched in time linear in the text, so that no recipe can hang.
///
/// It knows literals, `.`, classes, `\d \w \s` and their opposites, groups, `|`, `* + ?`, `^`, `$`.
public struct TextPattern: Hashable, Sendable {
  /// The expression as written.
  public let source: String
  private let steps: [Step]

  private enum Step: Hashable, Sendable {
    case scalars(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case accept
  }

  fileprivate struct ScalarSet: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }

  /// Reads an expression.
  ///
  /// - Throws: what is wrong with it.
  public init(_ source: String) throws(PatternProblem) {
    self.source = source
    guard source.utf8.count <= 500 else {
      throw PatternProblem("the regular expression has more than 500 bytes; write a shorter one")
    }
    var parser = Parser(source)
    let tree = try parser.alternatives(depth: 0)
    guard parser.isAtEnd else {
      throw PatternProblem("the regular expression has a ')' too many; write '\\)' for the letter")
    }
    var steps: [Step] = []
    Self.emit(tree, into: &steps)
    steps.append(.accept)
    self.steps = steps
  }

  /// Whether the expression matches somewhere in the text.
  public func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var current: Set<Int> = []
    for index in 0...scalars.count {
      add(0, at: index, of: scalars.count, to: &current)
      if current.contains(steps.count - 1) { return true }
      guard index < scalars.count else { break }
      var next: Set<Int> = []
      for step in current {
        guard case .scalars(let set) = steps[step], set.contains(scalars[index]) else { continue }
        add(step + 1, at: index + 1, of: scalars.count, to: &next)
      }
      current = next
      if current.contains(steps.count - 1) { return true }
    }
    return false
  }

  private func add(_ first: Int, at index: Int, of count: Int, to states: inout Set<Int>) {
    var pending = [first]
    while let step = pending.popLast() {
      guard states.insert(step).inserted else { continue }
      switch steps[step] {
      case .split(let left, let right): pending += [right, left]
      case .jump(let target): pending.append(target)
      case .start: if index == 0 { pending.append(step + 1) }
      case .end: if index == count { pending.append(step + 1) }
      case .scalars, .accept: break
      }
    }
  }

  private static func emit(_ tree: Tree, into steps: inout [Step]) {
    switch tree {
    case .set(let set): steps.append(.scalars(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let parts): for part in parts { emit(part, into: &steps) }
    case .either(let left, let right):
      let split = steps.count
      steps.append(.split(split + 1, 0))
      emit(left, into: &steps)
      let jump = steps.count
      steps.append(.jump(0))
      steps[split] = .split(split + 1, steps.count)
      emit(right, into: &steps)
      steps[jump] = .jump(steps.count)
    case .optional(let part):
      let split = steps.count
      steps.append(.split(split + 1, 0))
      emit(part, into: &steps)
      steps[split] = .split(split + 1, steps.count)
    case .many(let part):
      let split = steps.count
      steps.append(.split(split + 1, 0))
      emit(part, into: &steps)
      steps.append(.jump(split))
      steps[split] = .split(split + 1, steps.count)
    case .some(let part):
      let start = steps.count
      emit(part, into: &steps)
      steps.append(.split(start, steps.count + 1))
    }
  }

  fileprivate indirect enum Tree {
    case set(ScalarSet)
    case start
    case end
    case sequence([Tree])
    case either(Tree, Tree)
    case optional(Tree)
    case many(Tree)
    case some(Tree)
  }

  private struct Parser {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var isAtEnd: Bool { index >= scalars.count }
    private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[index] }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      index += 1
      return true
    }

    mutating func alternatives(depth: Int) throws(PatternProblem) -> Tree {
      guard depth < 20 else {
        throw PatternProblem("the regular expression nests too deeply; write a simpler one")
      }
      var tree = try sequence(depth: depth)
      while take("|") { tree = .either(tree, try sequence(depth: depth)) }
      return tree
    }

    private mutating func sequence(depth: Int) throws(PatternProblem) -> Tree {
      var parts: [Tree] = []
      while let scalar = next, scalar != "|", scalar != ")" {
        var part = try atom(depth: depth)
        while let mark = next, ["*", "+", "?"].contains(mark) {
          index += 1
          switch mark {
          case "*": part = .many(part)
          case "+": part = .some(part)
          default: part = .optional(part)
          }
        }
        parts.append(part)
      }
      return .sequence(parts)
    }

    private mutating func atom(depth: Int) throws(PatternProblem) -> Tree {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "^": return .start
      case "$": return .end
      case ".": return .set(ScalarSet(ranges: [0x0A...0x0A], isNegated: true))
      case "(":
        if next == "?" { try group() }
        let tree = try alternatives(depth: depth + 1)
        guard take(")") else {
          throw PatternProblem("the regular expression has a '(' without ')'; close it")
        }
        return tree
      case "[": return .set(try characterClass())
      case "\\": return .set(try escape())
      case "*", "+", "?":
        throw PatternProblem("the regular expression has nothing before '\(scalar)' to repeat")
      case "{":
        throw PatternProblem(
          "the regular expression holds '{', which is not known; repeat the part by hand or by '+',"
            + " and write '\\{' for the letter")
      default: return .set(ScalarSet(ranges: [scalar.value...scalar.value]))
      }
    }

    /// Reads `?:`; nothing else stands at the beginning of a group.
    private mutating func group() throws(PatternProblem) {
      index += 1
      if take(":") { return }
      switch next {
      case "=", "!", "<":
        throw PatternProblem(
          "the regular expression looks ahead or back, which takes more than linear time; say it by"
            + " a second condition, under 'not' where it must not hold")
      case "i", "m", "s", "x":
        throw PatternProblem(
          "the regular expression sets flags, which are not known; write both letters, as in '[Aa]'"
        )
      default:
        throw PatternProblem("the regular expression holds '(?', which is not known; use '(…)'")
      }
    }

    private mutating func escape() throws(PatternProblem) -> ScalarSet {
      guard let scalar = next else {
        throw PatternProblem("the regular expression ends with a '\\'; write the letter it is for")
      }
      index += 1
      let digits: [ClosedRange<UInt32>] = [0x30...0x39]
      let word = digits + [0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0x80...0x10FFFF]
      let space: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
      switch scalar {
      case "d": return ScalarSet(ranges: digits)
      case "D": return ScalarSet(ranges: digits, isNegated: true)
      case "w": return ScalarSet(ranges: word)
      case "W": return ScalarSet(ranges: word, isNegated: true)
      case "s": return ScalarSet(ranges: space)
      case "S": return ScalarSet(ranges: space, isNegated: true)
      case "n": return ScalarSet(ranges: [0x0A...0x0A])
      case "t": return ScalarSet(ranges: [0x09...0x09])
      default:
        guard !scalar.properties.isAlphabetic else {
          throw PatternProblem(
            "the regular expression holds '\\\(scalar)', which is not known; known are"
              + " '\\d', '\\w', '\\s', '\\n' and '\\t'")
        }
        return ScalarSet(ranges: [scalar.value...scalar.value])
      }
    }

    private mutating func characterClass() throws(PatternProblem) -> ScalarSet {
      var set = ScalarSet(ranges: [], isNegated: take("^"))
      var isFirst = true
      while let scalar = next, scalar != "]" || isFirst {
        isFirst = false
        index += 1
        if scalar == "\\" {
          let escaped = try escape()
          guard !escaped.isNegated else {
            throw PatternProblem("the regular expression has a negated '\\' class inside '[…]'")
          }
          set.ranges += escaped.ranges
          continue
        }
        var upper = scalar
        if next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
          upper = scalars[index + 1]
          index += 2
        }
        guard scalar <= upper else {
          throw PatternProblem(
            "the regular expression has the range '\(scalar)-\(upper)' upside down")
        }
        set.ranges.append(scalar.value...upper.value)
      }
      guard take("]") else {
        throw PatternProblem("the regular expression has a '[' without ']'; close it")
      }
      return set
    }
  }
}
