/// One way of calling the compiler.
struct Frontend: Sendable {
  var toolchain: SwiftToolchain
  var headerModules: String

  /// What lets `@objc` code be checked without Apple's Foundation.
  static let interoperability = [
    "-enable-objc-interop", "-disable-objc-attr-requires-foundation-module",
  ]

  /// Runs the compiler and returns what it says.
  ///
  /// - Throws: `TypeCheckError.compiler` when it fails without an error in the code, or crashes.
  func run(
    _ arguments: [String], in folder: String, deadline: Duration
  ) throws(TypeCheckError) -> [CompilerDiagnostic] {
    let process = Subprocess(
      toolchain.frontend,
      ["-frontend"] + arguments
        + ["-diagnostic-style", "llvm", "-module-cache-path", headerModules],
      environment: ["SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C"], workingFolder: folder,
      deadline: deadline, errorLimit: 4 << 20)
    let result: SubprocessResult
    do {
      result = try process.run()
    } catch {
      throw .process(error)
    }
    let diagnostics = CompilerDiagnostic.all(
      in: String(decoding: result.standardError, as: UTF8.self))
    if case .exited(let status) = result.termination {
      if status == 0 || (status == 1 && diagnostics.contains { $0.severity == .error }) {
        return diagnostics
      }
    }
    throw .compiler(detail: Self.summary(of: result))
  }

  private static func summary(of result: SubprocessResult) -> String {
    let lines = String(decoding: result.standardError, as: UTF8.self).split(separator: "\n")
    let telling = lines.first { $0.contains("While ") || $0.contains("Assertion") }
    return String(telling ?? lines.first ?? "it ended with \(result.termination)")
  }
}
