/// One line of words for people, with the code of placeholders in it.
struct MessageText: Sendable {
  enum Piece: Sendable {
    case text(String)
    case capture(String)
  }

  let pieces: [Piece]

  /// Reads a message; `$x` is the code of a placeholder, `$$` a dollar sign.
  init(_ text: String) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.first {
      let dollars = rest.prefix { $0 == "$" }
      let name = rest.dropFirst(dollars.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if dollars.count == 1 || dollars.count == 3, let first = name.first, !first.isNumber,
        name != "_"
      {
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.capture(String(name)))
        rest = rest.dropFirst(dollars.count + name.count)
      } else if dollars.count == 2 {
        plain += "$" + name
        rest = rest.dropFirst(2 + name.count)
      } else {
        plain.append(character)
        rest = rest.dropFirst()
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// The names whose code is written.
  var names: [String] {
    pieces.compactMap { piece in
      if case .capture(let name) = piece { name } else { nil }
    }
  }
}
