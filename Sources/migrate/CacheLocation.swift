import Foundation
import MigrateKit

/// Where the user's caches are.
enum CacheLocation {
  /// The folder of kept results; nil when the environment names no place for it.
  static func folder(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
      return folder + "/migrate"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    #if os(macOS)
      return home + "/Library/Caches/migrate"
    #else
      return home + "/.cache/migrate"
    #endif
  }

  /// Keeps results unless the user wants none.
  static func policy(_ invocation: Invocation, scope: [String]) -> CachePolicy? {
    // A program that cannot be told from others keeps nothing.
    guard !invocation.arguments.has(.noCache), let folder = folder(invocation.environment),
      let program = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: program)
    else { return nil }
    // Another build of one version is another tool.
    let build = [FileAttributeKey.size, .modificationDate, .systemFileNumber].map {
      "\(attributes[$0] ?? "")"
    }
    return CachePolicy(
      folder: CacheFolder(folder), tool: ([Version.current] + build).joined(separator: " "),
      scope: scope.joined(separator: "\n"))
  }
}
