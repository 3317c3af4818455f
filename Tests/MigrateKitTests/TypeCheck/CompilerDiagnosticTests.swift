import Foundation
import Testing

@testable import MigrateKit

@Suite struct CompilerDiagnosticTests {
  @Test func readsPlacesSeveritiesAndMessages() {
    let output = """
      0.swift:5:19: error: 'x' is only available in iOS 26.0 or newer [#Availability]
          5 |   let a: Int = x
      a: b.swift:1:2: warning: 'y: error: z' is unused
      <unknown>:0: error: no input
      note: not a diagnostic
      """
    let all = CompilerDiagnostic.all(in: output)
    #expect(
      all.map(\.description) == [
        "0.swift:5:19: error: 'x' is only available in iOS 26.0 or newer",
        "a: b.swift:1:2: warning: 'y: error: z' is unused",
        "error: no input",
      ])
    #expect(all.map(\.isAboutAvailability) == [true, false, false])
  }

  @Test func everyFolderOfDeclarationsIsAModule() throws {
    let modules = try DeclaredModule.all(in: AppleCompiler.declarations)
    let folders = try FileManager.default.contentsOfDirectory(atPath: AppleCompiler.declarations)
      .filter { $0 != DeclaredModule.listName && !$0.hasPrefix(".") }
    #expect(modules.map(\.name).sorted() == folders.sorted())
    #expect(modules.allSatisfy { !$0.files.isEmpty })
  }

  @Test func previewsAreBlankedAndLinesStay() {
    let code = "let a = 1\n#Preview(\"x\") {\n  Text(\"é\")\n}\nlet b = \"#Preview\"\n"
    let blanked = PreviewMacros.blanked(in: Array(code.utf8))
    let lines = String(decoding: blanked, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(blanked.count == code.utf8.count)
    #expect(lines.first == "let a = 1")
    #expect(lines[1...3].allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(lines[4] == "let b = \"#Preview\"")
  }
}
