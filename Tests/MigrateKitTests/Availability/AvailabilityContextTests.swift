import MigrateKit
import SwiftSyntax
import Testing

/// Code with one call of `site()`, and what is known there.
struct AvailabilityCase: Sendable, CustomTestStringConvertible {
  enum Known: String, Sendable {
    /// Every system has 26.
    case proved
    /// No system has 26.
    case below
    /// Some may and some may not.
    case open
  }

  var known: Known
  var code: String
  var platforms: FilePlatforms

  init(_ known: Known, platforms: FilePlatforms = .unknown, _ code: String) {
    self.known = known
    self.code = code
    self.platforms = platforms
  }

  var testDescription: String { "\(known): \(code)" }

  func context() throws -> AvailabilityContext {
    let file = ParsedFile(try SourceFile(path: "A.swift", bytes: Array(code.utf8)))
    let site = try #require(SiteFinder.site(in: file))
    return AvailabilityContext(at: site, platforms: platforms)
  }
}

/// Finds the call that a case is about.
final class SiteFinder: SyntaxVisitor {
  private var found: Syntax?

  static func site(in file: ParsedFile) -> Syntax? {
    let finder = SiteFinder(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    return finder.found
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "site" { found = Syntax(node) }
    return .skipChildren
  }
}

@Suite struct AvailabilityContextTests {
  @Test(arguments: conditions + exits + attributes + directives)
  func knowsWhetherTheSystemHas26(_ example: AvailabilityCase) throws {
    let context = try example.context()
    #expect(context.proves(.liquidGlass) == (example.known == .proved))
    #expect(context.isBelow(.liquidGlass) == (example.known == .below))
  }

  static let both = FilePlatforms.minimums([.iOS: 15, .macOS: 12])
  static let catalyst = FilePlatforms.minimums([.iOS: 15, .macCatalyst: 15])

  static let conditions: [AvailabilityCase] = [
    AvailabilityCase(.open, "site()"),
    AvailabilityCase(.open, "func f() { if x { site() } }"),
    AvailabilityCase(.proved, "if #available(iOS 26.0, *) { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 26, *) { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 26.0.0, *) { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 19, *) { site() }"),
    AvailabilityCase(.proved, "if #available(macOS 26, iOS 26, *) { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 26.1, *) { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 27, *) { site() }"),
    AvailabilityCase(.open, "if #available(iOS 18, *) { site() }"),
    AvailabilityCase(.open, "if #available(macOS 26, *) { site() }"),
    AvailabilityCase(.open, "if #available(iOSApplicationExtension 26, *) { site() }"),
    AvailabilityCase(.below, "if #unavailable(iOS 26.0) { site() }"),
    AvailabilityCase(.below, "if #available(iOS 26.0, *) {} else { site() }"),
    AvailabilityCase(.proved, "if #unavailable(iOS 26.0) {} else { site() }"),
    AvailabilityCase(.below, "if #available(iOS 18.0, *) {} else { site() }"),
    AvailabilityCase(.open, "if #available(iOS 27.0, *) {} else { site() }"),
    AvailabilityCase(.proved, "if x, #available(iOS 26.0, *) { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 26.0, *), let x = y() { site() }"),
    AvailabilityCase(.open, "if #available(iOS 26.0, *), x {} else { site() }"),
    AvailabilityCase(.below, "if #unavailable(iOS 26.0), x { site() }"),
    AvailabilityCase(.proved, "if #available(iOS 26.0, *), site() { }"),
    AvailabilityCase(.open, "if site(), #available(iOS 26.0, *) { }"),
    AvailabilityCase(.below, "if x {} else if #unavailable(iOS 26) { site() }"),
    AvailabilityCase(.below, "if #available(iOS 26, *) {} else if x { site() }"),
    AvailabilityCase(.below, "if #available(iOS 26, *) {} else if x {} else { site() }"),
    AvailabilityCase(.open, "if x {} else if #available(iOS 26, *), y {} else { site() }"),
    AvailabilityCase(.proved, "while #available(iOS 26, *), x { site() }"),
    AvailabilityCase(.proved, "let v = if #available(iOS 26, *) { site() } else { b }"),
    AvailabilityCase(.below, "let v = if #available(iOS 26, *) { a } else { site() }"),
    AvailabilityCase(.proved, "v.modify { if #available(iOS 26, *) { $0.site() } else { $0 } }"),
    AvailabilityCase(.proved, "if #available(iOS 26, *) { f { g { site() } } }"),
    AvailabilityCase(.proved, "if #available(iOS 26, *) { switch x { case .a: site() } }"),
    AvailabilityCase(.proved, platforms: .minimums([.iOS: 26]), "site()"),
    AvailabilityCase(.proved, platforms: .minimums([.iOS: 19]), "site()"),
    AvailabilityCase(.open, platforms: both, "if #available(iOS 26, *) { site() }"),
    AvailabilityCase(.below, platforms: both, "if #available(iOS 26, *) { } else { site() }"),
    AvailabilityCase(
      .proved, platforms: both, "if #unavailable(iOS 26) { } else { #if os(iOS)\nsite()\n#endif }"),
    AvailabilityCase(.proved, platforms: catalyst, "if #available(iOS 26, *) { site() }"),
    AvailabilityCase(
      .open, platforms: catalyst, "if #available(iOS 26, macCatalyst 18, *) { site() }"),
    AvailabilityCase(
      .open, platforms: .minimums([.iOS: 15, .visionOS: 1]),
      "if #available(iOS 26, *) { site() }"),
  ]

  static let exits: [AvailabilityCase] = [
    AvailabilityCase(.proved, "func f() { guard #available(iOS 26, *) else { return }; site() }"),
    AvailabilityCase(.below, "func f() { guard #available(iOS 26, *) else { site(); return } }"),
    AvailabilityCase(
      .open, "func f() { guard #available(iOS 26, *), x else { site(); return } }"),
    AvailabilityCase(
      .proved, "func f() { guard let x, #available(iOS 26, *) else { return }; site() }"),
    AvailabilityCase(.below, "func f() { guard #unavailable(iOS 26) else { return }; site() }"),
    AvailabilityCase(.below, "func f() { if #available(iOS 26, *) { return }; site() }"),
    AvailabilityCase(.below, "func f() { if #available(iOS 26, *) { a(); return x }; site() }"),
    AvailabilityCase(.open, "func f() { if #available(iOS 26, *) { a() }; site() }"),
    AvailabilityCase(.open, "func f() { if #available(iOS 26, *), x { return }; site() }"),
    AvailabilityCase(.proved, "func f() { if #unavailable(iOS 26) { return }; site() }"),
    AvailabilityCase(
      .proved, "func f() { if #available(iOS 26, *) { a() } else { return }; site() }"),
    AvailabilityCase(
      .proved, "func f() { if #available(iOS 26, *), x { a() } else { return }; site() }"),
    AvailabilityCase(
      .proved, "func f() { if x { return } else if #unavailable(iOS 26) { return }; site() }"),
    AvailabilityCase(
      .open, "func f() { if x { a() } else if #unavailable(iOS 26) { return }; site() }"),
    AvailabilityCase(.proved, "func f() { if #unavailable(iOS 26) { fatalError() }; site() }"),
    AvailabilityCase(
      .proved, "func f() throws { if #unavailable(iOS 26) { throw E() }; site() }"),
    AvailabilityCase(.proved, "for x in y { if #unavailable(iOS 26) { continue }; site() }"),
    AvailabilityCase(
      .open, "func f() { if x { guard #available(iOS 26, *) else { return } }; site() }"),
    AvailabilityCase(
      .proved, "func f() { guard #available(iOS 26, *) else { return }; g { site() } }"),
    AvailabilityCase(
      .proved,
      "func f() {\n#if os(iOS)\nguard #available(iOS 26, *) else { return }\n#endif\nsite()\n}"),
    AvailabilityCase(
      .open,
      "func f() {\n#if DEBUG\nguard #available(iOS 26, *) else { return }\n#endif\nsite()\n}"),
    AvailabilityCase(.open, "func f() { site(); guard #available(iOS 26, *) else { return } }"),
    AvailabilityCase(
      .proved,
      "func f() { switch x { case .a: guard #available(iOS 26, *) else { return }; site() } }"),
    AvailabilityCase(
      .open,
      "func f() { switch x { case .b: guard #available(iOS 26, *) else { return }\ncase .a: site() } }"
    ),
  ]

  static let attributes: [AvailabilityCase] = [
    AvailabilityCase(.proved, "@available(iOS 26.0, *) func f() { site() }"),
    AvailabilityCase(.proved, "@available(iOS 26.0, *) class C { func f() { site() } }"),
    AvailabilityCase(.proved, "@available(iOS 26.0, *) extension C { var x: Int { site() } }"),
    AvailabilityCase(.proved, "@available(iOS, introduced: 26.0) func f() { site() }"),
    AvailabilityCase(.open, "@available(iOS, introduced: 13, deprecated: 26) func f() { site() }"),
    AvailabilityCase(.below, "@available(iOS, obsoleted: 26) func f() { site() }"),
    AvailabilityCase(.below, "@available(iOS, unavailable) func f() { site() }"),
    AvailabilityCase(.below, "@available(*, unavailable) func f() { site() }"),
    AvailabilityCase(.open, "@available(*, deprecated) func f() { site() }"),
    AvailabilityCase(.open, "@available(iOSApplicationExtension, unavailable) func f() { site() }"),
    AvailabilityCase(.open, "@available(macOS, unavailable) func f() { site() }"),
    AvailabilityCase(.open, "@available(swift 5.1) func f() { site() }"),
    AvailabilityCase(
      .open, "@available(iOS 26.0, *) func g() {}\nfunc f() { site() }"),
    AvailabilityCase(.open, platforms: both, "@available(iOS 26.0, *) func f() { site() }"),
    AvailabilityCase(
      .proved, "struct A { var x: Int { @available(iOS 26, *) get { site() } } }"),
  ]

  static let directives: [AvailabilityCase] = [
    AvailabilityCase(.below, "#if os(macOS)\nsite()\n#endif"),
    AvailabilityCase(.open, "#if os(iOS)\nsite()\n#endif"),
    AvailabilityCase(.open, "#if os(macOS)\n#else\nsite()\n#endif"),
    AvailabilityCase(.below, "#if os(iOS)\n#else\nsite()\n#endif"),
    AvailabilityCase(.below, "#if !os(iOS)\nsite()\n#endif"),
    AvailabilityCase(.open, "#if !os(tvOS) && !os(macOS)\nsite()\n#endif"),
    AvailabilityCase(.below, "#if os(tvOS) || os(macOS)\nsite()\n#endif"),
    AvailabilityCase(.open, "#if os(macOS)\n#elseif os(iOS)\nsite()\n#endif"),
    AvailabilityCase(.below, "#if os(iOS)\n#elseif DEBUG\nsite()\n#endif"),
    AvailabilityCase(.open, "#if canImport(UIKit)\nsite()\n#endif"),
    AvailabilityCase(.below, "#if canImport(AppKit)\nsite()\n#endif"),
    AvailabilityCase(.below, "#if canImport(UIKit)\n#else\nsite()\n#endif"),
    AvailabilityCase(.open, "#if compiler(>=6.2)\nsite()\n#endif"),
    AvailabilityCase(.below, "#if compiler(>=6.2)\n#else\nsite()\n#endif"),
    AvailabilityCase(.below, "#if canImport(FoundationModels)\n#else\nsite()\n#endif"),
    AvailabilityCase(
      .proved,
      "#if canImport(UIKit.UIGlassEffect)\nif #available(iOS 26, *) { site() }\n#endif"),
    AvailabilityCase(
      .proved, "#if compiler(>=6.2)\nif #available(iOS 26, *) { site() }\n#endif"),
    AvailabilityCase(.below, "#if targetEnvironment(macCatalyst)\nsite()\n#endif"),
    AvailabilityCase(.open, "#if !targetEnvironment(macCatalyst)\nsite()\n#endif"),
    AvailabilityCase(.open, "#if DEBUG\nsite()\n#endif"),
    AvailabilityCase(.open, "#if DEBUG\n#else\nsite()\n#endif"),
    AvailabilityCase(.below, "#if false\nsite()\n#endif"),
    AvailabilityCase(.open, "let v = x\n#if os(iOS)\n.site()\n#endif\n.z()"),
    AvailabilityCase(.below, "let v = x\n#if os(macOS)\n.site()\n#endif\n.z()"),
    AvailabilityCase(.below, "let v = x\n#if os(iOS)\n.y()\n#else\n.site()\n#endif"),
    AvailabilityCase(.open, "let v = x.site()\n#if os(macOS)\n.y()\n#endif"),
    AvailabilityCase(
      .proved, platforms: both, "#if os(iOS)\nif #available(iOS 26, *) { site() }\n#endif"),
    AvailabilityCase(
      .below, platforms: both,
      "if #available(iOS 26, *) { } else {\n#if os(macOS)\nsite()\n#endif\n}"),
  ]

  @Test func tellsTheBoundsOfEachPlatform() throws {
    let context = try AvailabilityCase(
      .open, platforms: .minimums([.iOS: 15, .macOS: 12]),
      "if #available(iOS 17, macOS 14, *) { if #unavailable(iOS 18) { site() } }"
    ).context()
    #expect(context.bounds(of: .iOS).atLeast == PlatformVersion(17))
    #expect(context.bounds(of: .iOS).below == PlatformVersion(18))
    #expect(context.bounds(of: .macOS).atLeast == PlatformVersion(14))
    #expect(!context.bounds(of: .macOS).isReachable)
    #expect(!context.isBuilt(for: .tvOS))
    #expect(context.reachablePlatforms == [.iOS])
  }
}
