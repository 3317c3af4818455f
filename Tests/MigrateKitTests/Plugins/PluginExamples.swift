import Foundation
import MigrateKit
import Testing

/// The plugins of `Samples/Plugins`.
enum PluginExamples {
  static let python = Checkout.root + "/Samples/Plugins/python/brand-bar"
  static let wasiSource = Checkout.root + "/Samples/Plugins/wasi/brand-bar.c"

  /// The Swift example beside the test bundle.
  static func swift() throws -> String {
    let program = try MigrateProgram.path()
    return (program as NSString).deletingLastPathComponent + "/brand-bar-plugin"
  }

  /// Debian's clang with a run-time library for WASI; nil where there is none.
  static let wasiCompiler: String? = {
    let base = "/usr/lib"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    return names.filter { $0.hasPrefix("llvm-") }.sorted().map { "\(base)/\($0)" }.first {
      let files = FileManager.default
      guard files.isExecutableFile(atPath: $0 + "/bin/wasm-ld") else { return false }
      let versions = (try? files.contentsOfDirectory(atPath: $0 + "/lib/clang")) ?? []
      return versions.contains { [folder = $0] version in
        files.fileExists(atPath: "\(folder)/lib/clang/\(version)/lib/wasi")
      }
    }.map { $0 + "/bin/clang" }
  }()

  /// Whether the tests of the sandbox run; where everything must run, a missing compiler fails.
  static var canCompileForWASI: Bool {
    wasiCompiler != nil || ProcessInfo.processInfo.environment["CI"] != nil
  }

  /// Compiles a C file for WASI.
  static func compile(_ source: String, to module: String) throws {
    let compiler = try #require(wasiCompiler, "run 'Scripts/setup --tests'")
    let result = try Subprocess(
      compiler, ["--target=wasm32-wasi", "-O1", source, "-o", module],
      environment: ["PATH": "/usr/bin:/bin"]
    ).run()
    guard result.succeeded else {
      throw TestFailure(String(decoding: result.standardError, as: UTF8.self))
    }
  }

  /// A file in which the examples find something, and what they leave.
  static let source = """
    import UIKit

    func style(_ bar: UINavigationBar, _ other: Bar) {
        // Ünïcode before the site
        bar.applyBrand()
        if #available(iOS 26.0, *) {
            other.inner.applyGlassBrand()
        } else {
            other.inner.applyBrand()
        }
    }

    """

  static let migrated = """
    import UIKit

    func style(_ bar: UINavigationBar, _ other: Bar) {
        // Ünïcode before the site
        if #available(iOS 26.0, *) {
            bar.applyGlassBrand()
        } else {
            bar.applyBrand()
        }
        if #available(iOS 26.0, *) {
            other.inner.applyGlassBrand()
        } else {
            other.inner.applyBrand()
        }
    }

    """
}
