import MigrateKit
import Testing

@Suite struct ProofsTests {
  private func reason(_ original: String, _ result: String) throws -> ProofFailure.Reason? {
    Proofs.check(
      original: try SourceFile(path: "A.swift", bytes: Array(original.utf8)),
      result: try SourceFile(path: "A.swift", bytes: Array(result.utf8)),
      platforms: .unknown, since: [.iOS: PlatformVersion(26)], changesOlderSystems: false
    )?.reason
  }

  @Test func refusesNewSyntaxErrors() throws {
    #expect(try reason("f()\n", "f(\n") == .parsesWorse)
    #expect(try reason("f(\nlet = 1\n", "f(\nlet = 1\n") == nil)
    #expect(try reason("f(\n", "f(\nlet = 1\n") == .parsesWorse)
  }

  @Test func refusesLostComments() throws {
    #expect(try reason("f() // why\n", "f()\n") == .notKept)
    #expect(try reason("/* a\n   b */ f()\n", "/* a\n     b */ f()\n") == nil)
    #expect(try reason("f() // a\ng() // a\n", "f() // a\ng()\n") == .notKept)
  }

  @Test func refusesAnotherFinalNewline() throws {
    #expect(try reason("f()", "f()\n") == .notKept)
    #expect(try reason("f()\n", "f()") == .notKept)
  }

  @Test func refusesOtherLineEndings() throws {
    #expect(try reason("f()\r\ng()\r\n", "f()\ng()\r\n") == .notKept)
    #expect(try reason("f()\r\ng()\r\n", "f()\r\n\r\ng()\r\n") == nil)
  }

  @Test func refusesALostByteOrderMark() throws {
    #expect(try reason("\u{FEFF}f()\n", "f()\n") == .notKept)
  }

  @Test func refusesAnotherIndentation() throws {
    #expect(try reason("if x {\n\tf()\n}\n", "if x {\n  f()\n}\n") == .notKept)
    #expect(try reason("if x {\n  f()\n}\n", "if x {\n\tf()\n}\n") == .notKept)
  }

  @Test func letsARecipeChangeOlderSystemsOnlyIfItSaysSo() throws {
    let failure = Proofs.check(
      original: try SourceFile(path: "A.swift", bytes: Array("f()\n".utf8)),
      result: try SourceFile(path: "A.swift", bytes: Array("g()\n".utf8)),
      platforms: .unknown, since: [.iOS: PlatformVersion(26)], changesOlderSystems: true)
    #expect(failure == nil)
    #expect(try reason("f()\n", "g()\n") == .notProved)
  }

  @Test func refusesWhatNestsTooDeeply() throws {
    let chain = "let v = x" + String(repeating: ".y()", count: 700) + "\n"
    #expect(try reason(chain, chain + "f()\n") == .notProved)
  }
}
