import MigrateKit
import SwiftSyntax
import Testing

@Suite struct GateTests {
  private func gate(
    _ code: String = "func f() {\n  site()\n}", platforms: FilePlatforms = .unknown,
    style: GateStyle = GateStyle(), drops: Bool = false,
    requirement: APIRequirement = .liquidGlass
  ) throws -> Gate {
    let file = ParsedFile(try SourceFile(path: "A.swift", bytes: Array(code.utf8)))
    let site = try #require(SiteFinder.site(in: file))
    return Gate(
      requirement, at: site, in: file,
      context: RuleContext(platforms: platforms, gateStyle: style), drops: drops)
  }

  private func text(_ lines: SourceLines) -> String { lines.text(after: "", lineEnding: "\n") }

  @Test func writesEachArm() throws {
    let gate = try gate()
    #expect(gate.decision == .gate)
    #expect(text(gate.since(["a()"])) == "if #available(iOS 26.0, *) {\n  a()\n}")
    #expect(text(gate.before(["b()"])) == "if #unavailable(iOS 26.0) {\n  b()\n}")
    #expect(
      text(gate.either(since: ["a()"], before: ["b()"]))
        == "if #available(iOS 26.0, *) {\n  a()\n} else {\n  b()\n}")
  }

  @Test func writesNoGateWhereTheMinimumProvesIt() throws {
    let gate = try gate(platforms: .minimums([.iOS: 26]))
    #expect(gate.decision == .proved)
    #expect(text(gate.since(["a()"])) == "a()")
    #expect(gate.before(["b()"]).isEmpty)
    #expect(text(gate.either(since: ["a()"], before: ["b()"])) == "a()")
  }

  @Test func writesNoGateInsideOne() throws {
    #expect(try gate("if #available(iOS 26, *) { site() }").decision == .proved)
    #expect(try gate("@available(iOS 26, *) func f() { site() }").decision == .proved)
  }

  @Test func leavesCodeOfOlderSystems() throws {
    #expect(try gate("if #available(iOS 26, *) { } else { site() }").decision == .below)
  }

  @Test func leavesFilesWithoutThePlatform() throws {
    #expect(try gate(platforms: .minimums([.macOS: 13])).decision == .impossible)
    #expect(try gate("#if os(macOS)\nsite()\n#endif").decision == .impossible)
  }

  @Test func leavesTheOldLookOnlyWhereSomethingGoes() throws {
    let platforms = FilePlatforms([.iOS: PlatformVersion(16)], requiresCompatibility: true)
    #expect(try gate(platforms: platforms, drops: true).decision == .compatibilityMode)
    #expect(try gate(platforms: platforms).decision == .gate)
  }

  @Test func namesEveryPlatformOfTheFile() throws {
    let glass = APIRequirement([
      .iOS: PlatformVersion(26), .macCatalyst: PlatformVersion(26), .macOS: PlatformVersion(26),
      .tvOS: PlatformVersion(26), .watchOS: PlatformVersion(26),
    ])
    let three = try gate(
      platforms: .minimums([.iOS: 15, .macCatalyst: 15, .macOS: 12]), requirement: glass)
    #expect(
      text(three.since(["a()"])) == "if #available(iOS 26.0, macOS 26.0, *) {\n  a()\n}")
    let vision = try gate(
      platforms: .minimums([.iOS: 15, .macOS: 12, .visionOS: 1]), requirement: glass)
    #expect(
      text(vision.since(["a()"]))
        == "#if !os(visionOS)\nif #available(iOS 26.0, macOS 26.0, *) {\n  a()\n}\n#endif")
  }

  @Test func keepsOldCodeOnOtherPlatforms() throws {
    let gate = try gate(platforms: .minimums([.iOS: 15, .macOS: 12]), drops: true)
    #expect(
      text(gate.before(["b()"]))
        == "#if os(iOS)\nif #unavailable(iOS 26.0) {\n  b()\n}\n#else\nb()\n#endif")
  }

  @Test func keepsOldCodeOfPortableFilesOfUnknownPlatforms() throws {
    let gate = try gate("import SwiftUI\nfunc f() {\n  site()\n}", drops: true)
    #expect(text(gate.before(["b()"])).hasPrefix("#if os(iOS)\n"))
    let tied = try self.gate("import SwiftUI\nimport UIKit\nfunc f() {\n  site()\n}", drops: true)
    #expect(text(tied.before(["b()"])).hasPrefix("if #unavailable"))
    let inside = try self.gate(
      "import SwiftUI\nfunc f() {\n  #if os(iOS)\n  site()\n  #endif\n}", drops: true)
    #expect(text(inside.before(["b()"])).hasPrefix("if #unavailable"))
  }

  @Test func leavesMacCatalystOutWhereItLacksTheVersion() throws {
    let gate = try gate(
      platforms: .minimums([.iOS: 15, .macCatalyst: 15]),
      requirement: APIRequirement([.iOS: PlatformVersion(26, 1)]))
    #expect(
      text(gate.since(["a()"]))
        == "#if os(iOS) && !targetEnvironment(macCatalyst)\nif #available(iOS 26.1, *) {\n  a()\n}\n#endif"
    )
  }

  @Test func addsTheProjectsCondition() throws {
    let gate = try gate(style: GateStyle(extraCondition: "Flags.glass"))
    #expect(
      text(gate.since(["a()"])) == "if #available(iOS 26.0, *), Flags.glass {\n  a()\n}")
    #expect(
      text(gate.before(["b()"]))
        == "if #available(iOS 26.0, *), Flags.glass {\n} else {\n  b()\n}")
  }

  @Test func asksForTheCompilerOnRequest() throws {
    let gate = try gate(style: GateStyle(compilerGate: true))
    #expect(
      text(gate.before(["b()"]))
        == "#if compiler(>=6.2)\nif #unavailable(iOS 26.0) {\n  b()\n}\n#else\nb()\n#endif")
  }

  @Test func usesAnOlderSymbolInsideTheGate() throws {
    let both = EmittedAPI.hostingControllerSizingOptions.requirement.and(.liquidGlass)
    #expect(both == .liquidGlass)
  }

  @Test func keepsMultilineStringsAsTheyAre() throws {
    let code = "func f() {\n    site(\"\"\"\n      a\n    \"\"\",\n        b)\n}"
    let file = ParsedFile(try SourceFile(path: "A.swift", bytes: Array(code.utf8)))
    let site = try #require(SiteFinder.site(in: file)?.parent)
    let lines = SourceLines(of: site, in: file).prefixed(by: "let x = ").indented(by: "    ")
    #expect(
      lines.text(after: "    ", lineEnding: "\n")
        == "    let x = site(\"\"\"\n      a\n    \"\"\",\n            b)")
  }

  @Test func findsTheGateThatFollows() throws {
    let code =
      "func f() {\n  site()\n  if #available(iOS 26, *) {\n    b()\n  }\n  c()\n}"
    let file = ParsedFile(try SourceFile(path: "A.swift", bytes: Array(code.utf8)))
    var node = try #require(SiteFinder.site(in: file))
    while !node.is(CodeBlockItemSyntax.self), let parent = node.parent { node = parent }
    let item = try #require(node.as(CodeBlockItemSyntax.self))
    let join = try #require(
      GateJoin(after: item, requires: .liquidGlass, in: file, context: RuleContext()))
    var edits = EditSet()
    let isInserted = edits.insert([join.insertion(of: ["a()"])])
    #expect(isInserted)
    let result = try #require(edits.applied(to: file.source.bytes))
    #expect(
      String(decoding: result, as: UTF8.self)
        == "func f() {\n  site()\n  if #available(iOS 26, *) {\n    a()\n    b()\n  }\n  c()\n}")
  }

  @Test func makesNamesThatAreFree() throws {
    let file = ParsedFile(
      try SourceFile(path: "A.swift", bytes: Array("let item = 1\nlet item2 = 2\n".utf8)))
    #expect(FreshName.make("item", in: file.tree) == "item3")
    #expect(FreshName.make("other", in: file.tree) == "other")
  }
}
