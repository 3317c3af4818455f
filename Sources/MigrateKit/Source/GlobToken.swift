/// One part of a pattern for a single name.
enum GlobToken: Hashable, Sendable {
  case character(Unicode.Scalar)
  case anyCharacter
  case anyText
  case set(ranges: [ClosedRange<Unicode.Scalar>], isNegated: Bool)

  /// The parts of a pattern, nil when it is malformed.
  static func all(in pattern: [Unicode.Scalar]) -> [GlobToken]? {
    var tokens: [GlobToken] = []
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case "*":
        if tokens.last != .anyText { tokens.append(.anyText) }
      case "?":
        tokens.append(.anyCharacter)
      case "\\":
        index += 1
        guard index < pattern.count else { return nil }
        tokens.append(.character(pattern[index]))
      case "[":
        guard let (token, end) = set(in: pattern, from: index + 1) else { return nil }
        tokens.append(token)
        index = end
      case let scalar:
        tokens.append(.character(scalar))
      }
      index += 1
    }
    return tokens
  }

  /// Reads a set whose `[` is before the index; the end is the index of its `]`.
  private static func set(
    in pattern: [Unicode.Scalar], from start: Int
  ) -> (token: GlobToken, end: Int)? {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var index = start
    let isNegated = index < pattern.count && (pattern[index] == "!" || pattern[index] == "^")
    if isNegated { index += 1 }
    let first = index
    while index < pattern.count {
      if pattern[index] == "]", index > first {
        return (.set(ranges: ranges, isNegated: isNegated), index)
      }
      if pattern[index] == "[", index + 1 < pattern.count, pattern[index + 1] == ":" {
        guard let end = classEnd(in: pattern, from: index + 2),
          let members = members[String(String.UnicodeScalarView(pattern[(index + 2)..<end]))]
        else { return nil }
        ranges += members
        index = end + 2
        continue
      }
      guard let lower = character(in: pattern, at: &index) else { return nil }
      guard index + 1 < pattern.count, pattern[index] == "-", pattern[index + 1] != "]" else {
        ranges.append(lower...lower)
        continue
      }
      index += 1
      guard let upper = character(in: pattern, at: &index) else { return nil }
      if lower <= upper { ranges.append(lower...upper) }
    }
    return nil
  }

  private static func character(
    in pattern: [Unicode.Scalar], at index: inout Int
  ) -> Unicode.Scalar? {
    if pattern[index] == "\\" { index += 1 }
    guard index < pattern.count else { return nil }
    defer { index += 1 }
    return pattern[index]
  }

  /// The index of the `:]` that ends the name of a class.
  private static func classEnd(in pattern: [Unicode.Scalar], from start: Int) -> Int? {
    var index = start
    while index + 1 < pattern.count {
      if pattern[index] == ":", pattern[index + 1] == "]" { return index }
      index += 1
    }
    return nil
  }

  private static let members: [String: [ClosedRange<Unicode.Scalar>]] = [
    "alpha": ["a"..."z", "A"..."Z"], "digit": ["0"..."9"],
    "alnum": ["a"..."z", "A"..."Z", "0"..."9"], "lower": ["a"..."z"], "upper": ["A"..."Z"],
    "space": [" "..." ", "\t"..."\r"], "xdigit": ["0"..."9", "a"..."f", "A"..."F"],
    "punct": ["!"..."/", ":"..."@", "["..."`", "{"..."~"],
  ]

  /// Whether the parts match a whole name; time grows with the product of the lengths at most.
  static func match(_ tokens: [GlobToken], _ name: [Unicode.Scalar]) -> Bool {
    var token = 0
    var index = 0
    var retry: (token: Int, index: Int)?
    while index < name.count {
      if token < tokens.count, tokens[token] == .anyText {
        retry = (token, index)
        token += 1
      } else if token < tokens.count, tokens[token].matches(name[index]) {
        token += 1
        index += 1
      } else if let (star, from) = retry {
        retry = (star, from + 1)
        token = star + 1
        index = from + 1
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { $0 == .anyText }
  }

  private func matches(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .character(let own): own == scalar
    case .anyCharacter, .anyText: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}
