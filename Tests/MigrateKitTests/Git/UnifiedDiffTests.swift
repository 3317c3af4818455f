import Foundation
import MigrateKit
import Testing

@Suite struct UnifiedDiffTests {
  /// Contents before and after, each a trap of its own.
  static let cases: [(String, String)] = [
    ("a\nb\nc\n", "a\nB\nc\n"), ("a\nb", "a\nB"), ("a\n", "a"), ("a", "a\n"), ("", "new\n"),
    ("gone\n", ""), ("a\r\nb\r\n", "a\r\nB\r\n"), ("@@ -1 +1 @@\nx\n", "@@ -1 +1 @@\ny\n"),
    ("--- a/x\n+++ b/x\n", "--- a/x\n+++ b/y\n"), ("nul\0x\n", "nul\0y\n"),
    (
      (0..<40).map { "line \($0)\n" }.joined(),
      (0..<40).map { $0 % 17 == 3 ? "changed\nmore\n" : "line \($0)\n" }.joined()
    ),
    (
      "func f() {\n  a()\n}\n\nfunc g() {\n  b()\n}\n",
      "func f() {\n  a()\n}\n\nfunc h() {\n  c()\n}\n\nfunc g() {\n  b()\n}\n"
    ),
  ]

  @Test(arguments: [
    "A.swift", "Folder/With Space/A b.swift", "Ünï/ö.swift", "quo\"te\\back\ttab.swift",
    "new\nline.swift", "-dash.swift",
  ])
  func isWhatGitApplies(path: String) throws {
    for (index, (before, after)) in Self.cases.enumerated() {
      let temporary = try TemporaryRepository()
      try temporary.write(path, before)
      if index % 2 == 1 { try temporary.git("config", "core.filemode", "true") }
      let isExecutable = index % 2 == 1
      if isExecutable { chmod(temporary.path + "/" + path, 0o755) }
      try temporary.commitAll()
      let diff = try UnifiedDiff(
        path: path, isExecutable: isExecutable, original: Array(before.utf8),
        updated: Array(after.utf8))
      let file = temporary.container + "/patch"
      try Data(diff.bytes).write(to: URL(fileURLWithPath: file))
      try temporary.git("apply", "--index", "--whitespace=nowarn", file)
      #expect(try temporary.text(path) == after)
      let stat = try temporary.git("diff", "--cached", "--numstat", "--text")
      let counts = before.contains("\0") ? "-\t-" : "\(diff.added)\t\(diff.removed)"
      #expect(stat.hasPrefix(counts + "\t"), "case \(index)")
      if path == "A.swift" {
        let own = try temporary.git("diff", "--cached", "--text", "--abbrev=10")
        #expect(diff.text == own + "\n", "case \(index)")
      }
    }
  }

  @Test func isEmptyForTheSameContents() throws {
    let diff = try UnifiedDiff(path: "A.swift", original: [1, 2], updated: [1, 2])
    #expect(diff.bytes.isEmpty && diff.added == 0 && diff.removed == 0)
  }
}
