public import SwiftSyntax

/// Finds names that are not taken.
public enum FreshName {
  /// The wanted name, or the name with the first number from 2 that no identifier in the scope
  /// has.
  public static func make(_ wanted: String, in scope: some SyntaxProtocol) -> String {
    let taken = names(in: scope)
    return make(wanted) { taken.contains($0) }
  }

  /// The wanted name, or the name with the first number from 2 that is not taken.
  static func make(_ wanted: String, isTaken: (String) -> Bool) -> String {
    if !isTaken(wanted) { return wanted }
    var number = 2
    while isTaken("\(wanted)\(number)") { number += 1 }
    return "\(wanted)\(number)"
  }

  /// Every identifier in the scope.
  static func names(in scope: some SyntaxProtocol) -> Set<String> {
    var taken: Set<String> = []
    for token in scope.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .identifier(let name), .dollarIdentifier(let name):
        taken.insert(name.filter { $0 != "`" })
      default: break
      }
    }
    return taken
  }
}
