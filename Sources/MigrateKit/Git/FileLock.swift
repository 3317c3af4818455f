#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Advisory locks on files; the system gives them up when their holder ends in whatever way.
enum FileLock {
  /// Locks an open file, waiting for others.
  ///
  /// Even a lock that nobody holds may need a moment, since a child that is just being started has
  /// copies of all descriptors.
  /// - Returns: Whether the lock was had in time.
  static func take(_ number: Int32, milliseconds: Int) -> Bool {
    for _ in 0..<max(milliseconds / 20, 1) {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(20_000)
    }
    return false
  }
}
