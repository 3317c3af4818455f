import SwiftSyntax
import Testing

@testable import MigrateKit

@Suite struct ViewTraceTests {
  /// Where the view called `V` of a file goes.
  private func traces(_ text: String) throws -> [ViewTrace] {
    let file = ParsedFile(try SourceFile(path: "F.swift", bytes: Array(text.utf8)))
    let calls = Calls(viewMode: .sourceAccurate)
    calls.walk(file.tree)
    let placements = ViewPlacements(file)
    return calls.found.flatMap { placements.traces(of: $0) }
  }

  private func ends(_ text: String) throws -> [ViewTrace.End] { try traces(text).map(\.end) }

  private func shown(_ body: String) throws -> [ViewTrace.End] {
    try ends("struct S: View { var body: some View { Text(\"\")\(body) } }")
  }

  private final class Calls: SyntaxVisitor {
    var found: [FunctionCallExprSyntax] = []
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if ViewTrace.calledName(node) == "V" { found.append(node) }
      return .visitChildren
    }
  }

  @Test func readsThePresentingCall() throws {
    #expect(try shown(".sheet(isPresented: $a) { V() }") == [.sheet])
    #expect(try shown(".sheet(item: $a, content: { _ in V() })") == [.sheet])
    #expect(try shown(".sheet(isPresented: $a) { done() } content: { V() }") == [.sheet])
    #expect(try shown(".fullScreenCover(isPresented: $a) { V() }") == [.cover])
    #expect(try shown(".popover(isPresented: $a) { V() }") == [.popover])
    #expect(try shown(".navigationDestination(for: T.self) { _ in V() }") == [.pushed])
  }

  @Test func aDismissalIsNoContent() throws {
    #expect(try shown(".sheet(isPresented: $a) { V() } content: { Text(\"\") }") == [.unknown])
  }

  @Test func readsNavigationLinks() throws {
    let link = { (text: String) in
      try self.ends("struct S: View { var body: some View { \(text) } }")
    }
    #expect(try link("NavigationLink { V() } label: { Text(\"\") }") == [.pushed])
    #expect(try link("NavigationLink(\"Title\") { V() }") == [.pushed])
    #expect(try link("NavigationLink(destination: V()) { Text(\"\") }") == [.pushed])
    #expect(try link("NavigationLink(value: 1) { V() }") == [.body("S")])
  }

  @Test func entersBranchesAndTransparentContainers() throws {
    let trace = try #require(
      try traces(
        """
        struct S: View { var body: some View { Text("").sheet(isPresented: $a) {
          Group { if a { NavigationStack { V().padding() } } else { EmptyView() } }
            .presentationDetents([.medium])
        } } }
        """
      ).first)
    #expect(trace.end == .sheet)
    #expect(trace.containers.isEmpty && trace.isInNavigation)
    #expect(trace.detents == .partial)
    #expect(trace.links.map(\.name) == ["padding", "presentationDetents"])
  }

  @Test func notesOtherContainers() throws {
    let trace = try traces(
      "struct S: View { var body: some View { VStack { V() } } }"
    ).first
    #expect(trace?.end == .body("S"))
    #expect(trace?.containers == ["VStack"])
  }

  @Test func followsMembersToTheirUses() throws {
    let text = """
      struct S: View {
        var body: some View { Text("").sheet(isPresented: $a) { content.padding() } }
        @ViewBuilder private var content: some View { made() }
        private func made() -> some View { V() }
      }
      """
    #expect(try ends(text) == [.sheet])
  }

  @Test func membersThatCallEachOtherEnd() throws {
    let text = """
      struct S: View {
        var one: some View { two }
        var two: some View { if a { one } else { V() } }
      }
      """
    #expect(!(try ends(text)).isEmpty)
  }

  @Test func knowsPreviews() throws {
    #expect(try ends("#Preview { V() }") == [.preview])
    #expect(
      try ends("struct P: PreviewProvider { static var previews: some View { V() } }")
        == [.preview])
  }

  @Test func knowsModifiersAndHelpers() throws {
    #expect(
      try ends("extension View { func sheeted() -> some View { V() } }") == [.helper("sheeted")])
    #expect(
      try ends("struct M: ViewModifier { func body(content: Content) -> some View { V() } }")
        == [.modifier("M")])
  }

  @Test func passesClosuresOnTheViewItself() throws {
    let trace = try #require(
      try traces(
        """
        struct S: View { var body: some View { Text("").sheet(isPresented: $a) {
          V().modify { if #available(iOS 16, *) { $0.presentationDetents([.medium]) } else { $0 } }
        } } }
        """
      ).first)
    #expect(trace.end == .sheet)
    #expect(trace.containers.isEmpty)
  }
}

@Suite struct SheetDetentsTests {
  private func detents(_ argument: String, _ rest: String = "") throws -> SheetDetents {
    let text = "let probe = \(argument)\n\(rest)"
    let file = ParsedFile(try SourceFile(path: "F.swift", bytes: Array(text.utf8)))
    let binding = file.tree.statements.first?.item.as(VariableDeclSyntax.self)?.bindings.first
    return SheetDetents(of: try #require(binding?.initializer?.value))
  }

  @Test func readsLiterals() throws {
    #expect(try detents("[.medium]") == .partial)
    #expect(try detents("[.height(100), .large]") == .partial)
    #expect(try detents("[.large]") == .large)
    #expect(try detents("[.large()]") == .large)
    #expect(try detents("[PresentationDetent.large]") == .large)
    #expect(try detents("[]") == SheetDetents.none)
  }

  @Test func readsWhatStandsForALiteral() throws {
    #expect(try detents("Set([.medium])") == .partial)
    #expect(try detents("a ? [.large] : [.medium]") == .partial)
    #expect(try detents("heights", "let heights: Set<PresentationDetent> = [.medium]") == .partial)
    #expect(try detents("heights", "var heights: [D] { [.large] }") == .large)
  }

  @Test func doesNotGuess() throws {
    #expect(try detents("size.detents") == .unknown)
    #expect(try detents("heights") == .unknown)
    #expect(try detents("heights", "let heights = other\nlet other = heights") == .unknown)
  }
}
