import Foundation
import MigrateKit
import Testing

/// The type checker over this package's SDK declarations.
enum AppleCompiler {
  /// The checker, or why this machine has none.
  static let checker: Result<TypeChecker, TypeCheckError> = {
    do throws(TypeCheckError) {
      let toolchain = try SwiftToolchain(
        searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
      return .success(
        TypeChecker(
          toolchain: toolchain, declarations: declarations,
          cache: BuiltInRecipes.root + "/.build/apple-modules"))
    } catch {
      return .failure(error)
    }
  }()

  /// The folder of SDK declarations.
  static let declarations = BuiltInRecipes.root + "/Tests/MigrateKitTests/SDK"

  /// Whether type-checking is possible here; only a toolchain without interfaces excuses from it.
  static let isAvailable: Bool = {
    switch checker {
    case .success: return true
    case .failure(let error): return !error.isMissingToolchain
    }
  }()

  /// What a suite that is left out says.
  static let skipReason: Comment =
    "NOT TYPE-CHECKED: this toolchain does not ship its standard library as text"

  /// The messages of the errors in one file of code.
  static func errors(
    in code: String, on platform: Platform = .iOS, _ version: PlatformVersion? = nil
  ) throws -> [String] {
    let request = TypeChecker.Request(
      files: ["Code.swift": Array(code.utf8)], platform: platform,
      version: version ?? PlatformVersion(0))
    return try checker.get().errors(in: request).map(\.message)
  }
}
