import SwiftSyntax
import Testing

@testable import MigrateKit

@Suite struct ControllerFlowTests {
  /// How the controller called `C` that a function makes is shown there.
  private func flow(_ body: String) throws -> ControllerFlow {
    let text = "class Home: UIViewController { func go() {\n\(body)\n} }"
    let file = ParsedFile(try SourceFile(path: "F.swift", bytes: Array(text.utf8)))
    let calls = Calls(viewMode: .sourceAccurate)
    calls.walk(file.tree)
    guard let call = calls.found.first else { throw TestFailure("'C' is not called") }
    return ControllerFlow(of: call)
  }

  private final class Calls: SyntaxVisitor {
    var found: [ExprSyntax] = []
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if ViewTrace.calledName(node) == "C" { found.append(ExprSyntax(node)) }
      return .visitChildren
    }
  }

  @Test func readsPresentation() throws {
    #expect(try flow("present(C(), animated: true)").end == "sheet")
    #expect(try flow("let c = C()\nself.present(c, animated: true)").end == "sheet")
    #expect(try flow("navigationController?.pushViewController(C(), animated: true)").end == "push")
    #expect(try flow("let c = C()\naddChild(c)").end == "embed")
    #expect(try flow("let c = C()\nrouter.open(c)").end == "unknown")
  }

  @Test func readsStyles() throws {
    #expect(
      try flow("let c = C()\nc.modalPresentationStyle = .fullScreen\npresent(c, animated: true)")
        .end
        == "cover")
    #expect(
      try flow("let c = C()\nc.modalPresentationStyle = .popover\npresent(c, animated: true)").end
        == "popover")
    #expect(try flow("let c = C()\nc.modalPresentationStyle = .pageSheet").end == "unknown")
  }

  @Test func readsDetentsThroughNavigation() throws {
    let flow = try flow(
      """
      let c = C()
      let nav = UINavigationController(rootViewController: c)
      if let sheet = nav.sheetPresentationController {
        sheet.detents = [.medium(), .large()]
      }
      present(nav, animated: true)
      """)
    #expect(flow.end == "sheet")
    #expect(flow.detents == .partial)
  }

  @Test func readsDetentsOfACast() throws {
    let flow = try flow(
      """
      let c = C()
      guard let sheet = c.presentationController as? UISheetPresentationController else { return }
      sheet.detents = [.medium()]
      present(c, animated: true)
      """)
    #expect(flow.detents == .partial)
  }

  @Test func readsOptionalChains() throws {
    let flow = try flow(
      """
      let c = C()
      c.sheetPresentationController?.detents = [.large()]
      present(c, animated: true)
      """)
    #expect(flow.detents == .large)
  }

  @Test func aBoundNameIsNotTheControllersOwn() throws {
    let text = """
      class Home: UIViewController { func go() {
        if let sheetPresentationController = other.sheetPresentationController {
          sheetPresentationController.detents = [.medium()]
        }
      } }
      """
    let file = ParsedFile(try SourceFile(path: "F.swift", bytes: Array(text.utf8)))
    let facts = ControllerCandidateCollector().collect(file, given: ProjectFacts())
    #expect(facts.isEmpty)
  }
}

@Suite struct SheetUsesTests {
  private func uses(_ files: [String: String]) throws -> SheetUses {
    let parsed = try files.sorted { $0.key < $1.key }.map {
      ParsedFile(try SourceFile(path: $0.key, bytes: Array($0.value.utf8)))
    }
    var facts = ProjectFacts()
    for collector in SheetBackgroundRule().collectors {
      facts.add(parsed.flatMap { collector.collect($0, given: facts) })
    }
    return SheetUses(facts)
  }

  private let view = """
    struct V: View { var body: some View { Text("").presentationDetents([.medium]) } }
    """

  private func shown(_ content: String) -> String {
    "struct Home: View { var body: some View { Text(\"\")\(content) } }"
  }

  @Test func everyUseMustBeASheet() throws {
    let sheet = shown(".sheet(isPresented: $a) { V() }")
    #expect(try uses(["V.swift": view, "A.swift": sheet]).verdict(of: "V") == .floats)
    let cover = shown(".fullScreenCover(isPresented: $a) { V() }")
    #expect(
      try uses(["V.swift": view, "A.swift": sheet, "B.swift": cover]).verdict(of: "V")
        == .elsewhere("a full-screen cover"))
  }

  @Test func previewsDoNotCount() throws {
    let files = [
      "V.swift": view, "A.swift": shown(".sheet(isPresented: $a) { V() }") + "\n#Preview { V() }",
    ]
    #expect(try uses(files).verdict(of: "V") == .floats)
  }

  @Test func aTypeThatNobodyShowsIsUnknown() throws {
    #expect(try uses(["V.swift": view]).verdict(of: "V") == .unknown("no use was found"))
  }

  @Test func theRootOfASheetsViewIsTheRootOfTheSheet() throws {
    let holder = "struct H: View { var body: some View { NavigationStack { V() } } }"
    let sheet = shown(".sheet(isPresented: $a) { H() }")
    #expect(
      try uses(["V.swift": view, "H.swift": holder, "A.swift": sheet]).verdict(of: "V") == .floats)
  }

  @Test func twoTypesOfOneNameAreNotToldApart() throws {
    let sheet = shown(".sheet(isPresented: $a) { V() }")
    let verdict = try uses(["V.swift": view, "W.swift": view, "A.swift": sheet]).verdict(of: "V")
    #expect(verdict == .unknown("more than one type has this name"))
  }
}
