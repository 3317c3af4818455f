import SwiftSyntax
import Testing

@testable import MigrateKit

/// A file that is parsed as a change of another one has the tree of one that is parsed by itself.
@Suite struct ChangedFileTests {
  @Test func theTreesOfEveryCaseAreThoseOfAWholeParse() throws {
    var count = 0
    for (entry, example) in BuiltInRecipes.cases {
      var recipe = entry.recipe
      recipe.options.merge(example.options) { $1 }
      var files: [String: [UInt8]] = [:]
      var known: [String: FilePlatforms] = [:]
      for file in example.files {
        files[file.path] = file.source.bytes
        known[file.path] = file.platforms
      }
      let platforms = known
      let request = Engine.Request(
        recipes: [recipe], platforms: { platforms[$0] ?? .unknown }, gateStyle: example.gateStyle)
      let plan = try Engine(request).plan(for: InMemoryProject(files))
      for finding in plan.recipes.flatMap(\.findings) where finding.path.hasSuffix(".swift") {
        guard let fix = finding.finding.fix, let bytes = files[finding.path] else { continue }
        var edits = EditSet()
        guard edits.insert(fix.edits), let changed = edits.applied(to: bytes) else { continue }
        try expectSameTrees(finding.path, bytes, changed, edits)
        count += 1
      }
    }
    #expect(count > 300)
  }

  @Test func editsOfEveryKindGiveTheTreesOfAWholeParse() throws {
    let text = """
      import UIKit

      final class Screen: UIViewController {
        let label = UILabel()
        var count = 1 + 2 * 3 { didSet { update(count) } }
        func first() { if count > 1 { update(count) } else { print("none") } }
        func second(_ x: Int) -> Int { switch x { case 1: return 2; default: return x ?? 3 } }
        #if DEBUG
          func third() { label.text = \"\"\"
            a \\(count) b
            \"\"\" }
        #endif
      }
      let screen = Screen()
      screen.first()

      """
    let bytes = Array(text.utf8)
    var generator = SplitMix(state: 31)
    let pieces = [
      "", " ", "}", "{", "(", ")", "\"", "if true {", "/*", "*/", "#endif", "#if X\n", "\n", "a",
      "+", "func f() {}\n", ".b", "case 2: break", "else", "\"\"\"", "// c\n",
    ]
    for _ in 0..<1_500 {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
      var edits = EditSet()
      let piece = pieces.randomElement(using: &generator) ?? ""
      guard edits.insert([Edit(ByteRange(start, end), piece)]),
        let changed = edits.applied(to: bytes)
      else { continue }
      try expectSameTrees("Screen.swift", bytes, changed, edits)
    }
  }

  private func expectSameTrees(
    _ path: String, _ bytes: [UInt8], _ changed: [UInt8], _ edits: EditSet
  ) throws {
    let original = ParsedFile(try SourceFile(path: path, bytes: bytes))
    guard let source = try? SourceFile(path: path, bytes: changed) else { return }
    let whole = Shape.lines(of: ParsedFile(source).tree)
    let part = Shape.lines(of: ParsedFile(source, changing: original, by: edits).tree)
    #expect(whole == part, "\(path) after \(edits.edits)")
  }

  /// The kinds and extents of all nodes of a tree.
  private final class Shape: SyntaxAnyVisitor {
    private var lines: [String] = []

    static func lines(of tree: SourceFileSyntax) -> [String] {
      let shape = Shape(viewMode: .all)
      shape.walk(tree)
      return shape.lines
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      lines.append("\(node.kind) \(node.position.utf8Offset) \(node.totalLength.utf8Length)")
      return .visitChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      lines.append("\(token.tokenKind) \(token.position.utf8Offset) \(token.presence)")
      return .visitChildren
    }
  }
}
