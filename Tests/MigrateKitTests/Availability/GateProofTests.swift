import MigrateKit
import SwiftSyntax
import Testing

/// Everything the emitter writes is proved, and nothing that it might have got wrong is.
@Suite struct GateProofTests {
  struct Setting: Sendable, CustomTestStringConvertible {
    var imports: String
    var platforms: FilePlatforms
    var style: GateStyle

    var testDescription: String {
      "\(imports.isEmpty ? "no import" : imports) on \(platforms.platforms.map(\.rawValue)) \(style)"
    }
  }

  static let settings: [Setting] = {
    let platforms: [FilePlatforms] = [
      .unknown, .minimums([.iOS: 15]), .minimums([.iOS: 15, .macCatalyst: 15]),
      .minimums([.iOS: 15, .macOS: 12]), .minimums([.iOS: 15, .tvOS: 15, .visionOS: 1]),
    ]
    let styles = [
      GateStyle(), GateStyle(extraCondition: "Flags.glass"), GateStyle(compilerGate: true),
      GateStyle(extraCondition: "Flags.glass", compilerGate: true),
    ]
    return ["import SwiftUI\n", "import UIKit\n"].flatMap { imports in
      platforms.flatMap { platforms in
        styles.map { Setting(imports: imports, platforms: platforms, style: $0) }
      }
    }
  }()

  private func source(_ code: String) throws -> SourceFile {
    try SourceFile(path: "A.swift", bytes: Array(code.utf8))
  }

  private func failure(_ original: String, _ result: String, _ setting: Setting) throws
    -> ProofFailure?
  {
    Proofs.check(
      original: try source(original), result: try source(result), platforms: setting.platforms,
      since: [.iOS: PlatformVersion(26)], changesOlderSystems: false)
  }

  private func replaced(
    _ setting: Setting, _ write: (Gate) -> SourceLines
  ) throws -> (original: String, result: String) {
    let original = setting.imports + "func f() {\n  first()\n  site()\n  last()\n}\n"
    let file = ParsedFile(try source(original))
    let site = try #require(SiteFinder.site(in: file)?.parent)
    let gate = Gate(
      .liquidGlass, at: site, in: file,
      context: RuleContext(platforms: setting.platforms, gateStyle: setting.style), drops: true)
    #expect(gate.decision == .gate)
    let text = write(gate).text(after: "  ", lineEnding: "\n")
    return (original, original.replacing("site()", with: text))
  }

  @Test(arguments: settings)
  func provesStatementGates(_ setting: Setting) throws {
    let writers: [(Gate) -> SourceLines] = [
      { $0.before(["site()"]) },
      { $0.either(since: ["new()"], before: ["site()"]) },
      { SourceLines(["site()"]) + $0.since(["new()"]) },
    ]
    for write in writers {
      let (original, result) = try replaced(setting, write)
      #expect(try failure(original, result, setting) == nil, "\(result)")
    }
  }

  @Test(arguments: settings)
  func refusesBrokenStatementGates(_ setting: Setting) throws {
    let (original, result) = try replaced(setting) {
      $0.either(since: ["new()"], before: ["site()"])
    }
    var broken = [
      result.replacing("new()", with: "swap()").replacing("site()", with: "new()")
        .replacing("swap()", with: "site()"),
      result.replacing("26.0", with: "18.0"),
      result.replacing("#available(iOS 26.0, *)", with: "true"),
      result.replacing("} else {\n    site()\n", with: "} else {\n"),
      result.replacing("first()\n", with: ""),
    ]
    if result.contains("#else") {
      let parts = result.split(separator: "  #else", maxSplits: 1)
      broken.append(parts[0] + "  #endif" + parts[1].split(separator: "  #endif", maxSplits: 1)[1])
    }
    if result.contains("#if os") {
      broken.append(
        result.replacing("#if os(iOS)\n", with: "#if true\n"))
    }
    for text in broken {
      #expect(text != result)
      #expect(try failure(original, text, setting) != nil, "\(text)")
    }
  }

  private func viewGated(_ setting: Setting) throws -> (original: String, result: String) {
    let original =
      "import SwiftUI\nstruct A: View {\n  var body: some View {\n    x.site(c).y()\n  }\n}\n"
    let file = ParsedFile(try source(original))
    var node = SiteFinder.site(in: file)
    while let current = node, !current.is(FunctionCallExprSyntax.self) { node = current.parent }
    let call = try #require(node?.as(FunctionCallExprSyntax.self))
    let gate = ViewGate(
      .liquidGlass, in: file,
      context: RuleContext(platforms: setting.platforms, gateStyle: setting.style))
    let old = gate.before(try #require(ViewGate.modifier(call, in: file)))
    let new = gate.since(
      [".scrollContentBackground(.hidden)"],
      needs: EmittedAPI.scrollContentBackground.requirement)
    var edits = EditSet()
    let range = file.range(of: call)
    let isInserted = edits.insert([
      Edit(
        ByteRange(range.lowerBound + 1, range.upperBound),
        old.text(after: "    ", lineEnding: "\n") + new.text(after: "    ", lineEnding: "\n")),
      try #require(gate.declaration(of: [.before, .since])),
    ])
    #expect(isInserted)
    let bytes = try #require(edits.applied(to: file.source.bytes))
    return (original, String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: settings)
  func provesViewGates(_ setting: Setting) throws {
    let (original, result) = try viewGated(setting)
    #expect(try failure(original, result, setting) == nil, "\(result)")
  }

  @Test(arguments: settings)
  func refusesBrokenViewGates(_ setting: Setting) throws {
    let (original, result) = try viewGated(setting)
    var broken = [
      result.replacing("x.before26 { $0.site(c) }", with: "x"),
      result.replacing("$0.site(c)", with: "$0.site(d)"),
      result.replacing("#available(iOS 26.0, *)", with: "true"),
      result.replacing("before26", with: "other26").replacing(
        "func other26", with: "func before26"),
      result.replacing("since26 {", with: "before26 {"),
      result.replacing("fileprivate extension", with: "extension"),
    ]
    if setting.style.extraCondition == nil {
      broken.append(result.replacing("return old(self)", with: "return self"))
      broken.append(
        result.replacing("{ return self }", with: "{ return old(self) }")
          .replacing("return old(self)\n", with: "return self\n"))
    }
    for text in broken {
      #expect(text != result)
      #expect(try failure(original, text, setting) != nil, "\(text)")
    }
  }
}
