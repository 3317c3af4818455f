import SwiftSyntax

/// The modules that a file imports, anywhere in it.
struct FileImports {
  let modules: Set<String>

  init(_ file: ParsedFile) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(file.tree)
    modules = collector.modules
  }

  /// Whether the file shows SwiftUI and nothing that ties it to one platform.
  var isPortableSwiftUI: Bool {
    modules.contains("SwiftUI")
      && modules.isDisjoint(with: ["UIKit", "AppKit", "Cocoa", "WatchKit", "TVUIKit"])
  }

  private final class Collector: SyntaxVisitor {
    var modules: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
      if let first = node.path.first { modules.insert(first.name.text) }
      return .skipChildren
    }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}
