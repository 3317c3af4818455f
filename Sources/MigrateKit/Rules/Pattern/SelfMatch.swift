import SwiftSyntax

/// Finds patterns that match what they are replaced by.
enum SelfMatch {
  static func isFound(_ pattern: Pattern, in template: Template) -> Bool {
    let text = template.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .capture(let variable, _, _): variable.description
      case .trailing: ""
      }
    }.joined()
    let source: SourceFile
    // A template that is no file of its own is not looked into.
    do { source = try SourceFile(path: "", bytes: Array(text.utf8)) } catch { return false }
    let finder = Finder(pattern, ParsedFile(source))
    finder.walk(finder.file.tree)
    return finder.isFound
  }

  private final class Finder: SyntaxAnyVisitor {
    let file: ParsedFile
    private(set) var isFound = false
    private let pattern: Pattern
    private var matcher: PatternMatcher

    init(_ pattern: Pattern, _ file: ParsedFile) {
      self.pattern = pattern
      self.file = file
      matcher = PatternMatcher(file)
      super.init(viewMode: .sourceAccurate)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      matcher.bindings = CodeBindings()
      if matcher.matches(pattern, node) { isFound = true }
      return isFound ? .skipChildren : .visitChildren
    }
  }
}
