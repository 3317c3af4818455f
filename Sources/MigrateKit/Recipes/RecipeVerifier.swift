/// Checks that a recipe does what the cases of its document say, and what follows from them.
public struct RecipeVerifier: Sendable {
  private let entry: RecipeEntry

  /// Prepares the checks of one recipe.
  public init(_ entry: RecipeEntry) {
    self.entry = entry
  }

  /// Everything that is wrong with one case; empty when it holds.
  ///
  /// When the case as written fails, nothing is derived from it.
  public func failures(of example: RecipeCase) -> [CaseFailure] {
    let check = CaseCheck(entry: entry, example: example)
    return check.failures()
  }

  /// The files of a case as the recipe leaves them, by path.
  func results(of example: RecipeCase) -> [String: [UInt8]] {
    let check = CaseCheck(entry: entry, example: example)
    let plan = check.run(check.sources)
    var files = check.sources
    for change in plan.changes { files[change.path] = change.updated }
    return files
  }
}

/// One way in which a recipe fails a case.
public struct CaseFailure: Hashable, Sendable, CustomStringConvertible {
  /// The path of the document.
  public var document: String
  /// The line of the case, from 1.
  public var line: Int
  /// The title of the case.
  public var title: String
  /// Which check failed, such as `with CR LF`.
  public var check: String
  /// What was expected and what came, over several lines where that helps.
  public var detail: String

  /// `document:line: title, check: detail`.
  public var description: String { "\(document):\(line): \(title), \(check): \(detail)" }
}
