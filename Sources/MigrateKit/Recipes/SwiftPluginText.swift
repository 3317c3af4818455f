/// The texts of a rule in Swift, to start from.
struct SwiftPluginText {
  let id: String
  /// The folder or the address of the package of `MigrateKit`.
  let package: String

  private var dependency: (package: String, name: String) {
    guard package.contains("://") || package.hasPrefix("git@") else {
      return (".package(name: \"migrate\", path: \"\(package)\")", "migrate")
    }
    var name = String(package.split(separator: "/").last ?? "migrate")
    if name.hasSuffix(".git") { name.removeLast(4) }
    return (".package(url: \"\(package)\", branch: \"main\")", name)
  }

  var manifest: String {
    """
    // swift-tools-version: 6.2
    import Foundation
    import PackageDescription

    // 'MigrateKit' shows the syntax trees of the SwiftSyntax modules. Where it takes them from the
    // toolchain, as it does when the toolchain has them, so does this package.
    let host = (Context.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(fileURLWithPath: $0 + "/swiftc").resolvingSymlinksInPath() }
      .map { $0.deletingLastPathComponent().deletingLastPathComponent().path + "/lib/swift/host" }
      .first { FileManager.default.fileExists(atPath: $0 + "/SwiftParser.swiftmodule") }

    let package = Package(
      name: "\(id)",
      platforms: [.macOS(.v15)],
      dependencies: [\(dependency.package)],
      targets: [
        .executableTarget(
          name: "\(id)",
          dependencies: [.product(name: "MigrateKit", package: "\(dependency.name)")],
          swiftSettings: host.map { [.unsafeFlags(["-I", $0])] } ?? [],
          linkerSettings: host.map {
            [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])]
          } ?? [])
      ])

    """
  }

  var program: String {
    #"""
    import MigrateKit
    import SwiftSyntax

    /// From iOS 26 on `newHelper` in the place of `oldHelper`, where a call is a statement.
    struct OldHelperRule: Rule {
      let id = "RULE_ID"
      // A file without this text is never parsed.
      let needles = Needles([["oldHelper"]])

      func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
        let calls = Calls(viewMode: .sourceAccurate)
        calls.walk(file.tree)
        var output = RuleOutput()
        for (item, name) in calls.found {
          let requirement = APIRequirement([.iOS: PlatformVersion(26)])
          let gate = Gate(requirement, at: item, in: file, context: context, drops: true)
          // Before the version there is nothing to adapt.
          guard gate.isPossible else { continue }
          let old = SourceLines(of: item, in: file)
          var new = old
          new.lines[0].text = "newHelper" + old.lines[0].text.dropFirst(name.utf8.count)
          let site = ByteRange(
            item.positionAfterSkippingLeadingTrivia.utf8Offset,
            item.endPositionBeforeTrailingTrivia.utf8Offset)
          let text = gate.either(since: new, before: old).text(
            after: file.source.indentation(ofLineAt: site.lowerBound),
            lineEnding: file.source.lineEnding)
          output.findings.append(
            Finding(
              rule: id, at: site,
              message: "'oldHelper' draws its own background: use 'newHelper' from iOS 26 on",
              safety: .review, fix: Fix([Edit(site, text)])))
        }
        return output
      }

      /// Collects the statements that are a call of the function.
      private final class Calls: SyntaxVisitor {
        var found: [(item: CodeBlockItemSyntax, name: String)] = []

        override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
          if let call = node.item.as(FunctionCallExprSyntax.self),
            let callee = call.calledExpression.as(DeclReferenceExprSyntax.self),
            callee.baseName.text == "oldHelper"
          {
            found.append((node, callee.baseName.text))
          }
          return .visitChildren
        }
      }
    }

    RulePlugin.main(OldHelperRule())

    """#.replacing("RULE_ID", with: "\(id)-call")
  }
}
