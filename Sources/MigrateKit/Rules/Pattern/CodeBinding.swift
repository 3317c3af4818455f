import SwiftSyntax

/// The code that a placeholder stands for in one match.
struct CodeBinding {
  /// The bytes, without white space and comments around them; nil where it stands for nothing.
  var range: ByteRange?
  /// What the tokens are taken from when they are asked for, which most never are.
  private var code: Code
  /// The node, where it is one.
  var node: Syntax?
  /// The bytes between the braces, where it stands for everything in them.
  var block: ByteRange?
  /// The closures after the parentheses that a placeholder for arguments took.
  var trailing: [Trailing] = []

  private enum Code {
    case node(Syntax)
    case items([Syntax])
    case tokens([String])
  }

  /// The texts of the tokens, by which codes are compared.
  var tokens: [String] {
    get {
      switch code {
      case .node(let node): SyntaxParts.tokens(of: node)
      case .items(let items): SyntaxParts.tokens(ofItems: items)
      case .tokens(let tokens): tokens
      }
    }
    set { code = .tokens(newValue) }
  }

  /// One trailing closure.
  struct Trailing {
    var label: String?
    var range: ByteRange
  }

  init(_ node: Syntax, in file: ParsedFile) {
    range = file.range(of: node)
    code = .node(node)
    self.node = node
  }

  /// The items of a list from the first to the last.
  init(items: ArraySlice<Syntax>, in file: ParsedFile) {
    code = .items(Array(items))
    if let first = items.first, let last = items.last {
      let end = SyntaxParts.children(ofElement: last).last ?? last
      range = ByteRange(file.range(of: first).lowerBound, file.range(of: end).upperBound)
    }
    node = items.count == 1 ? items.first : nil
  }

  /// All items of a list.
  init(all list: Syntax, in file: ParsedFile) {
    self.init(items: Array(list.children(viewMode: .sourceAccurate))[...], in: file)
    guard let parts = list.parent.map({ Array($0.children(viewMode: .sourceAccurate)) }),
      let place = parts.firstIndex(where: { $0.id == list.id }), place > 0,
      place + 1 < parts.count,
      let opening = parts[place - 1].lastToken(viewMode: .sourceAccurate),
      let closing = parts[place + 1].firstToken(viewMode: .sourceAccurate),
      closing.tokenKind == .rightBrace
    else { return }
    block = ByteRange(
      opening.endPositionBeforeTrailingTrivia.utf8Offset,
      closing.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  /// Everything between two tokens; a block is what stands between braces.
  init(
    between start: Int, and end: Int, tokens: [String], isBlock: Bool = false, in file: ParsedFile
  ) {
    if isBlock { block = ByteRange(start, end) }
    var lower = start
    var upper = end
    let bytes = file.source.bytes
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    while lower < upper, isSpace(bytes[lower]) { lower += 1 }
    while upper > lower, isSpace(bytes[upper - 1]) { upper -= 1 }
    range = lower < upper ? ByteRange(lower, upper) : nil
    code = .tokens(tokens)
  }
}

/// What the placeholders of a pattern stand for.
struct CodeBindings {
  private var byName: [String: CodeBinding] = [:]
  /// Whether a matched declaration has parts that the pattern does not mention.
  var leavesParts = false

  subscript(name: String) -> CodeBinding? { byName[name] }

  /// Keeps code under a name; false when the name stands for other code already.
  mutating func bind(_ name: String, _ binding: CodeBinding) -> Bool {
    if let known = byName[name] { return known.tokens == binding.tokens }
    byName[name] = binding
    return true
  }
}
