import Synchronization

/// What a run learned of the files of a project, for later runs over the same files with some of
/// them replaced.
final class KnownFiles: Sendable {
  private struct State {
    var filters: [FileFilter?] = []
    var ids: [ObjectID?] = []
  }

  private let state = Mutex(State())

  /// What the files may hold, in the order of the project's paths; nil for those to be read.
  func filters(besides replaced: Set<Int>) -> [FileFilter?] {
    state.withLock { state in
      var filters = state.filters
      for index in replaced where filters.indices.contains(index) { filters[index] = nil }
      return filters
    }
  }

  /// The blob ids of the files, in the order of the project's paths; nil for those not known.
  func ids(besides replaced: Set<Int>) -> [ObjectID?] {
    state.withLock { state in
      var ids = state.ids
      for index in replaced where ids.indices.contains(index) { ids[index] = nil }
      return ids
    }
  }

  /// Keeps what the first run learned.
  func set(_ filters: [FileFilter?], _ ids: [ObjectID?]) {
    state.withLock { state in
      guard state.filters.isEmpty else { return }
      state = State(filters: filters, ids: ids)
    }
  }
}

/// What is known of a file without reading it again.
struct FileFilter: Sendable {
  /// The number of its bytes.
  var size: Int
  var trigrams: TrigramFilter
  var declared: DeclaredNames
}
