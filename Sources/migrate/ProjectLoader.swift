import MigrateKit
import Synchronization

/// Reads the project files of a snapshot when a platform is first asked for.
final class ProjectLoader: Sendable {
  private let snapshot: Snapshot
  private let overrides: [Platform: PlatformVersion]
  private let loaded = Mutex<ProjectModel?>(nil)

  init(_ snapshot: Snapshot, overrides: [Platform: PlatformVersion]) {
    self.snapshot = snapshot
    self.overrides = overrides
  }

  /// What the project files say.
  var model: ProjectModel {
    loaded.withLock { loaded in
      if let loaded { return loaded }
      let model = read()
      loaded = model
      return model
    }
  }

  private func read() -> ProjectModel {
    ProjectModel(paths: snapshot.entries.lazy.map(\.path), overrides: overrides) { path in
      // What is not named here is no part of what results are kept under.
      guard Self.isRead(path), let entry = snapshot[path] else { throw MissingFile() }
      var reader = try SnapshotReader(snapshot)
      return try reader.read(entry)
    }
  }

  private struct MissingFile: Error {}

  /// Whether a run may read the file: sources and project files.
  static func isRead(_ path: String) -> Bool {
    let bytes = path.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = bytes[(slash.map { bytes.index(after: $0) } ?? bytes.startIndex)...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else {
      return name.elementsEqual("Podfile".utf8)
    }
    return endings.contains(String(path[bytes.index(after: dot)...]))
  }

  private static let endings: Set<String> = [
    "swift", "yml", "yaml", "json", "pbxproj", "xcconfig", "plist",
  ]
}
