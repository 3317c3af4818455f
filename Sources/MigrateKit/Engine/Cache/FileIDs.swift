import Synchronization

/// The blob ids of the files of a project, once they are known.
final class FileIDs: Sendable {
  private let ids: Mutex<[ObjectID?]>

  init(_ ids: [ObjectID?] = []) { self.ids = Mutex(ids) }

  /// Whether no id is known.
  var isEmpty: Bool { ids.withLock { $0.isEmpty } }

  /// The ids in the order of the paths.
  var all: [ObjectID?] { ids.withLock { $0 } }

  /// The ids in the order of the paths; nil unless every one is known.
  var complete: [ObjectID]? {
    ids.withLock { ids in
      let known = ids.compactMap(\.self)
      return known.count == ids.count ? known : nil
    }
  }

  subscript(index: Int) -> ObjectID? {
    ids.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }

  func set(_ known: [ObjectID?]) { ids.withLock { $0 = known } }
}
