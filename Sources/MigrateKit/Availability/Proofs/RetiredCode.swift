import SwiftSyntax

/// The code of a file that no system of the file's platforms can reach any more, with its comments.
struct RetiredCode {
  private let comments: [String: Int]

  /// Looks at what a result has taken out of its original.
  init(_ original: ParsedFile, result: ParsedFile, platforms: FilePlatforms) {
    let kept = FileIdentifiers.shared(of: result).names
    let gone = HelperCollector.functions(in: original).filter { !kept.contains($0.name.text) }
    let names = Set(gone.map(\.name.text))
    let functions = gone.map { ByteRange($0.position.utf8Offset, $0.endPosition.utf8Offset) }
    comments = KeepsProof.comments(original) { token in
      if functions.contains(where: { $0.contains(token.position.utf8Offset) }) { return true }
      if AvailabilityContext(at: token, platforms: platforms).reachablePlatforms.isEmpty {
        return true
      }
      return Self.isArgument(token, ofOneOf: names)
    }
  }

  /// How many comments with the text may go.
  func count(_ comment: String) -> Int { comments[comment, default: 0] }

  /// Whether a token stands in the closure that is given to a helper which is gone: whether the
  /// closure was for systems that are left is what fold-back shows.
  private static func isArgument(_ token: TokenSyntax, ofOneOf names: Set<String>) -> Bool {
    guard !names.isEmpty else { return false }
    var next = token.parent
    while let node = next {
      if let call = node.as(FunctionCallExprSyntax.self),
        let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        names.contains(member.declName.baseName.text),
        token.position >= member.declName.endPosition
      {
        return true
      }
      next = node.parent
    }
    return false
  }
}
