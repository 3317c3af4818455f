import SwiftSyntax
import Testing

@testable import MigrateKit

@Suite struct TrimmedTextTests {
  @Test func isTheTextWithoutWhatStandsAround() throws {
    let text = """
      // above
      struct A { /* in */ let a: Int = 1 + 2 // after
        func f(_ x: Int) -> Int { x /* é */ }
      }

      """
    let file = ParsedFile(try SourceFile(path: "A.swift", bytes: Array(text.utf8)))
    let all = AllNodes(viewMode: .sourceAccurate)
    all.walk(file.tree)
    #expect(all.nodes.count > 30)
    for node in all.nodes {
      #expect(node.trimmedText == node.trimmedDescription)
      #expect(node.trimmedText == file.text(of: node))
    }
  }

  private final class AllNodes: SyntaxAnyVisitor {
    var nodes: [Syntax] = []

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      nodes.append(node)
      return .visitChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      nodes.append(Syntax(token))
      return .visitChildren
    }
  }
}
