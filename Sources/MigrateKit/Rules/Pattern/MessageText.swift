/// One line of words for people, with the code of placeholders in it.
struct MessageText: Sendable {
  enum Piece: Sendable {
    case text(String)
    case capture(String)
  }

  let pieces: [Piece]
  /// The placeholders whose code is written, with their places in the text.
  let uses: [PlaceholderUse]

  /// Reads a message; `$x` is the code of a placeholder, `$$` a dollar sign.
  init(_ text: String) {
    var pieces: [Piece] = []
    var uses: [PlaceholderUse] = []
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
        uses.append(
          PlaceholderUse(name: String(name), offset: text.utf8.count - rest.utf8.count))
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
    self.uses = uses
  }
}

/// One place of a text where the code of a placeholder is written.
struct PlaceholderUse: Hashable, Sendable {
  var name: String
  /// The byte of the text at which it stands.
  var offset: Int
  /// What it stands for there; nil in words for people.
  var form: PlaceholderForm?
}

/// How much code a placeholder stands for.
enum PlaceholderForm: Hashable, Sendable {
  case one
  case many
  /// Links of a chain.
  case links

  init(_ variable: Metavariable) {
    self = variable.isLinks ? .links : variable.isMany ? .many : .one
  }
}
