/// A placeholder of a pattern or a template: `$x`, `$$$xs`, or `$_` and `$$$` without a name.
struct Metavariable: Hashable, Sendable {
  /// The name without its dollar signs; nil for a placeholder that keeps nothing.
  var name: String?
  /// Whether it stands for any number of items in a row.
  var isMany: Bool
  /// Whether the items are links of a chain.
  var isLinks = false

  /// Reads the text of one token; nil when it is code. `$0` and its like are code.
  init?(_ text: String) {
    let dollars = text.prefix { $0 == "$" }.count
    guard dollars == 1 || dollars == 3 else { return nil }
    let rest = text.dropFirst(dollars)
    if rest.isEmpty, dollars == 1 { return nil }
    guard rest.first.map({ $0.isLetter || $0 == "_" }) ?? true else { return nil }
    name = rest.isEmpty || rest == "_" ? nil : String(rest)
    isMany = dollars == 3
  }

  /// The name in a text that may or may not have the dollar signs.
  static func name(_ text: String) -> String { Metavariable(text)?.name ?? text }

  /// The token's text as code: `$$x` stands for `$x`, and back ticks mean nothing.
  static func code(_ text: String) -> String {
    if text.hasPrefix("$$"), !text.hasPrefix("$$$") { return String(text.dropFirst()) }
    if text.hasPrefix("`"), text.hasSuffix("`"), text.count > 2 {
      return String(text.dropFirst().dropLast())
    }
    return text
  }

  /// The text as it is written.
  var description: String { (isMany ? "$$$" : "$") + (name ?? (isMany ? "" : "_")) }
}
