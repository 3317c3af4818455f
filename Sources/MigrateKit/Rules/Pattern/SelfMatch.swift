import SwiftSyntax

/// Finds patterns that match what they are replaced by.
enum SelfMatch {
  static func isFound(_ pattern: Pattern, in template: Template) -> Bool {
    let text = template.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .capture(let variable, _):
        variable.isLinks ? "." + variable.description : variable.description
      case .block(let variable, _): " " + variable.description + " "
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

  /// Whether a pattern matches another one's text as a whole.
  static func isFound(_ pattern: Pattern, asAllOf text: String) -> Bool {
    let source: SourceFile
    do { source = try SourceFile(path: "", bytes: Array(text.utf8)) } catch { return false }
    let file = ParsedFile(source)
    var node = Syntax(file.tree)
    var matcher = PatternMatcher(file)
    while true {
      matcher.bindings = CodeBindings()
      if matcher.matches(pattern, node) { return true }
      // Deeper as long as the only child is all there is.
      let children = node.children(viewMode: .sourceAccurate).filter {
        $0.as(TokenSyntax.self)?.tokenKind != .endOfFile
      }
      guard children.count == 1, let only = children.first else { return false }
      node = only
    }
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
