import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Children that lead sessions and end together at the latest.
final class SessionGroup: Sendable {
  private struct State {
    var leaders: Set<pid_t> = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Starts a child, unless the group was ended.
  func start(_ request: Subprocess, path: String) throws(SubprocessError) -> StartedChild {
    // Under the lock, so that no child starts that `endAll` does not see.
    try state.withLock { state throws(SubprocessError) in
      guard !state.isClosed else {
        throw .notStarted(program: request.program, reason: "the run is over")
      }
      let child = try ProcessSession.start { () throws(SubprocessError) in
        try StartedChild(request, path: path, startsSession: true)
      }
      state.leaders.insert(child.identifier)
      return child
    }
  }

  /// Ends the session of a child; nothing when that was done before.
  func end(_ leader: pid_t) {
    state.withLock { state in
      if state.leaders.remove(leader) != nil { ProcessSession.end(leader) }
    }
  }

  /// Ends every session; where the group closes, no other one starts.
  func endAll(closing: Bool) {
    state.withLock { state in
      if closing { state.isClosed = true }
      for leader in state.leaders.sorted() { ProcessSession.end(leader) }
      state.leaders = []
    }
  }
}
