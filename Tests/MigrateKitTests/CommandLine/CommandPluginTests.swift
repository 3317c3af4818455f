import Foundation
import MigrateKit
import Testing

/// `swift package migrate-adaptation` in packages that depend on this one.
@Suite(.serialized) struct CommandPluginTests {
  private static let source = """
    import UIKit

    final class HomeViewController: UIViewController {
      override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: UIImageView())
      }
    }

    """

  /// A package that depends on this one and has nothing to do with its products.
  private func dependent(
    _ dependency: String, more: String = "", targets: String = ""
  ) throws -> TemporaryRepository {
    let repository = try TemporaryRepository()
    try repository.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "app", platforms: [.iOS(.v17), .macOS(.v15)],
        dependencies: [\(dependency)\(more)],
        targets: [.target(name: "App"\(targets))])

      """)
    try repository.write("Sources/App/Home.swift", Self.source)
    try repository.write(".gitignore", ".build/\n")
    try repository.commitAll("Import")
    return repository
  }

  private func run(
    _ arguments: [String], in repository: TemporaryRepository, program: String?,
    deadline: Duration = .seconds(240)
  ) throws -> (status: Bool, text: String) {
    var environment = repository.environment
    environment["MIGRATE_PROGRAM"] = program
    if let choice = ProcessInfo.processInfo.environment["MIGRATE_SWIFT_SYNTAX"] {
      environment["MIGRATE_SWIFT_SYNTAX"] = choice
    }
    let result = try Subprocess(
      "swift", ["package", "migrate-adaptation"] + arguments, environment: environment,
      workingFolder: repository.path, deadline: deadline
    ).run()
    let text = result.standardOutput + result.standardError
    return (result.succeeded, String(decoding: text, as: UTF8.self))
  }

  private let scan = ["scan", "--recipe", "hides-shared-background"]
  private let finding = "Sources/App/Home.swift:6:41: warning: an item with a custom view"

  /// This package under the name of its folder, whatever that is.
  private static let byPath = ".package(path: \"\(Checkout.root)\")"

  @Test func aDependentByPathScansPreviewsAndApplies() throws {
    let repository = try dependent(Self.byPath)
    let program = try MigrateProgram.path()
    let scanned = try run(scan, in: repository, program: program)
    #expect(scanned.status && scanned.text.contains(finding), "\(scanned.text)")
    let preview = try run(
      ["preview", "--recipe", "hides-shared-background"], in: repository, program: program)
    #expect(preview.text.contains("+      navigationItem.rightBarButtonItem?.hidesShared"))
    let applied = try run(
      ["apply", "--recipe", "hides-shared-background"], in: repository, program: program)
    #expect(applied.status, "\(applied.text)")
    #expect(try repository.text("Sources/App/Home.swift").contains("hidesSharedBackground = true"))
    let failed = try run(["scan", "--recipe", "nothing"], in: repository, program: program)
    #expect(!failed.status && failed.text.contains("ended with status 3"), "\(failed.text)")
    let wrong = try run(scan, in: repository, program: "/bin/ls")
    #expect(!wrong.status && wrong.text.contains("MIGRATE_PROGRAM: '/bin/ls'"), "\(wrong.text)")
  }

  @Test func aGraphMayHaveItsOwnSwiftSyntax() throws {
    let repository = try dependent(
      Self.byPath, more: ", .package(path: \"swift-syntax\")",
      targets: ", dependencies: [.product(name: \"SwiftSyntax\", package: \"swift-syntax\")]")
    try repository.write(
      "swift-syntax/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "swift-syntax", products: [.library(name: "SwiftSyntax", targets: ["SwiftSyntax"])],
        targets: [.target(name: "SwiftSyntax")])

      """)
    try repository.write("swift-syntax/Sources/SwiftSyntax/Syntax.swift", "public let syntax = 1\n")
    try repository.commitAll("Add a module of the same name")
    let scanned = try run(scan, in: repository, program: try MigrateProgram.path())
    #expect(scanned.status && scanned.text.contains(finding), "\(scanned.text)")

    // A real build takes minutes, so that it is done on request only.
    guard ProcessInfo.processInfo.environment["MIGRATE_PLUGIN_BUILD"] != nil else { return }
    let built = try run(scan, in: repository, program: nil, deadline: .seconds(3_000))
    #expect(built.status && built.text.contains(finding), "\(built.text)")
  }

  /// A checkout without git, such as an unpacked archive, has no address.
  private static let hasAddress = FileManager.default.fileExists(atPath: Checkout.root + "/.git")

  @Test(.enabled(if: hasAddress, "the checkout is no git repository"))
  func aDependentByAddressGetsThePluginToo() throws {
    let origin = try TemporaryRepository()
    let address = origin.container + "/origin.git"
    try origin.git(["clone", "-q", "--bare", Checkout.root, address], in: origin.container)
    let head = try origin.git(["rev-parse", "HEAD"], in: address)
    let repository = try dependent(
      ".package(url: \"file://\(address)\", revision: \"\(head)\")")
    let scanned = try run(scan, in: repository, program: try MigrateProgram.path())
    #expect(scanned.status && scanned.text.contains(finding), "\(scanned.text)")
  }
}
