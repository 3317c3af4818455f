import Foundation

/// Notices changes of files below some folders by looking at them again and again.
struct WatchedFiles {
  /// What a file looks like from outside.
  struct Mark: Hashable {
    var size: UInt64
    var modified: Date
  }

  private static let interval = 0.2
  /// Folders that tools fill, where nothing is written by hand.
  private static let passedOver: Set<String> = [".build", ".git", "node_modules", "__pycache__"]

  private let roots: [String]

  init(_ roots: [String]) {
    self.roots = roots
  }

  /// The files that there are, by path.
  func state() -> [String: Mark] {
    var state: [String: Mark] = [:]
    for root in roots {
      add(root, to: &state)
      guard let paths = FileManager.default.enumerator(atPath: root) else { continue }
      for case let path as String in paths {
        if Self.passedOver.contains((path as NSString).lastPathComponent) {
          paths.skipDescendants()
        } else {
          add(root + "/" + path, to: &state)
        }
      }
    }
    return state
  }

  /// Waits until the files differ and are at rest again, and returns what they are then.
  func waitForChange(from known: [String: Mark]) -> [String: Mark] {
    var last = known
    while true {
      Thread.sleep(forTimeInterval: Self.interval)
      let now = state()
      if now != known, now == last { return now }
      last = now
    }
  }

  private func add(_ path: String, to state: inout [String: Mark]) {
    let attributes: [FileAttributeKey: Any]
    // A file that goes away meanwhile is a change like any other.
    do { attributes = try FileManager.default.attributesOfItem(atPath: path) } catch { return }
    guard attributes[.type] as? FileAttributeType == .typeRegular else { return }
    state[path] = Mark(
      size: (attributes[.size] as? NSNumber)?.uint64Value ?? 0,
      modified: attributes[.modificationDate] as? Date ?? .distantPast)
  }
}
