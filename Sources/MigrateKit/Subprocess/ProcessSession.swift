import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Sessions of children, which end as a whole: with everything that was started in them.
///
/// On Linux this holds for processes that left the session, too: they become children of this
/// process when their parent ends, and are known by a session that is none of ours. Elsewhere the
/// process group of the leader is ended.
enum ProcessSession {
  /// The most rounds of ending what is left; each lasts a millisecond or less.
  private static let roundLimit = 2_000

  /// The leaders that run; one list for the process, since a child is one of the process.
  private static let leaders = Mutex<Set<pid_t>>([])

  /// Starts a child as the leader of a session.
  static func start(
    _ start: () throws(SubprocessError) -> StartedChild
  ) throws(SubprocessError) -> StartedChild {
    adoptOrphans()
    // Under the lock, or a child not yet listed would look like one that left its session.
    return try leaders.withLock { leaders throws(SubprocessError) in
      let child = try start()
      leaders.insert(child.identifier)
      return child
    }
  }

  /// Whether a leader has ended; it is not reaped.
  static func hasEnded(_ leader: pid_t) -> Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT | WNOHANG)
    return code == 0 && information.si_signo == SIGCHLD
  }

  /// Ends the session of a leader that has ended, half a second after it where others are left.
  static func endGently(_ leader: pid_t) -> Int32 {
    for _ in 0..<50 where hasMembers(leader) { usleep(10_000) }
    return end(leader)
  }

  /// Ends a session and reaps its leader; nothing when that was done before.
  ///
  /// - Returns: the status that the leader ended with, as `waitpid` gives it.
  @discardableResult
  static func end(_ leader: pid_t) -> Int32 {
    leaders.withLock { leaders in
      guard leaders.contains(leader) else { return 0 }
      kill(-leader, SIGKILL)
      // The leader stays a zombie until its session is gone, so that its number is not reused.
      waitWithoutReaping(leader)
      var rounds = 0
      while rounds < roundLimit, endRemains(of: leader, sparing: leaders) {
        rounds += 1
        usleep(500)
      }
      var status: Int32 = 0
      while waitpid(leader, &status, 0) == -1 && errno == EINTR {}
      leaders.remove(leader)
      return status
    }
  }

  private static func waitWithoutReaping(_ leader: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
  }

  #if os(Linux)
    private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    /// `PR_SET_CHILD_SUBREAPER`.
    private static let setSubreaper: Int32 = 36

    /// Lets orphans of our children become our children instead of those of the first process.
    private static func adoptOrphans() {
      // Swift does not import functions of variable arity.
      guard let symbol = dlsym(nil, "prctl") else { return }
      _ = unsafeBitCast(symbol, to: Control.self)(setSubreaper, 1, 0, 0, 0)
    }

    /// Whether anything but the leader is in a session.
    private static func hasMembers(_ leader: pid_t) -> Bool {
      ProcessTable.all().contains { $0.session == leader && $0.identifier != leader }
    }

    /// Ends what is left of a session and what left any session; whether there was anything.
    private static func endRemains(of leader: pid_t, sparing leaders: Set<pid_t>) -> Bool {
      let ourself = getpid()
      let ourSession = getsid(0)
      var found = false
      for process in ProcessTable.all() where process.identifier != leader {
        let isOrphan =
          process.parent == ourself && process.session != ourSession
          && !leaders.contains(process.session)
        guard process.session == leader || isOrphan else { continue }
        found = true
        kill(process.identifier, SIGKILL)
        var status: Int32 = 0
        if process.parent == ourself { waitpid(process.identifier, &status, WNOHANG) }
      }
      return found
    }
  #else
    private static func adoptOrphans() {}
    private static func hasMembers(_ leader: pid_t) -> Bool { false }
    private static func endRemains(of leader: pid_t, sparing leaders: Set<pid_t>) -> Bool { false }
  #endif
}
