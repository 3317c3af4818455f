import Foundation
import MigrateKit

/// Type-checks the cases of recipes for `recipes test --typecheck`.
struct CaseCompiler {
  private let check: CaseTypeCheck

  /// Finds the toolchain, the SDK declarations that came with the program, and the cache.
  init(_ invocation: Invocation) throws {
    let program = Bundle.main.executablePath ?? invocation.program
    guard let declarations = TypeChecker.declarationsFolder(programPath: program) else {
      throw CommandError(
        .fileAccess,
        "the SDK declarations that belong beside the program are missing: install it again with "
          + "'Scripts/install'")
    }
    let toolchain = try SwiftToolchain(searchPath: invocation.environment["PATH"] ?? "")
    check = CaseTypeCheck(
      TypeChecker(
        toolchain: toolchain, declarations: declarations,
        cache: Self.cacheFolder(invocation.environment) + "/typecheck"))
  }

  /// Everything the compiler says about one case.
  func failures(of example: RecipeCase) throws -> [CaseFailure] {
    try check.failures(of: example)
  }

  private static func cacheFolder(_ environment: [String: String]) -> String {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      return folder + "/migrate"
    }
    #if canImport(Darwin)
      return (environment["HOME"] ?? "/tmp") + "/Library/Caches/migrate"
    #else
      return (environment["HOME"] ?? "/tmp") + "/.cache/migrate"
    #endif
  }
}
