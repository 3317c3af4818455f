import SwiftSyntax

/// The modules that a file imports.
struct FileImports {
  /// The modules imported anywhere in the file.
  let modules: Set<String>
  /// The modules imported whatever is built.
  let unconditional: Set<String>

  init(_ file: ParsedFile) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(file.tree)
    modules = collector.modules
    unconditional = collector.unconditional
  }

  /// Whether the file shows SwiftUI and nothing that ties it to one platform.
  var isPortableSwiftUI: Bool {
    modules.contains("SwiftUI")
      && unconditional.isDisjoint(with: ["UIKit", "AppKit", "Cocoa", "WatchKit", "TVUIKit"])
  }

  private final class Collector: SyntaxVisitor {
    var modules: Set<String> = []
    var unconditional: Set<String> = []
    private var directives = 0

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
      if let first = node.path.first {
        modules.insert(first.name.text)
        if directives == 0 { unconditional.insert(first.name.text) }
      }
      return .skipChildren
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
      directives += 1
      return .visitChildren
    }

    override func visitPost(_ node: IfConfigDeclSyntax) { directives -= 1 }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}

extension FileImports {
  /// That of a file, worked out once.
  static func shared(of file: ParsedFile) -> FileImports { file.memo.value { FileImports(file) } }
}
