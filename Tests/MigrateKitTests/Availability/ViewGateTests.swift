import MigrateKit
import SwiftSyntax
import Testing

@Suite struct ViewGateTests {
  private func file(_ code: String) throws -> ParsedFile {
    ParsedFile(try SourceFile(path: "A.swift", bytes: Array(code.utf8)))
  }

  private func applied(_ edit: Edit?, to file: ParsedFile) throws -> String {
    var set = EditSet()
    let isInserted = set.insert([try #require(edit)])
    #expect(isInserted)
    let bytes = try #require(set.applied(to: file.source.bytes))
    return String(decoding: bytes, as: UTF8.self)
  }

  private let declaration = """
    fileprivate extension View {
        /// Applies `old` before iOS 26.0 only.
        func before26<Old: View>(@ViewBuilder _ old: (Self) -> Old) -> some View {
            #if os(iOS)
            if #available(iOS 26.0, *) { return self }
            #endif
            return old(self)
        }
    }
    """

  @Test(arguments: [
    ("let a = 1", "let a = 1\n\n", ""), ("let a = 1\n", "let a = 1\n\n", "\n"),
    ("let a = 1\n\n\n", "let a = 1\n\n", "\n\n\n"),
  ])
  func declaresTheHelperAtTheEndOfTheFile(_ example: (String, String, String)) throws {
    let file = try file(example.0)
    let gate = ViewGate(.liquidGlass, in: file, context: RuleContext())
    #expect(
      try applied(gate.declaration(of: [.before]), to: file)
        == example.1 + declaration + example.2)
  }

  @Test func reusesItsHelper() throws {
    let file = try file("let a = 1\n\n" + declaration + "\n")
    let gate = ViewGate(.liquidGlass, in: file, context: RuleContext())
    #expect(gate.declaration(of: [.before]) == nil)
    #expect(gate.declaration(of: [.before, .since]) != nil)
    #expect(gate.name(.before) == "before26")
  }

  @Test func takesAnotherNameWhereItsOwnMeansSomethingElse() throws {
    let file = try file("extension View { func before26() -> some View { self } }\n")
    let gate = ViewGate(.liquidGlass, in: file, context: RuleContext())
    #expect(gate.name(.before) == "onlyBefore26")
    #expect(gate.name(.since) == "since26")
  }

  @Test func namesTheVersion() throws {
    let gate = ViewGate(.iOS(26, 1), in: try file(""), context: RuleContext())
    #expect(gate.name(.before) == "before26_1")
  }

  @Test func putsTheOriginalCallIntoTheClosure() throws {
    let file = try file(
      "let v = x\n    .site {\n        a()\n    }\n    .y()\n")
    let call = try #require(siteCall(in: file))
    let gate = ViewGate(.liquidGlass, in: file, context: RuleContext())
    let lines = try #require(ViewGate.modifier(call, in: file))
    #expect(
      gate.before(lines).text(after: "    ", lineEnding: "\n")
        == ".before26 {\n        $0.site {\n            a()\n        }\n    }")
  }

  @Test func refusesAnonymousArgumentsOfAnOuterClosure() throws {
    let outer = try file("f { x.site($0) }")
    #expect(ViewGate.modifier(try #require(siteCall(in: outer)), in: outer) == nil)
    let inner = try file("f { x.site { $0 } }")
    #expect(ViewGate.modifier(try #require(siteCall(in: inner)), in: inner) != nil)
    let base = try file("f { $0.site(1) }")
    #expect(ViewGate.modifier(try #require(siteCall(in: base)), in: base) != nil)
  }

  @Test func checksInsideTheClosureWhatTheMinimumDoesNotReach() throws {
    let requirement = EmittedAPI.scrollContentBackground.requirement
    let file = try file("import SwiftUI\nimport UIKit\n")
    func since(_ minimums: [Platform: Int]) -> String {
      ViewGate(
        .liquidGlass, in: file,
        context: RuleContext(platforms: .minimums(minimums))
      ).since([".scrollContentBackground(.hidden)"], needs: requirement)
        .text(after: "", lineEnding: "\n")
    }
    #expect(since([.iOS: 16]) == ".since26 { $0.scrollContentBackground(.hidden) }")
    #expect(
      since([.iOS: 15])
        == """
        .since26 {
            if #available(iOS 26.0, *) {
                $0.scrollContentBackground(.hidden)
            }
        }
        """)
    #expect(
      since([.iOS: 16, .tvOS: 16])
        == """
        .since26 {
            #if os(iOS)
            $0.scrollContentBackground(.hidden)
            #else
            $0
            #endif
        }
        """)
  }

  private func siteCall(in file: ParsedFile) -> FunctionCallExprSyntax? {
    var node = SiteFinder.site(in: file)
    while let current = node, !current.is(FunctionCallExprSyntax.self) { node = current.parent }
    return node?.as(FunctionCallExprSyntax.self)
  }
}
